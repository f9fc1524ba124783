package lsp

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/prompt"
)

// codeAction offers what can be done with the blocks in a range. The edits are worked
// out from the texts as they are now, so that what is stale is never sent.
func (s *session) codeAction(_ context.Context, p protocol.CodeActionParams) (func(context.Context) ([]protocol.CodeAction, error), error) {
	return inChat(s, p.TextDocument.URI, func(ctx context.Context, n *snapshot) ([]protocol.CodeAction, error) {
		if !wants(p.Context.Only, protocol.CodeActionKindQuickFix) {
			return []protocol.CodeAction{}, nil
		}
		return n.codeActions(ctx, p)
	})
}

// wants tells whether a client that asks for only these kinds wants kind.
func wants(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	if len(only) == 0 {
		return true
	}
	for _, o := range only {
		if o == "" || o == kind || len(kind) > len(o) && kind[:len(o)] == o && kind[len(o)] == '.' {
			return true
		}
	}
	return false
}

func (n *snapshot) codeActions(ctx context.Context, p protocol.CodeActionParams) ([]protocol.CodeAction, error) {
	r, err := n.report(ctx)
	if err != nil {
		return nil, err
	}
	a := &actions{snapshot: n, report: r, params: p, list: []protocol.CodeAction{}}
	first := n.text.LineAt(n.text.Offset(position(p.Range.Start), n.encoding))
	last := n.text.LineAt(n.text.Offset(position(p.Range.End), n.encoding))
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if from, to := extent(b); last < from || to < first {
			continue
		}
		if err := a.forBlock(ctx, b); err != nil {
			return nil, err
		}
		a.met = append(a.met, b)
	}
	if len(a.met) > 0 {
		a.forAll()
		if err := a.forRetry(ctx); err != nil {
			return nil, err
		}
	}
	return a.list, nil
}

// extent is the first and the last chat line of a block, with its path line.
func extent(b *diagnostics.Block) (first, last text.Line) {
	blk := b.Outcome.Block
	first = blk.Start
	if p := blk.Path.Line; p != text.None && p < first && p >= first-maxPathDistance {
		first = p
	}
	return first, blk.End
}

// maxPathDistance is how many lines a block's path may stand above it to count as a
// part of it: further up it is the path of other blocks too.
const maxPathDistance = 5

// actions collects the code actions of a request.
type actions struct {
	*snapshot
	report *diagnostics.Report
	params protocol.CodeActionParams
	met    []*diagnostics.Block
	list   []protocol.CodeAction
}

// forBlock adds what can be done with one block.
func (a *actions) forBlock(ctx context.Context, b *diagnostics.Block) error {
	index := b.Outcome.Block.Index
	if b.Status == apply.Validated && !b.NoChange {
		edit, err := a.report.Plan.Single(ctx, index, text.None)
		if err != nil {
			return err
		}
		if edit != nil {
			a.add(action{
				title: "Apply edit", edits: []*apply.FileEdit{edit}, blocks: []int{index},
				preferred: !b.Ambiguous && !b.Held && !b.InsideLine, confirm: risk(b),
			})
		}
	}
	if repair := b.Repair(a.text); repair != nil {
		a.addOwn(repair.Title, []int{index}, repair.Edits)
	}
	switch b.Reason {
	case apply.FileExists:
		a.forExisting(b)
	case apply.FileNotFound:
		a.forMissing(ctx, b)
	case apply.Reason(workspace.AmbiguousRoot):
		for _, root := range b.Target.Candidates {
			name := filepath.ToSlash(filepath.Join(root, filepath.FromSlash(b.Target.Path)))
			a.rename(b, "Use the file in "+workspace.Visible(filepath.Base(root)), name)
		}
	}
	if !b.Ambiguous {
		return nil
	}
	for _, at := range b.Matches[:min(len(b.Matches), mostCandidates)] {
		edit, err := a.report.Plan.Single(ctx, index, at)
		if err != nil {
			return err
		}
		if edit != nil {
			a.add(action{
				title: fmt.Sprintf("Apply at line %d", at.Number()), edits: []*apply.FileEdit{edit},
				blocks: []int{index}, confirm: risk(b),
			})
		}
	}
	for _, at := range b.Matches[:min(len(b.Matches), mostCandidates)] {
		// A find text loses blank lines at its ends, so it cannot begin with one.
		above, err := a.report.Plan.Above(ctx, index, at, func(l string) bool { return !text.IsBlank(l) })
		if err != nil {
			return err
		}
		if above != nil {
			a.addOwn(fmt.Sprintf("Extend the anchor to mean line %d", at.Number()), []int{index}, b.Extend(a.text, above).Edits)
		}
	}
	return nil
}

