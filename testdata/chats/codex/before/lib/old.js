module.exports = require("./queue");
