package snippet

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// What the text of a file may be, or the fence doesn't say once, isn't an entry of a table.
func TestEntriesOfTables(t *testing.T) {
	fence := []string{"[a]", "x = 2", "y = 3"}
	assert.Equal(t, []string{"[a]", "x = 2", "y = 3", "", "[b]"}, withEntries([]string{"[a]", "x = 1", "", "[b]"}, fence))
	for why, file := range map[string]string{
		"a line of a string":          "[a]\nz = \"\"\"\nx = 1\n\"\"\"",
		"a line of a literal string":  "[a]\nz = '''\nx = 1\n'''",
		"a head in quotes":            "[a]\nx = 1\n[\"b c\"]\ny = 1",
		"a table that is there twice": "[a]\nx = 1\n[a]",
	} {
		assert.Nil(t, withEntries(strings.Split(file, "\n"), fence), why)
	}
	other := []string{"[b]", "z = '''", "'''", "[a]"}
	assert.Equal(t, append(other, fence[1:]...), withEntries(other, fence), "a string in another table")
	for why, fence := range map[string]string{
		"two values for a key":        "[a]\nx=2\nx=3",
		"a value of several lines":    "[a]\nx = [\n]",
		"a table of an array":         "[[a]]\nx = 2",
		"a table that is shown twice": "[a]\nx = 2\n[a]\ny = 2",
	} {
		assert.Nil(t, withEntries([]string{"[a]", "x = 1", "[[a]]"}, strings.Split(fence, "\n")), why)
	}
}
