package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"sync/atomic"
)

const (
	queued int32 = iota
	started
	answered
)

type incoming struct {
	id     json.RawMessage
	method string
	params json.RawMessage
	ctx    context.Context
	cancel context.CancelCauseFunc
	// state ensures a single answer: only the goroutine that sets it to answered replies.
	state atomic.Int32
}

// start reports whether the request still needs to be served.
func (in *incoming) start() bool { return in.state.CompareAndSwap(queued, started) }

// key returns the same string for equal ids: strings by content, numbers by text.
func key(id json.RawMessage) string {
	var s string
	if bytes.HasPrefix(id, []byte(`"`)) && json.Unmarshal(id, &s) == nil {
		return `"` + s
	}
	return string(id)
}

// cancelRequest handles $/cancelRequest: it cancels the request's context. A request that hasn't
// started is answered and never starts.
func (s *Server) cancelRequest(params json.RawMessage) {
	var p struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	open, ok := s.requests.Load(key(p.ID))
	if !ok {
		return // it was answered already, or never sent
	}
	in := open.(*incoming)
	in.cancel(errCancelled)
	if in.state.CompareAndSwap(queued, answered) {
		s.reply(in, nil, errCancelled)
	}
}

// answer replies to a started request. A second call does nothing.
func (s *Server) answer(in *incoming, result any, err error) {
	if !in.state.CompareAndSwap(started, answered) {
		return
	}
	if cause := context.Cause(in.ctx); cause == errCancelled {
		err = cause
	}
	s.reply(in, result, err)
}

func (s *Server) reply(in *incoming, result any, err error) {
	in.cancel(nil)
	s.requests.CompareAndDelete(key(in.id), in) // a later request may have the same id
	var body []byte
	if err == nil {
		body, err = guard(s, in.method, func() ([]byte, error) {
			body, err := encodeResult(in.id, result)
			if err != nil {
				err = Errorf(InternalError, "the result of %s does not encode: %v", in.method, err)
			}
			return body, err
		})
	}
	if err != nil {
		body = encodeError(in.id, asError(err))
	}
	s.out.push("", body)
}
