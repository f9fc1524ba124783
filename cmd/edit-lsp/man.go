package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// exitStatuses says what the exit statuses mean: a row each.
var exitStatuses = []struct{ status, means string }{
	{"0", "all is well"},
	{"1", "a block does not apply or is not in the context, or the document has a problem; blocks and problems of earlier turns do not count"},
	{"2", "the command line was wrong, or something could not be read or written"},
}

// newMan makes the command for those who make packages and documentation; it does not
// show in the help.
func newMan() *cobra.Command {
	var markdown bool
	cmd := &cobra.Command{
		Use:    "man FOLDER",
		Short:  "Write the man pages into a folder",
		Long:   "Write the man pages into a folder, one for each command; with --markdown, print the reference of the command line instead.",
		Hidden: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if markdown && len(args) == 0 || !markdown && len(args) == 1 {
				return nil
			}
			return errors.New("man takes a folder, or --markdown; see " + cmd.CommandPath() + " --help")
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			commands := visibleCommands(cmd.Root())
			if markdown {
				return writeReference(cmd.OutOrStdout(), commands)
			}
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			for _, c := range commands {
				if err := os.WriteFile(filepath.Join(args[0], manName(c)+".1"), []byte(manPage(c)), 0o666); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&markdown, "markdown", false, "print the reference of the command line as markdown")
	return cmd
}

// visibleCommands are a command and all below it, as far as the help shows them.
func visibleCommands(c *cobra.Command) []*cobra.Command {
	c.InitDefaultHelpFlag()
	all := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			all = append(all, visibleCommands(sub)...)
		}
	}
	return all
}

func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// about is what a command says of itself, at length.
func about(c *cobra.Command) string {
	if c.Long != "" {
		return c.Long
	}
	return c.Short + "."
}

// usageOf is the line that shows how to call a command.
func usageOf(c *cobra.Command) string {
	usage := c.CommandPath()
	if c.HasSubCommands() {
		return usage + " [flags] [COMMAND]"
	}
	if hasFlags(c.LocalFlags()) {
		usage += " [flags]"
	}
	if _, args, ok := strings.Cut(c.Use, " "); ok {
		usage += " " + args
	}
	return usage
}

func hasFlags(flags *pflag.FlagSet) bool {
	any := false
	described(flags, func(_, _, _ string) { any = true })
	return any
}

// described calls f for each flag that the help shows: how it is written, in two parts,
// and what it does. Every command has --help.
func described(flags *pflag.FlagSet, f func(flag, value, usage string)) {
	flags.VisitAll(func(flag *pflag.Flag) {
		if flag.Hidden || flag.Name == "help" {
			return
		}
		name := "--" + flag.Name
		if flag.Shorthand != "" {
			name = "-" + flag.Shorthand + ", " + name
		}
		value, usage := pflag.UnquoteUsage(flag)
		switch flag.DefValue {
		case "", "0", "false", "[]":
		default:
			usage += fmt.Sprintf(" (default %s)", flag.DefValue)
		}
		f(name, value, usage)
	})
}

