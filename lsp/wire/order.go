package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
)

// handler is the jsonrpc2.Handler. It runs on the read goroutine, so it only queues.
type handler struct{ server *Server }

// Handle implements jsonrpc2.Handler.
func (h handler) Handle(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) {
	s := h.server
	var params json.RawMessage
	if req.Params != nil {
		params = *req.Params
	}
	switch {
	case req.Method == methodNone && req.Notif:
		return
	case !req.Notif:
		if req.Method == methodShutdown {
			s.life.asked.Store(true)
		}
		in := &incoming{id: idOf(req), method: req.Method, params: params}
		in.ctx, in.cancel = context.WithCancelCause(s.ctx)
		s.requests.Store(key(in.id), in)
		if !s.inbox.push("", func() { s.serve(in) }) {
			in.cancel(nil)
		}
	case req.Method == methodCancel:
		s.cancelRequest(params)
	default:
		s.inbox.push("", func() { s.notified(req.Method, params) })
	}
	if req.Method == methodExit {
		s.inbox.close() // ignore everything after it
		s.endLast(io.EOF)
	}
	// Let the ordering loop continue on this thread. The next read would block it, and waking
	// another thread takes as long as answering a simple request.
	runtime.Gosched()
}

// order runs the queued steps one by one until the inbox is closed and empty.
func (s *Server) order() {
	for steps := s.inbox.take(); len(steps) > 0; steps = s.inbox.take() {
		for i, step := range steps {
			steps[i] = nil // free its message while the others run
			step()
		}
	}
}

func (s *Server) notified(method string, params json.RawMessage) {
	s.trace("notification", method)
	notify := s.routes[method].notify
	optional := strings.HasPrefix(method, "$/")
	switch {
	case method != methodExit && s.life.at() != serving:
		s.log.Info("a notification outside the session was dropped", methodAttr(method))
	case notify == nil && !optional:
		s.log.Warn("a notification without a handler was dropped", methodAttr(method))
	case notify != nil && s.ctx.Err() == nil:
		if _, err := guard(s, method, func() (any, error) { return nil, notify(s.ctx, params) }); err != nil {
			s.log.Warn("a notification failed", methodAttr(method), "error", err.Error())
		}
	}
}

// serve runs the first half of a request and starts the second.
func (s *Server) serve(in *incoming) {
	if !in.start() {
		return // it was cancelled and answered while it was queued
	}
	s.trace("request", in.method)
	if err := s.admit(in); err != nil {
		s.answer(in, nil, err)
		return
	}
	if in.method == methodShutdown {
		s.life.enter(shutDown)
	}
	run, err := s.prepare(in)
	switch {
	case err != nil:
		s.answer(in, nil, err)
	case run == nil:
		s.answer(in, s.routes[in.method].nothing, nil)
	case in.method == methodInitialize, in.method == methodShutdown: // later messages depend on them
		err = s.finish(in, run)
	default:
		s.running.Go(func() {
			// If the handler ends its goroutine, this answers. Otherwise it does nothing.
			defer func() { s.answer(in, nil, Errorf(InternalError, "%s ended without an answer", in.method)) }()
			_ = s.finish(in, run) // the client has the error
		})
	}
	if err == nil && in.method == methodInitialize {
		s.life.enter(serving)
	}
}

// admit returns the error that rejects a request before its handler runs, or nil.
func (s *Server) admit(in *incoming) error {
	if in.ctx.Err() != nil {
		return errCancelled
	}
	if refusal := s.life.admitRequest(in.method); refusal != nil {
		return refusal
	}
	if s.routes[in.method].prepare == nil {
		s.trace("a request without a handler was refused", in.method)
		return Errorf(MethodNotFound, "%s is not supported", quoteMethod(in.method))
	}
	return nil
}

func (s *Server) prepare(in *incoming) (run Answer[any], err error) {
	run, err = guard(s, in.method, func() (Answer[any], error) {
		return s.routes[in.method].prepare(in.ctx, in.params)
	})
	in.params = nil // free the params, since they may be large and the request long
	if err == nil && in.ctx.Err() != nil {
		err = errCancelled
	}
	return run, err
}

// finish runs the second half, answers, and returns the error sent.
func (s *Server) finish(in *incoming, run Answer[any]) error {
	result, err := guard(s, in.method, func() (any, error) { return run(in.ctx) })
	s.answer(in, result, err)
	return err
}

func quoteMethod(method string) string {
	const limit = 100 // bytes; LSP's longest method has less than half
	if len(method) > limit {
		method = method[:limit] + "…"
	}
	return fmt.Sprintf("%q", method)
}

// trace logs a method at debug level. Messages are too frequent to quote it otherwise.
func (s *Server) trace(message, method string) {
	if s.log.Enabled(s.ctx, slog.LevelDebug) {
		s.log.Debug(message, methodAttr(method))
	}
}

func methodAttr(method string) slog.Attr { return slog.String("method", quoteMethod(method)) }
