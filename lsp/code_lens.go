package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/repair"
)

// codeLens returns lenses above each block, and lenses for all blocks at the top and above the
// first open one. A target has the lenses of the blocks that change it. Each lens has a code action
// that does the same.
func (s *session) codeLens(_ context.Context, p protocol.PartParams) (wire.Answer[[]protocol.CodeLens], error) {
	chat := inReport(s, p.TextDocument.URI, func(ctx context.Context, n *snapshot, r *diagnostics.Report) ([]protocol.CodeLens, error) {
		return chatLenses(ctx, n, r, p)
	})
	return both(chat, s.targetLenses(p.TextDocument.URI)), nil
}

func chatLenses(ctx context.Context, n *snapshot, r *diagnostics.Report, p protocol.PartParams) ([]protocol.CodeLens, error) {
	l := &lenses{actions: n.actions(ctx, r), text: n.text}
	l.repairs.Untried = true
	l.forAll()
	for i := range r.Blocks {
		if !isIn(p, &r.Blocks[i]) {
			continue
		}
		l.line = headLine(&r.Blocks[i])
		if err := l.forBlock(ctx, &r.Blocks[i]); err != nil {
			return nil, err
		}
	}
	l.forProposals()
	return l.list, nil
}

// isIn reports whether a request is about a block.
func isIn(p protocol.PartParams, b *diagnostics.Block) bool {
	first, last := extent(b)
	return p.Range == nil || lineOf(p.Range.Start.Line) <= last && first <= lineOf(p.Range.End.Line)
}

type lenses struct {
	*actions
	text *text.Text
	line text.Line
	list []protocol.CodeLens
}

// forAll adds the lenses for all blocks, at the top and above the first live block.
func (l *lenses) forAll() {
	r := l.report
	files, blocks, _ := l.possible(r)
	if len(r.Blocks) < 2 || len(files) == 0 || !l.client.applyEdit() {
		return
	}
	_, live := r.LiveNumber(0)
	title := fmt.Sprintf("Apply all %d of %d (%s)", len(blocks), live, text.Count(len(files), "file"))
	argument := commandArgument{actionID: actionID{URI: l.document.uri}}
	l.line = 0
	l.add(title, commandApplyAll, argument)
	for i := range r.Blocks {
		if b := &r.Blocks[i]; b.Live {
			if l.line = headLine(b); l.line > 0 {
				l.add(title, commandApplyAll, argument)
			}
			return
		}
	}
}

// argument returns the argument of a command about a block.
func (n *snapshot) argument(b *diagnostics.Block) commandArgument {
	return commandArgument{actionID: actionID{URI: n.document.uri, Block: &b.Block.Index}}
}

func (l *lenses) forBlock(ctx context.Context, b *diagnostics.Block) error {
	switch {
	case b.Status == apply.Incomplete:
		if b.Block.Path.Named() {
			l.add(b.Target.Path+" "+b.InWords(), "", commandArgument{})
		}
		return nil
	case b.Word() == diagnostics.Applied:
		l.show(b.InWords(), b)
		return l.revert(ctx, b, "Revert")
	case !b.Live:
		l.show(b.InWords(), b)
		return l.apply(ctx, b, "Apply anyway", "Preview")
	case b.FitsAlone():
		l.show(capitalized(b.InWords()), b)
		return l.apply(ctx, b, "Apply alone")
	case b.Status == apply.Validated:
		verb := "Apply"
		if b.AsksFirst() && l.client.asks() {
			verb = "Apply…"
		}
		if err := l.apply(ctx, b, verb, "Preview"); err != nil {
			return err
		}
		l.show(l.placeName(b), b)
		return nil
	}
	l.show(b.Headline, b)
	return l.verbs(ctx, b)
}

