package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// codeLens puts above each block what can be done with it, and above the first of several
// what can be done with all. What a lens changes a code action does too.
func (s *session) codeLens(_ context.Context, p protocol.CodeLensParams) (func(context.Context) ([]protocol.CodeLens, error), error) {
	return inChat(s, p.TextDocument.URI, func(ctx context.Context, n *snapshot) ([]protocol.CodeLens, error) {
		r, err := n.report(ctx)
		if err != nil {
			return nil, err
		}
		l := &lenses{snapshot: n}
		if files, blocks, _ := n.possible(r); len(r.Blocks) > 1 && len(files) > 0 && n.client.applyEdit() {
			l.line, _ = extent(&r.Blocks[0])
			l.add(allTitle(r, len(blocks), len(files)), commandApplyAll, commandArgument{actionID: actionID{URI: n.document.uri}})
		}
		for i := range r.Blocks {
			if err := l.forBlock(ctx, r, &r.Blocks[i]); err != nil {
				return nil, err
			}
		}
		return l.list, nil
	})
}

// allTitle says what "apply all" would do: blocks of those that are live, in files.
func allTitle(r *diagnostics.Report, blocks, files int) string {
	live := 0
	for i := range r.Blocks {
		if b := &r.Blocks[i]; b.Live && b.Status != apply.Incomplete {
			live++
		}
	}
	in := "1 file"
	if files != 1 {
		in = fmt.Sprintf("%d files", files)
	}
	return fmt.Sprintf("Apply all %d of %d (%s)", blocks, live, in)
}

// lenses collects the lenses of a request; they go to line.
type lenses struct {
	*snapshot
	line text.Line
	list []protocol.CodeLens
}

func (l *lenses) forBlock(ctx context.Context, r *diagnostics.Report, b *diagnostics.Block) error {
	blk := b.Outcome.Block
	l.line, _ = extent(b)
	argument := commandArgument{actionID: actionID{URI: l.document.uri, Block: &blk.Index}}
	switch b.Status {
	case apply.Incomplete:
		return nil
	case apply.Validated:
		edit, _, err := r.Plan.Single(ctx, blk.Index, text.None)
		if err != nil {
			return err
		}
		if edit != nil && l.client.applyEdit() && l.client.canWrite(edit) {
			l.add(l.careful("Apply", b), commandApply, argument)
		}
		if edit != nil {
			shown := argument
			shown.Show = true
			l.add("Preview", commandPreview, shown)
		}
		l.show(placeName(b), b, argument)
	case apply.AlreadyApplied:
		l.show("applied", b, argument)
		edit, _, err := r.Plan.Revert(ctx, blk.Index)
		if err != nil {
			return err
		}
		if edit != nil && l.client.applyEdit() && l.client.canWrite(edit) {
			l.add(l.careful(revertTitle("Revert", b, edit), b), commandRevert, argument)
		}
	default:
		l.show(b.Headline, b, argument)
	}
	return nil
}

// placeName names where a block goes.
func placeName(b *diagnostics.Block) string {
	if b.Estimated == text.None {
		return b.Target.Path
	}
	return fmt.Sprintf("%s:%d", b.Target.Path, b.Estimated.Number())
}

// show adds a lens that leads to the target, or only says something where there is none.
func (l *lenses) show(title string, b *diagnostics.Block, argument commandArgument) {
	command := ""
	if b.Target.File != nil && l.client.showDocument() {
		command = commandShow
	}
	l.add(title, command, argument)
}

// longestLens bounds the title of a lens, in characters.
const longestLens = 100

func (l *lenses) add(title, command string, argument commandArgument) {
	// What a chat or a path says must not turn into an icon of VS Code's.
	title = strings.ReplaceAll(strings.ReplaceAll(text.Escape(title), "\n", " "), "$(", "$ (")
	if runes := []rune(title); len(runes) > longestLens {
		title = string(runes[:longestLens]) + "…"
	}
	c := &protocol.Command{Title: title}
	if command != "" {
		c = newCommand(title, command, argument)
	}
	l.list = append(l.list, protocol.CodeLens{Range: l.lines(l.text, l.line, l.line+1), Command: c})
}
