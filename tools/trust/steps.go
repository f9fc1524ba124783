package trust

import (
	"context"
	"runtime"
	"sync"
)

// Steps is a context that counts calls of Err, which measures work without a clock. It is cancelled
// after a limit.
type Steps struct {
	context.Context
	mu    sync.Mutex
	asked int
	limit int
	done  chan struct{}
}

// NewSteps returns a context that is cancelled after limit steps, or never if limit is negative.
func NewSteps(ctx context.Context, limit int) *Steps {
	return &Steps{Context: ctx, limit: limit, done: make(chan struct{})}
}

// Asked returns the number of steps.
func (s *Steps) Asked() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

// Err counts a step.
func (s *Steps) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	if s.limit < 0 || s.asked <= s.limit {
		return s.Context.Err()
	}
	if s.asked == s.limit+1 {
		close(s.done)
	}
	return context.Canceled
}

// Done is closed at the first step past the limit.
func (s *Steps) Done() <-chan struct{} { return s.done }

// Allocated returns how many bytes f allocates, including whatever runs concurrently.
func Allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
