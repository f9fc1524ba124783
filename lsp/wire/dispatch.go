package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/edit-lsp/edit-lsp/lsp/wire/rawjson"
)

// item is what waits for the ordering loop: exactly one of its fields is set.
type item struct {
	request      *incoming
	notification *incomingNotification
	note         *note
	// end: nothing more comes.
	end bool
}

type incomingNotification struct {
	method string
	params json.RawMessage
}

// note is a line for the log from the read goroutine, which must not block on it.
type note struct {
	msg  string
	args []any
}

// handler is the jsonrpc2.Handler. It runs on the read goroutine and never blocks.
type handler struct {
	server *Server
	stream *stream
	// ctx ends when the connection ends.
	ctx context.Context
}

var _ jsonrpc2.Handler = (*handler)(nil)

// Handle implements jsonrpc2.Handler.
func (h *handler) Handle(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) {
	params := json.RawMessage(nil)
	if req.Params != nil {
		params = *req.Params
	}
	if req.Method == methodExit {
		h.server.lastMessage(nil)
	}
	switch {
	case !req.Notif:
		if req.Method == methodShutdown {
			h.server.life.asked.Store(true)
		}
		in := &incoming{id: h.stream.current.id, method: req.Method, params: params}
		in.ctx, in.cancel = context.WithCancel(h.ctx)
		h.server.requests.add(in)
		if !h.server.inbox.push(item{request: in}) {
			in.cancel()
		}
	case req.Method == methodCancel:
		if ident, ok := cancelledID(params); ok {
			h.server.cancelRequest(ident)
		}
	default:
		h.server.inbox.push(item{notification: &incomingNotification{req.Method, params}})
	}
	// The ordering loop, which the push has woken, is to go on in this thread. The next
	// read blocks a thread, and then another one would have to be woken for the loop, which
	// takes several times as long as the answer to a simple request.
	runtime.Gosched()
}

// cancelledID reads the params of $/cancelRequest.
func cancelledID(params json.RawMessage) (ident id, ok bool) {
	r := rawjson.NewReader(params)
	err := r.Object(func(name string) error {
		raw, err := r.Raw()
		if err == nil && name == "id" {
			ident, ok = parseID(raw)
		}
		return err
	})
	return ident, ok && err == nil
}

// order is the ordering loop. It returns after exit, after the end of input, or once
// the inbox is closed and empty.
func (s *Server) order(ctx context.Context) {
	for {
		next, ok := s.inbox.take()
		switch {
		case !ok:
			return
		case next.note != nil:
			s.log.Warn(next.note.msg, next.note.args...)
		case next.request != nil:
			if s.serve(next.request); next.request.method == methodExit {
				return
			}
		case next.notification != nil:
			if s.notified(ctx, next.notification); next.notification.method == methodExit {
				return
			}
		case next.end:
			return
		}
	}
}

// notified runs the handler of a notification.
func (s *Server) notified(ctx context.Context, n *incomingNotification) {
	if !s.life.admitNotification(n.method) {
		s.log.Info("a notification outside the session was dropped", methodAttr(n.method))
		return
	}
	route, known := s.routes[n.method]
	if !known || route.notify == nil {
		// By the protocol whatever starts with $/ is optional, and exit needs no handler.
		if !strings.HasPrefix(n.method, "$/") && n.method != methodExit {
			s.log.Warn("a notification without a handler was dropped", methodAttr(n.method))
		}
		return
	}
	if ctx.Err() != nil && n.method != methodExit {
		return
	}
	err := s.guard(n.method, func() error { return route.notify(ctx, n.params) })
	if err != nil {
		s.log.Warn("a notification failed", methodAttr(n.method), "error", err.Error())
	}
}

// serve runs the first half of a request's handler here and the second, where there is
// one, on its own goroutine.
func (s *Server) serve(in *incoming) {
	if !in.start() {
		return // cancelled while it was queued, and answered
	}
	if err := s.admit(in); err != nil {
		s.answer(in, nil, err)
		return
	}
	if in.method == methodShutdown {
		s.life.enter(shutDown)
	}
	if in.method == methodExit || in.method == methodShutdown && s.routes[in.method].prepare == nil {
		s.answer(in, nil, nil)
		return
	}
	run, err := s.prepare(in)
	switch {
	case err != nil:
		s.answer(in, nil, err)
	case run == nil:
		s.answer(in, s.routes[in.method].nothing, nil)
	case inOrder(in.method):
		err = s.finish(in, run)
	default:
		s.finishApart(in, run)
	}
	if err == nil && in.method == methodInitialize {
		s.life.enter(serving)
	}
}

// finishApart runs the second half on a goroutine of its own.
func (s *Server) finishApart(in *incoming, run work) {
	s.running.Add(1) // the ordering loop counts as running, so this is never the first
	go func() {
		defer s.running.Done()
		defer func() { // for a handler that ends its goroutine; otherwise it is answered
			s.answer(in, nil, Errorf(InternalError, "%s ended without an answer", in.method))
		}()
		_ = s.finish(in, run) // the client has been told
	}()
}

// admit returns what the request is refused with before any handler sees it, nil if
// it is not.
func (s *Server) admit(in *incoming) error {
	if in.method == methodExit {
		return nil
	}
	if in.ctx.Err() != nil {
		return cancelled() // the connection has ended
	}
	if refusal := s.life.admitRequest(in.method); refusal != nil {
		return refusal
	}
	if route := s.routes[in.method]; route.prepare == nil && in.method != methodShutdown {
		return Errorf(MethodNotFound, "%s is not supported", quoteMethod(in.method))
	}
	return nil
}

func (s *Server) prepare(in *incoming) (run work, err error) {
	err = s.guard(in.method, func() (err error) {
		run, err = s.routes[in.method].prepare(in.ctx, in.params)
		return err
	})
	in.params = nil // they may be large, and the request may live long
	if err == nil && in.ctx.Err() != nil {
		err = cancelled()
	}
	return run, err
}

// finish runs the second half and answers. The error is that of the answer.
func (s *Server) finish(in *incoming, run work) error {
	var result any
	err := s.guard(in.method, func() (err error) {
		result, err = run(in.ctx)
		return err
	})
	s.answer(in, result, err)
	return err
}

// quoteMethod makes a method that came over the wire fit for a message.
func quoteMethod(method string) string {
	const most = 100 // bytes; no method of LSP is half as long
	if len(method) > most {
		method = method[:most] + "…"
	}
	return fmt.Sprintf("%q", method)
}

func methodAttr(method string) slog.Attr { return slog.String("method", quoteMethod(method)) }