// manPage is the page of a command in the language of man(7).
func manPage(c *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" %s %s\n", quoteRoff(strings.ToUpper(manName(c))), quoteRoff("edit-lsp "+buildVersion().Version), quoteRoff("edit-lsp"))
	section := func(name string) { fmt.Fprintf(&b, ".SH %s\n", quoteRoff(name)) }
	item := func(head, body string) { fmt.Fprintf(&b, ".TP\n%s\n%s\n", head, roff(body)) }
	section("NAME")
	fmt.Fprintf(&b, "%s \\- %s\n", roff(manName(c)), roff(c.Short))
	section("SYNOPSIS")
	command, args, _ := strings.Cut(usageOf(c), c.CommandPath())
	fmt.Fprintf(&b, ".B %s\n", roff(command+c.CommandPath()))
	if args = strings.TrimSpace(args); args != "" {
		fmt.Fprintf(&b, "%s\n", roff(args))
	}
	section("DESCRIPTION")
	// Lines that are indented stay as they are.
	verbatim := false
	for line := range strings.SplitSeq(about(c), "\n") {
		if indented := strings.HasPrefix(line, "  "); indented != verbatim {
			verbatim = indented
			b.WriteString(map[bool]string{true: ".nf\n", false: ".fi\n"}[indented])
		}
		if line == "" {
			line = ".PP"
		} else {
			line = roff(line)
		}
		fmt.Fprintf(&b, "%s\n", line)
	}
	if verbatim {
		b.WriteString(".fi\n")
	}
	if c.HasAvailableSubCommands() {
		section("COMMANDS")
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				item("\\fB"+roff(sub.Name())+"\\fP", sub.Short)
			}
		}
	}
	if hasFlags(c.LocalFlags()) {
		section("OPTIONS")
	}
	described(c.LocalFlags(), func(flag, value, usage string) {
		head := "\\fB" + roff(flag) + "\\fP"
		if value != "" {
			head += " \\fI" + roff(value) + "\\fP"
		}
		item(head, usage)
	})
	section("EXIT STATUS")
	for _, s := range exitStatuses {
		item(s.status, s.means)
	}
	section("SEE ALSO")
	if c.HasParent() {
		fmt.Fprintf(&b, ".BR %s (1)\n.PP\n", roff(manName(c.Parent())))
	}
	fmt.Fprintf(&b, "%s\n", roff(homePage))
	return b.String()
}

// roff makes text fit for a line of roff.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}

// quoteRoff makes text fit for an argument of a macro.
func quoteRoff(s string) string { return `"` + strings.ReplaceAll(roff(s), `"`, `\(dq`) + `"` }

// writeReference writes the reference of the command line as markdown. The flags that
// all commands have which judge documents are written once.
func writeReference(out io.Writer, commands []*cobra.Command) error {
	shared := pflag.NewFlagSet("shared", pflag.ContinueOnError)
	(&judgeFlags{}).register(shared)
	var b strings.Builder
	for _, c := range commands {
		own, judges := flagsWithout(c.LocalFlags(), shared)
		fmt.Fprintf(&b, "### `%s`\n\n```text\n%s\n```\n\n%s\n", c.CommandPath(), usageOf(c), markdownOf(about(c)))
		if hasFlags(own) {
			b.WriteString("\n" + flagTable(own))
		}
		if judges {
			b.WriteString("\nIt also takes the [flags of judging](#flags-of-judging).\n")
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "### Flags of judging\n\nEvery command that judges documents takes these.\n\n%s", flagTable(shared))
	_, err := io.WriteString(out, b.String())
	return err
}

// flagsWithout are the flags of a command less the shared ones; judges tells whether it
// has all of these.
func flagsWithout(flags, shared *pflag.FlagSet) (own *pflag.FlagSet, judges bool) {
	own = pflag.NewFlagSet("own", pflag.ContinueOnError)
	judges = true
	shared.VisitAll(func(f *pflag.Flag) { judges = judges && flags.Lookup(f.Name) != nil })
	flags.VisitAll(func(f *pflag.Flag) {
		if !judges || shared.Lookup(f.Name) == nil {
			own.AddFlag(f)
		}
	})
	return own, judges
}

func flagTable(flags *pflag.FlagSet) string {
	var b strings.Builder
	b.WriteString("| flag | what it does |\n|---|---|\n")
	described(flags, func(flag, value, usage string) {
		flag = strings.ReplaceAll(flag, ", ", "`, `")
		fmt.Fprintf(&b, "| `%s` | %s |\n", strings.TrimSpace(flag+" "+value), strings.ReplaceAll(usage, "|", `\|`))
	})
	return b.String()
}

// markdownOf makes markdown of a help text: lines that are indented are code.
func markdownOf(help string) string {
	var b strings.Builder
	code := false
	for line := range strings.SplitSeq(help, "\n") {
		if indented := strings.HasPrefix(line, "  "); indented != code {
			code = indented
			b.WriteString("```text\n")
		}
		b.WriteString(strings.TrimPrefix(line, "  ") + "\n")
	}
	if code {
		b.WriteString("```\n")
	}
	return strings.TrimRight(strings.ReplaceAll(b.String(), "\n```text\n\n", "\n```\n\n"), "\n")
}
