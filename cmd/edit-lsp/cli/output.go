package cli

import (
	"io"
	"strings"

	"github.com/spf13/pflag"

	"github.com/edit-lsp/edit-lsp/apply"
)

// results are what a run has found.
type results struct {
	docs []document
	// written is what was written to disk, and what could not be; nil for a run that
	// writes nothing.
	written []apply.Written
	// ok: every document could be read.
	ok bool
}

// output writes the results of a run.
type output func(w io.Writer, r results) error

// formats is the table of output formats: a row each.
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

func registerFormat(flags *pflag.FlagSet, format *string) {
	flags.StringVar(format, "format", formats[0].name, "the `format` of the results: "+formatNames())
}

// formatNames lists the formats: "text, json or …".
func formatNames() string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return oneOf(names)
}

// oneOf lists one or more choices: "a, b or c".
func oneOf(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
