package golden

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

func TestDifferenceIsShort(t *testing.T) {
	same := strings.Repeat("same\n", 500)
	assert.Equal(t, "from line 501, 1 lines are expected, not these 2:\n- \"a\\n\"\n+ \"b\\n\"\n+ \"c\\n\"",
		difference(same+"a\n"+same, same+"b\nc\n"+same))
	assert.Equal(t, "from line 501, 1 lines are expected, not these 0:\n- \"same\\n\"", difference(same+"same\n", same))
	long := difference(strings.Repeat("a\n", 100), strings.Repeat("b\n", 90))
	assert.Less(t, strings.Count(long, "\n"), 20, long)
}

func TestHeadlinesAreCodesAndBack(t *testing.T) {
	for _, e := range codes.All() {
		text := "line 3: " + strings.NewReplacer("{", "", "}", "").Replace(e.Headline)
		coded := Codes(text)
		assert.Contains(t, coded, "{"+string(e.Code)+"}")
		assert.NotContains(t, coded, words(e))
		assert.Equal(t, text, Words(coded))
	}
	assert.Equal(t, "{file-not-found}: a.py", Codes(codes.FileNotFound.Headline("path", "a.py")))
}
