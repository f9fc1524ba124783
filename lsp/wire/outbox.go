package wire

import (
	"bufio"
	"io"
	"sync/atomic"
)

// outbox writes message bodies in the order in which they were put in. Putting one in never
// waits: a client that doesn't read holds up its own answers and nothing else.
type outbox struct {
	queue *queue[[]byte]
	// done is closed when nothing more will be written.
	done chan struct{}
	// broken is true once the client's end is gone; what is put in is dropped.
	broken atomic.Bool
}

func newOutbox() *outbox { return &outbox{queue: newQueue[[]byte](), done: make(chan struct{})} }

// put queues a message body. It reports whether it can still reach the client.
func (o *outbox) put(body []byte) bool { return o.putLatest("", body) }

// putLatest is put for a message that replaces a queued one of the same key, so that
// thousands don't pile up for a client that doesn't read.
func (o *outbox) putLatest(key string, body []byte) bool {
	return !o.broken.Load() && o.queue.pushLatest(key, body)
}

// run writes until the outbox is closed and empty. Once writing has failed it only empties
// the queue, or what is in it would be kept until the end.
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
