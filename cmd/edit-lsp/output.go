package main

import (
	"io"
	"strings"

	"github.com/spf13/pflag"

	"github.com/edit-lsp/edit-lsp/apply"
)

// output writes the results of a run. written is what was written to disk, nil for
// a command that writes nothing.
type output func(w io.Writer, docs []document, written []apply.Written) error

// formats is the table of output formats: a row each.
var formats = []struct {
	name  string
	write output
}{
	{"text", writeText},
	{"json", writeJSON},
}

func registerFormat(flags *pflag.FlagSet, format *string) {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	flags.StringVar(format, "format", formats[0].name, "the `format` of the results: "+strings.Join(names, ", "))
}
