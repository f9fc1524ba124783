from shop.cart import Cart


def test_count():
    cart = Cart()
    cart.add("tea", 350, count=2)
    assert cart.total() == 700
