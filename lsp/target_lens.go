package lsp

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// The live blocks of open chats also show in their open targets. For documents that no chat
// targets, only the last reports are read.

// readersOf returns an open document and the chats that target it, sorted by URI. There are none if
// target lenses are off.
func (s *session) readersOf(uri protocol.DocumentUri) (*document, []*snapshot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	target := s.open[uri]
	if target == nil || target.path == "" || !s.config.TargetLenses {
		return nil, nil
	}
	return target.document, s.chatsThat(func(o *openDocument) bool {
		return o.seen == nil || reads(o.seen, target.path) || o.analysis.found() == nil
	})
}

// inTarget returns the second half of a request about a target: what each live block of the chats that
// changes it gives, and each code block.
func inTarget[R any](
	chats []*snapshot, path string, of func(context.Context, *actions, *diagnostics.Block) ([]R, error),
	ofCode func(context.Context, *actions, *apply.Proposal) ([]R, error),
) wire.Answer[[]R] {
	return func(ctx context.Context) ([]R, error) {
		list := []R{}
		for _, n := range chats {
			r, err := n.report(ctx)
			if err != nil {
				return nil, err
			}
			a := n.actions(ctx, r)
			for i := range r.Blocks {
				b := &r.Blocks[i]
				if b.Target.Abs != path || !b.Live || b.Target.File == nil || b.FirstChanged() == text.None {
					continue
				}
				found, err := of(ctx, a, b)
				if err != nil {
					return nil, err
				}
				list = append(list, found...)
			}
			for _, p := range a.proposals(a.report) {
				if p.Target.Abs != path || p.Target.File == nil || p.Edit == nil && len(p.Applied) == 0 {
					continue
				}
				found, err := ofCode(ctx, a, p)
				if err != nil {
					return nil, err
				}
				list = append(list, found...)
			}
		}
		return list, nil
	}
}

// targetLenses returns the second half of a request for a target's lenses, or nil.
func (s *session) targetLenses(uri protocol.DocumentUri) wire.Answer[[]protocol.CodeLens] {
	target, chats := s.readersOf(uri)
	if len(chats) == 0 {
		return nil
	}
	return inTarget(chats, target.path, func(ctx context.Context, a *actions, b *diagnostics.Block) ([]protocol.CodeLens, error) {
		l := &lenses{actions: a, text: b.Target.File.Text, line: b.FirstChanged()}
		err := l.forTarget(ctx, b)
		return l.list, err
	}, changeLenses)
}

// both joins the answers about a document as a chat and as a target. Either half may be nil.
func both[R any](inChat, inTarget wire.Answer[[]R]) wire.Answer[[]R] {
	switch {
	case inChat == nil:
		return inTarget
	case inTarget == nil:
		return inChat
	}
	return func(ctx context.Context) ([]R, error) {
		list, err := inChat(ctx)
		if err != nil {
			return nil, err
		}
		more, err := inTarget(ctx)
		return append(list, more...), err
	}
}

// numbered returns "dit 2 of 5": the caller adds the "e" or "E".
func (a *actions) numbered(b *diagnostics.Block) string {
	number, of := a.report.LiveNumber(b.Block.Index)
	return fmt.Sprintf("dit %d of %d", number, of)
}

func (n *snapshot) chatName() string {
	if n.path != "" {
		return text.Escape(filepath.Base(n.path))
	}
	return text.Escape(path.Base(string(n.document.uri)))
}

func (l *lenses) forTarget(ctx context.Context, b *diagnostics.Block) error {
	name := "E" + l.numbered(b)
	switch {
	case b.Word() == diagnostics.Applied:
		l.add(name+" "+b.InWords(), "", commandArgument{})
		return l.revert(ctx, b, "Revert")
	case b.Status == apply.Validated && b.NoChange:
		return nil
	case b.Status == apply.Validated:
		l.add(name+" from "+l.chatName(), "", commandArgument{}) // if it can't be applied
		if err := l.apply(ctx, b, name+" from "+l.chatName()+": Apply", "Preview"); err != nil {
			return err
		}
		if len(l.list) > 1 && l.list[1].Command.Command == commandApply {
			l.list = l.list[1:]
		}
	case b.FitsAlone():
		if err := l.apply(ctx, b, name+" from "+l.chatName()+" fits here: Apply alone", "Preview"); err != nil {
			return err
		}
	case b.Nearest != nil, b.Ambiguous:
		l.add(name+" doesn't apply: "+cause(b), "", commandArgument{})
	default:
		return nil
	}
	if b.Status == apply.Failed && b.Ambiguous && l.client.applyEdit() && l.client.Window.ShowMessage != nil {
		l.add("Choose place…", commandChoosePlace, l.argument(b))
	}
	if l.client.Window.ShowDocument.Support {
		l.add("Go to chat", commandShowInChat, l.argument(b))
	}
	return nil
}

// cause returns the part of a failed block's headline after "; ", or all of it.
func cause(b *diagnostics.Block) string {
	if _, cause, ok := strings.Cut(b.Headline, "; "); ok {
		return cause
	}
	return strings.ToLower(b.Headline[:1]) + b.Headline[1:]
}

// targetActions returns the second half of a request for the actions of the blocks that change the
// requested lines, or nil if no chat targets the document.
func (s *session) targetActions(p protocol.CodeActionParams) wire.Answer[[]protocol.CodeAction] {
	target, chats := s.readersOf(p.TextDocument.URI)
	kinds := wantedKinds(p.Context)
	if len(chats) == 0 || !slices.Contains(kinds, protocol.CodeActionKindQuickFix) {
		return nil
	}
	first, last := lineOf(p.Range.Start.Line), lineOf(p.Range.End.Line)
	return inTarget(chats, target.path, func(ctx context.Context, a *actions, b *diagnostics.Block) ([]protocol.CodeAction, error) {
		from, to := min(b.FirstChanged(), b.Outcome.First), max(b.FirstChanged(), b.Last)
		if b.Outcome.Miss != nil || b.Ambiguous {
			from, to = b.FirstChanged(), b.FirstChanged()
		}
		if last < from || to < first {
			return nil, nil
		}
		return a.forTarget(ctx, b)
	}, func(ctx context.Context, a *actions, p *apply.Proposal) ([]protocol.CodeAction, error) {
		return a.changesAt(ctx, p, first, last)
	})
}

func (a *actions) forTarget(ctx context.Context, b *diagnostics.Block) ([]protocol.CodeAction, error) {
	index := b.Block.Index
	name := "e" + a.numbered(b)
	var list []action
	for _, kind := range []string{"apply", "revert"} {
		x, found, err := a.find(ctx, actionID{URI: a.document.uri, Kind: kind, Block: &index})
		if err != nil {
			return nil, err
		}
		if found && x.title != "" {
			x.title = a.careful(fmt.Sprintf("%s %s from %s", capitalized(kind), name, a.chatName()), b)
			list = append(list, x)
		}
	}
	if a.client.Window.ShowDocument.Support {
		list = append(list, action{
			title: fmt.Sprintf("Go to %s in %s", name, a.chatName()), kind: protocol.CodeActionKindQuickFix,
			command: newCommand("Go to chat", commandShowInChat, a.argument(b)),
		})
	}
	return a.toProtocol(ctx, list, nil)
}
