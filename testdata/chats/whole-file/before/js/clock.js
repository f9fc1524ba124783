const time = document.getElementById("time");

setInterval(tick, 1000);
