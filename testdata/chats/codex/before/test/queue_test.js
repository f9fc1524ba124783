const { Queue } = require("../lib/queue");

if (new Queue().size() !== 0) throw new Error("size");
