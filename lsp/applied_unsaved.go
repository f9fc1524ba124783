package lsp

import (
	"maps"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// unsavedEdit holds the edits applied to a buffer that the server doesn't see, while the file on
// disk is unchanged. Line numbers from the disk may be wrong in that buffer.
//
// Only edits that mean the same before and after these are sent. The server can't see an undo
// either: it assumes the edits are there until the file is saved or opened.
type unsavedEdit struct {
	unseen
	before *text.Text
	edits  []text.Edit
}

// warnOfUnsaved warns once per file, since most editors hide disabled actions.
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

func (a *appliedBlocks) addUnsaved(f *apply.FileEdit) {
	if f.Delete || isOpen(f) {
		delete(a.unsaved, f.Target.Abs)
		return
	}
	held, ok := a.unsavedEdit(&f.Target)
	if !ok {
		held = unsavedEdit{unseen: unseen{file: f.Target.File}, before: f.Before}
	}
	held.edits = append(slices.Clone(held.edits), f.Edits()...)
	slices.SortFunc(held.edits, func(x, y text.Edit) int { return int(x.Start - y.Start) })
	a.unsaved[f.Target.Abs] = held
}

// unsavedEdit returns the unsaved edits of a target, none if the file was saved since.
func (a *appliedBlocks) unsavedEdit(t *workspace.Target) (unsavedEdit, bool) {
	a.dropSaved(t.Abs, t.File)
	held, ok := a.unsaved[t.Abs]
	return held, ok
}

// dropSaved drops the unsaved edits of a file if that isn't as it was before them.
func (a *appliedBlocks) dropSaved(path string, f *workspace.File) {
	if held, ok := a.unsaved[path]; ok && !held.is(f) {
		delete(a.unsaved, path)
	}
}

// isVisible notes that the server sees the buffer of a file.
func (a *appliedBlocks) isVisible(path string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.unsaved, path)
}

// deleted notes that a file or folder was deleted. Files that an edit created there were saved, then,
// even if the server hasn't seen them: they no longer count as unsaved.
func (a *appliedBlocks) deleted(path string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	isThere := func(file string) bool {
		_, moves := move{from: path}.moved(file)
		return moves
	}
	maps.DeleteFunc(a.unsaved, func(file string, held unsavedEdit) bool { return held.file == nil && isThere(file) })
	for _, b := range a.blocks {
		if b.place.unseen != nil && b.place.unseen.file == nil && isThere(b.path) {
			b.place.unseen = nil
		}
	}
}

func (a *appliedBlocks) unsavedPaths() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Sorted(maps.Keys(a.unsaved))
}

func (a *appliedBlocks) isUnsaved(t *workspace.Target) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	_, ok := a.unsavedEdit(t)
	return ok
}

// allows reports whether an edit means the same in the file and in the buffer.
func (a *appliedBlocks) allows(f *apply.FileEdit) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	held, ok := a.unsavedEdit(&f.Target)
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
			case eEnd <= first && eFirst != first:
				continue
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

// lineSpan returns the lines that an edit changes, [first, end), and how many replace them.
func lineSpan(t *text.Text, e text.Edit) (first, end text.Line, made int) {
	first, end, made = t.LineAt(e.Start), t.LineAt(e.End), strings.Count(e.New, text.LF)
	if e.Start == t.Len() {
		first = text.Line(t.LineCount())
	}
	switch {
	case e.End == t.Len():
		end = text.Line(t.LineCount())
	case e.End > t.Start(end): // it ends inside a line
		end, made = end+1, made+1
	}
	return first, end, made
}

func isOpen(f *apply.FileEdit) bool { return f.Target.File != nil && f.Target.File.Open }
