document.getElementById("time").textContent = new Date();
