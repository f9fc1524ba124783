package text

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEditsAreAsSplices(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	alphabet := []string{"a", "\n", "\r", "\r\n", "ä", "\U0001F600", ""}
	some := func(most int) string {
		s := ""
		for range r.IntN(most) {
			s += alphabet[r.IntN(len(alphabet))]
		}
		return s
	}
	for range 2000 {
		content := some(20)
		x := New(content)
		var edits []Edit
		want := content
		for at := 0; at <= len(content) && len(edits) < 4; {
			start := at + r.IntN(len(content)-at+1)
			end := start + r.IntN(min(4, len(content)-start+1))
			edits = append(edits, Edit{Offset(start), Offset(end), some(4)})
			at = end + r.IntN(2) // edits may touch
		}
		for i := len(edits) - 1; i >= 0; i-- {
			e := edits[i]
			want = want[:e.Start] + e.New + want[e.End:]
		}
		got := x.Apply(edits)
		require.Equal(t, want, got.String(), "%q %v", content, edits)
		require.Equal(t, content, x.String(), "a text never changes")
		checkLines(t, got)
	}
}

func TestEditsThatWouldWriteAWrongFilePanic(t *testing.T) {
	x := New("abc")
	for name, edits := range map[string][]Edit{
		"overlap":     {{0, 2, ""}, {1, 3, ""}},
		"not sorted":  {{2, 3, ""}, {0, 1, ""}},
		"past end":    {{2, 4, ""}},
		"before":      {{-1, 1, ""}},
		"turned over": {{2, 1, ""}},
	} {
		assert.Panics(t, func() { x.Apply(edits) }, name)
	}
	assert.Equal(t, "Xbc", x.Apply([]Edit{{0, 0, "X"}, {0, 1, ""}}).String(), "touching is fine")
}

func TestAMarkThatAnEditPutsFirstIsContent(t *testing.T) {
	x := New("a\n").Apply([]Edit{{0, 0, "\uFEFF"}})
	assert.False(t, x.HasBOM())
	assert.Equal(t, "\uFEFFa\n", string(x.Bytes()))
}
