package wire

import "sync"

// queue is an unbounded first-in-first-out queue with one taker. A bounded one can
// deadlock: the reader would wait for the ordering loop, which may be waiting for an
// answer that only the reader can bring.
type queue[T any] struct {
	mu     sync.Mutex
	items  []T
	closed bool
	// wake holds one token if the taker has something new to look at.
	wake chan struct{}
}

func newQueue[T any]() *queue[T] {
	return &queue[T]{wake: make(chan struct{}, 1)}
}

// push adds an item without ever waiting. It says false if the queue is closed.
func (q *queue[T]) push(item T) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.items = append(q.items, item)
	q.signal()
	return true
}

// close lets the taker have what is in the queue, and no more.
func (q *queue[T]) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.signal()
}

func (q *queue[T]) signal() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// take returns the next item, waiting for one. It says false once the queue is closed
// and empty. Only one goroutine may take.
func (q *queue[T]) take() (T, bool) {
	for {
		q.mu.Lock()
		if len(q.items) > 0 {
			var zero T
			item := q.items[0]
			q.items[0] = zero // or the backing array would keep the message alive
			q.items = q.items[1:]
			q.mu.Unlock()
			return item, true
		}
		closed := q.closed
		q.mu.Unlock()
		if closed {
			var zero T
			return zero, false
		}
		<-q.wake
	}
}

// empty says whether there is nothing to take right now.
func (q *queue[T]) empty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.items) == 0
}
