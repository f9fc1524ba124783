package main

import (
	"github.com/spf13/cobra"
)

// subcommands is the table of subcommands: a row each.
var subcommands = []func() *cobra.Command{
	newCheck,
	newDiff,
	newApply,
	newList,
	newShow,
	newVersion,
}

func newRoot() *cobra.Command {
	var serve serveFlags
	root := &cobra.Command{
		Use:   "edit-lsp",
		Short: "Judge and apply the code edits that language models propose in text",
		Long: "edit-lsp reads edit blocks in a chat, says of each whether and where it would apply, or why not,\n" +
			"and applies them. Without a subcommand it is a language server on standard input and output.",
		Args:          cobra.NoArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return serve.run(cmd.Context()) },
	}
	serve.register(root.Flags())
	for _, add := range subcommands {
		root.AddCommand(add())
	}
	return root
}
