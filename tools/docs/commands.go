package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/edit-lsp/edit-lsp/cmd/edit-lsp/cli"
)

// writeMan writes a man page for each command into a folder.
func writeMan(folder, version string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	root := cli.Root()
	root.InitDefaultCompletionCmd()
	root.DisableAutoGenTag = true // packages must come out the same every time
	return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "edit-lsp " + version}, folder)
}

// reference returns the help of all commands as markdown.
func reference() string {
	root := cli.Root()
	root.InitDefaultCompletionCmd()
	var b strings.Builder
	var write func(*cobra.Command)
	write = func(c *cobra.Command) {
		var help bytes.Buffer
		c.InitDefaultHelpFlag()
		c.SetOut(&help)
		_ = c.Help() // writing to a buffer
		fmt.Fprintf(&b, "### `%s`\n\n```text\n%s\n```\n\n", c.CommandPath(), strings.TrimSpace(help.String()))
		for _, sub := range c.Commands() {
			// What cobra says of each shell is long, and the same four times.
			if sub.IsAvailableCommand() && c.Name() != "completion" {
				write(sub)
			}
		}
	}
	write(root)
	return b.String()
}
