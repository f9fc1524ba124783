package ledger

import (
	"errors"
	"path/filepath"
	"slices"
	"time"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Run is what one apply, or one edit of an editor, did to the files of a root.
type Run struct {
	ID      string
	Time    time.Time
	Chat    string
	Entries []Entry
}

// Runs returns the runs of a journal that weren't undone, the last one first. Of a run that was undone in part,
// it has the rest. Runs after one that was undone aren't in its files any more: these were as it had left them.
func Runs(entries []Entry) []Run {
	byID := map[string]*Run{}
	var order []string
	for _, e := range entries {
		if len(e.Blocks) > 0 && e.Undone != "" {
			for _, r := range byID {
				r.Entries = slices.DeleteFunc(r.Entries, e.revertsAll)
			}
			continue
		}
		if e.Undone != "" {
			from := slices.Index(order, e.Undone)
			if from < 0 {
				from = len(order) // its run is too old to be kept
			}
			for _, id := range order[from:] {
				r := byID[id]
				r.Entries = slices.DeleteFunc(r.Entries, func(o Entry) bool { return o.isOn(e.File) || o.isOn(e.To) })
			}
			continue
		}
		if byID[e.Run] == nil {
			byID[e.Run] = &Run{ID: e.Run, Chat: e.Chat}
		}
		r := byID[e.Run]
		r.Time, r.Entries = e.Time, append(r.Entries, e)
		order = append(slices.DeleteFunc(order, func(id string) bool { return id == e.Run }), e.Run)
	}
	var runs []Run
	for _, id := range slices.Backward(order) {
		if r := byID[id]; len(r.Entries) > 0 {
			runs = append(runs, *r)
		}
	}
	return runs
}

// revertsAll reports whether an entry reverts all blocks of another one.
func (e *Entry) revertsAll(o Entry) bool {
	return o.Chat == e.Chat && e.isOn(o.lastName()) && !slices.ContainsFunc(o.Blocks, func(b EntryBlock) bool {
		return !slices.ContainsFunc(e.Blocks, func(r EntryBlock) bool { return r.Hash == b.Hash && r.Number == b.Number })
	})
}

func (e *Entry) isOn(file string) bool { return file != "" && (e.File == file || e.To == file) }

// Files returns the names of the run's files, each once, the new one of a renamed file.
func (r *Run) Files() []string {
	var names []string
	for _, e := range r.Entries {
		if name := e.lastName(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (e *Entry) lastName() string {
	if e.To != "" {
		return e.To
	}
	return e.File
}

// ErrNoText is why an entry can't be undone that doesn't have the text of the file.
var ErrNoText = errors.New("the journal doesn't have its text, since the file is protected, the change is over 1 MB, " +
	"or the file was also edited by hand; restore it with your version control")

// Steps returns what the run did, to revert it.
func (r *Run) Steps(root string) (steps []apply.Step) {
	abs := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	for _, e := range r.Entries {
		s := apply.Step{Path: abs(e.File), Folders: e.Folders, Mode: e.Mode, Was: e.was}
		if e.To != "" {
			s.To = abs(e.To)
		}
		steps = append(steps, s)
	}
	return steps
}

// was returns the text before the entry, nil for a missing file. The hashes decide, whatever the edits are.
func (e Entry) was(after *text.Text) (*text.Text, error) {
	hash := ""
	if after != nil {
		hash = hashOf(after)
	}
	switch {
	case hash == e.Before:
		return after, nil // it was reverted by other means
	case hash != e.After:
		return nil, apply.ErrSince
	case e.Before == "":
		return nil, nil
	}
	if after == nil {
		after = text.New("")
	}
	end := text.Offset(0)
	var edits []text.Edit
	for _, u := range e.Undo {
		if u.Start < end || u.End < u.Start || u.End > after.Len() {
			return nil, ErrNoText
		}
		end = u.End
		edits = append(edits, text.Edit{Start: u.Start, End: u.End, New: u.New})
	}
	content := string(after.Apply(edits).Bytes())
	for _, bom := range []string{"", "\uFEFF"} { // a deleted file may have had one
		if was := text.New(bom + content); len(edits) > 0 && hashOf(was) == e.Before {
			return was, nil
		}
	}
	return nil, ErrNoText
}

// EntryOfUndo returns the entry for an edit that reverted a run.
func EntryOfUndo(run string, now time.Time, chat, undone string, f *apply.FileEdit) (Entry, bool) {
	e, ok := EntryOf(run, now, &Edit{Chat: chat, File: f})
	e.Undone = undone
	return e, ok
}

// entryOfReverted returns the entry for an edit that reverted blocks and changed no text, if a journal has some of them.
func entryOfReverted(blocks []block, now time.Time, e *Edit) (Entry, bool) {
	run := NewRun()
	entry, ok := EntryOfUndo(run, now, e.Chat, run, e.File)
	for _, b := range blocks {
		if b.kept {
			entry.add(b)
		}
	}
	if e.File.Target.Protected {
		entry.withoutTexts()
	}
	return entry, ok && len(entry.Blocks) > 0
}
