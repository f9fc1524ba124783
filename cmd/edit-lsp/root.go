package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

// subcommands is the table of subcommands: a row each.
var subcommands = []func() *cobra.Command{
	newCheck,
	newDiff,
	newApply,
	newList,
	newShow,
	newPrompt,
	newRetry,
	newExplain,
	newDoctor,
	newCompletion,
	newMan,
	newVersion,
}

func newRoot() *cobra.Command {
	var serve serveFlags
	root := &cobra.Command{
		Use:   "edit-lsp",
		Short: "Judge and apply the code edits that language models propose in text",
		Long: "edit-lsp reads edit blocks in a chat, says of each whether and where it would apply, or why not,\n" +
			"and applies them. Without a subcommand it is a language server on standard input and output.",
		Args:          noSubcommand,
		Version:       buildVersion().String(),
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return serve.run(cmd.Context()) },
	}
	root.SuggestionsMinimumDistance = 2
	serve.register(root.Flags())
	root.SetVersionTemplate("edit-lsp {{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
	})
	for _, add := range subcommands {
		root.AddCommand(add())
	}
	completeFlags(root)
	return root
}

// noSubcommand refuses what is no subcommand, and says what may have been meant.
func noSubcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := "see edit-lsp --help"
	if _, err := os.Stat(args[0]); err == nil {
		hint = "to judge a chat document: edit-lsp check " + args[0]
	} else if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = "did you mean " + near[0] + "?"
	}
	return errors.New("there is no subcommand " + args[0] + "; " + hint)
}
