package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

type applyFlags struct {
	checkFlags
	printed            outputFlags
	dryRun, stage, yes bool
	patch, fix, atomic bool
	only               []string
	verify             string
}

func newApply() *cobra.Command {
	var f applyFlags
	cmd := &cobra.Command{
		Use:   "apply FILE…",
		Short: "Write the edits that apply",
		Long: "Write the edits that apply. Files are written one by one: if one fails, the others are still written.\n" +
			"With --atomic, all blocks are written or none. With --verify, they are reverted if your command fails.\n" +
			"Blocks with several matches, protected files, deleted and renamed files, blocks whose new lines contain a\n" +
			"marker, and code blocks that change existing files need --yes. So do the paths that --fix corrects.\n\n" + fixHelp,
		Example: `  edit-lsp apply chat.md                  write what applies
  pbpaste | edit-lsp apply -              the same for an answer from the clipboard
  edit-lsp apply --patch chat.md          ask for each block
  edit-lsp apply --only 1-3,7 chat.md     write only these blocks, as numbered by list
  edit-lsp apply --atomic chat.md         write all blocks or none
  edit-lsp apply --verify 'make check' chat.md
                                          run the tests, and revert the edits if they fail
  edit-lsp apply chat.md && git commit    commit only if nothing is left out`,
		Args: chats,
		RunE: f.run,
	}
	f.register(cmd)
	f.printed.register(cmd)
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "write nothing")
	cmd.Flags().BoolVar(&f.stage, "stage", false, "run git add on the files that changed")
	cmd.Flags().BoolVar(&f.yes, "yes", false, "also write blocks with several matches at the first one, protected files and new lines that contain a marker, delete and rename files, and change files by code blocks")
	cmd.Flags().BoolVarP(&f.patch, "patch", "p", false, "show each block's diff and ask on the terminal whether to write it")
	cmd.Flags().BoolVar(&f.fix, "fix", false, "first make every exact repair, as edit-lsp fix does")
	cmd.Flags().BoolVar(&f.atomic, "atomic", false, "write nothing unless every block can be written or is applied already")
	cmd.Flags().StringVar(&f.verify, "verify", "", "after writing, run this `command` of the shell in the root folder, and revert everything if it fails")
	cmd.MarkFlagsMutuallyExclusive("verify", "dry-run")
	cmd.Flags().StringSliceVar(&f.only, "only", nil, "write only the blocks with these `numbers`, as shown by list, such as 1-3,7")
	return cmd
}

func (f *applyFlags) run(cmd *cobra.Command, names []string) error {
	write, err := f.printed.output()
	if err != nil {
		return err
	}
	if cmd.Flags().Changed("verify") && strings.TrimSpace(f.verify) == "" {
		return errors.New("--verify is empty: want a command for the shell")
	}
	var asker *patcher
	if f.patch {
		if asker, err = openPatcher(cmd.Context()); err != nil {
			return err
		}
		defer asker.close()
		f.still = true
	}
	ws, o, err := f.open(cmd)
	if err != nil {
		return err
	}
	defer ws.Release()
	if o.Only, err = f.onlySet(cmd, names); err != nil {
		return err
	}
	o.Confirmed, o.IsAnswer = f.yes, true
	var tried []apply.Written
	if !f.dryRun {
		tried = []apply.Written{}
	}
	whole := true
	// A later document sees what an earlier one wrote.
	r, err := f.check(cmd, ws, o, names, func(d *document) error {
		if err := f.prepare(cmd, d, asker); err != nil {
			return err
		}
		if whole = whole && f.isWhole(*d); whole || !f.atomic {
			f.write(cmd.Context(), ws, d)
			tried = append(tried, d.written...)
		}
		return nil
	})
	r.written = tried
	e := f.settle(cmd, ws, r, whole, err)
	if err != nil {
		return e.instead(cmd.ErrOrStderr(), err)
	}
	for i := range r.docs {
		d := &r.docs[i]
		f.lookAgain(cmd.Context(), ws, d)
		d.report.MarkApplied(e.staying(d.written))
	}
	r.written = e.staying(tried)
	err = write(cmd.OutOrStdout(), r)
	if err != nil && cmd.Context().Err() == nil {
		return err
	}
	// An interrupted run says what became of the files, even if it couldn't print its result.
	return cmp.Or(f.finish(cmd, ws, r, e), err)
}

// prepare repairs a document's blocks and asks which to write, as the flags want.
func (f *applyFlags) prepare(cmd *cobra.Command, d *document, asker *patcher) error {
	if err := checkOnly(d.report, d.only); err != nil {
		return err
	}
	if f.fix {
		if err := d.fix(cmd, f.yes); err != nil {
			return err
		}
	}
	if asker == nil {
		return nil
	}
	return asker.choose(cmd.Context(), d)
}

// write writes a document's files. In a dry run, later documents see them as if it had.
func (f *applyFlags) write(ctx context.Context, ws *workspace.Workspace, d *document) {
	if f.dryRun {
		pretend(ws, d.report.Plan)
		return
	}
	d.written = d.report.Plan.Write(ctx, ws)
	f.journal.keep(d, d.written)
}

