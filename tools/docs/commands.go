package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"github.com/edit-lsp/edit-lsp/cmd/edit-lsp/cli"
	"github.com/edit-lsp/edit-lsp/internal/settings"
)

func writeMan(folder, version string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	root := cli.Root()
	root.InitDefaultCompletionCmd()
	root.DisableAutoGenTag = true // packages must be reproducible
	return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "edit-lsp " + version}, folder)
}

// reference returns tables of the commands and of their flags that aren't settings.
func reference() string {
	root := cli.Root()
	var b strings.Builder
	b.WriteString("| command | what it does |\n|---|---|\n")
	flags := &flagTable{rows: map[string]*flagRow{}}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(&b, "| `%s` | %s |\n", strings.TrimSuffix(c.UseLine(), " [flags]"), c.Short)
			flags.add(c.Name(), c)
		}
	}
	flags.add("edit-lsp", root)
	b.WriteString("\n| flag | of | what it does |\n|---|---|---|\n")
	for _, key := range flags.order {
		row := flags.rows[key]
		fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", row.flag, strings.Join(row.commands, "`, `"), row.usage)
	}
	return b.String()
}

// flagTable has one row for a flag of several commands.
type flagTable struct {
	order []string
	rows  map[string]*flagRow
}

type flagRow struct {
	flag, usage string
	commands    []string
}

func (t *flagTable) add(command string, c *cobra.Command) {
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		isSetting := slices.ContainsFunc(settings.Table, func(s settings.Setting) bool { return s.Flag == f.Name })
		if isSetting || f.Name == "help" || f.Hidden {
			return
		}
		name, usage := pflag.UnquoteUsage(f)
		row := &flagRow{flag: strings.TrimSpace("--" + f.Name + " " + name), usage: usage}
		key := row.flag + usage
		if t.rows[key] == nil {
			t.order = append(t.order, key)
			t.rows[key] = row
		}
		t.rows[key].commands = append(t.rows[key].commands, command)
	})
}
