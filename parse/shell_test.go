package parse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/tools/trust"
)

func shellCases() []trust.Case {
	var cases []trust.Case
	for _, c := range []struct {
		name, chat string
		want       []string
	}{
		{"the four commands in backticks", lines("`git rm a` `git mv a b`", "`mkdir -p d/e` and `rm -rf x`"), []string{"1 git rm a", "1 git mv a b", "2 mkdir -p d/e", "2 rm -rf x"}},
		{"no others", lines("`ls` `rm x` `mkdir d` `git commit` `git rm`"), nil},
		{"not in plain text", lines("run git rm a"), nil},
		{"fences of shells", lines("```bash", "git rm a", "  mkdir -p b", "ls", "```", "```sh", "git rm c", "```", "```shell", "git rm d", "```"),
			[]string{"2 git rm a", "3 mkdir -p b", "7 git rm c", "10 git rm d"}},
		{"with a prompt in them", lines("```bash", "$ git rm a", "```"), []string{"2 git rm a"}},
		{"not in other fences", lines("```python", "git rm a", "`git rm b`", "```"), nil},
		{"behind a dollar sign", lines("$ git rm a", "  $ git mv b c"), []string{"1 git rm a", "2 git mv b c"}},
		{"in lists", lines("- `git rm a`", "1. run `git rm b`"), []string{"1 git rm a", "2 git rm b"}},
		{"not in quotations", lines("> `git rm a`", "> $ git rm b"), nil},
		{"not in blocks", lines("a.md", "««« EDIT", "`git rm a`", "═══════ REPL", "$ git rm b", "»»» EDIT END", "`git rm c`"), []string{"7 git rm c"}},
		{"not in a user's turn", lines("# User", "`git rm a`", "# Assistant", "`git rm b`"), []string{"4 git rm b"}},
		{"not in a shown format", lines("````md", "```bash", "git rm a", "```", "````"), nil},
		{"commands are taken whole, to be checked later", lines("`git rm $(x); rm -rf ~`"), []string{"1 git rm $(x); rm -rf ~"}},
		{"one command once a line", lines("$ git rm a && git rm b"), []string{"1 git rm a && git rm b"}},
		{"blanks at the end", lines("$ git rm a  \t"), []string{"1 git rm a"}},
	} {
		cases = append(cases, trust.Case{Name: c.name, Run: func(t *testing.T) {
			r := read(t, c.chat, Options{})
			var got []string
			for _, s := range r.Shell {
				got = append(got, fmt.Sprintf("%d %s", s.Line.Number(), s.Command))
			}
			assert.Equal(t, c.want, got)
			crlf := read(t, strings.ReplaceAll(c.chat, "\n", "\r\n"), Options{})
			assert.Len(t, crlf.Shell, len(r.Shell))
		}})
	}
	return cases
}
