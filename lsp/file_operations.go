package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
	"github.com/edit-lsp/edit-lsp/parse"
)

// fileOperations registers for all files and folders, since any may be a target.
func fileOperations() *protocol.FileOperationOptions {
	all := &protocol.FileOperationRegistrationOptions{Filters: []protocol.FileOperationFilter{{
		Scheme: ptr("file"), Pattern: protocol.FileOperationPattern{Glob: "**/*"},
	}}}
	return &protocol.FileOperationOptions{WillRename: all, DidRename: all, DidDelete: all, DidCreate: all}
}

// willRenameFiles updates path lines in open chats when a file is renamed or moved. It changes only
// live blocks, including applied ones, which would otherwise fail.
func (s *session) willRenameFiles(_ context.Context, p protocol.RenameFilesParams) (wire.Answer[*protocol.WorkspaceEdit], error) {
	moves := movesOf(p)
	chats := s.chats()
	if len(moves) == 0 || len(chats) == 0 {
		return nil, nil
	}
	return func(ctx context.Context) (*protocol.WorkspaceEdit, error) {
		var all *protocol.WorkspaceEdit
		for _, n := range chats {
			r, err := n.report(ctx)
			if err != nil {
				return nil, err
			}
			edits, err := n.follow(ctx, r, moves)
			if err != nil {
				return nil, err
			}
			if len(edits) > 0 && n.client.shifts(n.text, func() []text.Edit { return edits }) == text.None {
				if all == nil {
					all = &protocol.WorkspaceEdit{}
				}
				n.addChatEdits(all, edits)
			}
		}
		return all, nil
	}, nil
}

// chats returns snapshots of all open chats, sorted by URI.
func (s *session) chats() []*snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.chatsThat(func(*openDocument) bool { return true })
}

// chatsThat returns snapshots of some open chats, sorted by URI. mu must be held.
func (s *session) chatsThat(wanted func(*openDocument) bool) []*snapshot {
	var all []*snapshot
	for uri, o := range s.open {
		if o.isChat(s.config) && wanted(o) {
			all = append(all, s.snapshot(uri))
		}
	}
	slices.SortFunc(all, func(a, b *snapshot) int { return strings.Compare(a.document.uri, b.document.uri) })
	return all
}

type move struct{ from, to string }

// isOf reports whether a block of the chat makes the move, so the chat must not change.
func (m move) isOf(o *apply.Outcome) bool {
	return o.Block.Operation == parse.Rename && o.NewTarget != nil && o.Target.Abs == m.from && o.NewTarget.Abs == m.to
}

func movesOf(p protocol.RenameFilesParams) []move {
	var moves []move
	for _, f := range p.Files {
		from, ok := protocol.Path(f.OldURI)
		to, okTo := protocol.Path(f.NewURI)
		if ok && okTo {
			moves = append(moves, move{filepath.Clean(from), filepath.Clean(to)})
		}
	}
	return moves
}

func (m move) moved(path string) (string, bool) {
	if path == m.from {
		return m.to, true
	}
	rest, below := strings.CutPrefix(path, m.from+string(filepath.Separator))
	return filepath.Join(m.to, rest), below
}

// follow returns edits of the chat lines that name moved files or files in moved folders.
func (n *snapshot) follow(ctx context.Context, r *diagnostics.Report, moves []move) ([]text.Edit, error) {
	moves = slices.DeleteFunc(slices.Clone(moves), func(m move) bool {
		return slices.ContainsFunc(r.Blocks, func(b diagnostics.Block) bool { return m.isOf(b.Outcome) })
	})
	var edits []text.Edit
	seen := map[text.Offset]bool{}
	add := func(l text.Line, t *workspace.Target, places func(line, name string) []int) {
		for _, e := range n.renamed(l, t, moves, places) {
			if !seen[e.Start] {
				seen[e.Start] = true
				edits = append(edits, e)
			}
		}
	}
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if !b.Live || b.Status == apply.Incomplete || b.Block.Path.Line == text.None {
			continue
		}
		add(b.Block.Path.Line, b.Target, inPathLine)
		// Only "rename from" and "rename to" never have git's prefixes.
		inHeader := func(line, name string) []int {
			hasPrefix := b.Block.Dialect.Numbered && !strings.HasPrefix(strings.TrimSpace(line), "rename ")
			return placesOf(line, name, hasPrefix)
		}
		lines := r.Plan.Document.HeaderLines(b.Block)
		for l := lines.First; l < lines.End; l++ {
			add(l, b.Target, inHeader)
			if to := b.Outcome.NewTarget; to != nil {
				add(l, to, inHeader)
			}
		}
	}
	for _, p := range n.proposals(r) {
		add(p.Path.Line, p.Target, inPathLine)
	}
	slices.SortFunc(edits, func(a, b text.Edit) int { return int(a.Start - b.Start) })
	return edits, nil
}

