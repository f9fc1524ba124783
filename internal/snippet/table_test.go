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
	assert.Nil(t, withEntries([]string{"[a]", `z = """`, "x = 1", `"""`}, fence), "a line of a string")
	assert.Nil(t, withEntries([]string{"[a]", "x = 1"}, strings.Fields("[a] x=2 x=3")), "two values for a key")
}
