package lsp

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/repair"
)

// applying adds the edits of files to an action, or the reason why the client can't apply them.
func (a *actions) applying(x action, files ...*apply.FileEdit) (action, string, error) {
	for _, f := range files {
		if len(files) == 1 || x.reverts { // in others, what deletes or renames a file is confirmed by itself
			x.confirm = confirmationOf(f, x.confirm)
		}
	}
	x.files, x.edit = files, later(func() *protocol.WorkspaceEdit { return a.workspaceEdit(files, x.confirm) })
	for _, f := range files {
		if !a.client.canWrite(f) {
			return x, a.client.cannotWrite(f), nil
		}
	}
	return x, "", nil
}

// applyingOne is applying for an edit that may not be possible, for a reason.
func (a *actions) applyingOne(x action, edit *apply.FileEdit, reason string, err error) (action, string, error) {
	if edit == nil {
		return action{}, reason, err
	}
	return a.applying(x, edit)
}

// rewritten returns the action that repairs the chat.
func (a *actions) rewritten(r *repair.Repair, reason string, err error) (action, string, error) {
	switch {
	case r == nil:
		return action{}, reason, err
	case a.readOnly:
		return action{}, chatIsReadOnly, nil
	}
	if at := a.client.shifts(a.text, func() []text.Edit { return r.Edits }); at != text.None {
		return action{title: r.Title}, fmt.Sprintf("line %d has a carriage return without a line feed, which this editor takes for a line ending: change the chat by hand", at.Number()), nil
	}
	return action{title: r.Title, edit: later(func() *protocol.WorkspaceEdit { return a.chatEdit(r.Edits) })}, "", nil
}

const chatIsReadOnly = "the chat can't be changed in this editor"

// later defers making an edit until it is requested.
func later(edit func() *protocol.WorkspaceEdit) func(context.Context) (*protocol.WorkspaceEdit, error) {
	return func(context.Context) (*protocol.WorkspaceEdit, error) { return edit(), nil }
}

func (a *actions) applyBlock(ctx context.Context, index int, _ string) (action, string, error) {
	b := &a.report.Blocks[index]
	if b.Status != apply.Validated && !b.FitsAlone() || b.NoChange {
		return action{}, cmp.Or(b.Headline, "the block changes nothing"), nil
	}
	if hasPlaces(b) {
		return action{}, "the block has several matches: choose a place", nil
	}
	title := "Apply edit"
	switch operation := b.Block.Operation; {
	case operation == parse.Delete:
		title = "Delete " + text.Escape(b.Target.Path)
	case operation == parse.Rename:
		title = "Rename " + text.Escape(b.Target.Path) + " to " + text.Escape(b.NewTarget.Path)
	case b.FitsAlone():
		title = "Apply this edit alone"
	case !b.Live:
		title = "Apply anyway"
	}
	x := action{title: a.careful(title, b), confirm: writingMarker(b)}
	if b.Ambiguous {
		x.confirm = cmp.Or(x.confirm, "Several matches on one line")
	}
	x.preferred = b.Live && !b.FitsAlone() && !b.Ambiguous && !b.NeedsConfirmation && !b.InsideLine && !slices.ContainsFunc(b.Warnings, doubtsNewText)
	edit, reason, err := a.report.Plan.Single(ctx, index, text.None)
	if edit == nil {
		return x, reason, err
	}
	return a.applying(x, edit)
}

// applyAnyway applies a block that only adds lines which the file already has, since it may need them
// twice. It isn't part of applyBlock: running the apply command twice must not add them twice.
func (a *actions) applyAnyway(ctx context.Context, index int, _ string) (action, string, error) {
	b := &a.report.Blocks[index]
	if b.Status != apply.AlreadyApplied || b.Outcome.Applied != nil || b.MatchCount != 1 || b.InsideLine {
		return action{}, b.Headline, nil
	}
	edit, reason, err := a.report.Plan.Single(ctx, index, b.Matches[0])
	return a.applyingOne(action{title: a.careful("Apply anyway", b), confirm: writingMarker(b)}, edit, reason, err)
}

func doubtsNewText(f diagnostics.Finding) bool {
	switch f.Code {
	case codes.HiddenUnicode, codes.MarkerInContent, codes.Placeholder:
		return true
	}
	return false
}

// careful adds a warning to a title if the editor doesn't ask before it applies the edit.
func (n *snapshot) careful(title string, b *diagnostics.Block) string {
	switch {
	case n.client.asks():
	case b.Protected() != nil && b.Block.Operation == parse.Rename:
		return title + " (protected)"
	case b.Target.Protected:
		return fmt.Sprintf("%s to %s (protected)", title, text.Escape(b.Target.Path))
	case b.Block.Operation == parse.Delete, b.Block.Operation == parse.Rename:
	case writingMarker(b) != "":
		return title + " (writes a marker line)"
	}
	return title
}

