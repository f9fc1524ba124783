package wire

import (
	"bufio"
	"io"
	"sync/atomic"
)

// outbox writes messages in the order in which they were put in. Putting one in never
// waits: a client that does not read holds up its own answers and nothing else.
type outbox struct {
	queue *queue[[]byte]
	// done is closed when nothing more will be written.
	done chan struct{}
	// broken: the client's end is gone; what is put in is dropped.
	broken atomic.Bool
}

func newOutbox() *outbox {
	return &outbox{queue: newQueue[[]byte](), done: make(chan struct{})}
}

// put queues one message body. It says false if it can no longer reach the client.
func (o *outbox) put(body []byte) bool {
	return !o.broken.Load() && o.queue.push(body)
}

// run writes until the outbox is closed and empty, or writing fails.
func (o *outbox) run(w io.Writer, failed func(error)) {
	defer close(o.done)
	b := bufio.NewWriterSize(w, 64<<10)
	for {
		body, ok := o.queue.take()
		if !ok {
			return
		}
		if o.broken.Load() {
			continue // empty the queue, or what is in it would be kept until the end
		}
		err := writeFrame(b, body)
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
