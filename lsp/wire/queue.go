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
	// latest is where the items with a key are.
	latest map[string]int
	closed bool
}

func newQueue[T any]() *queue[T] {
	q := &queue[T]{latest: map[string]int{}}
	q.changed = sync.NewCond(&q.mu)
	return q
}

// push adds an item without waiting. It reports whether the queue is still open.
func (q *queue[T]) push(item T) bool { return q.pushLatest("", item) }

// pushLatest is push for an item that replaces the one with the same key, whose place T's zero
// value takes.
func (q *queue[T]) pushLatest(key string, item T) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	if key != "" {
		if i, queued := q.latest[key]; queued {
			q.items[i] = *new(T)
		}
		q.latest[key] = len(q.items)
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

// take returns all items, waiting for one. There are none once the queue is closed and
// empty. Only one goroutine may take.
func (q *queue[T]) take() []T {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.changed.Wait()
	}
	items := q.items
	q.items = nil
	clear(q.latest)
	return items
}
