package wire

import (
	"bufio"
	"io"
	"sync/atomic"
)

// outbox writes message bodies in order. Adding one never blocks.
type outbox struct {
	queue *queue[[]byte]
	done  chan struct{}
	// broken means that the client is gone. New messages are dropped.
	broken atomic.Bool
}

func newOutbox() *outbox { return &outbox{queue: newQueue[[]byte](), done: make(chan struct{})} }

// send queues a message body and returns false if the client is gone. It replaces a queued message
// with the same key, unless that is empty, so they don't pile up for a slow client.
func (o *outbox) send(key string, body []byte) bool {
	return !o.broken.Load() && o.queue.push(key, body)
}

// run writes until the outbox is closed and empty. After a write error it only empties the queue.
func (o *outbox) run(w io.Writer, failed func(error)) {
	defer close(o.done)
	b := bufio.NewWriterSize(w, 64<<10)
	for bodies := o.queue.take(); len(bodies) > 0; bodies = o.queue.take() {
		if o.broken.Load() {
			continue
		}
		if err := writeFrames(b, bodies); err != nil {
			o.broken.Store(true)
			failed(err)
		}
	}
}
