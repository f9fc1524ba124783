// Package parallel runs independent work on all processors.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls do for 0 to n-1 on all processors and waits. It repeats a panic in the caller's goroutine,
// where it ends only a check, not the program.
func Each(n int, do func(i int)) {
	var next atomic.Int64
	var fault atomic.Pointer[any]
	work := func() {
		defer func() {
			if p := recover(); p != nil {
				fault.CompareAndSwap(nil, &p)
			}
		}()
		for i := next.Add(1) - 1; int(i) < n && fault.Load() == nil; i = next.Add(1) - 1 {
			do(int(i))
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	if p := fault.Load(); p != nil {
		panic(*p)
	}
}