// forExisting offers what can be done where the file to create is there; both want to
// be confirmed.
func (a *actions) forExisting(b *diagnostics.Block) {
	index := b.Outcome.Block.Index
	for _, x := range []struct {
		title, confirm string
		edit           *apply.FileEdit
	}{
		{"Overwrite ", "Overwrites all that stands in the file", a.report.Plan.Overwrite(index)},
		{"Append to ", "Appends to the file", a.report.Plan.Append(index)},
	} {
		if x.edit != nil {
			a.add(action{
				title: x.title + path.Base(b.Target.Path), edits: []*apply.FileEdit{x.edit}, blocks: []int{index}, confirm: x.confirm,
			})
		}
	}
}

// mostSimilar bounds the files that are suggested for one that is missing.
const mostSimilar = 3

// forMissing offers to write the name of a file that is there into the path line.
func (a *actions) forMissing(ctx context.Context, b *diagnostics.Block) {
	for _, name := range a.targets.View(ctx, a.origin).Similar(ctx, b.Outcome.Block.Path.Fallback, mostSimilar) {
		a.rename(b, "Did you mean "+workspace.Visible(name)+"?", name)
	}
}

// rename offers to write another name into the path line of a block.
func (a *actions) rename(b *diagnostics.Block, title, name string) {
	was := b.Outcome.Block.Path
	if was.Line == text.None {
		return
	}
	at := strings.LastIndex(a.text.Line(was.Line), was.Fallback)
	if at < 0 {
		return
	}
	start := a.text.Start(was.Line) + text.Offset(at)
	a.addOwn(title, []int{b.Outcome.Block.Index}, []text.Edit{
		{Start: start, End: start + text.Offset(len(was.Fallback)), New: name},
	})
}

// addOwn adds an action that rewrites the chat itself.
func (a *actions) addOwn(title string, blocks []int, edits []text.Edit) {
	kind := protocol.CodeActionKindQuickFix
	a.list = append(a.list, protocol.CodeAction{
		Title: title, Kind: &kind, Diagnostics: a.diagnosticsOf(blocks), Edit: a.chatEdit(edits),
	})
}

// mostCandidates bounds the places of an ambiguous match that are offered.
const mostCandidates = 10

// risk is why applying the block by itself is to be confirmed, or empty.
func risk(b *diagnostics.Block) string {
	switch {
	case b.Target.Protected:
		return "Protected file"
	case b.Held:
		return "A marker of an edit block would be written"
	}
	return ""
}

// revertRisk is why reverting a block is to be confirmed, or empty.
func revertRisk(b *diagnostics.Block, edit *apply.FileEdit) string {
	if edit.Delete {
		return "Deletes the file"
	}
	if b.Target.Protected {
		return "Protected file"
	}
	return ""
}

// forAll adds what can be done with all blocks.
func (a *actions) forAll() {
	files := a.report.Plan.Files
	var possible []*apply.FileEdit
	var blocks []int
	total := 0
	for _, f := range files {
		total += len(f.Blocks)
		if a.client.canWrite(f) {
			possible = append(possible, f)
			blocks = append(blocks, f.Blocks...)
		}
	}
	if len(blocks) > 0 {
		a.add(action{title: applyAllTitle(len(blocks), total, len(a.report.Plan.Document.Turns) > 0), edits: possible, blocks: blocks})
	}
	for _, f := range files {
		if len(f.Blocks) > 1 && a.concerns(f) {
			a.add(action{title: "Apply all edits to " + shortName(f, files), edits: []*apply.FileEdit{f}, blocks: f.Blocks})
		}
	}
}

