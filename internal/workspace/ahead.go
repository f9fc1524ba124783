package workspace

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

const (
	// fewNames is how many names are found and read sooner than another thread wakes.
	fewNames = 8
	// mostAhead is how many goroutines read ahead.
	mostAhead = 3
)

// Ahead begins to resolve and read names for which the caller will ask in their order,
// as [View.Target] does: the last ones first, so that both meet. Whoever calls it must
// in the end call what it gives, which stops it.
func (v *View) Ahead(ctx context.Context, names []string) (stop func()) {
	helpers := min(runtime.GOMAXPROCS(0)-1, mostAhead)
	if len(names) < fewNames || helpers < 1 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var left atomic.Int64
	left.Store(int64(len(names)))
	var all sync.WaitGroup
	for range helpers {
		all.Go(func() {
			for i := left.Add(-1); i >= 0 && ctx.Err() == nil; i = left.Add(-1) {
				v.Target(ctx, names[i])
			}
		})
	}
	return func() {
		cancel()
		all.Wait()
	}
}
