package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/ledger"
	"github.com/edit-lsp/edit-lsp/internal/settings"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

type undoFlags struct {
	checkFlags
	list, dryRun, partial bool
}

func newUndo() *cobra.Command {
	var f undoFlags
	cmd := &cobra.Command{
		Use:   "undo [N]",
		Short: "Revert what apply, or an editor, wrote last",
		Long: "Revert what apply, or an editor, wrote last, or the run with number N in the list. Files that were created are\n" +
			"deleted; those that were deleted or renamed come back. If a file was changed since, nothing is written.",
		Example: `  edit-lsp undo               revert the last run
  edit-lsp undo --list        list the runs
  edit-lsp undo 2             revert the one before`,
		Args: arguments(0, 1, "undo takes one number, of a run in undo --list"),
		RunE: f.run,
	}
	registerRoot(cmd, &f.root, nil)
	cmd.Flags().BoolVar(&f.list, "list", false, "print the runs that can be reverted, the last one first")
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "write nothing")
	cmd.Flags().BoolVar(&f.partial, "partial", false, "revert the other files if some were changed since")
	f.settings = func(*settings.Config) error { return nil }
	return cmd
}

func (f *undoFlags) run(cmd *cobra.Command, args []string) error {
	n := 0
	if len(args) > 0 {
		var err error
		if n, err = strconv.Atoi(args[0]); err != nil || n < 1 {
			return fmt.Errorf("invalid run %q: want a number from undo --list", args[0])
		}
	}
	ws, _, err := f.configure(cmd)
	if err != nil {
		return err
	}
	defer ws.Release()
	if f.journal == nil {
		return errors.New("there is no journal to undo from: it is turned off, by the setting journal or by EDIT_LSP_JOURNAL, " +
			"or there is no folder for it; use your version control")
	}
	lines, _, err := f.journal.Read(workspace.Mark{})
	if err != nil {
		return fmt.Errorf("the journal can't be read: %w", err)
	}
	runs := ledger.Runs(ledger.Decode(lines, func(string) bool { return true }, time.Now()))
	switch {
	case len(runs) == 0:
		warn(cmd.ErrOrStderr(), "nothing to undo: no run is known in %s; --root names another folder", f.journal.root)
		return status(exitFindings)
	case f.list:
		return f.printRuns(cmd.OutOrStdout(), runs)
	case n > len(runs):
		return fmt.Errorf("there is no run %d; undo --list has %s", n, text.Count(len(runs), "run"))
	}
	if n > 0 {
		runs = runs[n-1 : n]
	}
	for i := range runs {
		edits, kept := apply.Reverse(cmd.Context(), ws.View(cmd.Context(), workspace.Origin{}), runs[i].Steps(f.journal.root))
		switch {
		case cmd.Context().Err() != nil:
			return cmd.Context().Err()
		case len(edits)+len(kept) > 0:
			return f.undo(cmd, ws, runs[i], edits, kept)
		}
	}
	warn(cmd.ErrOrStderr(), "nothing to undo: the files are as they were before")
	return status(exitFindings)
}

// printRuns prints a line for each run, with at most so many of its files.
func (f *undoFlags) printRuns(out io.Writer, runs []ledger.Run) error {
	const maxFiles = 5
	var t table
	for i := range runs {
		r := &runs[i]
		files := r.Files()
		more := ""
		if len(files) > maxFiles {
			more = fmt.Sprintf(" and %d more", len(files)-maxFiles)
			files = files[:maxFiles]
		}
		t.texts(strconv.Itoa(i+1), r.Time.Local().Format(time.DateTime), show(f.chatName(r.Chat)), show(strings.Join(files, ", "))+more)
	}
	return t.write(out, widthOf(out))
}

// chatName returns a chat's path, relative to the root if it is there.
func (f *undoFlags) chatName(chat string) string {
	if rel, err := filepath.Rel(f.journal.root, chat); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return chat
}

// undo makes the edits that revert a run, as one step, unless files have to stay.
func (f *undoFlags) undo(cmd *cobra.Command, ws *workspace.Workspace, run ledger.Run, edits []*apply.FileEdit, kept []apply.Kept) error {
	ctx, stderr := cmd.Context(), cmd.ErrOrStderr()
	for _, k := range kept {
		warn(stderr, "not reverted: %s: %v", k.Path, k.Err)
	}
	if len(kept) > 0 && !f.partial {
		warn(stderr, "nothing was written; --partial reverts the other files")
		return status(exitFindings)
	}
	if !f.dryRun {
		written := apply.Write(ctx, ws, edits)
		if !printWritten(stderr, written) {
			_, left := takeBack(ctx, ws, written)
			printStaying(stderr, left)
			return status(exitTrouble)
		}
		f.journal.keepUndo(run.Chat, run.ID, written)
	}
	for _, e := range edits {
		fmt.Fprintln(cmd.OutOrStdout(), reverted(e, !f.dryRun))
	}
	if len(kept) > 0 {
		return status(exitFindings)
	}
	return nil
}

// printStaying prints which files couldn't be reverted after a failure.
func printStaying(stderr io.Writer, kept []apply.Kept) {
	for _, k := range kept {
		warn(stderr, "left as written: %s: %v", k.Path, k.Err)
	}
	if len(kept) == 0 {
		warn(stderr, "nothing was changed")
	}
}

// reverted says what an edit did that reverts another, or would do.
func reverted(e *apply.FileEdit, did bool) string {
	word := func(past, would string) string {
		if did {
			return past
		}
		return "Would " + would
	}
	path := show(e.Target.Path)
	switch {
	case e.Create:
		return word("Restored ", "restore ") + path
	case e.Delete:
		return word("Deleted ", "delete ") + path
	case e.NewTarget != nil:
		return word("Renamed ", "rename ") + path + " to " + show(e.NewTarget.Path)
	}
	return word("Reverted ", "revert ") + path
}

// takeBack restores files that were written, also if the run was interrupted. It returns those that have to stay.
func takeBack(ctx context.Context, ws *workspace.Workspace, written []apply.Written) (undone []apply.Written, kept []apply.Kept) {
	ctx = context.WithoutCancel(ctx)
	var steps []apply.Step
	for _, w := range written {
		if w.Err == nil {
			steps = append(steps, w.File.Step())
		}
	}
	edits, kept := apply.Reverse(ctx, ws.View(ctx, workspace.Origin{}), steps)
	for _, w := range apply.Write(ctx, ws, edits) {
		if w.Err != nil {
			kept = append(kept, apply.Kept{Path: w.File.Target.Path, Err: w.Err})
			continue
		}
		undone = append(undone, w)
	}
	return undone, kept
}
