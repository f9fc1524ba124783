package parse

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFarPaths(t *testing.T) {
	code := func(words ...string) string {
		return lines(words...) + lines("", "Words.", "", "```python", "x", "```")
	}
	for _, c := range []chatCase{
		{"a heading", code("## src/a.py"), []string{"5-7 src/a.py"}},
		{"bold words", code("**src/a.py**"), []string{"5-7 src/a.py"}},
		{"a name in backticks", code("See `src/a.py`."), []string{"5-7 src/a.py"}},
		{"plain words", code("src/a.py"), nil},
		{"a heading without a file", code("## `src/a.py`", "### Totals"), []string{"6-8 src/a.py"}},
		{"a heading that names a file and that it's new", code("## New file: src/a.py"), []string{"5-7 src/a.py new"}},
		{"a list of files", code("**Files:**", "- Modify: `src/a.py`", "- the notes", "* Test: `test/a.py`"), []string{"8-10 test/a.py src/a.py"}},
		{"a list below a sentence", code("See `src/b.py`.", "", "- `src/a.py`"), []string{"7-9 src/a.py"}},
		{"fences below it", code(code("## src/a.py"), "More."), []string{"5-7 src/a.py", "13-15 src/a.py"}},
		{
			"a fence with a path of its own", code(code("## src/a.py"), "`src/b.py`:", "```", "`src/c.py`", "```"),
			[]string{"5-7 src/a.py", "16-18 src/b.py"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var found []string
			for _, p := range read(t, c.chat, Options{}).Proposals {
				if len(p.Far) > 0 {
					s := fmt.Sprintf("%d-%d", p.Start.Number(), p.End.Number())
					for _, far := range p.Far {
						s += " " + far.Fallback
					}
					if p.Creates {
						s += " new"
					}
					found = append(found, s)
				}
			}
			assert.Equal(t, c.want, found)
		})
	}
}