// renamed returns edits of a line that replace a target's name in some places, if it moves.
func (n *snapshot) renamed(l text.Line, t *workspace.Target, moves []move, places func(line, name string) []int) (edits []text.Edit) {
	if t.Refusal != nil {
		return nil
	}
	for _, m := range moves {
		to, isMoved := m.moved(t.Abs)
		if !isMoved {
			continue
		}
		name, ok := newName(t, to)
		if !ok {
			continue
		}
		for _, at := range places(n.text.Line(l), t.Name) {
			start := n.text.Start(l) + text.Offset(at)
			edits = append(edits, text.Edit{Start: start, End: start + text.Offset(len(t.Name)), New: name})
		}
		return edits
	}
	return nil
}

// inPathLine returns where a path line has its name: in whole or, if there is none, last.
func inPathLine(line, name string) []int {
	places := placesOf(line, name, true)
	if last := strings.LastIndex(line, name); len(places) == 0 && last >= 0 {
		places = append(places, last)
	}
	return places
}

// placesOf returns where a line has a name in whole. With hasPrefix, one of git's prefixes such as b/
// may be in front.
func placesOf(line, name string, hasPrefix bool) (places []int) {
	for at := 0; ; at += len(name) {
		i := strings.Index(line[at:], name)
		if i < 0 {
			return places
		}
		at += i
		before, after := line[:at], line[at+len(name):]
		if hasPrefix && len(before) > 1 && before[len(before)-1] == '/' {
			before = before[:len(before)-2]
		}
		if (before == "" || isAroundName(before[len(before)-1])) && (after == "" || isAroundName(after[0])) {
			places = append(places, at)
		}
	}
}

func isAroundName(c byte) bool { return strings.IndexByte(" \t\"'`*:=()", c) >= 0 }

// newName returns a target's name at its new path, in the same style, false if blocks can't name
// that path.
func newName(t *workspace.Target, to string) (string, bool) {
	path, err := filepath.Rel(t.Root, to)
	if err != nil {
		return "", false
	}
	name := filepath.ToSlash(path)
	if _, refusal := workspace.CheckName(name); refusal != nil {
		return "", false
	}
	if filepath.IsAbs(t.Name) {
		return filepath.ToSlash(to), true
	}
	// Keep a name relative to a subfolder of the root if the file stays in it.
	if base, ok := strings.CutSuffix(t.Path, t.Name); ok {
		if short, stays := strings.CutPrefix(name, base); stays {
			return short, true
		}
	}
	return name, true
}

func (s *session) didRenameFiles(ctx context.Context, p protocol.RenameFilesParams) error {
	s.client.renamed(p)
	return s.filesChanged(ctx, nil)
}

func (s *session) didDeleteFiles(ctx context.Context, p protocol.DeleteFilesParams) error {
	for _, f := range p.Files {
		if path, ok := protocol.Path(f.URI); ok {
			s.client.ledger.Deleted(filepath.Clean(path))
		}
	}
	return s.filesChanged(ctx, nil)
}

// filesChanged rechecks all chats after files were created, renamed or deleted: a folder may hold
// many targets.
func (s *session) filesChanged(context.Context, json.RawMessage) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.targets.Changed("")
	s.configure()
	return nil
}