// lookAgain checks the blocks again that weren't chosen, since what was written may have changed what they are
// (script/only).
func (f *applyFlags) lookAgain(ctx context.Context, ws *workspace.Workspace, d *document) {
	if d.only == nil || len(d.written) == 0 {
		return
	}
	o := d.options
	o.Only = d.only
	now, err := f.checkChat(ctx, ws, o, d.name, d.chat)
	isOther := err != nil || len(now.report.Blocks) != len(d.report.Blocks) || len(now.report.Proposals) < len(d.report.Proposals)
	if isOther { // it was interrupted, or the files say something else of the chat now
		return
	}
	for i := range d.report.Blocks {
		if !d.only[i] {
			d.report.Blocks[i] = now.report.Blocks[i]
		}
	}
	for i, p := range d.report.Proposals {
		if !d.only[p.Index] {
			d.report.Proposals[i] = now.report.Proposals[i]
		}
	}
}

// finish prints what wasn't written, stages the rest if it is asked to, and returns the exit status.
func (f *applyFlags) finish(cmd *cobra.Command, ws *workspace.Workspace, r results, e ending) error {
	stderr := cmd.ErrOrStderr()
	r.ok = printWritten(stderr, e.tried) && r.ok && !e.trouble
	left := append(f.leftOut(r.docs), refused(r.docs)...)
	for _, l := range left {
		warn(stderr, "%s", l)
	}
	printLeftovers(stderr, ws, r.docs)
	e.print(stderr)
	if f.stage && len(r.written) > 0 && e.why == nil {
		if err := stage(cmd, f.root, r.written); err != nil {
			return err
		}
	}
	idle := nothingFound(stderr, r.docs)
	r.docs = selected(r.docs)
	if err := exitStatus(r); err != nil || len(left) == 0 && !idle && e.why == nil {
		return err
	}
	return status(exitFindings)
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
	var all []*workspace.Target
	for _, d := range docs {
		all = append(all, targets(d.report)...)
	}
	for _, path := range ws.Leftovers(all) {
		warn(stderr, "temporary file of a killed run, safe to delete: %s", path)
	}
}

// leftOut says which blocks and code blocks aren't written because nobody confirmed them.
func (f *applyFlags) leftOut(docs []document) (left []string) {
	for _, d := range docs {
		done := map[int]bool{}
		for _, e := range d.report.Plan.Files {
			for _, i := range e.Blocks {
				done[i] = true
			}
		}
		for i := range d.report.Blocks {
			b := &d.report.Blocks[i]
			if !b.AsksFirst() || done[i] || !d.counts(i) {
				continue
			}
			left = append(left, fmt.Sprintf("%s: block %d, %s%s", f.notWritten(b), i+1, b.Target.Path, whyAsked(b)))
		}
		for _, p := range d.report.Proposals {
			if p.NeedsConfirmation && p.Edit != nil && !f.yes && !f.patch && d.counts(p.Index) {
				left = append(left, fmt.Sprintf("not written without --yes: code block %d, %s", p.Index+1, p.Target.Path))
			}
		}
	}
	return left
}

func (f *applyFlags) notWritten(b *diagnostics.Block) string {
	if b.Ambiguous && b.ResultAt != text.None {
		return "not written without --only"
	}
	return "not written without --yes"
}

// whyAsked says what isn't plain from a block's path.
func whyAsked(b *diagnostics.Block) string {
	switch {
	case b.Ambiguous && b.ResultAt != text.None:
		return fmt.Sprintf("; its result stands at line %d: perhaps it was applied already", b.ResultAt.Number())
	case b.Ambiguous:
		return fmt.Sprintf("; %d matches, the first at line %d", b.MatchCount, b.Matches[0].Number())
	case b.Waits >= 0:
		return fmt.Sprintf("; needs block %d", b.Waits+1)
	}
	return ""
}

// nothingFound reports whether no document has a live block whose target is there or that makes one, or live code. It
// names the flag that writes what else is offered.
func nothingFound(stderr io.Writer, docs []document) bool {
	offered, blocks := 0, 0
	for _, d := range docs {
		for i := range d.report.Blocks {
			if b := &d.report.Blocks[i]; b.Live && b.Reason != codes.FileNotFound {
				return false
			}
		}
		for _, p := range d.report.Proposals {
			if p.Code != codes.StaleEdit || p.Why != "" { // not of an earlier turn (code-blocks/earlier-turn-only)
				return false
			}
		}
		offered += d.report.Offered
		blocks += len(d.report.Blocks) + len(d.report.Proposals)
	}
	switch {
	case offered > 0:
		warn(stderr, "no edit blocks; --code-blocks writes the code blocks")
	case blocks == 0:
		for i := range docs {
			warn(stderr, "%s", noBlocks(&docs[i]))
		}
	case !hasLive(docs):
		warn(stderr, "all edit blocks are of earlier turns; --scope all reads them")
	}
	return true
}

func hasLive(docs []document) bool {
	for _, d := range docs {
		for i := range d.report.Blocks {
			if d.report.Blocks[i].Live {
				return true
			}
		}
	}
	return false
}

// refused says which code blocks can't be written.
func refused(docs []document) (all []string) {
	for _, d := range docs {
		for _, p := range d.report.Proposals {
			if p.IsRefused() && d.counts(p.Index) {
				all = append(all, fmt.Sprintf("not written: code block %d, %s: %s", p.Index+1, p.Target.Path, p.Message()))
			}
		}
	}
	return all
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
		return fmt.Errorf("--stage: git add: %w: %s", err, text.Escape(strings.Join(strings.Fields(string(out)), " ")))
	}
	return nil
}
