package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

func newCheck() *cobra.Command {
	var flags checkFlags
	var format string
	cmd := &cobra.Command{
		Use:   "check FILE…",
		Short: "Check whether each edit block applies, and where",
		Args:  chats,
		RunE: func(cmd *cobra.Command, args []string) error {
			write, err := outputFor(format)
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
	registerFormat(cmd, &format)
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

func outputFor(format string) (output, error) {
	for _, f := range formats {
		if f.name == format {
			return f.write, nil
		}
	}
	return nil, fmt.Errorf("invalid --format %q: want %s", format, text.OneOf(formatNames()))
}
