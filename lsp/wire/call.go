package wire

import (
	"context"
	"errors"
	"fmt"

	"github.com/sourcegraph/jsonrpc2"
)

// Call asks the client and waits for its answer, which is decoded into result unless
// that is nil. It may be called from any handler: answers come in on the read goroutine.
//
// Errors: the client's refusal, ctx's, [ErrClosed] if the client is gone or goes before it
// answers, and those of encoding and decoding. A call given up by its ctx is not cancelled
// at the client.
func (s *Server) Call(ctx context.Context, method string, params, result any) error {
	conn := s.conn.Load()
	if conn == nil {
		return ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	// jsonrpc2 would begin with 0, which to some clients is no id.
	n := s.lastCall.Add(1)
	s.calls.Store(n, nil)
	defer s.calls.Delete(n)
	waiter, err := conn.DispatchCall(ctx, method, params, jsonrpc2.PickID(jsonrpc2.ID{Num: n}))
	if errors.Is(err, jsonrpc2.ErrClosed) || errors.Is(err, ErrClosed) {
		return ErrClosed
	}
	if err != nil {
		return fmt.Errorf("encoding the params of %s: %w", method, err)
	}
	// If writing fails, or the session ends, no answer can come. jsonrpc2 would not
	// notice.
	both, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.deaf, cancel)()
	err = waiter.Wait(both, result)
	refused := (*jsonrpc2.Error)(nil)
	switch {
	case err != nil && ctx.Err() == nil && both.Err() != nil, errors.Is(err, jsonrpc2.ErrClosed):
		return ErrClosed
	case errors.As(err, &refused):
		return fmt.Errorf("the client refused %s: %s (%d)", method, refused.Message, refused.Code)
	}
	return err
}

// Notify tells the client something. It may be called from any handler and doesn't wait
// for the client to read; what is sent before a handler's end arrives before its answer.
// Errors: ctx's, if it has ended already, [ErrClosed], and those of encoding.
func (s *Server) Notify(ctx context.Context, method string, params any) error {
	return s.notify(ctx, method, "", params)
}

// NotifyLatest is Notify for what replaces older notifications of the same method and
// key: one that has not been sent yet is dropped.
func (s *Server) NotifyLatest(ctx context.Context, method, key string, params any) error {
	return s.notify(ctx, method, method+" "+key, params)
}

func (s *Server) notify(ctx context.Context, method, key string, params any) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	body, err := encode(outgoing{Version: "2.0", Method: method, Params: params})
	if err != nil {
		return fmt.Errorf("encoding the params of %s: %w", method, err)
	}
	if s.conn.Load() == nil || !s.out.putLatest(key, body) {
		return ErrClosed
	}
	return nil
}
