const time = document.getElementById("time");

function tick() {
  time.textContent = new Date().toLocaleTimeString();
}

tick();
setInterval(tick, 1000);