func (a *actions) revertBlock(ctx context.Context, index int, _ string) (action, string, error) {
	b := &a.report.Blocks[index]
	edit, reason, err := a.report.Plan.Revert(ctx, index)
	switch {
	case b.Status != apply.AlreadyApplied:
		return action{}, reason, err
	case edit == nil && a.client.ledger.IsUnsaved(b.Target):
		return action{title: "Revert this edit"}, saveFirst(b.Target), nil
	case edit == nil:
		return action{title: "Revert this edit"}, reason, err
	}
	x := action{title: a.careful(revertTitle("Revert this edit", edit), b), reverts: true}
	return a.applying(x, edit)
}

func (a *actions) goToApplied(_ context.Context, index int, _ string) (action, string, error) {
	b := &a.report.Blocks[index]
	if b.Word() != diagnostics.Applied || b.Target.File == nil || !a.client.Window.ShowDocument.Support {
		return action{}, "", nil
	}
	title := "Go to " + text.Escape(a.placeName(b))
	return action{title: title, command: newCommand(title, commandShow, a.argument(b))}, "", nil
}

// revertTitle adds what reverting does to the file.
func revertTitle(title string, edit *apply.FileEdit) string {
	name := func(t *workspace.Target) string { return text.Escape(path.Base(t.Path)) }
	switch {
	case edit.Delete:
		return title + ": delete " + name(&edit.Target)
	case edit.Create:
		return title + ": create " + name(&edit.Target)
	case edit.NewTarget != nil:
		return title + ": rename the file to " + name(edit.NewTarget)
	}
	return title
}

// fixBlock changes a failed block's old lines to the closest ones in the file.
func (a *actions) fixBlock(ctx context.Context, index int, _ string) (action, string, error) {
	return a.rewritten(a.repairs.Fix(ctx, index))
}

// applyNearest applies a failed block to the closest lines in the file.
func (a *actions) applyNearest(ctx context.Context, index int, _ string) (action, string, error) {
	fixed, reason, err := a.repairs.Fix(ctx, index)
	if fixed == nil {
		return action{}, reason, err
	}
	b := &a.report.Blocks[index]
	how := fmt.Sprintf("%d%%", b.Nearest.Percent())
	switch b.Cause {
	case diagnostics.Whitespace:
		how = "only whitespace differs"
	case diagnostics.Near:
	default:
		how = b.CauseInWords()
	}
	title := fmt.Sprintf("Apply at nearest match, %s (%s)", lineIn(b, b.Nearest.First), how)
	x := action{title: a.careful(title, b), confirm: cmp.Or(writingMarker(b), "Not an exact match: "+how)}
	if fixed.Plan == nil {
		return x, "", nil // not tried yet
	}
	edit, reason, err := fixed.Plan.Single(ctx, index, text.None)
	return a.applyingOne(x, edit, reason, err)
}

func (a *actions) overwriteFile(_ context.Context, index int, _ string) (action, string, error) {
	edit, reason, err := a.report.Plan.Overwrite(index)
	return a.onExisting(index, action{title: "Overwrite ", confirm: "Overwrites the whole file"}, edit, reason, err)
}

func (a *actions) appendToFile(_ context.Context, index int, _ string) (action, string, error) {
	edit, reason, err := a.report.Plan.Append(index)
	return a.onExisting(index, action{title: "Append to ", confirm: "Appends to the file"}, edit, reason, err)
}

// onExisting completes an action for a create block whose file already exists.
func (a *actions) onExisting(index int, x action, edit *apply.FileEdit, reason string, err error) (action, string, error) {
	t := a.report.Blocks[index].Target
	x.title += text.Escape(path.Base(t.Path))
	if t.Protected && !a.client.asks() {
		x.title += " (protected)"
	}
	return a.applyingOne(x, edit, reason, err)
}

// otherPaths returns what an unresolved path may mean: files or folders.
func (a *actions) otherPaths(_ context.Context, index int) []string {
	switch b := &a.report.Blocks[index]; b.Reason {
	case codes.FileNotFound:
		return b.Candidates
	case codes.AmbiguousRoot:
		return b.Target.Candidates
	}
	return nil
}

func (a *actions) renamePath(ctx context.Context, index int, place string) (action, string, error) {
	b := &a.report.Blocks[index]
	title := didYouMean(place)
	if b.Reason == codes.AmbiguousRoot {
		title = "Use the file in "
		if b.Block.Operation == parse.Create {
			title = "Create the file in "
		}
		title += text.Escape(a.folderName(place, b.Target.Candidates))
		place = filepath.ToSlash(filepath.Join(place, filepath.FromSlash(b.Target.Path)))
	}
	x, reason, err := a.rewritten(a.repairs.Rename(ctx, index, title, place))
	x.preferred = repair.MeansOne(b)
	return x, reason, err
}

// wrongPaths offers to fix all paths on a block with one of several that can be fixed.
func (a *actions) wrongPaths(context.Context, int) []string {
	meansOne := func(i int) bool { return repair.MeansOne(&a.report.Blocks[i]) }
	if a.fixablePaths() < 2 || !slices.ContainsFunc(a.met[aBlock], meansOne) {
		return nil
	}
	return []string{""}
}

func (a *actions) fixablePaths() (n int) {
	for i := range a.report.Blocks {
		if repair.MeansOne(&a.report.Blocks[i]) {
			n++
		}
	}
	return n
}

