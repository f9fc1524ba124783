package ledger

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

func (l *Ledger) addUnsaved(f *apply.FileEdit) {
	if f.Delete || isOpen(f) {
		delete(l.unsaved, f.Target.Abs)
		return
	}
	held, ok := l.unsavedEdit(&f.Target)
	if !ok {
		held = unsavedEdit{unseen: unseen{file: f.Target.File}, before: f.Before}
	}
	held.edits = append(slices.Clone(held.edits), f.Edits()...)
	slices.SortFunc(held.edits, func(x, y text.Edit) int { return int(x.Start - y.Start) })
	l.unsaved[f.Target.Abs] = held
}

// unsavedEdit returns the unsaved edits of a target, none if the file was saved since.
func (l *Ledger) unsavedEdit(t *workspace.Target) (unsavedEdit, bool) {
	held, ok := l.unsaved[t.Abs]
	return held, ok && held.is(t.File)
}

// dropSaved drops the unsaved edits of a file if that isn't as it was before them.
func (l *Ledger) dropSaved(path string, f *workspace.File) {
	if held, ok := l.unsaved[path]; ok && !held.is(f) {
		delete(l.unsaved, path)
	}
}

// Wanted returns the paths of files whose state the ledger asks for, sorted: those with edits that aren't seen
// or have no entry, and those that a journal tells of.
func (l *Ledger) Wanted() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := maps.Clone(l.wanted)
	for path := range l.unsaved {
		all[path] = true
	}
	for path, p := range l.pending {
		if l.open[path] == nil || p.from != "" { // the client says when it saves an open one, but not when it has renamed it
			all[path] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// IsUnsaved reports whether the buffer of a target has edits that aren't seen.
func (l *Ledger) IsUnsaved(t *workspace.Target) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, ok := l.unsavedEdit(t)
	return ok
}

// Allows reports whether an edit means the same in the file and in the buffer.
func (l *Ledger) Allows(f *apply.FileEdit) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	held, ok := l.unsavedEdit(&f.Target)
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
