package wire

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// patience bounds the waiting for something that must happen. No test waits for it to pass.
const patience = 20 * time.Second

type fakeClient struct {
	t      *testing.T
	server *Server
	// in and out are the client's ends. Closing in only ends the server's input.
	in  io.WriteCloser
	out io.ReadCloser
	// got holds the server's messages. It is closed when the server closes its end.
	got   chan answer
	ended chan ending
	log   *logBuffer
}

type answer struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct {
		Code    Code
		Message string
	}
}

type ending struct {
	code int
	err  error
}

// pipes joins two one-way pipes that can be closed separately.
type pipes struct {
	io.Reader
	io.Writer
	close func() error
}

func (p pipes) Close() error { return p.close() }

var noLog = slog.New(slog.DiscardHandler)

// hurried waits less for what never happens.
func hurried(s *Server) { s.grace = 10 * time.Millisecond }

// dial starts a server, which change may change, and a client that reads everything.
func dial(t *testing.T, change func(*Server), routes ...Route) *fakeClient {
	c := dialSilent(t, change, routes...)
	go c.read()
	return c
}

// dialSilent starts a server and a client that doesn't read until told to.
func dialSilent(t *testing.T, change func(*Server), routes ...Route) *fakeClient {
	t.Cleanup(func() { goleak.VerifyNone(t) })
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	logged := &logBuffer{}
	server := NewServer(routes, slog.New(slog.NewTextHandler(logged, &slog.HandlerOptions{Level: slog.LevelDebug})))
	if change != nil {
		change(server)
	}
	c := &fakeClient{
		t: t, server: server, in: toServer, out: fromServer,
		got: make(chan answer, 1000), ended: make(chan ending, 1), log: logged,
	}
	rwc := pipes{fromClient, toClient, func() error {
		return errors.Join(fromClient.Close(), toClient.Close())
	}}
	go func() {
		code, err := c.server.Serve(context.Background(), rwc)
		c.ended <- ending{code, err}
	}()
	t.Cleanup(func() {
		toServer.Close()
		fromServer.Close()
	})
	return c
}

func (c *fakeClient) read() {
	defer close(c.got)
	frames := newFrameReader(c.out, maxMessage)
	for {
		body, err := frames.next()
		if err != nil {
			return
		}
		var a answer
		if !assert.NoError(c.t, json.Unmarshal(body, &a)) {
			return
		}
		c.got <- a
	}
}

// send writes framed messages at once.
func (c *fakeClient) send(bodies ...string) {
	c.t.Helper()
	c.write(framed(bodies...))
}

func (c *fakeClient) write(b []byte) {
	c.t.Helper()
	done := make(chan error, 1)
	go func() {
		_, err := c.in.Write(b)
		done <- err
	}()
	require.NoError(c.t, receive(c.t, done))
}

func framed(bodies ...string) []byte {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	for _, body := range bodies {
		_ = writeFrames(w, [][]byte{[]byte(body)})
	}
	_ = w.Flush()
	return b.Bytes()
}

func (c *fakeClient) next() answer {
	c.t.Helper()
	a, ok := receiveOK(c.t, c.got)
	require.True(c.t, ok, "the server has closed its end")
	return a
}

func (c *fakeClient) refused(id string, code Code) answer {
	c.t.Helper()
	a := c.next()
	assert.Equal(c.t, id, string(a.ID), "%+v", a)
	if assert.NotNil(c.t, a.Error, "%+v", a) {
		assert.Equal(c.t, code, a.Error.Code, a.Error.Message)
		assert.NotContains(c.t, a.Error.Message, "goroutine")
	}
	return a
}

func (c *fakeClient) succeeded(id, result string) {
	c.t.Helper()
	a := c.next()
	assert.Equal(c.t, id, string(a.ID), "%+v", a)
	assert.Nil(c.t, a.Error, "%+v", a)
	assert.JSONEq(c.t, result, string(a.Result))
}

const (
	sayInitialize = `{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"processId":null}}`
	sayShutdown   = `{"jsonrpc":"2.0","id":"shut","method":"shutdown"}`
	sayExit       = `{"jsonrpc":"2.0","method":"exit"}`
)

func (c *fakeClient) initialized() *fakeClient {
	c.t.Helper()
	c.send(sayInitialize)
	c.succeeded(`"init"`, `"ready"`)
	return c
}

// bye ends a session properly and checks that no other message arrived.
func (c *fakeClient) bye() {
	c.t.Helper()
	c.send(sayShutdown)
	c.succeeded(`"shut"`, `null`)
	c.send(sayExit)
	c.ends(0, nil)
}

// ends checks how the server ends, without further messages.
func (c *fakeClient) ends(code int, err error) {
	c.t.Helper()
	e := receive(c.t, c.ended)
	assert.Equal(c.t, code, e.code)
	if err == nil {
		assert.NoError(c.t, e.err)
	} else {
		assert.ErrorIs(c.t, e.err, err)
	}
	for a := range c.got {
		assert.Fail(c.t, "unasked", "%+v", a)
	}
}

func receive[T any](t *testing.T, ch <-chan T) T {
	t.Helper()
	v, _ := receiveOK(t, ch)
	return v
}

func receiveOK[T any](t *testing.T, ch <-chan T) (T, bool) {
	t.Helper()
	select {
	case v, ok := <-ch:
		return v, ok
	case <-time.After(patience):
		require.Fail(t, "nothing came")
		panic("unreachable")
	}
}

var initialize = Request("initialize", func(context.Context, *struct{ ProcessID *int }) (func(context.Context) (string, error), error) {
	return func(context.Context) (string, error) { return "ready", nil }, nil
})

type named struct {
	Name string `json:"name"`
}

var echo = Request("echo", func(_ context.Context, p named) (func(context.Context) (string, error), error) {
	return func(context.Context) (string, error) { return p.Name, nil }, nil
})

func ask(id, method, name string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":{"name":%q}}`, id, method, name)
}

func tell(method, name string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":{"name":%q}}`, method, name)
}

func cancelOf(id string) string {
	return `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":` + id + `}}`
}

type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
