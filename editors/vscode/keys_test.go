package vscode_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each action of a row is in its menu, and has a key.
func TestTheViewByKeys(t *testing.T) {
	root, f := trusted.play(t, "viewByKeys")
	assert.Subset(t, f.Menu, []string{"Apply Edit", "Preview Edit", "Go to the Place in the File"})
	assert.Equal(t, "src/cart.py ↔ block at line 4 of chat.md", f.Title)
	assert.Contains(t, f.Texts[0], "src/shop.py")
	assert.NotContains(t, f.Texts[0], "src/cart.py")
	assert.Equal(t, []string{"Applied 1 edit to src/cart.py"}, f.Message)
	disk{cart: cartAfter, shop: shop}.check(t, root)
}
