package wire

import "sync"

// queue is an unbounded FIFO queue with a single consumer. A bounded one could deadlock: the reader
// would wait for the ordering loop, which may wait for an answer from the reader.
type queue[T any] struct {
	mu      sync.Mutex
	changed *sync.Cond
	items   []T
	// latest maps keys to indexes of items.
	latest map[string]int
	closed bool
}

func newQueue[T any]() *queue[T] {
	q := &queue[T]{latest: map[string]int{}}
	q.changed = sync.NewCond(&q.mu)
	return q
}

// push adds an item and reports whether the queue is still open. An item with the same key, unless
// that is empty, becomes T's zero value.
func (q *queue[T]) push(key string, item T) bool {
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

// close stops adding. The consumer still gets what is queued.
func (q *queue[T]) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.changed.Signal()
}

// take returns all items, waiting for at least one, or none once the queue is closed and empty.
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
