package wire

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
)

// A request is at one of these points.
const (
	queued int32 = iota
	started
	answered
)

// incoming is one request from its reading to its answer.
type incoming struct {
	id     id
	method string
	params json.RawMessage
	ctx    context.Context
	cancel context.CancelFunc
	// point makes sure of one answer: whoever moves it to answered gives it.
	point atomic.Int32
	// unwanted: the client has cancelled it.
	unwanted atomic.Bool
}

// requests are those that have no answer yet, by id.
type requests struct {
	mu   sync.Mutex
	open map[string]*incoming
}

func (r *requests) add(in *incoming) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open == nil {
		r.open = map[string]*incoming{}
	}
	r.open[in.id.key] = in
}

// remove forgets a request, but not a later one that was given the same id.
func (r *requests) remove(in *incoming) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open[in.id.key] == in {
		delete(r.open, in.id.key)
	}
}

func (r *requests) get(ident id) *incoming {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.open[ident.key]
}

// cancelRequest takes effect at once: the context ends, and a request that has not
// started never does and is answered here.
func (s *Server) cancelRequest(ident id) {
	in := s.requests.get(ident)
	if in == nil {
		return // answered already, or never asked
	}
	in.unwanted.Store(true)
	in.cancel()
	if in.point.CompareAndSwap(queued, answered) {
		s.reply(in, nil, cancelled())
	}
}

// start says whether the request is still to be served.
func (in *incoming) start() bool { return in.point.CompareAndSwap(queued, started) }

// answer ends a request that has started. A second call does nothing.
func (s *Server) answer(in *incoming, result any, err error) {
	if !in.point.CompareAndSwap(started, answered) {
		return
	}
	if in.unwanted.Load() {
		err = cancelled()
	}
	s.reply(in, result, err)
}

func (s *Server) reply(in *incoming, result any, err error) {
	in.cancel()
	s.requests.remove(in)
	var body []byte
	if err == nil {
		err = s.guard(in.method, func() (err error) {
			if body, err = encodeResult(in.id, result); err != nil {
				err = Errorf(InternalError, "the result of %s does not encode: %v", in.method, err)
			}
			return err
		})
	}
	if err != nil {
		body = s.encodeRefusal(in, err)
	}
	s.out.put(body)
}

// encodeRefusal encodes an answer that is an error. It always succeeds: data that does
// not encode is left out.
func (s *Server) encodeRefusal(in *incoming, err error) []byte {
	e := asError(err)
	var body []byte
	err = s.guard(in.method, func() (err error) {
		body, err = encodeError(in.id, e)
		return err
	})
	if err != nil {
		body, _ = encodeError(in.id, &Error{Code: e.Code, Message: e.Message})
	}
	return body
}
