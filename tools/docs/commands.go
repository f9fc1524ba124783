package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/edit-lsp/edit-lsp/cmd/edit-lsp/cli"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/settings"
)

// flagRow is a flag of one or more commands.
type flagRow struct {
	flag, usage string
	commands    []string
}

// reference returns tables of the commands and of their flags that aren't settings.
func reference() string {
	root := cli.Root()
	var b strings.Builder
	b.WriteString("| command | what it does |\n|---|---|\n")
	var rows []flagRow
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(&b, "| `%s` | %s |\n", strings.TrimSuffix(c.UseLine(), " [flags]"), c.Short)
			rows = addFlags(rows, c)
		}
	}
	b.WriteString("\n| flag | of | what it does |\n|---|---|---|\n")
	for _, row := range addFlags(rows, root) {
		fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", row.flag, strings.Join(row.commands, "`, `"), row.usage)
	}
	return b.String()
}

func addFlags(rows []flagRow, c *cobra.Command) []flagRow {
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		isSetting := slices.ContainsFunc(settings.Table, func(s settings.Setting) bool { return s.Flag == f.Name })
		if isSetting || f.Name == "help" || f.Hidden {
			return
		}
		name, usage := pflag.UnquoteUsage(f)
		flag := strings.TrimSpace("--" + f.Name + " " + name)
		i := slices.IndexFunc(rows, func(r flagRow) bool { return r.flag == flag && r.usage == usage })
		if i < 0 {
			i = len(rows)
			rows = append(rows, flagRow{flag: flag, usage: usage})
		}
		rows[i].commands = append(rows[i].commands, c.Name())
	})
	return rows
}

// exitStatuses returns the table of the exit statuses.
func exitStatuses() string {
	var b strings.Builder
	b.WriteString("| status | meaning |\n|---|---|\n")
	for _, s := range cli.ExitStatuses {
		in := ""
		if n := len(s.Commands); n > 0 {
			in = "in `" + strings.Join(s.Commands, "`, `") + "`: "
			if n > 1 {
				in = "in `" + strings.Join(s.Commands[:n-1], "`, `") + "` and `" + s.Commands[n-1] + "`: "
			}
		}
		fmt.Fprintf(&b, "| %s | %s%s |\n", s.Status, in, s.Means)
	}
	return b.String()
}

// descriptions returns a table of names and what they do.
func descriptions(title string, list []cli.Description) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | what it does |\n|---|---|\n", title)
	for _, d := range list {
		fmt.Fprintf(&b, "| `%s` | %s |\n", d.Name, d.Does)
	}
	return b.String()
}

// statuses returns the table of the words for the statuses.
func statuses() string {
	var b strings.Builder
	b.WriteString("| status | in text | meaning |\n|---|---|---|\n")
	for _, w := range diagnostics.Words {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", w.Status, w.Word, w.Means)
	}
	return b.String()
}
