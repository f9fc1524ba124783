package wire

import (
	"cmp"
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

// Options of a [Server]. The zero value is what a process in an editor needs.
type Options struct {
	// Logger gets what goes wrong. The default discards: some editors show every line
	// on standard error as an error.
	Logger *slog.Logger
	// MaxMessage is the size in bytes of the largest message body that is read, by
	// default [DefaultMaxMessage].
	MaxMessage int64
	// Grace is how long, after exit or the end of input, the requests in flight may
	// take to end by themselves, then again to end once cancelled, and then what is
	// written to be read. By default 2 s.
	Grace time.Duration
	// ParentPoll is the time between two looks at the parent process, by default 3 s.
	ParentPoll time.Duration
}

// Server serves one client, once. Its methods may be used from any goroutine.
type Server struct {
	routes map[string]Route
	opts   Options
	log    *slog.Logger
	// alive is processAlive, except in tests.
	alive func(pid int) bool

	used atomic.Bool
	// conn is nil before there is a connection.
	conn atomic.Pointer[jsonrpc2.Conn]
	// ctx ends with the connection, end ends it.
	ctx context.Context
	end context.CancelCauseFunc
	// deaf ends when the client can no longer answer a call.
	deaf context.Context
	// inbox holds what the ordering loop has to do.
	inbox *queue[func()]
	out   *outbox
	life  lifecycle
	// requests has each *incoming without an answer by the key of its id.
	requests sync.Map
	// calls has the number of each call that the client hasn't answered.
	calls    sync.Map
	lastCall atomic.Uint64
	// running counts the ordering loop and the second halves of requests.
	running sync.WaitGroup

	// last ends with exit or the input, since nothing that follows matters. Its cause is
	// io.EOF, or the error that ended the input.
	last    context.Context
	endLast context.CancelCauseFunc
	// readDone is closed once nothing is read any more.
	readDone chan struct{}
}

// NewServer returns a server for the routes. Two routes for one method are a mistake in
// the program, and panic.
func NewServer(routes []Route, opts Options) *Server {
	opts.Logger = cmp.Or(opts.Logger, slog.New(slog.DiscardHandler))
	opts.MaxMessage = cmp.Or(opts.MaxMessage, DefaultMaxMessage)
	opts.Grace = cmp.Or(opts.Grace, 2*time.Second)
	opts.ParentPoll = cmp.Or(opts.ParentPoll, 3*time.Second)
	s := &Server{
		routes:   make(map[string]Route, len(routes)),
		opts:     opts,
		log:      opts.Logger,
		alive:    processAlive,
		inbox:    newQueue[func()](),
		out:      newOutbox(),
		readDone: make(chan struct{}),
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

// Serve carries the session until exit, the end of input, the death of the watched
// parent process or the end of ctx, and closes rwc. It returns the exit code of the
// process: 0 if shutdown was asked for, else 1, and always 1 if there was garbage in
// place of a message header.
//
// The error says why the session ended other than by exit or between two messages:
// [*HeaderError], [io.ErrUnexpectedEOF] for an end inside a message, [ErrParentDied],
// ctx's cause, an error of reading. A reader that can't be interrupted, such as that of a
// terminal, may outlive Serve.
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
		// What came before the end is still served, for a client that says all it has
		// to say and closes its end.
		await(idle, s.opts.Grace)
	case <-s.ctx.Done():
		err = context.Cause(s.ctx)
	}
	s.end(errEnded)
	s.inbox.close()
	await(idle, s.opts.Grace)
	s.out.queue.close()
	await(s.out.done, s.opts.Grace)
	if err := rwc.Close(); err != nil {
		s.log.Debug("closing the connection failed", "error", err)
	}
	await(s.out.done, closeGrace)
	await(s.readDone, closeGrace)
	if noHeader := (*HeaderError)(nil); errors.As(err, &noHeader) {
		return 1, err
	}
	return s.life.exitCode(), err
}

// closeGrace is how long a closed connection may take to wake its reader and writer.
// Standard input never does where the operating system can't poll it.
const closeGrace = 100 * time.Millisecond

// connect starts the goroutines of a connection: jsonrpc2's reader, the writer and the
// ordering loop.
func (s *Server) connect(parent context.Context, rwc io.ReadWriteCloser) {
	s.ctx, s.end = context.WithCancelCause(parent)
	deaf, deafen := context.WithCancel(s.ctx)
	s.deaf = deaf
	st := &stream{frames: newFrameReader(rwc, s.opts.MaxMessage), server: s}
	// jsonrpc2 closes by itself when reading ends. Closed from another goroutine, by its
	// context too, it can panic on an answer that comes in, so it gets a context that
	// doesn't end.
	s.conn.Store(jsonrpc2.NewConn(context.WithoutCancel(parent), st, handler{s},
		jsonrpc2.SetLogger(log.New(io.Discard, "", 0)),
		jsonrpc2.OnRecv(func(_ *jsonrpc2.Request, r *jsonrpc2.Response) {
			if r != nil {
				s.calls.Delete(r.ID.Num)
			}
		})))
	go s.out.run(rwc, func(err error) {
		s.log.Warn("the client does not take what is written", "error", err)
		deafen()
	})
	s.running.Go(func() {
		s.order()
		deafen()
	})
}

// readEnded ends the session for the reason that nothing is read any more.
func (s *Server) readEnded(err error) {
	s.inbox.close()
	s.endLast(err)
	close(s.readDone)
}

// await waits for done, but no longer than limit.
func await(done <-chan struct{}, limit time.Duration) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}
