package vscode_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Three blocks have paths that can mean only one file each.
func TestLensesThatCorrectPaths(t *testing.T) {
	chat := "app/cart.py\n««« EDIT\ndef total(lines):\n═══════ REPL\ndef sum_of(lines):\n»»» EDIT END\n\n" +
		"lib/shop.py\n««« EDIT\nNAME = \"shop\"\n═══════ REPL\nNAME = \"store\"\n»»» EDIT END\n\n" +
		"cart.py\n««« EDIT\n    return sum(l.cents for l in lines)\n═══════ REPL\n    return 0\n»»» EDIT END\n"
	root, f := trusted.playWith(t, "paths", map[string]any{"first": "src/shop.py"}, file{"chat.md", chat})
	assert.Subset(t, f.Lenses, []string{"Did you mean src/cart.py?", "Did you mean src/shop.py?", "Fix all 3 paths", "Retry prompt"})
	want := strings.NewReplacer("app/cart.py", "src/cart.py", "lib/shop.py", "src/shop.py", "\ncart.py", "\nsrc/cart.py").Replace(chat)
	assert.Equal(t, want, f.Texts[0])
	data, err := os.ReadFile(filepath.Join(root, "chat.md"))
	require.NoError(t, err)
	assert.Equal(t, want, string(data))
}

// In a long chat, VS Code gets the lenses near the lines that it shows, and the blocks without their sections.
func TestALongChat(t *testing.T) {
	const blocks = 500
	var chat, counts strings.Builder
	for i := range blocks {
		fmt.Fprintf(&chat, "src/counts.py\n««« EDIT\nCOUNT_%d = 1\n═══════ REPL\nCOUNT_%d = 2\n»»» EDIT END\n\n", i, i)
		fmt.Fprintf(&counts, "COUNT_%d = 1\n", i)
	}
	last := fmt.Sprintf("src/counts.py:%d", blocks)
	told := map[string]any{"last": last, "ends": []string{"COUNT_499 = 1", "COUNT_499 = 2"}, "wanted": []string{"rgb(163, 21, 21)", "rgb(9, 134, 88)"}}
	_, f := trusted.playWith(t, "longChat", told, file{"chat.md", "src/cart.py\n««« EDIT\ndef total(lines):\n═══════ REPL\ndef sum_of(lines):\n»»» EDIT END\n\n" + chat.String()}, file{"src/counts.py", counts.String()})
	assert.Equal(t, told["wanted"], f.Texts)
	require.Len(t, f.Lines, 3)
	assert.Less(t, f.Lines[0], 1100, "the last line with a lens, of 3500")
	assert.Equal(t, []int{blocks + 1, 0}, f.Lines[1:], "blocks, and their sections")
}
