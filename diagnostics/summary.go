package diagnostics

import (
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
)

// Count counts the findings of a document that are worth an exit status of 1:
// blocks that do not apply, and problems.
func (r *Report) Count() int {
	n := 0
	for i := range r.Blocks {
		if r.Blocks[i].IsFailure() {
			n++
		}
	}
	for _, p := range r.Problems {
		if p.Counts {
			n++
		}
	}
	return n
}

// Summary words the counts of a report.
func (r *Report) Summary() string {
	counts := map[apply.Status]int{}
	for i := range r.Blocks {
		counts[r.Blocks[i].Status]++
	}
	words := []string{plural(len(r.Blocks), "block")}
	for _, s := range []apply.Status{
		apply.Validated, apply.Applied, apply.AlreadyApplied, apply.Failed,
		apply.Skipped, apply.NotInContext, apply.Stale, apply.Incomplete,
	} {
		if n := counts[s]; n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, strings.ReplaceAll(string(s), "-", " ")))
		}
	}
	if n := len(r.Problems); n > 0 {
		words = append(words, plural(n, "problem"))
	}
	return strings.Join(words, ", ")
}
