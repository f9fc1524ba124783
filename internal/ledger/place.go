package ledger

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// place is where a block is applied. It follows its file from one text to the next.
type place struct {
	text  *text.Text
	lines text.LineRange
	// made is what the block wrote. last is what this server's edits left there last, since a block
	// may have been applied on top of another.
	made, last []string
	// old holds the lines that were there before, content the same with the file's line endings.
	// exact means that content is known.
	old     []string
	content string
	exact   bool
	// base is what was there before the edit that the block is part of; nil if it is all of the edit.
	base []string
	// created and deleted mean that the block created or deleted the file, renamed that it is gone since the block
	// renamed it, shared that the lines belong to other blocks too.
	created, deleted, renamed, shared bool
	// turned means that another block has deleted the file since, or made it if this one deleted it (script/there_and_back).
	turned bool
	// changed means the lines differ from last.
	changed bool
	// unknown means that a journal told of the place: its lines are of a text with the hash.
	unknown bool
	hash    string
	// adrift means that the file was changed otherwise before that text, so the lines may be elsewhere in it.
	adrift bool
	// around are the lines next to it in that text, of several places with its lines the right one's.
	around around
	// before are the hashes that the file had before the block was applied.
	before past
	// was is the hash of the file before the edit, whose size is size; "" if a journal told of the place.
	was  string
	size text.Offset
	// unseen is the file before the edit, nil once the server has seen the edit in it.
	unseen *unseen
}

// unseen is a file as it was before an edit that only the client knows of.
type unseen struct {
	file  *workspace.File
	lines text.LineRange
}

// is reports whether a file is unchanged. An empty file counts as missing, since clients may create
// it first and fill it later.
func (u *unseen) is(f *workspace.File) bool {
	if u.file == nil {
		return f == nil || f.Text.Len() == 0 && !f.Open
	}
	return f != nil && f.ModTime.Equal(u.file.ModTime) && f.Open == u.file.Open && f.Version == u.file.Version &&
		(f.Text == u.file.Text || sameText(f.Text, u.file.Text)) // a renamed file has a text of its own
}

// at returns the block's place in f for a check, or nil if it isn't applied there.
func (p place) at(f *workspace.File, d differences) *apply.AppliedAt {
	switch {
	case p.turned && (f == nil) != p.deleted:
		return &apply.AppliedAt{Deleted: true}
	case p.renamed:
		return &apply.AppliedAt{Renamed: true}
	case p.unseen != nil && p.unseen.is(f):
		return &apply.AppliedAt{Lines: p.unseen.lines, Deleted: p.deleted}
	case p.deleted && f == nil:
		return &apply.AppliedAt{Deleted: true, Old: p.content, Exact: p.exact}
	case f == nil || !p.follow(d, byOthers):
		return nil
	}
	exact := p.exact && slices.Equal(p.text.Lines(p.lines.First, p.lines.End), p.made)
	return &apply.AppliedAt{Lines: p.lines, Changed: p.changed, Exact: exact, Old: p.content, Created: p.created}
}

// cause is what made the next text of a file.
type cause int

const (
	byOthers cause = iota
	// byRevert and byApply are this server's edits.
	byRevert
	byApply
)

// follow moves the place to another text of the file, nil if it is gone. It reports whether the block
// is still applied, that is, the old lines haven't come back, unless it was another block that wrote them
// (cases/there-and-back).
func (p *place) follow(d differences, by cause) bool {
	p.unseen = nil
	switch {
	case p.unknown:
		return p.find(d)
	case p.deleted, d.to == nil:
		return p.isGone(d.to)
	}
	p.turned = false
	switch {
	case p.text == d.to:
		return true
	}
	if by != byApply && p.isBackBeside(d) {
		return false
	}
	lines, touched, beyond := through(p.lines, d.from(p.text))
	was, now := p.text.Ending(p.lines.First), d.to.Ending(lines.First)
	// Content with the file's former endings can't be restored.
	p.exact = p.exact && (was == now || was == "" || now == "")
	p.text, p.lines = d.to, lines
	if p.created { // anything added to a created file changes it
		p.lines, touched = text.LineRange{End: text.Line(d.to.LineCount())}, true
	}
	return !touched || (by == byApply || p.isOver() || !p.isUndone(d)) && p.settle(by, beyond)
}

// isGone reports whether a block is still applied that deleted its file, or whose file is gone.
func (p *place) isGone(now *text.Text) bool {
	isAsLeft := (now == nil) == p.deleted
	isBack := p.deleted && p.exact && now != nil && now.Equals(p.content)
	p.turned = p.turned && !isAsLeft && !isBack
	return isAsLeft || p.turned
}

// isOver reports whether the lines are as another block left them that was applied on top of this one.
func (p *place) isOver() bool {
	return !p.created && !slices.Equal(p.last, p.made) && slices.Equal(p.text.Lines(p.lines.First, p.lines.End), p.last)
}

// isUndone reports whether the file is as before the edit. Lines that are equal before and after it may hide that.
func (p *place) isUndone(d differences) bool {
	return p.was != "" && d.to.Len() == p.size && d.hash() == p.was
}

// isBackBeside reports whether deleted lines came back together with a change of the lines next to
// their place.
func (p *place) isBackBeside(d differences) bool {
	if len(p.made) > 0 || len(p.old) == 0 {
		return false
	}
	return slices.ContainsFunc(d.from(p.text), func(h hunk) bool {
		now, size := d.to.Lines(h.now.First, h.now.End), len(p.old)
		below, above := h.was.First == p.lines.End, h.was.End == p.lines.First
		switch {
		case len(now) < size, !below && !above:
			return false
		case find(now, p.base) >= 0:
			return true
		case below:
			return slices.Equal(now[:size], p.old)
		}
		return slices.Equal(now[len(now)-size:], p.old)
	})
}

// settle updates the place after a change that touched it. beyond means that adjacent lines may
// have changed too.
func (p *place) settle(by cause, beyond bool) bool {
	now := p.text.Lines(p.lines.First, p.lines.End)
	switch {
	case slices.Equal(now, p.made), p.isOver():
	case by == byApply && !p.created:
		if p.narrow(now) {
			now = p.made
		}
	case slices.Equal(now, p.old), p.base != nil && slices.Equal(now, p.base):
		return false
	case !p.created && p.narrow(now):
		now = p.made
	case (beyond || p.shared || !slices.ContainsFunc(now, p.wrote)) && (find(now, p.old) >= 0 || find(now, p.base) >= 0):
		return false
	}
	// What was applied on top of it may be gone.
	if by != byOthers && !p.changed || slices.Equal(now, p.made) {
		p.last = now
	}
	p.shared = p.shared || beyond && !slices.Equal(now, p.made)
	p.changed = len(p.made) > 0 && !slices.Equal(now, p.last)
	return true
}

func (p *place) wrote(line string) bool { return slices.Contains(p.made, line) }

// narrow shrinks the place to the lines in made, if now contains them.
func (p *place) narrow(now []string) bool {
	at := find(now, p.made)
	if at < 0 {
		return false
	}
	p.lines.First += text.Line(at)
	p.lines.End = p.lines.First + text.Line(len(p.made))
	return true
}

func find(lines, wanted []string) int {
	for i := 0; len(wanted) > 0 && i+len(wanted) <= len(lines); i++ {
		if slices.Equal(lines[i:i+len(wanted)], wanted) {
			return i
		}
	}
	return -1
}
