package wire

import "sync"

// queue is an unbounded first-in-first-out queue with one taker. A bounded one can
// deadlock: the reader would wait for the ordering loop, which may be waiting for an
// answer that only the reader can bring.
type queue[T any] struct {
	mu sync.Mutex
	// changed wakes the taker.
	changed *sync.Cond
	items   []T
	closed  bool
}

func newQueue[T any]() *queue[T] {
	q := &queue[T]{}
	q.changed = sync.NewCond(&q.mu)
	return q
}

// push adds an item without waiting. It reports whether the queue is still open.
func (q *queue[T]) push(item T) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.items = append(q.items, item)
	q.changed.Signal()
	return true
}

// close lets the taker have what is in the queue, and no more.
func (q *queue[T]) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.changed.Signal()
}

// take returns the next item, waiting for one. It returns false once the queue is closed
// and empty. Only one goroutine may take.
func (q *queue[T]) take() (item T, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.changed.Wait()
	}
	if len(q.items) == 0 {
		return item, false
	}
	var zero T
	item, q.items[0] = q.items[0], zero // or the backing array would keep the message alive
	q.items = q.items[1:]
	return item, true
}

// empty reports whether there is nothing to take right now.
func (q *queue[T]) empty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.items) == 0
}
