const { Queue, Stack } = require("../lib/queue");

if (new Queue().size() !== 0) throw new Error("size");
if (new Stack().peek() !== undefined) throw new Error("peek");
