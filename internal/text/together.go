package text

import (
	"runtime"
	"sync"
)

// Pieces is how many pieces a work of this size should be cut into, so that each
// processor has one and none is smaller than least.
func Pieces(size, least int) int { return max(1, min(runtime.GOMAXPROCS(0), size/least)) }

// Together calls do for the pieces 0 to n-1, all at the same time.
func Together(n int, do func(piece int)) {
	var others sync.WaitGroup
	for i := 1; i < n; i++ {
		others.Go(func() { do(i) })
	}
	do(0)
	others.Wait()
}
