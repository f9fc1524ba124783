package cli

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

type results struct {
	docs []document
	// root is the workspace folder, if it isn't the one that people expect.
	root string
	// written lists what was written to disk or failed to be, nil for commands that don't write.
	written []apply.Written
	// ok means that every document could be read.
	ok bool
}

type output func(w io.Writer, r results) error

var formats = []struct {
	name  string
	write output
}{
	{"text", writeText},
	{"json", writeJSON},
	{"jsonl", writeJSONL},
	{"sarif", writeSARIF},
	{"github", writeGitHub},
}

func registerFormat(cmd *cobra.Command, format *string) {
	cmd.Flags().StringVar(format, "format", formats[0].name, "the `format` of the results: "+text.OneOf(formatNames()))
	completeFlag(cmd, "format", formatNames()...)
}

func formatNames() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}
