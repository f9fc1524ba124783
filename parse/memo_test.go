package parse

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// checkMemo compares parsing with a memo of other versions and without.
func checkMemo(t testing.TB, m *Memo, x *text.Text, o Options, what string) *Result {
	t.Helper()
	got, err := Document(context.Background(), x, o, m)
	require.NoError(t, err)
	fresh := text.NewOpen(bom + x.String()) // one BOM belongs to the text itself
	want, err := Document(context.Background(), fresh, o, nil)
	require.NoError(t, err)
	want.Text = x
	require.Equal(t, want, got, what)
	return got
}

var parts = []string{
	"src/a.py\n««« EDIT\na\n═══════ REPL\nb\n»»» EDIT END\n", "««« EDIT\n", "═══════ REPL\n", "»»» EDIT END\n",
	"x/b.txt\n```\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n```\n", "<<<<<<< SEARCH\n", "=======\n", ">>>>>>> REPLACE\n",
	"FILE: c.txt\nFIND:\nx\nREPLACE:\ny\nEND\n", "FIND:\n", "REPLACE:\n", "END\n", "end\n", "find:\n", "FILE: d.txt\n",
	"e.txt\n««« EDIT\nx\n───────\ny\n═══════\nz\n───────\n»»»\n", "───────\n", "═══════\n", "»»»\n",
	"```\n", "```py\n", "````markdown\n", "````\n", "~~~\n", "```bash\nrm -rf build\n```\n",
	"## User\n", "## Assistant\n", "#### do it  \n", "#### do it\n", "# aider chat started at 2025-01-01\n", "USER: x\n", "ASSISTANT: y\n",
	"> Tokens: 1\nCost: 2\n", "> tool\n", "> The LLM did not conform to the edit format.\n", "# 1 SEARCH/REPLACE block failed to match!\n",
	"Just reply with fixed versions of the block\n", "**User:**\n", "_**Assistant (1)**_\n", "### Claude\n", "\uFEFF", "src/\\_\\_a.py\n", "<source>py\n",
	"\n", "\n\n", "prose\n", "src/path.py\n", "`src/p.go`:\n", "- run `git rm x.txt` now\n", "$ mkdir -p a/b\n",
	"🟧🟧🟧 AGENT\n", "🟩🟩🟩 AGEND\n", "🟧🟧🟧 EDIT\n", "<!-- edit-lsp: off -->\n", "<!-- edit-lsp: on -->\n", "  <<<<<<< SEARCH\n", "> quoted\n",
	"  ```\n", "  src/in.py\n  <<<<<<< SEARCH\n", "src/f.py\n```\n<<<<<<< SEARCH\n", "```\nsrc/g.py\n<<<<<<< SEARCH\n", "src/h.py\n\n~~~\n««« EDIT\n",
	"---\noutput_file: q.txt\n---\n", "---\n",
	"*** Begin Patch\n*** Update File: p.py\n@@\n x\n-y\n+z\n*** End Patch\n", "*** Begin Patch\n", "*** End Patch\n", "*** Update File: p.py\n@@\n",
	"*** Add File: q.py\n+x\n", "*** Delete File: r.py\n", "*** Move to: s.py\n", "*** End of File\n", " kept\n", "-old\n", "+new\n", "@@\n", " ```\n",
	"```diff\n--- a/t.py\n+++ b/t.py\n@@ -1,2 +1,2 @@\n x\n-y\n+z\n```\n", "```diff\n", "--- a/t.py\n+++ b/t.py\n", "@@ -1 +1 @@\n",
	"diff --git a/t.py b/u.py\nrename from t.py\nrename to u.py\n",
}

func randomDocument(r *rand.Rand, most int) string {
	var b strings.Builder
	for range r.IntN(most) {
		p := parts[r.IntN(len(parts))]
		if r.IntN(3) == 0 { // otherwise whole blocks are rare
			p = parts[[]int{0, 4, 8, 15}[r.IntN(4)]]
		}
		b.WriteString(p)
	}
	return b.String()
}

