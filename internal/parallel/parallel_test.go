package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
)

// on runs a test with the given GOMAXPROCS.
func on(t *testing.T, processors int) {
	t.Helper()
	was := runtime.GOMAXPROCS(processors)
	t.Cleanup(func() { runtime.GOMAXPROCS(was) })
}

func TestEachIsDoneOnce(t *testing.T) {
	for _, processors := range []int{1, 2, 5} {
		on(t, processors)
		for _, n := range []int{0, 1, 2, 5, 100} {
			done := make([]atomic.Int32, n)
			Each(n, func(i int) { done[i].Add(1) })
			for i := range done {
				assert.Equal(t, int32(1), done[i].Load(), "%d of %d", i, n)
			}
		}
	}
}

// Two calls that wait for each other end only if they run concurrently.
func TestEachIsDoneAtTheSameTime(t *testing.T) {
	on(t, 2)
	var both sync.WaitGroup
	both.Add(2)
	Each(2, func(int) { both.Done(); both.Wait() })
}

// A panic in any goroutine reaches the caller after all others have ended.
func TestPanicReachesTheCaller(t *testing.T) {
	on(t, 2)
	for bad := range 2 {
		var working atomic.Int32
		var both sync.WaitGroup
		both.Add(2)
		assert.PanicsWithValue(t, "fault", func() {
			Each(2, func(i int) {
				working.Add(1)
				defer working.Add(-1)
				both.Done()
				both.Wait()
				if i == bad {
					panic("fault")
				}
			})
		})
		assert.Zero(t, working.Load())
	}
}
