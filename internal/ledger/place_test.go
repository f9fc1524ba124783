package ledger

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// A place stays on its lines, whatever changes around them.
func TestAPlaceFollowsItsFile(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		made := []string{"made 1", "made 2"}
		lines := []string{"a", "b", "b", "", "made 1", "made 2", "", "c", "c", "d"}
		now := text.New(strings.Join(lines, "\n") + "\n")
		p := place{text: now, lines: text.LineRange{First: 4, End: 6}, made: made, last: made, old: []string{"old"}, exact: true}
		for range 10 {
			at := r.IntN(len(lines) + 1)
			first := int(p.lines.First)
			switch {
			case at == first+1: // not inside the place
			case r.IntN(2) == 0:
				lines = append(lines[:at:at], append([]string{fmt.Sprint("new ", r.IntN(3)), "b"}, lines[at:]...)...)
			case at < len(lines) && at != first:
				lines = append(lines[:at:at], lines[at+1:]...)
			}
			now = text.New(strings.Join(lines, "\n") + "\n")
			require.True(t, p.follow(newDifferences(now), byOthers))
			require.Equal(t, made, now.Lines(p.lines.First, p.lines.End), "%q", lines)
			require.True(t, p.exact && !p.changed)
		}
	}
}

func TestThrough(t *testing.T) {
	lines := func(first, end text.Line) text.LineRange { return text.LineRange{First: first, End: end} }
	for name, c := range map[string]struct {
		r, was, now, want text.LineRange
		touched, beyond   bool
	}{
		"above":                 {lines(5, 7), lines(1, 2), lines(1, 4), lines(7, 9), false, false},
		"right above":           {lines(5, 7), lines(4, 5), lines(4, 4), lines(4, 6), false, false},
		"put before it":         {lines(5, 7), lines(5, 5), lines(5, 6), lines(6, 8), false, false},
		"put behind it":         {lines(5, 7), lines(7, 7), lines(7, 8), lines(5, 7), false, false},
		"inside":                {lines(5, 7), lines(6, 6), lines(6, 8), lines(5, 9), true, false},
		"its first line":        {lines(5, 7), lines(5, 6), lines(5, 5), lines(5, 6), true, false},
		"more than it":          {lines(5, 7), lines(4, 8), lines(4, 5), lines(4, 5), true, true},
		"no lines, above":       {lines(5, 5), lines(3, 5), lines(3, 3), lines(3, 3), false, false},
		"no lines, there":       {lines(5, 5), lines(5, 5), lines(5, 6), lines(5, 6), true, false},
		"no lines, right below": {lines(5, 5), lines(5, 6), lines(5, 5), lines(5, 5), false, false},
	} {
		got, touched, beyond := through(c.r, []hunk{{c.was, c.now}})
		assert.Equal(t, c.want, got, name)
		assert.Equal(t, c.touched, touched, name)
		assert.Equal(t, c.beyond, beyond, name)
	}
}

// A file that is read while it is written may have text and the size of an empty file.
func TestAFileThatIsReadWhileItIsWritten(t *testing.T) {
	before := unseen{}
	for _, f := range []*workspace.File{nil, {Text: text.New("")}} {
		assert.True(t, before.is(f))
	}
	assert.False(t, before.is(&workspace.File{Text: text.New("x\n")}))
	assert.False(t, before.is(&workspace.File{Text: text.New(""), Open: true}))
}

// The differences that several edits make are those of the texts.
func TestDifferencesOfEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	news := []string{"", "x", "x\n", "\n", "x\ny", "x\ny\n", "\nx"}
	for range 3000 {
		was := text.New(strings.Repeat("a\nbb\n\nc\n", 1+r.IntN(3)) + []string{"", "d"}[r.IntN(2)])
		var edits []text.Edit
		for at := text.Offset(r.IntN(4)); at <= was.Len(); {
			end := min(was.Len(), at+text.Offset(r.IntN(4)))
			edits = append(edits, text.Edit{Start: at, End: end, New: news[r.IntN(len(news))]})
			below := was.LineAt(end) + 1
			if int(below) >= was.LineCount() {
				break
			}
			at = was.Start(below) + text.Offset(r.IntN(5))
		}
		now := was.Apply(edits)
		var lines []string
		next := text.Line(0)
		for _, h := range within(was, now, edits) {
			lines = append(lines, was.Lines(next, h.was.First)...)
			require.Equal(t, h.now.First, text.Line(len(lines)), "%q %v", was, edits)
			lines = append(lines, now.Lines(h.now.First, h.now.End)...)
			next = h.was.End
		}
		lines = append(lines, was.Lines(next, text.Line(was.LineCount()))...)
		require.Equal(t, now.Lines(0, text.Line(now.LineCount())), lines, "%q %v", was, edits)
	}
}

// A program that writes a file empties it first. What is seen then says nothing of the blocks, nor is it kept.
func TestAFileThatIsEmptiedBeforeItIsWritten(t *testing.T) {
	s := begin(t, blockText("a.txt", "one\n", "one\nuno\n"), map[string]string{"a.txt": "one\ntwo\n"})
	saw := func(content string) []Entry {
		s.files["a.txt"] = text.New(content)
		f := &workspace.File{Text: s.files["a.txt"]}
		s.Saw("/w/a.txt", f, nil)
		return s.Saved("/w/a.txt", f, time.Now())
	}
	list := s.edits()
	s.Offered("all", list)
	s.Reported(list, time.Now())
	assert.Empty(t, saw(""))
	assert.Len(t, saw("one\nuno\ntwo\n"), 1)
	assert.Empty(t, saw(""))
	assert.NotEqual(t, []string{"1-2"}, s.applied(), "while it is empty")
	saw("zero\none\nuno\ntwo\n")
	assert.Equal(t, []string{"2-3"}, s.applied())
}
