package cli

import "github.com/spf13/cobra"

func newCheck() *cobra.Command {
	var flags checkFlags
	var printed outputFlags
	cmd := &cobra.Command{
		Use:   "check FILE…",
		Short: "Check whether each edit block applies, and where",
		Example: `  edit-lsp check chat.md
  edit-lsp check --quiet chats/*.md
  edit-lsp check --format json chat.md | jq .summary`,
		Args: chats,
		RunE: func(cmd *cobra.Command, args []string) error {
			write, err := printed.output()
			if err != nil {
				return err
			}
			r, err := flags.all(cmd, args)
			if err != nil {
				return err
			}
			if err := write(cmd.OutOrStdout(), r); err != nil {
				return err
			}
			return exitStatus(r)
		},
	}
	flags.register(cmd)
	printed.register(cmd)
	return cmd
}

func exitStatus(r results) error {
	if !r.ok {
		return status(exitTrouble)
	}
	for _, d := range r.docs {
		if d.report.Count() > 0 {
			return status(exitFindings)
		}
	}
	return nil
}