func (a *actions) fixPaths(ctx context.Context, _ int, _ string) (action, string, error) {
	return a.rewritten(a.repairs.FixPaths(ctx))
}

func didYouMean(place string) string { return "Did you mean " + text.Escape(place) + "?" }

const maxMatches = 10

func (a *actions) matches(_ context.Context, index int) []string {
	b := &a.report.Blocks[index]
	if !hasPlaces(b) {
		return nil
	}
	var lines []string
	for _, at := range b.Matches[:min(len(b.Matches), maxMatches)] {
		lines = append(lines, strconv.Itoa(int(at)))
	}
	return lines
}

// hasPlaces reports whether the user must choose one of several lines.
func hasPlaces(b *diagnostics.Block) bool { return b.Ambiguous && len(b.Matches) > 1 }

// match parses a place and reports whether it is one of the block's matches.
func (a *actions) match(index int, place string) (at text.Line, ok bool) {
	b := &a.report.Blocks[index]
	n, err := strconv.Atoi(place)
	return text.Line(n), err == nil && b.Ambiguous && slices.Contains(b.Matches, text.Line(n))
}

const noSuchMatch = "the block doesn't match there"

func (a *actions) applyAt(ctx context.Context, index int, place string) (action, string, error) {
	at, ok := a.match(index, place)
	if !ok {
		return action{}, noSuchMatch, nil
	}
	b := &a.report.Blocks[index]
	edit, reason, err := a.report.Plan.Single(ctx, index, at)
	return a.applyingOne(action{title: a.careful("Apply at "+lineIn(b, at), b), confirm: writingMarker(b)}, edit, reason, err)
}

func (a *actions) extendAnchor(ctx context.Context, index int, place string) (action, string, error) {
	at, ok := a.match(index, place)
	if !ok {
		return action{}, noSuchMatch, nil
	}
	x, reason, err := a.rewritten(a.repairs.Extend(ctx, index, at))
	if x.title != "" {
		x.title = "Extend the anchor to mean " + lineIn(&a.report.Blocks[index], at)
	}
	return x, reason, err
}

func (a *actions) mergeBlocks(ctx context.Context, index int, _ string) (action, string, error) {
	x, reason, err := a.rewritten(a.repairs.Merge(ctx, index, parse.Forms()))
	if x.title != "" {
		x.blocks = []int{a.report.Blocks[index].MergesWith, index}
	}
	return x, reason, err
}

// addToContext adds a file to the context and opens it so the user can show it to the model.
func (a *actions) addToContext(ctx context.Context, index int, _ string) (action, string, error) {
	b := &a.report.Blocks[index]
	if b.Reason != codes.NotInContext {
		return action{}, "the block isn't missing from the context", nil
	}
	x, reason, err := a.rewritten(a.repairs.AddToContext(ctx, b.Target.Path))
	if x.title != "" && a.client.Window.ShowDocument.Support && b.Target.Exists {
		x.command = newCommand("Show the file", commandShow, a.argument(b))
	}
	return x, reason, err
}

func (a *actions) otherForms(context.Context, int) []string {
	var names []string
	for _, f := range parse.Forms() {
		names = append(names, f.Name)
	}
	return names
}

func (a *actions) convertBlock(ctx context.Context, index int, place string) (action, string, error) {
	for _, f := range parse.Forms() {
		if f.Name == place {
			return a.rewritten(a.repairs.Convert(ctx, index, f))
		}
	}
	return action{}, "unknown dialect " + place, nil
}

// splitBlock rewrites a large block as one for each of its changes.
func (a *actions) splitBlock(ctx context.Context, index int, _ string) (action, string, error) {
	return a.rewritten(a.repairs.SplitBlock(ctx, index))
}

// filesOfBlocks returns the files of the recorded blocks that several blocks change.
func (a *actions) filesOfBlocks(context.Context, int) []string {
	var files []string
	for _, f := range a.report.Plan.Files {
		changes := func(i int) bool { return a.report.Blocks[i].Target.Key == f.Target.Key }
		if len(f.Blocks) > 1 && slices.ContainsFunc(a.met[aBlock], changes) {
			files = append(files, f.Target.Abs)
		}
	}
	return files
}

// applyFile applies all edits of a file. A relative path may name files in several folders.
func (a *actions) applyFile(_ context.Context, _ int, place string) (action, string, error) {
	x := action{}
	var files []*apply.FileEdit
	for _, f := range a.report.Plan.Files {
		if f.Target.Abs == place || f.Target.Path == place {
			x.title = "Apply all edits to " + shortName(f, a.report.Plan.Files)
			x.blocks = append(x.blocks, f.Blocks...)
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		return action{}, nothingToApply, nil
	}
	return a.applying(x, files...)
}

// shortName returns a file's base name, or its path if another file has the same base name.
func shortName(f *apply.FileEdit, among []*apply.FileEdit) string {
	name := path.Base(f.Target.Path)
	for _, other := range among {
		if other != f && path.Base(other.Target.Path) == name {
			return text.Escape(f.Target.Path)
		}
	}
	return text.Escape(name)
}