// apply adds the lens that applies a block and, if preview has a title, the one that previews it.
func (l *lenses) apply(ctx context.Context, b *diagnostics.Block, title string, preview ...string) error {
	edit, _, err := l.report.Plan.Single(ctx, b.Block.Index, text.None)
	if edit == nil {
		return err
	}
	switch {
	case !l.client.applyEdit() || !l.client.canWrite(edit):
	case !hasPlaces(b):
		l.add(l.careful(title, b), commandApply, l.argument(b))
	case l.client.Window.ShowMessage != nil:
		l.add("Choose place…", commandChoosePlace, l.argument(b))
	}
	for _, title := range preview {
		shown := l.argument(b)
		shown.Show = true
		l.add(title, commandPreview, shown)
	}
	return nil
}

func (l *lenses) revert(ctx context.Context, b *diagnostics.Block, title string) error {
	edit, _, err := l.report.Plan.Revert(ctx, b.Block.Index)
	if edit != nil && l.client.applyEdit() && l.client.canWrite(edit) {
		l.add(l.careful(revertTitle(title, edit), b), commandRevert, l.argument(b))
	}
	return err
}

// verbs adds the lenses that help most with a failed block. Code actions offer the rest.
func (l *lenses) verbs(ctx context.Context, b *diagnostics.Block) error {
	index := b.Block.Index
	if !l.client.applyEdit() {
		return nil
	}
	fix, _, err := l.repairs.Fix(ctx, index)
	switch {
	case err != nil:
		return err
	case repair.MeansOne(b):
		l.forPath(b)
	case fix != nil && b.Cause == diagnostics.Whitespace:
		l.add("Fix whitespace", commandFix, l.argument(b))
	case fix != nil && b.FixLine != nil:
		l.add(strings.TrimSuffix(strings.TrimSuffix(fix.Title, " from this block"), " in this block"), commandFix, l.argument(b))
	case fix != nil:
		l.add("Use the file's text", commandFix, l.argument(b))
	case b.Ambiguous && l.client.Window.ShowMessage != nil:
		l.add("Choose place…", commandChoosePlace, l.argument(b))
	}
	if l.wantsRetry(index) {
		l.add("Retry prompt", commandInsertRetryPrompt, commandArgument{actionID: actionID{URI: l.document.uri}})
	}
	return nil
}

// forPath adds the lenses that correct a path, and all of them.
func (l *lenses) forPath(b *diagnostics.Block) {
	meant := l.argument(b)
	meant.Kind, meant.Place = "rename", b.Candidates[0]
	l.add(didYouMean(meant.Place), commandRunAction, meant)
	if n := l.fixablePaths(); n > 1 {
		l.add(fmt.Sprintf("Fix all %d paths", n), commandRunAction, commandArgument{actionID: actionID{URI: l.document.uri, Kind: "fixPaths"}})
	}
}

// placeName returns a block's target as path or path:line, or what it does to the file.
func (n *snapshot) placeName(b *diagnostics.Block) string {
	switch operation := b.Block.Operation; {
	case operation == parse.Delete:
		return "delete " + b.Target.Path
	case operation == parse.Rename:
		return fmt.Sprintf("rename %s to %s", b.Target.Path, b.NewTarget.Path)
	case b.Estimated == text.None:
		return b.Target.Path
	}
	return fmt.Sprintf("%s:%d", b.Target.Path, b.Estimated.Number())
}

// show adds a lens that opens the target, or is plain text if there is none.
func (l *lenses) show(title string, b *diagnostics.Block) {
	command := ""
	if b.Target.File != nil && l.client.Window.ShowDocument.Support {
		command = commandShow
	}
	l.add(title, command, l.argument(b))
}

func capitalized(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// maxLens bounds a lens title, in characters.
const maxLens = 100

func (l *lenses) add(title, command string, argument commandArgument) {
	// VS Code would render "$(" as an icon.
	title = strings.ReplaceAll(strings.ReplaceAll(text.Escape(title), "\n", " "), "$(", "$ (")
	title = text.Truncate(title, maxLens)
	c := &protocol.Command{Title: title}
	if command != "" {
		c = newCommand(title, command, argument)
	}
	l.list = append(l.list, protocol.CodeLens{Range: l.lines(l.text, l.line, l.line+1), Command: c})
}
