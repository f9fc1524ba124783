package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// forBlocks adds what can be done with each block that is met.
func (a *actions) forBlocks(ctx context.Context) error {
	for _, b := range a.met() {
		for _, step := range []func(context.Context, *diagnostics.Block) error{
			a.forWhole, a.forMending, a.forPath, a.forPlaces, a.forMerging, a.forContext,
		} {
			if err := step(ctx, b); err != nil {
				return err
			}
		}
	}
	return nil
}

// forWhole applies a block as it is, or takes it back.
func (a *actions) forWhole(ctx context.Context, b *diagnostics.Block) error {
	index := b.Outcome.Block.Index
	switch {
	case b.Status == apply.Validated && !b.NoChange:
		edit, _, err := a.report.Plan.Single(ctx, index, text.None)
		if err != nil || edit == nil {
			return err
		}
		a.alone = append(a.alone, index)
		preferred := !b.Ambiguous && !b.NeedsConfirmation && !b.InsideLine && !slices.ContainsFunc(b.Warnings, doubtsNewText)
		a.applies(action{title: a.careful("Apply edit", b), blocks: []int{index}, preferred: preferred}, []*apply.FileEdit{edit}, risk(b))
	case b.Status == apply.AlreadyApplied:
		edit, _, err := a.report.Plan.Revert(ctx, index)
		if err != nil || edit == nil {
			return err
		}
		title := a.careful(revertTitle("Revert this edit", b, edit), b)
		a.applies(action{title: title, blocks: []int{index}}, []*apply.FileEdit{edit}, revertRisk(b, edit))
	}
	return nil
}

// revertTitle says of a file that goes which one that is.
func revertTitle(title string, b *diagnostics.Block, edit *apply.FileEdit) string {
	if edit.Delete {
		return title + ": delete " + workspace.Visible(path.Base(b.Target.Path))
	}
	return title
}

// doubtsNewText tells whether a finding says that the new lines may not be what they
// seem.
func doubtsNewText(f diagnostics.Finding) bool {
	switch f.Code {
	case codes.HiddenUnicode, codes.MarkerInContent, codes.Placeholder:
		return true
	}
	return false
}

// careful adds to a title what the person should know, where the editor does not ask
// before it applies the edit.
func (n *snapshot) careful(title string, b *diagnostics.Block) string {
	switch {
	case n.client.asks():
	case b.Target.Protected:
		return fmt.Sprintf("%s to %s (protected)", title, workspace.Visible(b.Target.Path))
	case b.NeedsConfirmation:
		return title + " (writes a marker line)"
	}
	return title
}

// risk is why applying the block by itself is to be confirmed, or empty.
func risk(b *diagnostics.Block) string {
	switch {
	case b.Target.Protected:
		return "Protected file"
	case b.NeedsConfirmation:
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

// forMending makes a failed block name the lines that stand in the file, or applies it
// as if it did.
func (a *actions) forMending(ctx context.Context, b *diagnostics.Block) error {
	index := b.Outcome.Block.Index
	repair, _, err := a.repairs.Mend(ctx, index)
	if err != nil || repair == nil {
		return err
	}
	a.rewrites(repair.Title, []int{index}, repair.Edits)
	edit, _, err := repair.Plan.Single(ctx, index, text.None)
	if err != nil || edit == nil {
		return err
	}
	how := fmt.Sprintf("%d %%", b.Nearest.Percent())
	switch b.Cause {
	case diagnostics.Whitespace:
		how = "only blanks differ"
	case diagnostics.LetterCase:
		how = "only letter case differs"
	}
	title := fmt.Sprintf("Apply at nearest match, line %d (%s)", b.Nearest.First.Number(), how)
	confirm := risk(b)
	if confirm == "" {
		confirm = "Not an exact match: " + how
	}
	a.applies(action{title: a.careful(title, b), blocks: []int{index}}, []*apply.FileEdit{edit}, confirm)
	return nil
}

// mostCandidates bounds the places of an ambiguous match that are offered.
const mostCandidates = 10

// forPlaces offers the places of a block that stands in several: to apply it there, or
// to rewrite it so that it means that place.
func (a *actions) forPlaces(ctx context.Context, b *diagnostics.Block) error {
	if !b.Ambiguous {
		return nil
	}
	index := b.Outcome.Block.Index
	places := b.Matches[:min(len(b.Matches), mostCandidates)]
	for _, at := range places {
		edit, _, err := a.report.Plan.Single(ctx, index, at)
		if err != nil {
			return err
		}
		if edit != nil {
			title := a.careful(fmt.Sprintf("Apply at line %d", at.Number()), b)
			a.applies(action{title: title, blocks: []int{index}}, []*apply.FileEdit{edit}, risk(b))
		}
	}
	for _, at := range places {
		repair, _, err := a.repairs.Extend(ctx, index, at)
		if err != nil {
			return err
		}
		if repair != nil {
			a.rewrites(repair.Title, []int{index}, repair.Edits)
		}
	}
	return nil
}

// forMerging makes one block of two that belong together.
func (a *actions) forMerging(ctx context.Context, b *diagnostics.Block) error {
	index := b.Outcome.Block.Index
	repair, _, err := a.repairs.Merge(ctx, index, parse.Forms())
	if err != nil || repair == nil {
		return err
	}
	a.rewrites(repair.Title, []int{index}, repair.Edits)
	return nil
}

// forContext adds a file to the context, and opens it, so that the person can show it to
// the model.
func (a *actions) forContext(ctx context.Context, b *diagnostics.Block) error {
	if b.Reason != codes.NotInContext {
		return nil
	}
	index := b.Outcome.Block.Index
	repair, _, err := a.repairs.AddToContext(ctx, b.Target.Path)
	if err != nil || repair == nil {
		return err
	}
	x := action{title: repair.Title, blocks: []int{index}, edit: a.chatEdit(repair.Edits)}
	if a.client.showDocument() && b.Target.Exists {
		argument, err := json.Marshal(commandArgument{URI: a.document.uri, Block: &index})
		if err != nil {
			return err
		}
		x.command = &protocol.Command{Title: "Show the file", Command: commandShow, Arguments: []json.RawMessage{argument}}
	}
	a.add(x)
	return nil
}
