package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

type applyFlags struct {
	checkFlags
	format             string
	dryRun, stage, yes bool
	only               []string
}

func newApply() *cobra.Command {
	var f applyFlags
	cmd := &cobra.Command{
		Use:   "apply FILE…",
		Short: "Write the edits that apply",
		Long: "Write the edits that apply. Files are written one by one: if one fails, the others are still written.\n" +
			"Protected files, deleted and renamed files, blocks whose new lines contain a marker, and whole files that\n" +
			"replace others need --yes.",
		Args: chats,
		RunE: f.run,
	}
	f.register(cmd)
	registerFormat(cmd, &f.format)
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "write nothing")
	cmd.Flags().BoolVar(&f.stage, "stage", false, "run git add on the files that changed")
	cmd.Flags().BoolVar(&f.yes, "yes", false, "also write protected files and new lines that contain a marker, delete and rename files, and replace whole files")
	cmd.Flags().StringSliceVar(&f.only, "only", nil, "write only the blocks with these `numbers`, as shown by list")
	return cmd
}

func (f *applyFlags) run(cmd *cobra.Command, names []string) error {
	write, err := outputFor(f.format)
	if err != nil {
		return err
	}
	ws, o, err := f.open(cmd)
	if err != nil {
		return err
	}
	defer ws.Release()
	if o.Only, err = f.onlySet(cmd, names); err != nil {
		return err
	}
	o.Confirmed, o.Writes = f.yes, true
	var written []apply.Written
	if !f.dryRun {
		written = []apply.Written{}
	}
	// A later document sees what an earlier one wrote.
	r, err := f.check(cmd, ws, o, names, func(d document) error {
		if err := checkOnly(d.report, o.Only); err != nil {
			return err
		}
		if f.dryRun {
			pretend(ws, d.report.Plan)
			return nil
		}
		files := d.report.Plan.Write(cmd.Context(), ws)
		d.report.MarkApplied(files)
		written = append(written, files...)
		return nil
	})
	if err != nil {
		return err
	}
	r.written = written
	if err := write(cmd.OutOrStdout(), r); err != nil {
		return err
	}
	stderr := cmd.ErrOrStderr()
	r.ok = printWritten(stderr, written) && r.ok
	f.printUnconfirmed(stderr, r.docs, o.Only)
	refused := printRefused(stderr, r.docs, o.Only)
	printLeftovers(stderr, ws, r.docs)
	if f.stage && len(written) > 0 {
		if err := stage(cmd, f.root, written); err != nil {
			return err
		}
	}
	r.docs = selected(r.docs, o.Only)
	if err := exitStatus(r); err != nil || !refused {
		return err
	}
	return status(exitFindings)
}

// selected keeps only the blocks selected by --only, for the exit status.
func selected(docs []document, only map[int]bool) []document {
	if only == nil {
		return docs
	}
	var left []document
	for _, d := range docs {
		part := &diagnostics.Report{}
		for i, b := range d.report.Blocks {
			if only[i] {
				part.Blocks = append(part.Blocks, b)
			}
		}
		left = append(left, document{report: part})
	}
	return left
}

func (f *applyFlags) onlySet(cmd *cobra.Command, names []string) (map[int]bool, error) {
	if !cmd.Flags().Changed("only") {
		return nil, nil
	}
	if len(names) > 1 {
		return nil, errors.New("--only works on one document")
	}
	if len(f.only) == 0 {
		return nil, errors.New("--only names no block: want block numbers, such as 1,3")
	}
	set := map[int]bool{}
	for _, only := range f.only {
		n, err := strconv.Atoi(strings.TrimSpace(only))
		if err != nil {
			return nil, fmt.Errorf("invalid --only %q: want block numbers, such as 1,3", only)
		}
		set[n-1] = true
	}
	return set, nil
}

// checkOnly rejects numbers without a block.
func checkOnly(r *diagnostics.Report, only map[int]bool) error {
	n := len(r.Blocks) + len(r.Proposals)
	for i := range only {
		if i < 0 || i >= n {
			return fmt.Errorf("--only: no block %d; the document has %d", i+1, n)
		}
	}
	return nil
}

// printWritten prints which files weren't written and which attributes of the others changed. It
// returns false if a file wasn't written.
func printWritten(stderr io.Writer, written []apply.Written) bool {
	ok, interrupted := true, 0
	for _, w := range written {
		switch {
		case errors.Is(w.Err, context.Canceled):
			interrupted++
		case w.Err != nil:
			warn(stderr, "not written: %v", w.Err)
			ok = false
		}
		for _, changed := range w.Changed {
			warn(stderr, "%s: %s", w.File.Target.Path, changed)
		}
	}
	if interrupted > 0 {
		warn(stderr, "interrupted; %s not written", text.Count(interrupted, "file"))
	}
	return ok && interrupted == 0
}

// printLeftovers prints the temporary files next to the targets, left by killed runs.
func printLeftovers(stderr io.Writer, ws *workspace.Workspace, docs []document) {
	var targets []*workspace.Target
	for _, d := range docs {
		for i := range d.report.Blocks {
			targets = append(targets, d.report.Blocks[i].Target)
		}
		for _, p := range d.report.Proposals {
			targets = append(targets, p.Target)
		}
	}
	for _, path := range ws.Leftovers(targets) {
		warn(stderr, "temporary file of a killed run, safe to delete: %s", path)
	}
}

// printUnconfirmed prints what only --yes writes.
func (f *applyFlags) printUnconfirmed(stderr io.Writer, docs []document, only map[int]bool) {
	if f.yes || f.dryRun {
		return
	}
	for _, d := range docs {
		for i := range d.report.Blocks {
			b := &d.report.Blocks[i]
			if b.NeedsConfirmation && b.Live && b.Status == apply.Validated {
				warn(stderr, "not written without --yes: block %d, %s", i+1, b.Target.Path)
			}
		}
		for _, p := range d.report.Proposals {
			if p.NeedsConfirmation && p.Edit != nil && (only == nil || only[p.Index]) {
				warn(stderr, "not written without --yes: whole file %d, %s", p.Index+1, p.Target.Path)
			}
		}
	}
}

// printRefused prints which whole files can't be written, and reports whether there are any.
func printRefused(stderr io.Writer, docs []document, only map[int]bool) bool {
	refused := false
	for _, d := range docs {
		for _, p := range d.report.Proposals {
			if p.IsRefused() && (only == nil || only[p.Index]) {
				warn(stderr, "not written: whole file %d, %s: %s", p.Index+1, p.Target.Path, p.Code)
				refused = true
			}
		}
	}
	return refused
}

func stage(cmd *cobra.Command, root string, written []apply.Written) error {
	args := []string{"-C", root, "add", "--"}
	for _, w := range written {
		if w.Err == nil {
			// The path must match literally.
			args = append(args, ":(literal)"+w.File.Target.Path)
			if to := w.File.NewTarget; to != nil {
				args = append(args, ":(literal)"+to.Path)
			}
		}
	}
	git := exec.CommandContext(cmd.Context(), "git", args...)
	if out, err := git.CombinedOutput(); err != nil {
		return fmt.Errorf("--stage: git add: %w: %s", err, text.Escape(strings.TrimSpace(string(out))))
	}
	return nil
}
