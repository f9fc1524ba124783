package parse

import (
	"fmt"
	"regexp"
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
		{"a list at the top", code("- `src/a.py`"), []string{"5-7 src/a.py"}},
		{"a command", code("Run `mycli src/a.py`."), nil},
		{"a path of Windows", code("## src\\Makefile"), []string{"5-7 src\\Makefile"}},
		{"a folder", code("## bin/run"), []string{"5-7 bin/run"}},
		{"letters of another alphabet", code("## данные.табл"), []string{"5-7 данные.табл"}},
		{"above a name that may be a language", lines("## `src/a.js`", "", "Words.", "", "```node.js", "x", "```"), []string{"5-7 src/a.js"}},
		{"a method at the margin", lines("## `src/a.js`", "", "`Service.find`:", "```js", "find(id) {", "}", "```"), []string{"4-7 src/a.js"}},
		{"a method", lines("## `src/a.py`", "", "`Service.find`:", "```python", "def find(self):", "```"), []string{"4-6 src/a.py"}},
		{"another method", lines("## `src/a.js`", "", "`Service.find`:", "```js", "  refind(id);", "```"), nil},
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

func TestIsWordByte(t *testing.T) {
	for c := range byte(128) {
		assert.Equal(t, regexp.MustCompile(`\w`).MatchString(string(rune(c))), isWordByte(c), "%q", c)
	}
}