func TestEditedDocumentsAreReadAsWholeOnes(t *testing.T) {
	const rounds = 120
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		x := text.NewOpen(randomDocument(r, 60))
		m := &Memo{}
		o := Options{}
		checkMemo(t, m, x, o, fmt.Sprintf("seed %d", seed))
		for step := range 12 {
			before := x.String()
			at := text.Offset(r.IntN(int(x.Len()) + 1))
			if r.IntN(4) == 0 {
				at = x.Len()
			}
			if r.IntN(2) == 0 {
				at = x.Start(x.LineAt(at))
			}
			end := min(x.Len(), at+text.Offset([]int{0, 0, 0, 1, 9, 40, 200}[r.IntN(7)]))
			new := ""
			switch r.IntN(5) {
			case 0:
				new = randomDocument(r, 3)
			case 1:
				new = parts[r.IntN(len(parts))]
			case 2:
				new = []string{"x", "\n", "`", "=", "END", " "}[r.IntN(6)]
			}
			x = x.Apply([]text.Edit{{Start: at, End: end, New: new}})
			if r.IntN(3) == 0 {
				o.Growing = !o.Growing
			}
			checkMemo(t, m, x, o, fmt.Sprintf("seed %d step %d: %d-%d becomes %q, growing %v, in\n%s", seed, step, at, end, new, o.Growing, before))
		}
	}
}

// A model appends its answer a few bytes at a time.
func TestStreamedDocumentsAreReadAsWholeOnes(t *testing.T) {
	for seed := range 25 {
		r := rand.New(rand.NewPCG(uint64(seed), 6))
		whole := randomDocument(r, 40)
		m := &Memo{}
		for at := 0; at < len(whole); {
			at = min(len(whole), at+1+r.IntN(30))
			checkMemo(t, m, text.NewOpen(whole[:at]), Options{Growing: true}, fmt.Sprintf("seed %d at %d", seed, at))
		}
		checkMemo(t, m, text.NewOpen(whole), Options{}, fmt.Sprintf("seed %d in the end", seed))
	}
}

func TestMemoIsBounded(t *testing.T) {
	m := &Memo{}
	x := text.NewOpen(strings.Repeat("prose\n", 100_000))
	for i := range 40 {
		at := x.Start(text.Line(i * 2000))
		x = x.Apply([]text.Edit{{Start: at, End: at, New: "## User\n"}})
		checkMemo(t, m, x, Options{}, "")
		require.LessOrEqual(t, len(m.current), 60)
		require.LessOrEqual(t, len(m.previous), 60)
	}
}

func TestMemoKnowsItsPatterns(t *testing.T) {
	m := &Memo{}
	x := text.NewOpen(lines("=== me", "hi", "=== it", "Sure."))
	require.Empty(t, checkMemo(t, m, x, Options{}, "").Turns)
	me, it := regexp.MustCompile("^=== me"), regexp.MustCompile("^=== it")
	require.Len(t, checkMemo(t, m, x, Options{UserTurns: []*regexp.Regexp{me}, AssistantTurns: []*regexp.Regexp{it}}, "").Turns, 2)
	require.Empty(t, checkMemo(t, m, x, Options{UserTurns: []*regexp.Regexp{me, it}}, "").Turns)
}

// Each conformance document grows, is edited and shrinks.
func TestEditedCasesAreReadAsWholeOnes(t *testing.T) {
	files, err := filepath.Glob("../testdata/conformance/*.json")
	require.NoError(t, err)
	dirs, err := filepath.Glob("../testdata/conformance/*")
	require.NoError(t, err)
	require.NotEmpty(t, append(files, dirs...))
	n := 0
	for _, root := range dirs {
		err := filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(name)
			if err != nil || len(data) > 20_000 {
				return err
			}
			n++
			r := rand.New(rand.NewPCG(uint64(n), 8))
			x := text.NewOpen(string(text.Decode(string(data)).Bytes()))
			m := &Memo{}
			checkMemo(t, m, x, Options{}, name)
			for range 6 {
				at := text.Offset(r.IntN(int(x.Len()) + 1))
				l := x.LineAt(at)
				edit := text.Edit{Start: x.Start(l), End: x.Start(l + 1)}
				y := x.Apply([]text.Edit{edit})
				checkMemo(t, m, y, Options{Growing: true}, name+" without a line")
				checkMemo(t, m, x, Options{Growing: true}, name+" with it again")
			}
			return nil
		})
		require.NoError(t, err)
	}
	require.Greater(t, n, 50)
}

func FuzzMemo(f *testing.F) {
	for i, p := range parts {
		f.Add(strings.Join(parts[:i], ""), uint(i*7), uint(i), p, i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, whole string, at, length uint, new string, growing bool) {
		if len(whole) > 3000 || len(new) > 500 || !strings.Contains(whole, "\n") {
			t.Skip("long, or one line")
		}
		x := text.NewOpen(whole)
		m := &Memo{}
		checkMemo(t, m, x, Options{Growing: growing}, "before")
		start := text.Offset(at % uint(x.Len()+1))
		end := min(x.Len(), start+text.Offset(length%300))
		checkMemo(t, m, x.Apply([]text.Edit{{Start: start, End: end, New: new}}), Options{Growing: true}, "after")
		checkMemo(t, m, x, Options{}, "undone")
	})
}
