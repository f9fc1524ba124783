package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/diagnostics"
)

// onlySet returns the indexes that --only names, nil without the flag.
func (f *applyFlags) onlySet(cmd *cobra.Command, names []string) (map[int]bool, error) {
	if !cmd.Flags().Changed("only") {
		return nil, nil
	}
	if len(names) > 1 {
		return nil, errors.New("--only works on one document")
	}
	if len(f.only) == 0 {
		return nil, errors.New("--only names no block: want block numbers, such as 1-3,7")
	}
	set := map[int]bool{}
	for _, only := range f.only {
		first, last, err := numberRange(only)
		if err != nil {
			return nil, fmt.Errorf("invalid --only %q: %w", only, err)
		}
		for n := first; n <= last; n++ {
			set[n-1] = true
		}
	}
	return set, nil
}

// maxRange bounds the memory for a range, which may end anywhere.
const maxRange = 1 << 20

// numberRange returns the first and last number of one such as 7 or 1-3.
func numberRange(s string) (first, last int, err error) {
	one, other, isRange := strings.Cut(s, "-")
	if !isRange {
		other = one
	}
	first, err = strconv.Atoi(strings.TrimSpace(one))
	last, lastErr := strconv.Atoi(strings.TrimSpace(other))
	switch {
	case err != nil || lastErr != nil:
		return 0, 0, errors.New("want block numbers, such as 1-3,7")
	case first > last:
		return 0, 0, errors.New("the range ends before it begins")
	case last-first >= maxRange:
		return 0, 0, fmt.Errorf("a range has at most %d blocks", maxRange)
	}
	return first, last, nil
}

// checkOnly rejects numbers without a block.
func checkOnly(r *diagnostics.Report, only map[int]bool) error {
	n, none := len(r.Blocks)+len(r.Proposals), []int{}
	for i := range only {
		if i < 0 || i >= n {
			none = append(none, i+1)
		}
	}
	if len(none) == 0 {
		return nil
	}
	return fmt.Errorf("--only: no block %d; the document has %d", slices.Min(none), n)
}

// counts reports whether a block or code block takes part in the exit status.
func (d *document) counts(index int) bool { return d.only == nil || d.only[index] }

// selected keeps only the blocks that count, for the exit status.
func selected(docs []document) []document {
	var left []document
	for _, d := range docs {
		part := d
		if d.only != nil {
			part.report = &diagnostics.Report{}
			for i, b := range d.report.Blocks {
				if d.only[i] {
					part.report.Blocks = append(part.report.Blocks, b)
				}
			}
		}
		left = append(left, part)
	}
	return left
}
