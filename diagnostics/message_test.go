package diagnostics

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

// On a line that begins with the target's path, the message doesn't repeat it.
func TestFindingBesideItsTarget(t *testing.T) {
	for _, c := range []struct {
		name     string
		finding  Finding
		line     int
		headline string
		details  []string
		whole    []string
	}{
		{
			"the path in the headline", Finding{Path: "a.py", Headline: "File not found: a.py"}, 0,
			"File not found", nil, nil,
		},
		{
			"another path in the headline", Finding{Path: "a.py", Headline: "Not a regular file: a.py; the link b is broken"}, 0,
			"Not a regular file; the link b is broken", nil, nil,
		},
		{
			"the very place", Finding{Path: "a.py", Headline: "x", Place: Place{Line: 3}, Notes: []string{"n"}}, 3,
			"x", []string{"n"}, []string{"a.py:3", "n"},
		},
		{
			"another place", Finding{Path: "a.py", Headline: "x", Place: Place{Line: 3}}, 4,
			"x", []string{"line 3"}, []string{"a.py:3"},
		},
		{
			"a place with a label", Finding{Path: "a.py", Headline: "x", Place: Place{"closest match", 3, 93}, Differs: []string{"- a", "+ b"}}, 3,
			"x", []string{"closest match: line 3, 93% similar", "- a", "+ b"}, []string{"closest match: a.py:3, 93% similar", "- a", "+ b"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			headline, details := c.finding.Beside(c.line)
			assert.Equal(t, c.headline, headline)
			assert.Equal(t, c.details, details)
			assert.Equal(t, c.whole, c.finding.Details())
			assert.Equal(t, strings.Join(append([]string{c.finding.Headline}, c.whole...), "\n"), c.finding.Message())
		})
	}
}

// A cause that makes the headline too long becomes the first note; the path doesn't count.
func TestHeadlineIsShort(t *testing.T) {
	f := Finding{Notes: []string{"last"}}
	f.setHeadline("Headline", strings.Repeat("x", 70))
	assert.Equal(t, "Headline; "+strings.Repeat("x", 70), f.Headline)
	f.setHeadline("Headline", strings.Repeat("é", 71))
	assert.Equal(t, "Headline", f.Headline)
	assert.Equal(t, []string{strings.Repeat("é", 71), "last"}, f.Notes)

	long := strings.Repeat("p", 100)
	f = Finding{Path: long}
	f.setHeadline(codes.FileNotFound.Headline("path", long), "cause")
	assert.Equal(t, "File not found: "+long+"; cause", f.Headline)
}

func TestDifferingLinesAreBounded(t *testing.T) {
	var differs []Difference
	for range 8 {
		differs = append(differs, Difference{Wanted: "a", Found: "b"})
	}
	lines := differing(differs)
	assert.Len(t, lines, 13)
	assert.Equal(t, "… and 2 more lines", lines[12])
	assert.Len(t, differing(differs[:6]), 12)
}

func TestDifferenceInWords(t *testing.T) {
	long := strings.Repeat("0123456789", 20)
	for _, c := range []struct {
		difference Difference
		want       []string
	}{
		{Difference{Wanted: "a\tb", Found: "a c"}, []string{"- a    b", "+ a c"}},
		{Difference{Wanted: "\ta b", Found: "  a b"}, []string{"- →a b", "+ ··a b"}},
		{Difference{Wanted: "a b", Found: "a\t b "}, []string{"- a·b", "+ a→·b·"}},
		{Difference{Wanted: "a", Found: "a\u200B"}, []string{"- a", "+ a<U+200B>"}},
		{Difference{Index: -1, Found: ""}, []string{"+"}},
		{Difference{Wanted: "gone", Missing: true}, []string{"- gone"}},
		{Difference{Line: 4, Wanted: "moved", Found: "moved"}, []string{"- moved", "+ (out of order, on line 5)"}},
		{Difference{Wanted: long + "x", Found: long + "y"}, []string{"- …" + long[170:] + "x", "+ …" + long[170:] + "y"}},
		{Difference{Wanted: "x" + long, Found: "y"}, []string{"- x" + long[:99] + "…", "+ y"}},
	} {
		assert.Equal(t, c.want, c.difference.InWords(), "%+v", c.difference)
	}
}
