package trust

import (
	"context"
	"runtime"
	"sync/atomic"
)

// Steps is a context that counts calls of Err, to measure work without a clock, and ends at a limit.
type Steps struct {
	context.Context
	asked atomic.Int64
	limit int64
	done  chan struct{}
}

// NewSteps returns a context that ends after limit calls of Err, or never if negative.
func NewSteps(ctx context.Context, limit int) *Steps {
	return &Steps{Context: ctx, limit: int64(limit), done: make(chan struct{})}
}

// Asked returns the number of calls.
func (s *Steps) Asked() int { return int(s.asked.Load()) }

// Err counts a call.
func (s *Steps) Err() error {
	asked := s.asked.Add(1)
	if s.limit < 0 || asked <= s.limit {
		return s.Context.Err()
	}
	if asked == s.limit+1 {
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
