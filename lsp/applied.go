package lsp

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/ledger"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// What happens to files and chats goes to the ledger as events.

func (a *actions) editsOf(x action) []ledger.Edit {
	var list []ledger.Edit
	run := ledger.NewRun()
	for _, f := range x.files {
		e := ledger.Edit{Chat: a.chatID(), Document: a.report.Plan.Document, File: f, Reverts: x.reverts, Run: run}
		for _, i := range f.Blocks {
			e.Blocks = append(e.Blocks, a.report.Blocks[i].Outcome)
		}
		list = append(list, e)
	}
	return list
}

// offered records that the client was sent an action's edit.
func (a *actions) offered(x action) { a.client.ledger.Offered(x.id.String(), a.editsOf(x)) }

// reported records edits that the client says it has applied.
func (s *session) reported(list []ledger.Edit) {
	s.client.journals.keep(s.client.ledger.Reported(list, time.Now()))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.analyzeAll()
}

// edited records the next texts of an open document. mu must be held.
func (s *session) edited(d *document, changes []ledger.Change) {
	s.client.ledger.Edited(ledger.Document{Chat: d.chatID(), Path: d.path}, changes, func(f *workspace.File) []ledger.Edit {
		var list []ledger.Edit
		for _, o := range s.open {
			if o.seen != nil {
				list = append(list, planned(s.base, o.chatID(), o.seen, d.path, f)...)
			}
		}
		return list
	})
}

// planned returns the edits in a report that may have produced a file, nil if it is gone: all blocks
// of the file together, and each block that changes what differs now.
func planned(ctx context.Context, chat string, r *diagnostics.Report, path string, now *workspace.File) []ledger.Edit {
	var list []ledger.Edit
	add := func(f *apply.FileEdit) {
		e := ledger.Edit{Chat: chat, Document: r.Plan.Document, File: f}
		for _, i := range f.Blocks {
			e.Blocks = append(e.Blocks, r.Plan.Outcomes[i])
		}
		list = append(list, e)
	}
	for _, f := range r.Plan.Files {
		if f.Target.Abs == path {
			add(f)
		}
	}
	var changed *text.LineRange
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if b.Target.Abs != path || b.Status != apply.Validated || now == nil && b.Block.Operation != parse.Delete {
			continue
		}
		if b.Target.File != nil && now != nil && changed == nil {
			was, _ := text.Changed(b.Target.File.Text, now.Text)
			changed = &was
		}
		if changed != nil && (b.Last+1 < changed.First || changed.End < b.Outcome.First) {
			continue
		}
		if f, _, _ := r.Plan.Single(ctx, i, text.None); f != nil {
			add(f)
		}
	}
	return list
}

// lookAtFiles records the files on disk that the last report is about, and those with unseen edits.
func (n *snapshot) lookAtFiles(ctx context.Context, view *workspace.View) {
	n.client.seeOnDisk(ctx, view)
	if n.seen == nil {
		return
	}
	looked := map[string]bool{}
	look := func(was *workspace.Target) {
		if was == nil || looked[was.Name] || was.Refusal != nil {
			return
		}
		looked[was.Name] = true
		now := view.Target(ctx, was.Name)
		isSeen := now.File != nil && (now.File.Open ||
			was.File != nil && now.File.Text == was.File.Text && now.File.ModTime.Equal(was.File.ModTime))
		if now.Abs == was.Abs && !isSeen && ctx.Err() == nil {
			n.client.ledger.Saw(now.Abs, now.File, func(f *workspace.File) []ledger.Edit {
				return planned(ctx, n.chatID(), n.seen, now.Abs, f)
			})
		}
	}
	for i := range n.seen.Blocks {
		look(n.seen.Blocks[i].Target)
		look(n.seen.Blocks[i].NewTarget)
	}
}

// renamed records that files or folders were renamed, be they targets or chats.
func (c client) renamed(p protocol.RenameFilesParams) {
	c.ledger.Renamed(func(path string) (string, bool) {
		for _, m := range movesOf(p) {
			if to, moves := m.moved(path); moves {
				return to, true
			}
		}
		return path, false
	}, func(chat string) (string, bool) {
		for _, m := range movesOf(p) {
			if to, moves := m.moved(chat); moves {
				return to, true
			}
		}
		return chat, false
	})
}

// followSaved moves the applied blocks of closed chats without a file to an open chat with the same text,
// since the client saved it there. It reports whether there are any. mu must be held.
func (s *session) followSaved() (moved bool) {
	for id, was := range s.client.ledger.Chats() {
		if filepath.IsAbs(id) || s.open[protocol.DocumentUri(id)] != nil || was == nil {
			continue
		}
		for _, uri := range slices.Sorted(maps.Keys(s.open)) {
			o := s.open[uri]
			if s.mayBeSaved(o, was) {
				same := func(name string) (string, bool) { return name, false }
				s.client.ledger.Renamed(same, func(chat string) (string, bool) { return o.chatID(), chat == id })
				moved = true
				break
			}
		}
	}
	return moved
}

// mayBeSaved reports whether a client may have saved a text as this chat. mu must be held.
func (s *session) mayBeSaved(o *openDocument, was *text.Text) bool {
	return o.path != "" && o.isChat(s.config) && o.text.Len() == was.Len() && o.text.String() == was.String()
}

// keepOffers keeps the code blocks of an answer as offers if the client has saved it: it opens the file, then closes
// the document that was none. A file that was open before, and has the same text, is another one. It reports whether
// that is so. mu must be held.
func (s *session) keepOffers(closed *document) (kept bool) {
	if closed.path != "" || closed.text.Len() == 0 || !closed.isChat(s.config) {
		return false
	}
	for _, o := range s.open {
		if o.opening > closed.opening && s.mayBeSaved(o, closed.text) {
			d := *o.document
			d.hasFile = func() bool { return false }
			o.document, kept = &d, true
			if d.growing {
				s.settleLater(o)
			}
		}
	}
	return kept
}

// warnOfUnsaved warns once per file, since most editors hide disabled actions.
func (s *session) warnOfUnsaved(n *snapshot, list []action) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range list {
		for _, f := range x.files {
			if x.disabled != "" && !n.client.ledger.Allows(f) {
				s.warnOnce(n.client.cannotWrite(f))
			}
		}
	}
}

func isOpen(f *apply.FileEdit) bool { return f.Target.File != nil && f.Target.File.Open }
