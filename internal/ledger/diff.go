package ledger

import (
	"strings"
	"sync"

	udiff "github.com/aymanbagabas/go-udiff"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// hunk is a difference between two texts: lines of the first and what replaces them.
type hunk struct{ was, now text.LineRange }

func length(r text.LineRange) text.Line { return r.End - r.First }

// through maps a range of lines through hunks. touched means that a hunk changes its lines, beyond
// that the same hunk also changes adjacent lines.
func through(r text.LineRange, hunks []hunk) (now text.LineRange, touched, beyond bool) {
	now = r
	shift, grown := text.Line(0), text.Line(0)
	for _, h := range hunks {
		by := length(h.now) - length(h.was)
		inserts := length(h.was) == 0
		switch {
		case h.was.End < r.First, h.was.End == r.First && (length(r) > 0 || !inserts):
			shift += by
		case h.was.First > r.End, h.was.First == r.End && (length(r) > 0 || !inserts):
		default:
			touched, grown = true, grown+by
			beyond = beyond || h.was.First < r.First || h.was.End > r.End
			now.First, now.End = min(now.First, h.was.First), max(now.End, h.was.End)
		}
	}
	return text.LineRange{First: now.First + shift, End: now.End + shift + grown}, touched, beyond
}

type differences struct {
	to    *text.Text
	known map[*text.Text][]hunk
	// hash is that of to, made once for all places in it.
	hash func() string
}

// diffLimit is the number of changed lines above which compare returns a single hunk.
const diffLimit = 5000

func (d differences) from(t *text.Text) []hunk {
	if hunks, ok := d.known[t]; ok {
		return hunks
	}
	hunks := compare(t, d.to)
	if d.known != nil {
		d.known[t] = hunks
	}
	return hunks
}

func newDifferences(to *text.Text) differences {
	return differences{to: to, known: map[*text.Text][]hunk{}, hash: sync.OnceValue(func() string { return hashOf(to) })}
}

func compare(a, b *text.Text) []hunk {
	was, now := text.Changed(a, b)
	return between(a, b, was, now)
}

// within returns the differences that edits of a make, which are on lines of their own. What they leave as it was isn't
// one.
func within(a, b *text.Text, edits []text.Edit) (all []hunk) {
	shift := text.Line(0)
	for i := range edits {
		e := &edits[i]
		by := text.Line(strings.Count(e.New, text.LF)) - (a.LineAt(e.End) - a.LineAt(e.Start))
		if i == len(edits)-1 { // the last line may get a line ending, or lose it
			by = text.Line(b.LineCount()-a.LineCount()) - shift
		}
		was := touchedLines(a, e)
		now := text.LineRange{First: was.First + shift, End: was.End + shift + by}
		shift += by
		head, tail := text.Shared(a.Lines(was.First, was.End), b.Lines(now.First, now.End))
		was.First, now.First = was.First+text.Line(head), now.First+text.Line(head)
		was.End, now.End = was.End-text.Line(tail), now.End-text.Line(tail)
		all = append(all, between(a, b, was, now)...)
	}
	return all
}

// touchedLines returns the lines of a text that an edit changes, or between which it inserts.
func touchedLines(t *text.Text, e *text.Edit) text.LineRange {
	first, last, count := t.LineAt(e.Start), t.LineAt(e.End), text.Line(t.LineCount())
	if e.Start == t.Len() && (t.EndsWithNewline() || e.Start == 0) {
		return text.LineRange{First: count, End: count}
	}
	isWhole := e.Start == t.Start(first) && e.End == t.Start(last) && (e.New == "" || strings.HasSuffix(e.New, text.LF))
	if !isWhole {
		last = min(last+1, count)
	}
	return text.LineRange{First: first, End: last}
}

// between compares lines of two texts.
func between(a, b *text.Text, was, now text.LineRange) []hunk {
	switch changed := max(length(was), length(now)); {
	case changed == 0:
		return nil
	case length(was) == 0, length(now) == 0, changed > diffLimit:
		return []hunk{{was, now}}
	}
	before, after := text.New(linesOf(a, was)), linesOf(b, now)
	var hunks []hunk
	shift := now.First - was.First
	for _, e := range udiff.Lines(before.String(), after) {
		h := hunk{was: text.LineRange{First: was.First + lineAt(before, e.Start), End: was.First + lineAt(before, e.End)}}
		h.now.First = h.was.First + shift
		made := text.Line(strings.Count(e.New, text.LF))
		if e.New != "" && !strings.HasSuffix(e.New, text.LF) {
			made++
		}
		h.now.End = h.now.First + made
		shift += made - length(h.was)
		hunks = append(hunks, h)
	}
	return hunks
}

// lineAt returns the line that begins at an offset. At the end it is one past the last line.
func lineAt(t *text.Text, at int) text.Line {
	if text.Offset(at) >= t.Len() {
		return text.Line(t.LineCount())
	}
	return t.LineAt(text.Offset(at))
}

// linesOf returns a copy of lines, which keeps no more of the text.
func linesOf(t *text.Text, r text.LineRange) string {
	var b strings.Builder
	t.EachRun(r.First, r.End, func(run text.Run) bool { b.WriteString(run.Content[run.Starts[0]:]); return true })
	return b.String()
}
