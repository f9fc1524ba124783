package apply

import (
	"context"

	"github.com/edit-lsp/edit-lsp/internal/parallel"
)

// fewest is the number of pieces of work up to which they are done one after another.
const fewest = 4

// together does pieces of work that do not depend on one another, on all processors. The
// only error is the context's.
func together(ctx context.Context, work []func(context.Context) error) error {
	if len(work) <= fewest {
		for _, w := range work {
			if err := w(ctx); err != nil {
				return err
			}
		}
		return nil
	}
	parallel.Each(len(work), func(i int) {
		if ctx.Err() == nil {
			_ = work[i](ctx)
		}
	})
	return ctx.Err()
}
