package lsp

import (
	"slices"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// place is where a block has been applied. It follows its file from text to text.
type place struct {
	text  *text.Text
	lines text.LineRange
	// made is what the block has put there, and last what edits of this server left there
	// last: a block may have been applied on top of another.
	made, last []string
	// old is what was there before, and content the same as it was in the file, with its
	// line endings; exact says that it is known.
	old     []string
	content string
	exact   bool
	// created: the block has made the file; deleted: it has deleted it.
	created, deleted bool
	// changed: what is there is not what was left there last. intact: it is what was made.
	changed, intact bool
	// unseen is the file as it was, until it is seen to have changed.
	unseen *unseen
}

// unseen is a file in which a block is applied only by the client's word, as it was before.
type unseen struct {
	file  *workspace.File
	lines text.LineRange
}

// is reports whether a file is still as it was. One that is created may be made first, and
// filled later.
func (u *unseen) is(f *workspace.File) bool {
	if u.file == nil {
		return f == nil || f.Size == 0 && !f.Open
	}
	return f != nil && f.Same(u.file) && f.ModTime.Equal(u.file.ModTime)
}

// at returns the place in a file for a check, or nil if the block isn't applied there.
func (p place) at(f *workspace.File) *apply.AppliedAt {
	switch {
	case p.unseen != nil && p.unseen.is(f):
		return &apply.AppliedAt{Lines: p.unseen.lines}
	case p.deleted && f == nil:
		return &apply.AppliedAt{Deleted: true}
	case f == nil || !p.follow(differences{to: f.Text}, false):
		return nil
	}
	return &apply.AppliedAt{
		Lines: p.lines, Changed: p.changed, Exact: p.exact && p.intact, Old: p.content, Created: p.created,
	}
}

// follow moves the place to another text of the file, and reports whether the block is still
// applied: it isn't if what was there before has come back. ours: the text comes from an edit
// of this server.
func (p *place) follow(d differences, ours bool) bool {
	p.unseen = nil
	if p.deleted { // the file is there again
		return false
	}
	if p.text == d.to {
		return true
	}
	lines, touched, beyond := through(p.lines, d.from(p.text))
	p.text, p.lines = d.to, lines
	if p.created { // what is added to the file is a change of it too
		p.lines, touched = text.LineRange{End: text.Line(d.to.LineCount())}, true
	}
	return !touched || p.settle(ours, beyond)
}

// settle finds out what a change has made of the place. beyond: the change may have been of
// lines beside it too.
func (p *place) settle(ours, beyond bool) bool {
	now := p.text.Lines(p.lines.First, p.lines.End)
	switch {
	case slices.Equal(now, p.made):
	case slices.Equal(now, p.old):
		return false
	case !p.created && p.narrow(now):
		now = p.made
	case beyond && find(now, p.old) >= 0:
		return false
	}
	if ours {
		p.last = now
	}
	p.changed = len(p.made) > 0 && !slices.Equal(now, p.last)
	p.intact = slices.Equal(now, p.made)
	return true
}

// narrow takes lines away from the place that are beside what was made, if that is there.
func (p *place) narrow(now []string) bool {
	at := find(now, p.made)
	if at < 0 {
		return false
	}
	p.lines.First += text.Line(at)
	p.lines.End = p.lines.First + text.Line(len(p.made))
	return true
}

// find returns the index at which some lines are found among others, or -1.
func find(lines, wanted []string) int {
	for i := 0; len(wanted) > 0 && i+len(wanted) <= len(lines); i++ {
		if slices.Equal(lines[i:i+len(wanted)], wanted) {
			return i
		}
	}
	return -1
}

// hunk is a difference of two texts: lines of the one, and those of the other in their place.
type hunk struct{ was, now text.LineRange }

func length(r text.LineRange) text.Line { return r.End - r.First }

// through returns what a range of lines becomes by the differences of two texts. touched: its
// lines are among those that differ. beyond: lines beside it are, in the same difference.
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

// differences are those of a text from earlier ones.
type differences struct {
	to    *text.Text
	known map[*text.Text][]hunk
}

// diffLimit is the number of lines up to which differences are told apart.
const diffLimit = 5000

// from returns how the text differs from an earlier one.
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

func compare(a, b *text.Text) []hunk {
	was, now := text.Changed(a, b)
	switch most := max(length(was), length(now)); {
	case most == 0:
		return nil
	case length(was) == 0, length(now) == 0, most > diffLimit:
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

// lineAt returns the line that begins at an offset, or, at the end, the one after the last.
func lineAt(t *text.Text, at int) text.Line {
	if text.Offset(at) >= t.Len() {
		return text.Line(t.LineCount())
	}
	return t.LineAt(text.Offset(at))
}

// linesOf returns some lines of a text, with their endings.
func linesOf(t *text.Text, r text.LineRange) string {
	return t.String()[t.Start(r.First):t.Start(r.End)]
}
