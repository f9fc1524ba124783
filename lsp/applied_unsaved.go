package lsp

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// unsavedEdit is what a buffer that the server doesn't see holds beside its file, which is as
// it was when the client applied the edits. By the disk, the next edit would name lines that
// are others there.
//
// Only edits that mean the same with and without the ones before are handed out. That
// they were undone again is not seen either; the file is as if they stood, until it is
// saved or opened.
type unsavedEdit struct {
	unseen
	before *text.Text
	edits  []text.Edit
}

// warnOfUnsaved says once of each file why its edits can't be had: most editors hide what
// is disabled.
func (s *session) warnOfUnsaved(n *snapshot, list []action) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range list {
		for _, f := range x.files {
			if x.disabled != "" && !n.client.applied.allows(f) {
				s.warnOnce(n.client.cannotWrite(f))
			}
		}
	}
}

// addUnsaved notes that the client applied the edit of a file.
func (a *appliedBlocks) addUnsaved(f *apply.FileEdit) {
	if f.Delete || isOpen(f) {
		delete(a.unsaved, f.Target.Abs)
		return
	}
	held, ok := a.held(&f.Target)
	if !ok {
		held = unsavedEdit{unseen: unseen{file: f.Target.File}, before: f.Before}
	}
	held.edits = append(slices.Clone(held.edits), f.Edits()...)
	slices.SortFunc(held.edits, func(x, y text.Edit) int { return int(x.Start - y.Start) })
	a.unsaved[f.Target.Abs] = held
}

// held is what the buffer of a target holds; none if the file was saved since.
func (a *appliedBlocks) held(t *workspace.Target) (unsavedEdit, bool) {
	held, ok := a.unsaved[t.Abs]
	if ok && !held.is(t.File) {
		delete(a.unsaved, t.Abs)
		ok = false
	}
	return held, ok
}

// isUnsaved reports whether there are edits of a target that aren't seen.
func (a *appliedBlocks) isUnsaved(t *workspace.Target) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	_, ok := a.held(t)
	return ok
}

// allows reports whether an edit means the same in the file and in the buffer.
func (a *appliedBlocks) allows(f *apply.FileEdit) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	held, ok := a.held(&f.Target)
	if !ok {
		return true
	}
	if held.file == nil || f.Delete {
		return false
	}
	for _, e := range f.Edits() {
		added := 0
		for _, h := range held.edits {
			first, end, made := lineSpan(held.before, h)
			switch eFirst, eEnd, _ := lineSpan(held.before, e); {
			case eEnd <= first && !(eFirst == first):
				continue // before it
			case eFirst < end || eFirst == first:
				return false
			}
			added += made - int(end-first)
		}
		if added != 0 {
			return false
		}
	}
	return true
}

// lineSpan returns the lines that an edit changes, from first to before end, and how many
// they become.
func lineSpan(t *text.Text, e text.Edit) (first, end text.Line, made int) {
	first, end, made = t.LineAt(e.Start), t.LineAt(e.End), strings.Count(e.New, text.LF)
	if e.Start == t.Len() {
		first = text.Line(t.LineCount())
	}
	switch {
	case e.End == t.Len():
		end = text.Line(t.LineCount())
	case e.End > t.Start(end): // inside a line
		end, made = end+1, made+1
	}
	return first, end, made
}

func isOpen(f *apply.FileEdit) bool { return f.Target.File != nil && f.Target.File.Open }
