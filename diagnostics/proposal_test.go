package diagnostics_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/parse"
)

// A README's fences are no offers, even if it shows a diff of a file that isn't there.
func TestExamplesOfDiffsAskForNoCodeBlocks(t *testing.T) {
	const readme = "# The tool\n\n```diff\n--- a/go.mod\n+++ b/go.mod\n@@ -1 +1 @@\n-a\n+b\n```\n\n`x.go`:\n\n```go\npackage x\n```\n"
	for _, c := range []struct {
		name, document string
		files          memory
		offered        int
	}{
		{"a diff of a missing file", readme, memory{}, 0},
		{"a diff of a file", readme, memory{"go.mod": "a\n"}, 1},
		{"switched on", "<!-- edit-lsp: on -->\n\n" + readme, memory{}, 1},
		{"an answer", "# User\n\nedit\n\n# Assistant\n\n" + readme, memory{}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := check(t, c.document, c.files, diagnostics.Options{CodeBlocks: diagnostics.CodeBlocksOffer, Parse: parse.Options{FileName: "README.md"}})
			assert.Equal(t, c.offered, r.Offered)
		})
	}
}
