package wire

import (
	"context"
	"errors"
	"fmt"

	"github.com/sourcegraph/jsonrpc2"
)

// Call sends a request to the client, waits, and decodes the answer into result unless that is nil.
// Any handler may call it, since answers arrive on the read goroutine.
//
// It returns the client's error, ctx's error, [ErrClosed], or an encoding or decoding error. If ctx
// ends, the request isn't cancelled at the client.
func (s *Server) Call(ctx context.Context, method string, params, result any) error {
	conn := s.conn.Load()
	if conn == nil {
		return ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	// jsonrpc2 starts at 0, which some clients don't accept as an id.
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
	// If a write fails or the session ends, no answer can come, but jsonrpc2 doesn't notice.
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

// CatchUp waits until the messages read so far have had their turn on the ordering loop. After [Server.Call],
// these include what the client sent before its answer. No first half of a handler may call it.
func (s *Server) CatchUp(ctx context.Context) error {
	reached := make(chan struct{})
	if !s.inbox.push("", func() { close(reached) }) {
		return ErrClosed
	}
	select {
	case <-reached:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Notify sends a notification without waiting for the client to read it. Any handler may call it;
// the notification arrives before the handler's answer. It returns ctx's error if ctx has ended,
// [ErrClosed], or an encoding error.
func (s *Server) Notify(ctx context.Context, method string, params any) error {
	return s.notify(ctx, method, "", params)
}

// NotifyLatest is like Notify, but replaces an unsent notification with the same method and key.
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
	if s.conn.Load() == nil || !s.out.push(key, body) {
		return ErrClosed
	}
	return nil
}
