package wire

import (
	"errors"

	"github.com/sourcegraph/jsonrpc2"
)

// stream is the ObjectStream of a jsonrpc2.Conn: it reads and checks messages, hands
// jsonrpc2 their envelopes, and answers by itself what is no message. jsonrpc2 closes
// its connection at the first thing it cannot decode, so nothing of that kind reaches
// it.
type stream struct {
	frames *frameReader
	out    *outbox
	calls  *calls
	// report takes a line for the log. Logging can block, and this is the read
	// goroutine.
	report func(msg string, args ...any)
	// ended is called once reading has ended, with its error.
	ended func(error)

	// current is the message whose envelope ReadObject gave out last. jsonrpc2 reads,
	// calls OnRecv and then the Handler on one goroutine, so no lock is needed.
	current message
	// unpacked is used by ReadObject alone.
	unpacked unpacked
}

var _ jsonrpc2.ObjectStream = (*stream)(nil)

// ReadObject implements jsonrpc2.ObjectStream. The error is that of the framing.
func (s *stream) ReadObject(v any) error {
	for {
		envelope, err := s.read()
		if err != nil {
			s.ended(err)
			return err
		}
		if envelope != nil {
			return s.unpacked.unpack(s.current, envelope, v)
		}
	}
}

// read takes the next message. A nil envelope means that it was dealt with.
func (s *stream) read() ([]byte, error) {
	s.current = message{}
	body, err := s.frames.next()
	if tooLarge := (*sizeError)(nil); errors.As(err, &tooLarge) {
		s.refuse(id{}, Errorf(InvalidRequest, "%v", tooLarge))
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m, bad := parseMessage(body)
	if bad != nil {
		s.refuse(m.id, bad)
		return nil, nil
	}
	call := uint64(0)
	if m.kind == response {
		ok := false
		if call, ok = s.calls.answered(m.id); !ok {
			if m.bare {
				s.refuse(m.id, Errorf(InvalidRequest, "the message has no method"))
			} else {
				s.report("an answer to nothing that was asked was dropped")
			}
			return nil, nil
		}
	}
	s.current = m
	return m.envelope(call), nil
}

// refuse answers what is not a message.
func (s *stream) refuse(to id, e *Error) {
	s.report("a message was refused", "code", int64(e.Code), "reason", e.Message)
	if body, err := encodeError(to, e); err == nil {
		s.out.put(body)
	}
}

// restore is jsonrpc2's OnRecv hook: it puts the bytes that read has set aside into
// what jsonrpc2 made of the envelope.
func (s *stream) restore(req *jsonrpc2.Request, resp *jsonrpc2.Response) {
	m := s.current
	switch {
	case resp != nil && m.err != nil:
		resp.Result, resp.Error = nil, m.err
	case resp != nil:
		resp.Result, resp.Error = &m.result, nil
	case req != nil:
		req.Method, req.Params = m.method, &m.params
	}
}

// WriteObject implements jsonrpc2.ObjectStream. It is used for our own calls.
func (s *stream) WriteObject(obj any) error {
	body, err := Encode(obj)
	if err != nil {
		return err
	}
	if !s.out.put(body) {
		return ErrClosed
	}
	return nil
}

// Close implements jsonrpc2.ObjectStream. jsonrpc2 closes when reading has ended, and
// then there may still be answers to write: the [Server] closes the connection.
func (s *stream) Close() error { return nil }
