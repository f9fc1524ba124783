package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/edit-lsp/edit-lsp/cmd/edit-lsp/cli"
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
