package trust

import (
	"context"
	"runtime"
	"sync"
)

// Steps is a context that counts calls of Err, to measure work without a clock, and ends at a limit.
type Steps struct {
	context.Context
	mu    sync.Mutex
	asked int
	limit int
	done  chan struct{}
}

// NewSteps returns a context that ends after limit calls of Err, or never if negative.
func NewSteps(ctx context.Context, limit int) *Steps {
	return &Steps{Context: ctx, limit: limit, done: make(chan struct{})}
}

// Asked returns the number of calls.
func (s *Steps) Asked() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

// Err counts a call.
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

// Done is closed at the first call past the limit.
func (s *Steps) Done() <-chan struct{} { return s.done }

// Allocated returns how many bytes f allocates, including concurrent work.
func Allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
