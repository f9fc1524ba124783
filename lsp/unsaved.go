package lsp

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// unsaved remembers which edits the client has applied to files that it has not opened
// with this server. It holds them in buffers that are seen nowhere, until they are
// saved: by the disk, the next edit would speak of lines that are others there.
//
// Only edits that mean the same with and without the ones before are handed out. That
// they were undone again is not seen either; the file is as if they stood, until it is
// saved or opened.
type unsaved struct {
	mu    sync.Mutex
	files map[string]heldEdit
}

// heldEdit is what a buffer holds beside the file, which is as it was then.
type heldEdit struct {
	created bool
	before  *text.Text
	modTime time.Time
	size    int64
	edits   []text.Edit
}

func newUnsaved() *unsaved { return &unsaved{files: map[string]heldEdit{}} }

// noteApplied notes that the client has applied an action.
func (n *snapshot) noteApplied(x action) {
	for _, f := range x.files {
		n.client.unsaved.add(f)
	}
}

// warnOfUnsaved says once of each file why its edits can't be had: most editors hide what
// is disabled.
func (s *session) warnOfUnsaved(n *snapshot, list []action) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range list {
		for _, f := range x.files {
			if x.disabled != "" && !n.client.unsaved.allows(f) {
				s.warnOnce(n.client.cannotWrite(f))
			}
		}
	}
}

// add notes that the client applied the edit of a file.
func (u *unsaved) add(f *apply.FileEdit) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if f.Delete || isOpen(f) {
		delete(u.files, f.Target.Abs)
		return
	}
	held, ok := u.held(f)
	if !ok {
		held = heldEdit{created: f.Create, before: f.Before}
		if file := f.Target.File; file != nil {
			held.modTime, held.size = file.ModTime, file.Size
		}
	}
	held.edits = append(slices.Clone(held.edits), f.Edits()...)
	slices.SortFunc(held.edits, func(a, b text.Edit) int { return int(a.Start - b.Start) })
	u.files[f.Target.Abs] = held
}

// held is what the buffer of an edit's file holds; none if the file was saved since.
func (u *unsaved) held(f *apply.FileEdit) (heldEdit, bool) {
	held, ok := u.files[f.Target.Abs]
	file := f.Target.File
	switch {
	case !ok || isOpen(f):
		ok = false
	case held.created: // by then it may have been made, empty
		ok = file == nil || file.Size == 0
	default:
		ok = file != nil && file.ModTime.Equal(held.modTime) && file.Size == held.size
	}
	if !ok {
		delete(u.files, f.Target.Abs)
	}
	return held, ok
}

// allows tells whether an edit means the same in the file and in the buffer.
func (u *unsaved) allows(f *apply.FileEdit) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	held, ok := u.held(f)
	if !ok {
		return true
	}
	if held.created || f.Delete {
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
