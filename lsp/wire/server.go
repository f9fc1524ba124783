package wire

import (
	"context"
	"errors"
	"io"
	"log"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// Server serves one client, once. Its methods are safe for concurrent use.
type Server struct {
	routes map[string]Route
	log    *slog.Logger

	// Tests change these.

	// grace bounds each step of ending a session: waiting for requests in flight, for cancelled
	// ones, and for the client to read.
	grace time.Duration
	// maxMessage bounds a message body, in bytes.
	maxMessage int64
	// parentPoll is how often the parent process is checked, with alive.
	parentPoll time.Duration
	alive      func(pid int) bool

	used atomic.Bool
	// conn is nil until the connection exists.
	conn atomic.Pointer[jsonrpc2.Conn]
	// ctx ends with the connection.
	ctx context.Context
	end context.CancelCauseFunc
	// deaf ends when the client can no longer answer calls.
	deaf  context.Context
	inbox *queue[func()]
	out   *outbox
	life  lifecycle
	// requests maps id keys to each unanswered *incoming.
	requests sync.Map
	// calls holds the numbers of unanswered calls.
	calls    sync.Map
	lastCall atomic.Uint64
	running  sync.WaitGroup

	// last ends with exit or with the input. Its cause is io.EOF or the error that ended the input.
	last    context.Context
	endLast context.CancelCauseFunc
}

// NewServer returns a server for the routes that logs faults to log. It panics if two routes have
// the same method.
func NewServer(routes []Route, log *slog.Logger) *Server {
	s := &Server{
		routes:     make(map[string]Route, len(routes)),
		log:        log,
		grace:      2 * time.Second,
		maxMessage: maxMessage,
		parentPoll: 3 * time.Second,
		alive:      processAlive,
		inbox:      newQueue[func()](),
		out:        newOutbox(),
	}
	s.last, s.endLast = context.WithCancelCause(context.Background())
	for _, r := range routes {
		if _, twice := s.routes[r.method]; twice {
			panic("wire: two routes for " + r.method)
		}
		s.routes[r.method] = r
	}
	for _, r := range lifecycleRoutes {
		if _, given := s.routes[r.method]; !given {
			s.routes[r.method] = r
		}
	}
	return s
}

// Serve runs the session until exit, the end of input, the death of the watched parent process or
// the end of ctx, and closes rwc. The exit code is 0 after shutdown, else 1, and always 1 for an
// invalid message header.
//
// The error is nil after exit or an end of input between messages. Otherwise it is an invalid
// header's, [io.ErrUnexpectedEOF], [ErrParentDied], ctx's cause or a read error. A reader
// that can't be interrupted, such as a terminal's, may outlive Serve.
func (s *Server) Serve(ctx context.Context, rwc io.ReadWriteCloser) (exitCode int, err error) {
	if s.used.Swap(true) {
		return 1, errors.New("wire: a Server serves once")
	}
	s.connect(ctx, rwc)
	idle := make(chan struct{})
	go func() {
		defer close(idle)
		s.running.Wait()
	}()
	select {
	case <-s.last.Done():
		if err = context.Cause(s.last); errors.Is(err, io.EOF) {
			err = nil
		}
		// Serve what came before the end, for clients that send everything and close.
		await(idle, s.grace)
	case <-s.ctx.Done():
		err = context.Cause(s.ctx)
	}
	s.end(errEnded)
	s.inbox.close()
	await(idle, s.grace)
	s.out.close()
	await(s.out.done, s.grace)
	if err := rwc.Close(); err != nil {
		s.log.Debug("closing the connection failed", "error", err)
	}
	await(s.out.done, closeGrace)
	await(s.conn.Load().DisconnectNotify(), closeGrace)
	if noHeader := headerError(""); errors.As(err, &noHeader) {
		return 1, err
	}
	return s.life.exitCode(), err
}

// closeGrace is how long a closed connection may take to unblock its reader and writer. Standard
// input never does if the operating system can't poll it.
const closeGrace = 100 * time.Millisecond

func (s *Server) connect(parent context.Context, rwc io.ReadWriteCloser) {
	s.ctx, s.end = context.WithCancelCause(parent)
	deaf, deafen := context.WithCancel(s.ctx)
	s.deaf = deaf
	st := &stream{frames: newFrameReader(rwc, s.maxMessage), server: s}
	// jsonrpc2 closes by itself when reading ends. If its context or another goroutine closes it,
	// it can panic on an incoming answer, so its context never ends.
	s.conn.Store(jsonrpc2.NewConn(context.WithoutCancel(parent), st, handler{s},
		jsonrpc2.SetLogger(log.New(io.Discard, "", 0)),
		jsonrpc2.OnRecv(func(_ *jsonrpc2.Request, r *jsonrpc2.Response) {
			if r != nil {
				s.calls.Delete(r.ID.Num)
			}
		})))
	go s.out.run(rwc, func(err error) {
		s.log.Warn("the client doesn't read messages", "error", err)
		deafen()
	})
	s.running.Go(func() {
		s.order()
		deafen()
	})
}

func await(done <-chan struct{}, limit time.Duration) {
	select {
	case <-done:
	case <-time.After(limit):
	}
}
