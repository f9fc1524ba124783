"""A shopping cart."""


class Cart:
    def __init__(self):
        self.items = []

    def add(self, item, price, count=1):
        if count < 1:
            raise ValueError("count must be positive")
        self.items.extend([(item, price)] * count)

    def total(self):
        return sum(price for _, price in self.items)
