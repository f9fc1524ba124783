class Queue {
  constructor() {
    this.items = [];
  }

  size() {
    return this.items.length;
  }
}

class Stack {
  constructor() {
    this.items = [];
  }

  size() {
    return this.items.length;
  }
}

module.exports = { Queue, Stack };
