package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/apply"
)

func newDiff() *cobra.Command {
	var flags checkFlags
	cmd := &cobra.Command{
		Use:   "diff FILE…",
		Short: "Print the unified diff that apply would make",
		Example: `  edit-lsp diff chat.md
  edit-lsp diff chat.md | git apply`,
		Args: chats,
		RunE: func(cmd *cobra.Command, args []string) error {
			ws, o, err := flags.open(cmd)
			if err != nil {
				return err
			}
			defer ws.Release()
			o.IsAnswer = true
			// A diff starts from the files as the one before it leaves them.
			r, err := flags.check(cmd, ws, o, args, func(d *document) error {
				if len(args) > 1 { // computing the edits takes time
					pretend(ws, d.report.Plan)
				}
				return nil
			})
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			for _, d := range r.docs {
				for _, p := range d.report.Proposals {
					if p.Edit != nil && p.NeedsConfirmation {
						warn(cmd.ErrOrStderr(), "apply writes this only with --yes: code block %d, %s", p.Index+1, p.Target.Path)
					}
				}
				for _, f := range d.report.Plan.With(d.report.Proposals, apply.Options{Confirmed: true}).Files {
					if isTerminal(out) {
						fmt.Fprint(out, coloursFor(out).diff(showLines(f.Diff())))
					} else if err := f.WriteDiff(out); err != nil {
						return err
					}
				}
			}
			for _, words := range refused(r.docs) {
				warn(cmd.ErrOrStderr(), "%s", words)
			}
			for _, d := range r.docs {
				if d.report.Count() > 0 {
					warn(cmd.ErrOrStderr(), "%s: %s; edit-lsp check explains", nameOf(d.name), d.report.Summary())
				}
			}
			if err := exitStatus(r); err != nil || !nothingFound(cmd.ErrOrStderr(), r.docs) {
				return err
			}
			return status(exitFindings)
		},
	}
	flags.register(cmd)
	return cmd
}
