package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

func newList() *cobra.Command {
	var flags checkFlags
	cmd := &cobra.Command{
		Use:     "list FILE…",
		Short:   "List the blocks of a document",
		Example: `  edit-lsp list chat.md`,
		Args:    chats,
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := flags.all(cmd, args)
			if err != nil {
				return err
			}
			if err := writeList(cmd.OutOrStdout(), r.docs); err != nil {
				return err
			}
			for i := range r.docs {
				if d := &r.docs[i]; len(d.report.Blocks)+len(d.report.Proposals) == 0 {
					warn(cmd.ErrOrStderr(), "%s", noBlocks(d))
				}
			}
			if !r.ok {
				return status(exitTrouble)
			}
			return nil
		},
	}
	flags.register(cmd)
	return cmd
}

// writeList writes a row for each block and code block.
func writeList(out io.Writer, docs []document) error {
	t := table{colours: coloursFor(out)}
	var titles []cell
	for _, title := range []string{"BLOCK", "LINES", "DIALECT", "STATUS", "CODE", "TARGET"} {
		titles = append(titles, cell{title, t.bold})
	}
	t.row(titles...)
	for _, d := range docs {
		row := func(index int, first, last text.Line, dialect, status, colour string, code codes.Code, at string) {
			lines := fmt.Sprintf("%s:%d-%d", show(d.name), first.Number(), last.Number())
			t.row(cell{text: strconv.Itoa(index + 1)}, cell{text: lines}, cell{text: dialect},
				cell{status, colour}, cell{text: string(code)}, cell{text: show(at)})
		}
		for i := range d.report.Blocks {
			b := &d.report.Blocks[i]
			row(i, b.Block.Start, b.Block.End, b.Block.Dialect.Name, b.InWords(), t.ofStatus(b), b.Code, location(b.Target, b.Estimated))
		}
		for _, p := range d.report.Proposals {
			row(p.Index, p.Start, p.End, "code block", string(diagnostics.EffectOfCode(p)), t.ofProposal(p), p.Code, location(p.Target, p.FirstChanged()))
		}
	}
	return t.write(out, widthOf(out))
}

func newShow() *cobra.Command {
	var flags checkFlags
	cmd := &cobra.Command{
		Use:     "show N FILE",
		Short:   "Show one block: its text, its result and its diff",
		Example: `  edit-lsp show 3 chat.md`,
		Args:    arguments(2, 2, "show takes a block number and a chat document"),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := strconv.Atoi(args[0])
			if err != nil {
				return fmt.Errorf("invalid block number %q", args[0])
			}
			r, err := flags.all(cmd, args[1:])
			if err != nil {
				return err
			}
			if !r.ok {
				return status(exitTrouble)
			}
			d := r.docs[0]
			blocks := len(d.report.Blocks)
			all := blocks + len(d.report.Proposals)
			switch {
			case all == 0:
				return errors.New(noBlocks(&d))
			case n < 1 || n > all:
				return fmt.Errorf("no block %d; %s has %d", n, nameOf(d.name), all)
			case n > blocks:
				p := d.report.Proposals[n-blocks-1]
				return showPart(cmd, d, func(w *lines) { w.proposal(p) }, p.Start, p.End, p.Edit)
			}
			b := &d.report.Blocks[n-1]
			edit, _, err := d.report.Plan.Single(cmd.Context(), n-1, text.None)
			if err != nil {
				return err
			}
			return showPart(cmd, d, func(w *lines) { w.block(b) }, b.Block.Start, b.Block.End, edit)
		},
	}
	flags.register(cmd)
	return cmd
}

// showPart prints the result of a block or a code block, its lines in the chat, and its diff if it
// has an edit.
func showPart(cmd *cobra.Command, d document, result func(*lines), first, last text.Line, edit *apply.FileEdit) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	result(newLines(out, cmd.OutOrStdout(), d.name))
	for l := first; l <= last; l++ {
		fmt.Fprintf(out, "%6d  %s\n", l.Number(), showLines(d.report.Plan.Document.Text.Line(l)))
	}
	if edit != nil {
		out.WriteString(coloursFor(cmd.OutOrStdout()).diff(showLines(edit.Diff()))) //nolint:errcheck // Flush returns it
	}
	return out.Flush()
}
