package lsp

import (
	"context"
	"path/filepath"
	"strconv"
	"time"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// task is work whose progress may be shown. The session's mu guards it.
type task struct {
	token  protocol.ProgressToken
	title  string
	cancel context.CancelFunc
	// begun means that the client shows the progress.
	begun, ended bool
}

type workDone interface {
	Token() protocol.ProgressToken
}

// reported returns the route of a request that reports progress if the client sent a token. Without
// a token it doesn't, since most requests wait for the same analysis, which reports its own.
func reported[P workDone, R any](s *session, method string, h func(context.Context, P) (wire.Answer[R], error)) wire.Route {
	return wire.Request(method, func(ctx context.Context, p P) (wire.Answer[R], error) {
		work, err := h(ctx, p)
		token := p.Token()
		if work == nil || err != nil || token.IsZero() {
			return work, err
		}
		return func(ctx context.Context) (R, error) {
			ctx, done := s.progress(ctx, &task{token: token, title: "Checking edits"})
			defer done()
			return work(ctx)
		}, nil
	})
}

func checking(d *document) *task {
	title := "Checking edits"
	if d.path != "" {
		title += " in " + text.Escape(filepath.Base(d.path))
	}
	return &task{title: title}
}

// progress shows a task's progress to the client if it takes long. If the user cancels the task,
// the context ends. The caller must call done.
func (s *session) progress(ctx context.Context, t *task) (_ context.Context, done func()) {
	ctx, t.cancel = context.WithCancel(ctx)
	timer := time.AfterFunc(s.options.slow, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !t.ended {
			s.start(func() { s.announce(ctx, t) })
		}
	})
	return ctx, func() {
		timer.Stop()
		s.mu.Lock()
		defer s.mu.Unlock()
		t.ended = true
		t.cancel()
		if t.begun {
			delete(s.tasks, t.token)
			s.report(t.token, protocol.WorkDoneProgressEnd{Kind: protocol.WorkDoneProgressKindEnd})
		}
	}
}

// announce begins the progress of a task once the client has accepted its token.
func (s *session) announce(ctx context.Context, t *task) {
	token := t.token
	if token.IsZero() {
		var ok bool
		if token, ok = s.newToken(); !ok {
			return
		}
		if err := s.wire.Call(ctx, "window/workDoneProgress/create", protocol.WorkDoneProgressCreateParams{Token: token}, nil); err != nil {
			return // the task has ended, or the client shows no progress
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.ended {
		return
	}
	t.token, t.begun = token, true
	s.tasks[t.token] = t
	s.report(t.token, protocol.WorkDoneProgressBegin{
		Kind: protocol.WorkDoneProgressKindBegin, Title: t.title, Cancellable: ptr(true),
	})
}

// newToken returns a server-created progress token, or false if the client doesn't support them.
func (s *session) newToken() (protocol.ProgressToken, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.client.Window.WorkDoneProgress {
		return protocol.ProgressToken{}, false
	}
	s.tokens++
	return protocol.StringValue("edit-lsp/" + strconv.Itoa(s.tokens)), true
}

func (s *session) report(token protocol.ProgressToken, value any) {
	if err := s.wire.Notify(s.base, "$/progress", protocol.ProgressParams{Token: token, Value: value}); err != nil {
		s.log.Debug("progress was not sent", "error", err)
	}
}

func (s *session) cancelProgress(_ context.Context, p protocol.WorkDoneProgressCancelParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.tasks[p.Token]; t != nil {
		t.cancel()
	}
	return nil
}
