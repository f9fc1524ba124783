package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// shells is the table of the shells that there is completion for: a row each.
var shells = []struct {
	name   string
	script func(root *cobra.Command, w io.Writer) error
	// install is the line that a user runs, or puts into a start-up file.
	install string
}{
	{"bash", func(c *cobra.Command, w io.Writer) error { return c.GenBashCompletionV2(w, true) }, "source <(edit-lsp completion bash)"},
	{"zsh", func(c *cobra.Command, w io.Writer) error { return c.GenZshCompletion(w) }, "source <(edit-lsp completion zsh)"},
	{"fish", func(c *cobra.Command, w io.Writer) error { return c.GenFishCompletion(w, true) }, "edit-lsp completion fish | source"},
	{"powershell", func(c *cobra.Command, w io.Writer) error { return c.GenPowerShellCompletionWithDesc(w) }, "edit-lsp completion powershell | Out-String | Invoke-Expression"},
}

func shellNames() []string {
	var names []string
	for _, s := range shells {
		names = append(names, s.name)
	}
	return names
}

func newCompletion() *cobra.Command {
	long := "Print a script that teaches a shell to complete the command line of edit-lsp.\n\n" +
		"To have it in every session, put the line of your shell into its start-up file:\n"
	for _, s := range shells {
		long += fmt.Sprintf("\n  %-12s%s", s.name, s.install)
	}
	return &cobra.Command{
		Use:       "completion SHELL",
		Short:     "Print the completion script of a shell: " + orList(shellNames()),
		Long:      long,
		ValidArgs: shellNames(),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && slices.Contains(shellNames(), args[0]) {
				return nil
			}
			return fmt.Errorf("completion takes the name of a shell: %s; see %s --help", orList(shellNames()), cmd.CommandPath())
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			i := slices.Index(shellNames(), args[0])
			return shells[i].script(cmd.Root(), cmd.OutOrStdout())
		},
	}
}

// orList lists words: "a, b or c".
func orList(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// flagValues are the values of the flags that take one of a few.
func flagValues() map[string][]string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return map[string][]string{
		"format":    names,
		"scope":     {"auto", "all"},
		"log-level": slices.SortedFunc(maps.Keys(logLevels), func(x, y string) int { return logLevels[x] - logLevels[y] }),
	}
}

// completeFlags teaches a command and all below it to complete the values of flags.
func completeFlags(cmd *cobra.Command) {
	for name, values := range flagValues() {
		f := cmd.LocalFlags().Lookup(name)
		if f == nil {
			continue
		}
		if name == "format" && cmd.Name() == "explain" {
			values = []string{"text", "json"}
		}
		// It fails only for a flag that is not there, or has its values already.
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
	if cmd.Flags().Lookup("root") != nil {
		_ = cmd.MarkFlagDirname("root")
	}
	for _, c := range cmd.Commands() {
		completeFlags(c)
	}
}
