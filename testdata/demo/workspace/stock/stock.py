"""Counts what lies on the shelves."""


class Stock:
    def __init__(self):
        self.items = {}

    def add(self, name, count=1):
        self.items[name] = self.items.get(name, 0) + count

    def take(self, name, count=1):
        left = self.items.get(name, 0) - count
        self.items[name] = left

    def total(self):
        return sum(self.items.values())
