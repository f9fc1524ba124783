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
			if edits := n.follow(r, moves); len(edits) > 0 {
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

func (n *snapshot) follow(r *diagnostics.Report, moves []move) []text.Edit {
	moves = slices.DeleteFunc(slices.Clone(moves), func(m move) bool {
		return slices.ContainsFunc(r.Blocks, func(b diagnostics.Block) bool { return m.isOf(b.Outcome) })
	})
	var edits []text.Edit
	seen := map[text.Line]bool{}
	for i := range r.Blocks {
		b := &r.Blocks[i]
		line := b.Block.Path.Line
		if !b.Live || b.Status == apply.Incomplete || b.Target.Refusal != nil || line == text.None || seen[line] {
			continue
		}
		for _, m := range moves {
			to, moves := m.moved(b.Target.Abs)
			if !moves {
				continue
			}
			name, ok := newName(b.Target, to)
			at := strings.LastIndex(n.text.Line(line), b.Target.Name)
			if !ok || at < 0 {
				continue
			}
			seen[line] = true
			start := n.text.Start(line) + text.Offset(at)
			edits = append(edits, text.Edit{Start: start, End: start + text.Offset(len(b.Target.Name)), New: name})
		}
	}
	slices.SortFunc(edits, func(a, b text.Edit) int { return int(a.Start - b.Start) })
	return edits
}

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
	s.client.applied.moved(p)
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
