package apply

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	udiff "github.com/aymanbagabas/go-udiff"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// patched applies a unified diff strictly: context lines and line counts must match.
func patched(t *testing.T, s, diff string) string {
	t.Helper()
	var old []string
	if s != "" {
		old = strings.SplitAfter(strings.TrimSuffix(s, "\n"), "\n")
		if strings.HasSuffix(s, "\n") {
			old[len(old)-1] += "\n"
		}
	}
	rest := strings.SplitAfter(diff, "\n")
	for len(rest) > 1 && !strings.HasPrefix(rest[0], "@@ ") {
		rest = rest[1:]
	}
	var b strings.Builder
	at := 0 // index in old
	now := 0
	for len(rest) > 1 {
		from, to := hunkSizes(t, rest[0])
		for ; at < from[0]; at, now = at+1, now+1 {
			b.WriteString(old[at])
		}
		require.Equal(t, to[0], now, rest[0])
		rest = rest[1:]
		for range 1_000_000 {
			if from[1] == 0 && to[1] == 0 {
				break
			}
			kind, line := rest[0][0], rest[0][1:]
			rest = rest[1:]
			if strings.HasPrefix(rest[0], `\ `) {
				line, rest = strings.TrimSuffix(line, "\n"), rest[1:]
			}
			if kind != '+' {
				require.Equal(t, old[at], line, diff)
				at, from[1] = at+1, from[1]-1
			}
			if kind != '-' {
				b.WriteString(line)
				now, to[1] = now+1, to[1]-1
			}
		}
	}
	require.Equal(t, []string{""}, rest)
	b.WriteString(strings.Join(old[at:], ""))
	return b.String()
}

// hunkSizes reads a hunk's header: for both texts, the lines before it and its length.
func hunkSizes(t *testing.T, header string) (from, to [2]int) {
	t.Helper()
	fields := strings.Fields(header)
	require.Len(t, fields, 4, header)
	for i, r := range []*[2]int{&from, &to} {
		f := fields[i+1][1:]
		if !strings.Contains(f, ",") {
			f += ",1"
		}
		_, err := fmt.Sscanf(f, "%d,%d", &r[0], &r[1])
		require.NoError(t, err, header)
		if f != "0,0" {
			r[0]--
		}
	}
	return from, to
}

// randomEdits returns a text and edits of whole lines, like those of plans.
func randomEdits(rnd *rand.Rand) (*text.Text, []text.Edit) {
	endings := []string{"\n", "\n", "\r\n"}
	line := func() string { return fmt.Sprint("l", rnd.IntN(9)) + endings[rnd.IntN(len(endings))] }
	var s strings.Builder
	if rnd.IntN(4) == 0 {
		s.WriteString("\uFEFF")
	}
	for range rnd.IntN(60) {
		s.WriteString(line())
	}
	if rnd.IntN(2) == 0 {
		s.WriteString("no newline")
	}
	t := text.New(s.String())
	unended := t.LineCount() > 0 && !t.EndsWithNewline()
	count := text.Line(t.LineCount())
	var edits []text.Edit
	for l := text.Line(rnd.IntN(5)); l <= count; l += 1 + text.Line(rnd.IntN(12)) {
		e := text.Edit{Start: t.Start(l)}
		if unended && l == count {
			e.New = "\n"
		}
		for range rnd.IntN(4) {
			e.New += line()
		}
		l = min(count, l+text.Line(rnd.IntN(4)))
		if e.End = t.Start(l); e.End > e.Start || e.New != "" {
			edits = append(edits, e)
		}
	}
	if n := len(edits); n > 0 && unended && edits[n-1].End < t.Len() {
		edits = append(edits, text.Edit{Start: t.Len(), End: t.Len(), New: "\n"})
	}
	return t, edits
}

// newStart matches the new text's line number in a hunk's header.
var newStart = regexp.MustCompile(`(?m)^(@@ -[\d,]+ \+)[1-9]\d*`)

func TestDiffOfRandomEdits(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 4))
	several := 0
	for range 3000 {
		before, edits := randomEdits(rnd)
		e := &FileEdit{Target: workspace.Target{Path: "a.txt"}, Before: before, edits: func() []text.Edit { return edits }}
		diff := e.Diff()
		s := string(before.Bytes())
		require.Equal(t, string(e.After().Bytes()), patched(t, s, diff), "%q\n%s", s, diff)

		shift := len(s) - len(before.String())
		var same []udiff.Edit
		for _, x := range edits {
			same = append(same, udiff.Edit{Start: int(x.Start) + shift, End: int(x.End) + shift, New: x.New})
		}
		want, err := udiff.ToUnified("a/a.txt", "b/a.txt", s, same, diffContext)
		require.NoError(t, err)
		// The library's line numbers of the new text are wrong.
		require.Equal(t, newStart.ReplaceAllString("diff --git a/a.txt b/a.txt\n"+want, "$1"), newStart.ReplaceAllString(diff, "$1"), "%q %q", s, edits)
		if strings.Count(diff, "\n@@ ") > 1 {
			several++
		}
	}
	assert.Greater(t, several, 1000)
}

// BenchmarkDiff diffs n edits in a file of a million lines; it should hardly grow with n.
func BenchmarkDiff(b *testing.B) {
	const size = 1_000_000
	before := text.New(chatLines(numbered(size, "line %d")))
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var edits []text.Edit
			e := &FileEdit{Target: workspace.Target{Path: "a.txt"}, Before: before, edits: func() []text.Edit { return edits }}
			for i := range n {
				l := text.Line(i * (size / n))
				edits = append(edits, text.Edit{Start: before.Start(l), End: before.Start(l + 2), New: "new\n"})
			}
			for b.Loop() {
				if e.Diff() == "" {
					b.Fatal("no diff")
				}
			}
		})
	}
}
