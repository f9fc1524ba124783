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
	trust.Run(t, "D", 2, trust.Named(map[string]func(*testing.T){
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
