package parse

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFrontMatter(t *testing.T) {
	for _, c := range []struct {
		name, chat string
		want       FrontMatter
	}{
		{"all keys", lines("---", "context_files: [a.rs, 'b/**']", "output_dir: src/core/", "output_file: x.rs", "---", "text"),
			FrontMatter{DefaultTarget: "src/core/x.rs", ContextFiles: []string{"a.rs", "b/**"}, End: 5}},
		{"a file without a folder", lines("---", "output_file: x.rs", "---"), FrontMatter{DefaultTarget: "x.rs", End: 3}},
		{"a folder without a file", lines("---", "output_dir: src", "---"), FrontMatter{End: 3}},
		{"an empty list", lines("---", "context_files: []", "---"), FrontMatter{End: 3}},
		{"no value", lines("---", "context_files:", "output_file: ~", "---"), FrontMatter{End: 4}},
		{"a list of lines", lines("---", "context_files:", "  - a", "  - \"b c\"", "---"), FrontMatter{ContextFiles: []string{"a", "b c"}, End: 5}},
		{"one by itself is a list of one", lines("---", "context_files: a", "---"), FrontMatter{ContextFiles: []string{"a"}, End: 3}},
		{"a glob without quotes", lines("---", "context_files: *.py", "---"), FrontMatter{ContextFiles: []string{"*.py"}, End: 3}},
		{"numbers are names", lines("---", "output_file: 5", "context_files: [1.50, true]", "---"), FrontMatter{DefaultTarget: "5", ContextFiles: []string{"1.50", "true"}, End: 4}},
		{"one strange key spoils no other", lines("---", "output_dir: {a: b}", "output_file: x", "tags: [a, [b]]", "---"), FrontMatter{DefaultTarget: "x", End: 5}},
		{"comments and nothing", lines("---", "# hello", "---"), FrontMatter{End: 3}},
		{"nothing", lines("---", "---"), FrontMatter{End: 2}},
		{"blanks behind the rule", lines("--- ", "output_file: x", "---\t"), FrontMatter{DefaultTarget: "x", End: 3}},
		{"no header but a rule", lines("---", "Some text: is here, and: so on", "---"), FrontMatter{}},
		{"a list", lines("---", "- a", "---"), FrontMatter{}},
		{"not closed", lines("---", "output_file: x"), FrontMatter{}},
		{"not at the top", lines("", "---", "output_file: x", "---"), FrontMatter{}},
		{"too long", lines("---") + strings.Repeat("# x\n", longestFrontMatter) + lines("---"), FrontMatter{}},
		{"too big", lines("---", "# "+strings.Repeat("x", biggestFrontMatter), "---"), FrontMatter{}},
		{"the empty document", "", FrontMatter{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, read(t, c.chat, Options{}).FrontMatter)
		})
	}
}

// That would be 9⁹ names.
func TestFrontMatterDoesNotExpandAliases(t *testing.T) {
	var b strings.Builder
	b.WriteString("---\na: &a [x, x, x, x, x, x, x, x, x]\n")
	for c := 'b'; c <= 'i'; c++ {
		last := "*" + string(c-1)
		b.WriteString(string(c) + ": &" + string(c) + " [" + strings.Repeat(last+", ", 8) + last + "]\n")
	}
	b.WriteString("context_files: *i\n---\n")
	r := read(t, b.String(), Options{})
	assert.Equal(t, []string{"*i"}, r.FrontMatter.ContextFiles)
}

func TestFrontMatterIsNoPartOfTheChat(t *testing.T) {
	chat := lines("---", "a.py", "---") + lines("««« EDIT", "═══════ REPL", "»»» EDIT END")
	assert.Equal(t, []string{"! 4-6 missing-path"}, told(read(t, lines("---", "# a.py", "---")+lines("««« EDIT", "═══════ REPL", "»»» EDIT END"), Options{})))
	assert.Equal(t, []string{"! 4-6 missing-path"}, told(read(t, chat, Options{})), "a rule is no path")
}
