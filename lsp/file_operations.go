package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// fileOperations are those that the server wants to be told of, of all files and
// folders: any may be a target.
func fileOperations() *protocol.FileOperationOptions {
	all := &protocol.FileOperationRegistrationOptions{Filters: []protocol.FileOperationFilter{{
		Scheme: ptr("file"), Pattern: protocol.FileOperationPattern{Glob: "**/*"},
	}}}
	return &protocol.FileOperationOptions{WillRename: all, DidRename: all, DidDelete: all, DidCreate: all}
}

// willRenameFiles lets the live blocks of open chats follow a file that is about to be
// renamed or moved: their path lines name it as it will be called. Those that are
// applied follow too, or they would turn into failures; earlier turns stay as they were.
func (s *session) willRenameFiles(_ context.Context, p protocol.RenameFilesParams) (func(context.Context) (*protocol.WorkspaceEdit, error), error) {
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
			edits := n.follow(r, moves)
			if len(edits) == 0 {
				continue
			}
			edit := n.chatEdit(edits)
			if all == nil {
				all = edit
				continue
			}
			all.DocumentChanges = append(all.DocumentChanges, edit.DocumentChanges...)
			for uri, list := range edit.Changes {
				all.Changes[uri] = list
			}
		}
		return all, nil
	}, nil
}

// chats are snapshots of all open chats, by their URIs.
func (s *session) chats() []*snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []*snapshot
	for uri, o := range s.open {
		if o.isChat(s.config) {
			all = append(all, s.snapshot(uri))
		}
	}
	slices.SortFunc(all, func(a, b *snapshot) int { return strings.Compare(a.document.uri, b.document.uri) })
	return all
}

// move is a file or folder that gets another path; both are absolute.
type move struct{ from, to string }

// isOf reports whether a block says that the file moves so: the chat needn't follow.
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

// moved is the path of a file after the move, false if it stays.
func (m move) moved(path string) (string, bool) {
	if path == m.from {
		return m.to, true
	}
	rest, below := strings.CutPrefix(path, m.from+string(filepath.Separator))
	return filepath.Join(m.to, rest), below
}

// follow are the edits of the chat by which its live blocks name the files as they will
// be called.
func (n *snapshot) follow(r *diagnostics.Report, moves []move) []text.Edit {
	moves = slices.DeleteFunc(slices.Clone(moves), func(m move) bool {
		return slices.ContainsFunc(r.Blocks, func(b diagnostics.Block) bool { return m.isOf(b.Outcome) })
	})
	var edits []text.Edit
	seen := map[text.Line]bool{}
	for i := range r.Blocks {
		b := &r.Blocks[i]
		line := b.Outcome.Block.Path.Line
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

// newName names a target as it was named, but at its new path; false for one that no
// block may name.
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
	// A name that is relative to a folder of the root stays so, if the file does.
	if base, ok := strings.CutSuffix(t.Path, t.Name); ok {
		if short, stays := strings.CutPrefix(name, base); stays {
			return short, true
		}
	}
	return name, true
}

// didRenameFiles, didDeleteFiles and didCreateFiles look at all targets again: a folder
// holds any number of them.
func (s *session) didRenameFiles(context.Context, protocol.RenameFilesParams) error {
	return s.filesChanged()
}

func (s *session) didDeleteFiles(context.Context, protocol.DeleteFilesParams) error {
	return s.filesChanged()
}

func (s *session) didCreateFiles(context.Context, protocol.CreateFilesParams) error {
	return s.filesChanged()
}

func (s *session) filesChanged() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.targets.Changed("")
	s.configure() // the folder of a settings file may be among them
	return nil
}
