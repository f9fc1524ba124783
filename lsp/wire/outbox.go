package wire

import (
	"bufio"
	"io"
	"sync"
	"sync/atomic"
)

// outbox writes messages in the order in which they were put in. Putting one in never
// waits: a client that doesn't read holds up its own answers and nothing else.
type outbox struct {
	queue *queue[*outgoing]
	// done is closed when nothing more will be written.
	done chan struct{}
	// broken is true once the client's end is gone; what is put in is dropped.
	broken atomic.Bool

	mu sync.Mutex
	// latest are the queued messages that a newer one of their key will replace.
	latest map[string]*outgoing
}

// outgoing is a message body in the queue; it is nil once a newer one has replaced it.
type outgoing struct {
	key  string
	body []byte
}

func newOutbox() *outbox {
	return &outbox{queue: newQueue[*outgoing](), done: make(chan struct{}), latest: map[string]*outgoing{}}
}

// put queues one message body. It reports whether it can still reach the client.
func (o *outbox) put(body []byte) bool {
	return !o.broken.Load() && o.queue.push(&outgoing{body: body})
}

// putLatest is put for a message that replaces a queued one of the same key, so that
// thousands don't pile up for a client that doesn't read.
func (o *outbox) putLatest(key string, body []byte) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if was := o.latest[key]; was != nil {
		was.body = nil
	}
	m := &outgoing{key: key, body: body}
	o.latest[key] = m
	return !o.broken.Load() && o.queue.push(m)
}

// take returns the next body to write, or nil for one that was replaced.
func (o *outbox) take() (body []byte, ok bool) {
	m, ok := o.queue.take()
	if !ok {
		return nil, false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.latest[m.key] == m {
		delete(o.latest, m.key)
	}
	return m.body, true
}

// run writes until the outbox is closed and empty, or writing fails.
func (o *outbox) run(w io.Writer, failed func(error)) {
	defer close(o.done)
	b := bufio.NewWriterSize(w, 64<<10)
	for {
		body, ok := o.take()
		if !ok {
			return
		}
		if o.broken.Load() {
			continue // empty the queue, or what is in it would be kept until the end
		}
		var err error
		if body != nil {
			err = writeFrame(b, body)
		}
		if err == nil && o.queue.empty() {
			err = b.Flush()
		}
		if err != nil {
			o.broken.Store(true)
			failed(err)
		}
	}
}

// close lets what is queued be written, and no more.
func (o *outbox) close() { o.queue.close() }
