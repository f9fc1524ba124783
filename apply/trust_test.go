package apply

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/tools/trust"
)

func TestTrust(t *testing.T) {
	trust.Run(t, "D", 3, trust.Named(map[string]func(*testing.T){
		"chunks that match nearly everywhere":                      chunksThatMatchNearlyEverywhere,
		"a plan that is stopped locates no further block":          func(t *testing.T) { stopsAtTheNextBlock(t, "line") },
		"a plan of failing blocks that is stopped does so as well": func(t *testing.T) { stopsAtTheNextBlock(t, "none") },
	}))
}

// stopsAtTheNextBlock plans blocks that each search for a line, and cancels after some of the steps. At
// most one more check of the context may follow.
func stopsAtTheNextBlock(t *testing.T, looksFor string) {
	const blocks = 500
	var chat, content strings.Builder
	for i := range blocks {
		chat.WriteString(search(fmt.Sprintf("%s %d", looksFor, i), "new"))
		fmt.Fprintf(&content, "line %d\n", i)
	}
	doc, m := parsed(t, chat.String()), oneFile(content.String())
	whole := trust.NewSteps(t.Context(), -1)
	_, err := New(whole, doc, m, Options{}, nil)
	assert.NoError(t, err)
	assert.Greater(t, whole.Asked(), blocks)
	for limit := 0; limit < whole.Asked()-2; limit += 7 {
		ctx := trust.NewSteps(t.Context(), limit)
		_, err := New(ctx, doc, m, Options{}, nil)
		assert.ErrorIs(t, err, context.Canceled)
		assert.LessOrEqual(t, ctx.Asked(), limit+4)
	}
}

// Each chunk of a patch matches in as many places as there are chunks, and so do those below,
// which don't help to choose. What each costs doesn't grow with their number.
func chunksThatMatchNearlyEverywhere(t *testing.T) {
	const chunks = 200
	var chat strings.Builder
	chat.WriteString("*** Begin Patch\n*** Update File: a.txt\n")
	for range chunks {
		chat.WriteString("@@ f\n@@ f\n@@ g\n-x\n+y\n")
	}
	chat.WriteString("*** End Patch\n")
	doc, m := parsed(t, chat.String()), oneFile(strings.Repeat("f\nf\ng\nx\nx\n", chunks))
	ctx := trust.NewSteps(t.Context(), -1)
	p, err := New(ctx, doc, m, Options{}, nil)
	assert.NoError(t, err)
	assert.Len(t, p.Outcomes, chunks)
	assert.Less(t, ctx.Asked(), 50*chunks)
}
