package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sourcegraph/jsonrpc2"
)

// Call asks the client and waits for its answer, which is decoded into result unless
// that is nil. It may be made from any handler: answers come in on the read goroutine.
//
// Errors: [*ClientError] if the client refuses, ctx's, [ErrClosed] if the client is
// gone or goes before it answers, and those of encoding and decoding. A call given up
// by its ctx is not taken back from the client.
func (s *Server) Call(ctx context.Context, method string, params, result any) error {
	link := s.link.Load()
	if link == nil {
		return ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	var raw any // nil leaves the params out
	if params != nil {
		b, err := Encode(params)
		if err != nil {
			return fmt.Errorf("encoding the params of %s: %w", method, err)
		}
		raw = json.RawMessage(b)
	}
	n := s.calls.next()
	waiter, err := link.conn.DispatchCall(ctx, method, raw, jsonrpc2.PickID(jsonrpc2.ID{Num: n}))
	if err != nil {
		s.calls.forget(n)
		return callError(method, err)
	}
	// Writing may have failed, or the end begun, since; then no answer can come, but
	// jsonrpc2 would not notice.
	both, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(link.deaf, cancel)()
	err = waiter.Wait(both, result)
	if err != nil && ctx.Err() == nil && both.Err() != nil {
		return ErrClosed
	}
	return callError(method, err)
}

// callError turns jsonrpc2's errors into ours.
func callError(method string, err error) error {
	if refused := (*jsonrpc2.Error)(nil); errors.As(err, &refused) {
		e := &ClientError{Method: method, Code: Code(refused.Code), Message: refused.Message}
		if refused.Data != nil {
			e.Data = *refused.Data
		}
		return e
	}
	if errors.Is(err, jsonrpc2.ErrClosed) {
		return ErrClosed
	}
	return err
}

// Notify tells the client something. It may be made from any handler and does not
// wait for the client to read; what is sent before a handler's end arrives before its
// answer. Errors: ctx's, if it has ended already, [ErrClosed], and those of encoding.
func (s *Server) Notify(ctx context.Context, method string, params any) error {
	return s.notify(ctx, method, params, s.out.put)
}

// NotifyLatest is Notify for what makes an older notification of the same method and key
// pointless: one that has not been sent yet is dropped.
func (s *Server) NotifyLatest(ctx context.Context, method, key string, params any) error {
	return s.notify(ctx, method, params, func(body []byte) bool { return s.out.putLatest(method+" "+key, body) })
}

func (s *Server) notify(ctx context.Context, method string, params any, put func([]byte) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	body, err := encodeNotification(method, params)
	if err != nil {
		return fmt.Errorf("encoding the params of %s: %w", method, err)
	}
	if s.link.Load() == nil || !put(body) {
		return ErrClosed
	}
	return nil
}