// forRetry offers to put the prompt that asks for what failed at the end of the chat,
// where a person can read, change and send it.
func (a *actions) forRetry(ctx context.Context) error {
	var blocks []int
	for _, b := range a.met {
		if b.Live && (b.Status == apply.Failed || b.Status == apply.Skipped) {
			blocks = append(blocks, b.Outcome.Block.Index)
		}
	}
	if len(blocks) == 0 {
		return nil
	}
	s, err := a.retryPrompt(ctx, a.report.Failures())
	if err != nil || s == "" {
		return err
	}
	eol := a.text.DominantEnding()
	s = eol + strings.ReplaceAll(s, text.LF, eol)
	if !a.text.EndsWithNewline() {
		s = eol + s
	}
	a.addOwn("Insert retry prompt", blocks, []text.Edit{{Start: a.text.Len(), End: a.text.Len(), New: s}})
	return nil
}

// retryPrompt is the prompt that asks for what failed again.
func (n *snapshot) retryPrompt(ctx context.Context, failures []diagnostics.Failure) (string, error) {
	list := make([]prompt.Failure, len(failures))
	for i, f := range failures {
		list[i] = prompt.Failure(f)
	}
	return prompt.Retry(ctx, n.text, n.parseOptions(), list)
}

func applyAllTitle(n, total int, turns bool) string {
	where := "in this document"
	if turns {
		where = "of this turn"
	}
	switch {
	case n < total:
		return fmt.Sprintf("Apply %d of %d edits %s", n, total, where)
	case n == 1:
		return "Apply the one edit " + where
	default:
		return fmt.Sprintf("Apply all %d edits %s", n, where)
	}
}

// shortName is a file's own name, or its path where another of the files has that name.
func shortName(f *apply.FileEdit, among []*apply.FileEdit) string {
	name := path.Base(f.Target.Path)
	for _, other := range among {
		if other != f && path.Base(other.Target.Path) == name {
			return f.Target.Path
		}
	}
	return name
}

// concerns tells whether a block that the request is about changes the file.
func (a *actions) concerns(f *apply.FileEdit) bool {
	for _, b := range a.met {
		if b.Target.Key == f.Target.Key {
			return true
		}
	}
	return false
}

// action is a code action before it is worded for the client.
type action struct {
	title string
	edits []*apply.FileEdit
	// blocks are the indexes of the blocks that it applies.
	blocks    []int
	preferred bool
	// confirm is why the client shall ask before it applies the edit, or empty.
	confirm string
}

func (a *actions) add(x action) {
	kind := protocol.CodeActionKindQuickFix
	c := protocol.CodeAction{Title: x.title, Kind: &kind, Diagnostics: a.diagnosticsOf(x.blocks)}
	for _, f := range x.edits {
		if !a.client.canWrite(f) {
			if a.client.disabledActions() {
				c.Disabled = &protocol.CodeActionDisabled{Reason: a.client.cannotWrite(f)}
				a.list = append(a.list, c)
			}
			return
		}
	}
	c.Edit = a.workspaceEdit(x.edits, x.confirm)
	if x.preferred && a.client.preferredActions() {
		c.IsPreferred = &x.preferred
	}
	a.list = append(a.list, c)
}

// diagnosticsOf are those of the request's own diagnostics that the blocks have.
func (a *actions) diagnosticsOf(blocks []int) []protocol.Diagnostic {
	var list []protocol.Diagnostic
	for _, d := range a.params.Context.Diagnostics {
		if d.Source != source {
			continue
		}
		line := text.Line(d.Range.Start.Line)
		for _, i := range blocks {
			if from, to := extent(&a.report.Blocks[i]); from <= line && line <= to {
				list = append(list, d)
				break
			}
		}
	}
	return list
}
