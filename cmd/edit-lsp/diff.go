package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newDiff() *cobra.Command {
	var judge judgeFlags
	cmd := &cobra.Command{
		Use:   "diff FILE…",
		Short: "Print the unified diff that apply would make",
		Args:  chats,
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := judge.options()
			if err != nil {
				return err
			}
			ws, err := judge.workspace()
			if err != nil {
				return err
			}
			defer ws.Release()
			docs, ok, err := judge.judge(cmd, ws, o, args)
			if err != nil {
				return err
			}
			for _, d := range docs {
				for _, f := range d.report.Plan.Files {
					diff, err := f.Diff()
					if err != nil {
						return err
					}
					fmt.Fprint(cmd.OutOrStdout(), diff)
				}
			}
			return exitStatus(docs, ok)
		},
	}
	judge.register(cmd.Flags())
	return cmd
}
