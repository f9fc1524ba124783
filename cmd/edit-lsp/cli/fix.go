package cli

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/ledger"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/repair"
)

const fixHelp = "Exact repairs change only how a block's lines are written: whitespace, blank lines, numbers in front of the\n" +
	"lines, backslashes, and typographic quotes. The path of a missing file is corrected only with --yes, and only if\n" +
	"exactly one file of a similar name has the lines."

type fixFlags struct {
	checkFlags
	diff, write, yes bool
}

func newFix() *cobra.Command {
	var f fixFlags
	cmd := &cobra.Command{
		Use:   "fix FILE",
		Short: "Print the chat with the edits repaired that fail only by how they are written",
		Long:  "Print the chat with the edits repaired that fail only by how they are written.\n" + fixHelp,
		Example: `  edit-lsp fix --diff chat.md             see what would change in the chat
  edit-lsp fix chat.md | edit-lsp apply -
  edit-lsp apply --fix chat.md            the same, with the journal naming chat.md`,
		Args: arguments(1, 1, "fix takes one chat document, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.register(cmd)
	cmd.Flags().BoolVar(&f.diff, "diff", false, "print what would change in the chat, as a unified diff")
	cmd.Flags().BoolVar(&f.write, "write", false, "write the chat in place instead of printing it")
	cmd.Flags().BoolVar(&f.yes, "yes", false, "also correct paths")
	cmd.MarkFlagsMutuallyExclusive("diff", "write")
	return cmd
}

func (f *fixFlags) run(cmd *cobra.Command, name string) error {
	if f.write && name == stdin {
		return errors.New("--write takes a file, not standard input")
	}
	ws, o, err := f.open(cmd)
	if err != nil {
		return err
	}
	defer ws.Release()
	o.IsAnswer = true
	before := ""
	r, err := f.check(cmd, ws, o, []string{name}, func(d *document) error {
		before = d.chat
		return d.fix(cmd, f.yes)
	})
	if err != nil {
		return err
	}
	if !r.ok {
		return status(exitTrouble)
	}
	if err := f.output(cmd, name, before, r.docs[0].chat); err != nil {
		return err
	}
	return exitStatus(r)
}

// output prints or writes the repaired chat.
func (f *fixFlags) output(cmd *cobra.Command, name, before, after string) error {
	out, isScreen := cmd.OutOrStdout(), isTerminal(cmd.OutOrStdout())
	switch {
	case f.write && before != after:
		return rewrite(cmd.Context(), name, before, after)
	case f.write:
		return nil
	case f.diff:
		label := filepath.ToSlash(name)
		if after = udiff.Unified("a/"+label, "b/"+label, before, after); isScreen {
			after = coloursFor(out).diff(showLines(after))
		}
	case isScreen:
		after = showLines(after)
	}
	_, err := io.WriteString(out, after)
	return err
}

// fix makes the exact repairs of a document, and prints them to standard error. Paths are corrected only if they are
// confirmed.
func (d *document) fix(cmd *cobra.Command, confirmed bool) error {
	stderr, chat := cmd.ErrOrStderr(), d.report.Plan.Document.Text
	repairs := repair.Repairs{Report: d.report, Targets: d.targets, Options: d.options, Cache: &diagnostics.Cache{}}
	r, made, err := repairs.Exact(cmd.Context(), confirmed)
	if err != nil || len(made) == 0 {
		return err
	}
	if !chat.Equals(d.chat) {
		return fmt.Errorf("%s isn't UTF-8, or has NUL characters, so it can't be fixed", d.name)
	}
	for _, one := range made {
		path := d.report.Blocks[one.Index].Target.Path
		switch {
		case !one.Made:
			warn(stderr, "not fixed without --yes: block %d, %s (did you mean %s?)", one.Index+1, path, one.Path)
		case one.Path != "":
			warn(stderr, "fixed: block %d, %s (the file is %s)", one.Index+1, path, one.Path)
		default:
			warn(stderr, "fixed: block %d, %s (%s)", one.Index+1, path, strings.ReplaceAll(string(one.Cause), "-", " "))
		}
	}
	d.original = d.report.Plan.Document
	d.report, d.chat = withoutCounted(r, d.options), string(r.Plan.Document.Text.Bytes())
	return nil
}

// rewrite replaces a chat, unless it was changed meanwhile.
func rewrite(ctx context.Context, name, before, after string) error {
	abs, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return err
	}
	ws := workspace.New()
	defer ws.Release()
	if err := ws.SetRoots([]string{filepath.Dir(abs)}); err != nil {
		return err
	}
	t := ws.View(ctx, workspace.Origin{}).Target(ctx, filepath.Base(abs))
	switch {
	case t.Refusal != nil:
		return fmt.Errorf("not written: %s: %w", name, t.Refusal)
	case t.File == nil || !t.File.Text.Equals(before):
		return fmt.Errorf("not written: %s: it was changed meanwhile", name)
	}
	_, err = ws.Write(ctx, t, []byte(after))
	ws.Sync()
	return err
}

// asWritten names the blocks of an entry as they are in the chat, from which they were repaired.
func asWritten(entry *ledger.Entry, chat *parse.Result) {
	for i := range entry.Blocks {
		e := &entry.Blocks[i]
		if e.Change != nil { // code blocks aren't repaired
			continue
		}
		b := &chat.Blocks[e.Number]
		hash := chat.Hash(b)
		e.Hash, e.Name, e.Line = hex.EncodeToString(hash[:]), b.Path.Fallback, b.Start
	}
}
