package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

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
	// quiet leaves out all but what needs attention, as text.
	quiet bool
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

// outputFlags choose how results are printed.
type outputFlags struct {
	format string
	quiet  bool
}

func (f *outputFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.format, "format", formats[0].name, "the `format` of the results: "+text.OneOf(formatNames()))
	completeFlag(cmd, "format", formatNames()...)
	cmd.Flags().BoolVarP(&f.quiet, "quiet", "q", false, "print only errors and warnings, and no summary")
}

// output returns what prints the results.
func (f *outputFlags) output() (output, error) {
	i := slices.Index(formatNames(), f.format)
	switch {
	case i < 0:
		return nil, fmt.Errorf("invalid --format %q: want %s", f.format, text.OneOf(formatNames()))
	case f.quiet && i > 0:
		return nil, errors.New("--quiet is for --format text only; the other formats are complete")
	}
	return func(w io.Writer, r results) error {
		r.quiet = f.quiet
		return formats[i].write(w, r)
	}, nil
}

func formatNames() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}
