package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

// subcommand is a row of the table of subcommands.
type subcommand struct {
	// name is the one that its command has.
	name string
	new  func() *cobra.Command
	// sees: it looks at the other commands.
	sees bool
}

// subcommands is the table of subcommands: a row each.
var subcommands = []subcommand{
	{name: "check", new: newCheck},
	{name: "diff", new: newDiff},
	{name: "apply", new: newApply},
	{name: "list", new: newList},
	{name: "show", new: newShow},
	{name: "prompt", new: newPrompt},
	{name: "retry", new: newRetry},
	{name: "explain", new: newExplain},
	{name: "doctor", new: newDoctor},
	{name: "completion", new: newCompletion, sees: true},
	{name: "man", new: newMan, sees: true},
	{name: "version", new: newVersion},
}

// rootFor is the root command for a command line. To make all commands with their flags
// and texts takes longer than to run most: where the line begins with the name of one
// that does not look at the others, that one is all there is.
func rootFor(args []string) *cobra.Command {
	root := newRoot()
	if len(args) > 0 {
		for _, s := range subcommands {
			if s.name == args[0] && !s.sees {
				root.AddCommand(s.new())
				root.CompletionOptions.DisableDefaultCmd = true
				return root
			}
		}
	}
	addAll(root)
	return root
}

// addAll adds all there is to the root command.
func addAll(root *cobra.Command) {
	var serve serveFlags
	serve.register(root.Flags())
	root.RunE = func(cmd *cobra.Command, _ []string) error { return serve.run(cmd.Context()) }
	root.Version = buildVersion().String()
	for _, s := range subcommands {
		root.AddCommand(s.new())
	}
	completeFlags(root)
}

// newRoot makes the root command without its flags and subcommands.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "edit-lsp",
		Short: "Judge and apply the code edits that language models propose in text",
		Long: "edit-lsp reads edit blocks in a chat, says of each whether and where it would apply, or why not,\n" +
			"and applies them. Without a subcommand it is a language server on standard input and output.",
		Args:          noSubcommand,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SuggestionsMinimumDistance = 2
	root.SetVersionTemplate("edit-lsp {{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
	})
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
