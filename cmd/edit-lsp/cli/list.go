package cli

import (
	"bufio"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

func newList() *cobra.Command {
	var flags checkFlags
	cmd := &cobra.Command{
		Use:   "list FILE…",
		Short: "List the blocks of a document",
		Args:  chats,
		RunE: func(cmd *cobra.Command, args []string) error {
			docs, ok, err := flags.all(cmd, args)
			if err != nil {
				return err
			}
			out := bufio.NewWriterSize(cmd.OutOrStdout(), atOnce)
			w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "BLOCK\tLINES\tDIALECT\tSTATUS\tCODE\tTARGET")
			for _, d := range docs {
				for i := range d.report.Blocks {
					b := &d.report.Blocks[i]
					blk := b.Outcome.Block
					fmt.Fprintf(w, "%d\t%s:%d-%d\t%s\t%s\t%s\t%s\n", i+1, show(d.name), blk.Start.Number(), blk.End.Number(),
						blk.Dialect, b.InWords(), b.Code, show(place(b)))
				}
				for _, p := range d.report.Proposals {
					fmt.Fprintf(w, "%d\t%s:%d-%d\twhole file\t%s\t%s\t%s\n", p.Index+1, show(d.name), p.Start.Number(), p.End.Number(),
						proposalStatus(p), p.Code, show(p.Target.Path))
				}
			}
			if err := errors.Join(w.Flush(), out.Flush()); err != nil {
				return err
			}
			if !ok {
				return status(exitTrouble)
			}
			return nil
		},
	}
	flags.register(cmd.Flags())
	return cmd
}

func newShow() *cobra.Command {
	var flags checkFlags
	cmd := &cobra.Command{
		Use:   "show N FILE",
		Short: "Show one block: its text, its result and its diff",
		Args:  arguments(2, 2, "show takes a block number and a chat document"),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := strconv.Atoi(args[0])
			if err != nil {
				return fmt.Errorf("invalid block number %q", args[0])
			}
			docs, ok, err := flags.all(cmd, args[1:])
			if err != nil {
				return err
			}
			if !ok {
				return status(exitTrouble)
			}
			d := docs[0]
			blocks := len(d.report.Blocks)
			all := blocks + len(d.report.Proposals)
			switch {
			case n < 1 || n > all:
				return fmt.Errorf("no block %d; %s has %d", n, d.name, all)
			case n > blocks:
				return showProposal(cmd, d, d.report.Proposals[n-blocks-1])
			}
			return showBlock(cmd, d, n-1)
		},
	}
	flags.register(cmd.Flags())
	return cmd
}

func showBlock(cmd *cobra.Command, d document, index int) error {
	out := cmd.OutOrStdout()
	b := &d.report.Blocks[index]
	said := bufio.NewWriter(out)
	(&lines{said, coloursFor(out), show(d.name)}).block(b)
	if err := said.Flush(); err != nil {
		return err
	}
	fmt.Fprint(out, numbered(d, b.Outcome.Block.Start, b.Outcome.Block.End))
	edit, _, err := d.report.Plan.Single(cmd.Context(), index, text.None)
	if err != nil || edit == nil {
		return err
	}
	fmt.Fprint(out, showLines(edit.Diff()))
	return nil
}

func showProposal(cmd *cobra.Command, d document, p *apply.Proposal) error {
	out := cmd.OutOrStdout()
	said := bufio.NewWriter(out)
	(&lines{said, coloursFor(out), show(d.name)}).proposal(p)
	said.WriteString(numbered(d, p.Start, p.End)) //nolint:errcheck // Flush returns it
	if p.Edit != nil {
		said.WriteString(showLines(p.Edit.Diff())) //nolint:errcheck // Flush returns it
	}
	return said.Flush()
}

func numbered(d document, first, last text.Line) string {
	var lines strings.Builder
	for l := first; l <= last; l++ {
		fmt.Fprintf(&lines, "%6d  %s\n", l.Number(), showLines(d.report.Plan.Document.Text.Line(l)))
	}
	return lines.String()
}

// proposalStatus returns what writing a whole file would do.
func proposalStatus(p *apply.Proposal) string {
	switch {
	case p.Code == codes.AlreadyApplied:
		return string(diagnostics.Applied)
	case p.Code == codes.StaleEdit:
		return string(diagnostics.EarlierTurn)
	case p.Edit == nil:
		return "refused"
	case p.Edit.Create:
		return "create"
	}
	return "replace"
}

func (f *checkFlags) all(cmd *cobra.Command, names []string) ([]document, bool, error) {
	ws, o, err := f.open(cmd)
	if err != nil {
		return nil, false, err
	}
	defer ws.Release()
	return f.check(cmd, ws, o, names)
}
