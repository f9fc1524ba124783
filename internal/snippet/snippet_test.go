package snippet_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/edit-lsp/edit-lsp/internal/snippet"
)

// once is the only example that changes something the second time: its fence begins inside a comment of the file.
const once = "comment-doubled.txtar"

// Each archive has a file, a block, and what comes of it: the kind and the file afterwards, or the reason why
// it's refused.
func TestExamples(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, archives)
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			require.NoError(t, err)
			file, block := a.Files[0], lines(a.Files[1].Data)
			kind, now, err := snippet.Place(file.Name, lines(file.Data), block)
			result := []txtar.File{{Name: string(kind), Data: []byte(strings.Join(now, "\n") + "\n")}}
			if err != nil {
				require.ErrorAs(t, err, new(snippet.Refusal))
				result = []txtar.File{{Name: "refused", Data: []byte(err.Error() + "\n")}}
			}
			if _, twice, err := snippet.Place(file.Name, now, block); err == nil && kind == snippet.Part && filepath.Base(name) != once {
				assert.Equal(t, now, twice, "a fence changes nothing the second time")
			}
			got := string(txtar.Format(&txtar.Archive{Comment: a.Comment, Files: append(a.Files[:2:2], result...)}))
			if os.Getenv("UPDATE") != "" {
				require.NoError(t, os.WriteFile(name, []byte(got), 0o644))
			}
			want, err := os.ReadFile(name)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}

// The description of the algorithm names an example for each rule.
func TestRulesHaveExamples(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	named := regexp.MustCompile(`\[([a-z-]+)\]`).FindAllSubmatch(doc, -1)
	assert.Greater(t, len(named), 25)
	for _, m := range named {
		assert.FileExists(t, "testdata/"+string(m[1])+".txtar")
	}
}

func lines(data []byte) []string {
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

func TestRange(t *testing.T) {
	file := lines([]byte("a = first\nb = second\nc = third\nd = fourth\n"))
	for _, test := range []struct {
		name       string
		block      string
		first, end int
		want       string // or the refusal
	}{
		{"replaces", "b = second\nc = other", 1, 3, "a = first\nb = second\nc = other\nd = fourth"},
		{"no such lines", "d = fourth", 3, 5, "!the lines said are not those of the block"},
		{"no line in it", "x = 1", 1, 3, "!the lines said are not those of the block"},
		{"off by one", "b = second\nc = other", 2, 4, "!the lines said are not those of the block"},
		{"off by one at the end", "b = other\nc = third", 0, 2, "!the lines said are not those of the block"},
		{"equal", "b = second", 1, 2, "!changes nothing"},
		{"put there already, with more lines", "b = second\nc = third\nd = fourth", 1, 2, "!changes nothing"},
		{"put there already, or lines go", "b = second", 1, 3, "!the lines said are not those of the block"},
	} {
		t.Run(test.name, func(t *testing.T) {
			now, err := snippet.PlaceRange("a.py", file, lines([]byte(test.block)), snippet.Range{First: test.first, End: test.end})
			if reason, refused := strings.CutPrefix(test.want, "!"); refused {
				assert.EqualError(t, err, reason)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, test.want, strings.Join(now, "\n"))
		})
	}
	for said, want := range map[snippet.Range]string{
		{First: 5, End: 7}:                  "",
		{First: 3, End: 7}:                  "the lines said are not those of the block", // the end of total
		{First: 6, End: 7}:                  "the lines said are not those of the block", // below the head
		{First: 4, End: 6}:                  "the lines said are not those of the block", // a blank line and the head
		{First: 3, End: 7, Suggested: true}: "",
	} {
		file := lines([]byte("class Cart:\n    def total(self):\n        a = 1\n        return a\n\n    def clear(self):\n        self.items = []\n"))
		_, err := snippet.PlaceRange("a.py", file, lines([]byte("    def clear(self):\n        self.items.clear()\n        self.items = []\n")), said)
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, want)
	}
	now, err := snippet.PlaceRange("a.py", file, []string{"x = 1"}, snippet.Range{First: 1, End: 3, Suggested: true})
	require.NoError(t, err)
	assert.Equal(t, []string{"a = first", "x = 1", "d = fourth"}, now, "a suggestion replaces what it is on")
}
