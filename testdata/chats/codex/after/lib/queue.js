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

  peek() {
    return this.items[this.items.length - 1];
  }
}

module.exports = { Queue, Stack };
