package apply

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// fewest is the number of pieces of work up to which they are done one after another.
const fewest = 4

// parallel does pieces of work that do not depend on one another, on all processors. The
// only error is the context's.
func parallel(ctx context.Context, work []func(context.Context) error) error {
	workers := min(runtime.GOMAXPROCS(0), len(work))
	if len(work) <= fewest || workers < 2 {
		for _, w := range work {
			if err := w(ctx); err != nil {
				return err
			}
		}
		return nil
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	var fault atomic.Pointer[any]
	for range workers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			// A panic ends the document's judgement in its own goroutine, where it is
			// caught (trust, G10).
			defer func() {
				if p := recover(); p != nil {
					fault.CompareAndSwap(nil, &p)
				}
			}()
			for i := next.Add(1) - 1; int(i) < len(work); i = next.Add(1) - 1 {
				if work[i](ctx) != nil {
					return
				}
			}
		}()
	}
	wait.Wait()
	if p := fault.Load(); p != nil {
		panic(*p)
	}
	return ctx.Err()
}
