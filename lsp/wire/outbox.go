package wire

import (
	"bufio"
	"io"
)

// outbox writes message bodies in order. Pushing one never blocks. Those with a key don't pile up for
// a slow client.
type outbox struct {
	*queue[[]byte]
	done chan struct{}
}

func newOutbox() *outbox { return &outbox{newQueue[[]byte](), make(chan struct{})} }

// run writes until the outbox is closed and empty, or writing fails.
func (o *outbox) run(w io.Writer, failed func(error)) {
	defer close(o.done)
	b := bufio.NewWriterSize(w, 64<<10)
	for bodies := o.take(); len(bodies) > 0; bodies = o.take() {
		if err := writeFrames(b, bodies); err != nil {
			o.close()
			failed(err)
			return
		}
	}
}
