package cli

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/ledger"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// stateFolder returns the folder of the journals, "" if the environment turns them off or there is none.
func stateFolder() (string, error) {
	if os.Getenv("EDIT_LSP_JOURNAL") == "off" {
		return "", nil
	}
	return workspace.StateFolder()
}

// journal is the workspace's, nil if none is kept. Without a folder for it, or with one that can't be read or
// written, everything works as without it.
type journal struct {
	*workspace.Journal
	root, run string
}

func openJournal(root string, on bool) *journal {
	state, err := stateFolder()
	abs, absErr := filepath.Abs(root)
	if !on || state == "" || err != nil || absErr != nil {
		return nil
	}
	return &journal{workspace.OpenJournal(state, abs), abs, ledger.NewRun()}
}

// applied returns where a chat's blocks were applied, nil if none are known to be.
func (j *journal) applied(ctx context.Context, chat string, view *workspace.View) apply.AppliedBlocks {
	if j == nil {
		return nil
	}
	lines, _, err := j.Read(workspace.Mark{})
	isThis := func(c string) bool { return c == chat }
	entries := ledger.Decode(lines, isThis, time.Now())
	if err != nil || len(entries) == 0 {
		return nil
	}
	l := ledger.New()
	l.Read(j.root, entries, isThis)
	for _, path := range l.Wanted() {
		if t := view.Target(ctx, path); t.Refusal == nil {
			l.Saw(path, t.File, nil)
		}
	}
	if at := l.At(chat); at != nil {
		return at
	}
	return nil
}

// keep adds what was written. Blocks are named as they are in the chat, also if they were repaired.
func (j *journal) keep(d *document, written []apply.Written) {
	if j == nil {
		return
	}
	chat, r := chatID(d.name), d.report
	for _, w := range written {
		if w.Err != nil {
			continue
		}
		e := ledger.Edit{Chat: chat, Document: r.Plan.Document, File: w.File, After: w.After}
		for _, i := range w.File.Blocks {
			if i < len(r.Plan.Outcomes) {
				e.Blocks = append(e.Blocks, r.Plan.Outcomes[i])
			}
		}
		if entry, ok := ledger.EntryOf(j.run, time.Now(), &e); ok {
			if d.original != nil {
				asWritten(&entry, d.original)
			}
			_ = j.Append(entry.Encode())
		}
	}
}

// keepUndo adds that a run was undone in some files, this one if it isn't named.
func (j *journal) keepUndo(chat, undone string, written []apply.Written) {
	if j == nil {
		return
	}
	for _, w := range written {
		if entry, ok := ledger.EntryOfUndo(j.run, time.Now(), chat, cmp.Or(undone, j.run), w.File); ok && w.Err == nil {
			_ = j.Append(entry.Encode())
		}
	}
}

// chatID identifies a chat in the journal, as the server does.
func chatID(name string) string {
	if name == stdin {
		return ledger.StandardInput
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	return abs
}
