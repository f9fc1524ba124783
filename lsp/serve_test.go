package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// These tests send the whole server, by [Serve], what no well-behaved editor sends.

// raw is a client that sends anything.
type raw struct {
	t     *testing.T
	conn  net.Conn
	in    *bufio.Reader
	ended chan ending
	log   *logBuffer
}

func serveRaw(t *testing.T, o Options) *raw {
	t.Helper()
	r := &raw{t: t, ended: make(chan ending, 1), log: &logBuffer{}}
	o.Logger = slog.New(slog.NewTextHandler(r.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	serverEnd, clientEnd := net.Pipe()
	r.conn, r.in = clientEnd, bufio.NewReader(clientEnd)
	require.NoError(t, clientEnd.SetDeadline(time.Now().Add(patience)))
	go func() {
		code, err := Serve(context.Background(), serverEnd, o)
		r.ended <- ending{code, err}
	}()
	t.Cleanup(func() { clientEnd.Close() })
	return r
}

func (r *raw) write(text string) {
	r.t.Helper()
	_, err := io.WriteString(r.conn, text)
	require.NoError(r.t, err)
}

func (r *raw) say(format string, args ...any) {
	r.t.Helper()
	body := fmt.Sprintf(format, args...)
	r.write(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}

// hear reads the next message and checks its id and, unless 0, its error code.
func (r *raw) hear(id string, code int) map[string]any {
	r.t.Helper()
	all, body := r.next()
	var m struct {
		ID     json.RawMessage
		Method string
		Error  *struct{ Code int }
	}
	require.NoError(r.t, json.Unmarshal(body, &m))
	assert.Equal(r.t, id, string(m.ID), "%s", body)
	if code == 0 {
		assert.Nil(r.t, m.Error, "%s", body)
	} else if assert.NotNil(r.t, m.Error, "%s", body) {
		assert.Equal(r.t, code, m.Error.Code, "%s", body)
	}
	return all
}

func (r *raw) next() (all map[string]any, body []byte) {
	r.t.Helper()
	header, err := r.in.ReadString('\n')
	require.NoError(r.t, err)
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(header, "Content-Length: ")))
	require.NoError(r.t, err)
	_, err = r.in.ReadString('\n')
	require.NoError(r.t, err)
	body = make([]byte, n)
	_, err = io.ReadFull(r.in, body)
	require.NoError(r.t, err)
	require.NoError(r.t, json.Unmarshal(body, &all))
	return all, body
}

func (r *raw) ends(code int) ending {
	r.t.Helper()
	select {
	case e := <-r.ended:
		assert.Equal(r.t, code, e.code, "exit status; %v", e.err)
		return e
	case <-time.After(patience):
		require.Fail(r.t, "the server did not end")
		panic("unreachable")
	}
}

func (r *raw) initialize() {
	r.t.Helper()
	r.say(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`)
	r.hear("1", 0)
	r.say(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
}

func (r *raw) normal() {
	r.t.Helper()
	r.initialize()
	r.say(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:1","languageId":"markdown","version":1,"text":%s}}}`,
		strconv.Quote(block("../a.txt", "one\n", "two\n")))
	m := r.hear("", 0)
	assert.Equal(r.t, "textDocument/publishDiagnostics", m["method"])
	assert.Contains(r.t, asJSON(r.t, m), "path-escape")
	r.bye()
}

func (r *raw) bye() {
	r.t.Helper()
	r.say(`{"jsonrpc":"2.0","id":"bye","method":"shutdown"}`)
	r.hear(`"bye"`, 0)
	r.say(`{"jsonrpc":"2.0","method":"exit"}`)
	r.ends(0)
}

func rubbishThenASession(t *testing.T) {
	r := serveRaw(t, Options{})
	r.write("content-length: 9\n\n{\"id\":7,\n")
	r.hear("null", -32700)
	r.say(`[]`)
	r.hear("null", -32600)
	r.say(`[{"jsonrpc":"2.0","id":1,"method":"initialize"}]`)
	r.hear("null", -32600)
	r.say(`"initialize"`)
	r.hear("null", -32600)
	r.say(`{"jsonrpc":"2.0","id":5}`)
	r.hear("5", -32600)
	r.say("{\"id\":6,\"method\":\"initialize\",\"params\":{\"capabilities\":\xff}}")
	r.hear("null", -32700)
	r.write("\r\n  \n")
	r.normal()
}

func outsideOfTheSession(t *testing.T) {
	r := serveRaw(t, Options{})
	r.say(`{"jsonrpc":"2.0","id":2,"method":"textDocument/codeAction","params":{}}`)
	r.hear("2", -32002)
	r.say(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:1","languageId":"markdown","version":1,"text":"x"}}}`)
	r.say(`{"jsonrpc":"2.0","id":3,"method":"shutdown"}`)
	r.hear("3", -32002)
	r.initialize()
	r.say(`{"jsonrpc":"2.0","id":4,"method":"initialize","params":{"capabilities":{}}}`)
	r.hear("4", -32600)
	r.say(`{"jsonrpc":"2.0","id":5,"method":"textDocument/formatting","params":{}}`)
	r.hear("5", -32601)
	r.say(`{"jsonrpc":"2.0","id":6,"method":"textDocument/codeAction","params":{"range":"x"}}`)
	r.hear("6", -32602)
	r.say(`{"jsonrpc":"2.0","id":7,"method":"textDocument/codeAction"}`)
	r.hear("7", -32602)
	r.say(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":7}}`)
	r.say(`{"jsonrpc":"2.0","method":"$/unheardOf","params":{}}`)
	r.say(`{"jsonrpc":"2.0","id":8,"method":"shutdown"}`)
	assert.Nil(t, r.hear("8", 0)["result"])
	r.say(`{"jsonrpc":"2.0","id":9,"method":"textDocument/codeAction","params":{}}`)
	r.hear("9", -32600)
	r.say(`{"jsonrpc":"2.0","method":"exit"}`)
	r.ends(0)
}

func howASessionEnds(t *testing.T) {
	ways := map[string]struct {
		end  func(r *raw)
		code int
	}{
		"exit without shutdown":     {func(r *raw) { r.say(`{"jsonrpc":"2.0","method":"exit"}`) }, 1},
		"the end of input":          {func(r *raw) { r.conn.Close() }, 1},
		"inside a message":          {func(r *raw) { r.write("Content-Length: 100\r\n\r\n{"); r.conn.Close() }, 1},
		"no header":                 {func(r *raw) { r.write("hello there\n") }, 1},
		"no header before anything": {func(r *raw) { r.write("\x16\x03\x01\x02") }, 1},
		"exit before initialize":    {nil, 1},
		"shutdown, then nothing": {func(r *raw) {
			r.say(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`)
			r.hear("2", 0)
			r.conn.Close()
		}, 0},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			r := serveRaw(t, Options{})
			if way.end == nil {
				r.say(`{"jsonrpc":"2.0","method":"exit"}`)
			} else {
				r.initialize()
				way.end(r)
			}
			r.ends(way.code)
		})
	}
}

func TestInitializeResult(t *testing.T) {
	u := beginWith(t, nil, Options{Version: "1.2.3"}, lsptest.Options{})
	all := asJSON(t, u.Initialized)
	for _, part := range []string{
		`"positionEncoding":"utf-16"`,
		`"textDocumentSync":{"openClose":true,"change":2,"save":{}}`,
		`"codeActionProvider":{"codeActionKinds":["quickfix"`,
		`"workspaceFolders":{"supported":true,"changeNotifications":true}`,
		`"serverInfo":{"name":"edit-lsp","version":"1.2.3"}`,
	} {
		assert.Contains(t, all, part)
	}
}

// A panic in a handler is answered and logged without text, and the session continues.
func panicsInHandlers(t *testing.T) {
	type params struct {
		Text string `json:"text"`
	}
	u := beginWith(t, oneFile(), Options{routes: []wire.Route{
		wire.Request("test/first", func(_ context.Context, p params) (func(context.Context) (int, error), error) { panic(p.Text) }),
		wire.Request("test/second", func(_ context.Context, p params) (func(context.Context) (int, error), error) {
			return func(context.Context) (int, error) { panic(errors.New(p.Text)) }, nil
		}),
		wire.Notification("test/told", func(_ context.Context, p params) error {
			var list []int
			_ = list[len(p.Text)]
			return nil
		}),
	}}, lsptest.Options{})
	uri := u.open("chat.md")
	for _, method := range []string{"test/first", "test/second"} {
		err := u.Call(u.ctx, method, params{"a secret"}, nil)
		var refused *jsonrpc2.Error
		require.ErrorAs(t, err, &refused)
		assert.EqualValues(t, wire.InternalError, refused.Code)
		assert.NotContains(t, refused.Message, "secret")
		assert.NotContains(t, refused.Message, "goroutine")
	}
	u.do(u.Notify(u.ctx, "test/told", params{"a secret"}))
	assert.Equal(t, []string{failing}, u.codes(uri))
	assert.Contains(t, u.log.String(), "goroutine", "the stack is logged")
	assert.NotContains(t, u.log.String(), "secret")
	u.do(u.Editor.Stop(u.ctx))
	u.ends(0)
}

// A panic while checking a chat doesn't end the session either.
func panicInTheBackground(t *testing.T) {
	u := begin(t, oneFile())
	uri := u.open("chat.md")
	u.settled()
	done := make(chan struct{})
	u.session.mu.Lock()
	u.session.start(func() {
		defer close(done)
		panic("a secret")
	})
	u.session.mu.Unlock()
	<-done
	assert.Equal(t, []string{failing}, u.codes(uri))
	u.do(u.Append(u.ctx, uri, "\n"))
	u.settled()
	assert.EqualValues(t, 2, *u.History(uri)[1].Version)
	u.do(u.Editor.Stop(u.ctx))
	u.ends(0)
	assert.Contains(t, u.log.String(), "goroutine", "the stack is logged")
	assert.NotContains(t, u.log.String(), "secret")
}

// A client that never reads blocks nothing: its input is read, and the process exits when asked.
func clientThatNeverReads(t *testing.T) {
	r := serveRaw(t, Options{})
	r.say(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`)
	text := strconv.Quote(strings.Repeat(block("../a.txt", "one\n", "two\n"), 100))
	for i := range 50 {
		r.say(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:%d","languageId":"markdown","version":1,"text":%s}}}`, i, text)
		r.say(`{"jsonrpc":"2.0","id":"a%d","method":"textDocument/codeAction","params":{"textDocument":{"uri":"untitled:%d"},"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"context":{"diagnostics":[]}}}`, i, i)
	}
	r.say(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`)
	r.say(`{"jsonrpc":"2.0","method":"exit"}`)
	r.ends(0)
}

// A client that disappears at any time leaves no goroutines.
func clientThatDisappears(t *testing.T) {
	for i := range 5 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			running := goleak.IgnoreCurrent()
			u := begin(t, chatOf(500, 10))
			uri := u.open("chat.md")
			if i > 0 {
				u.settled()
			}
			for n := range i * 10 {
				u.do(u.Append(u.ctx, uri, fmt.Sprint(n)))
			}
			go func() { _, _ = u.CodeActions(u.ctx, uri, 3) }()
			u.do(u.Disconnect())
			u.ends(1)
			<-u.Gone()
			goleak.VerifyNone(t, running)
		})
	}
}

func nothingIsSaidAfterShutdown(t *testing.T) {
	u := beginWith(t, chatOf(500, 10), Options{idle: time.Nanosecond}, lsptest.Options{})
	uri := u.open("chat.md")
	u.do(u.Append(u.ctx, uri, block("src/f0.txt", "none\n", "x\n")+"a.txt\n««« EDIT\n"))
	u.do(u.Call(u.ctx, "shutdown", nil, nil))
	n := u.Published(uri)
	for ended := u.session.unsettled(); ended != nil; ended = u.session.unsettled() {
		<-ended
	}
	u.do(u.Notify(u.ctx, "textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": 9}, "contentChanges": []any{map[string]any{"text": "a"}},
	}))
	u.do(u.Notify(u.ctx, "exit", nil))
	u.ends(0)
	<-u.Gone()
	assert.Equal(t, n, u.Published(uri))
}

func serveEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	serverEnd, clientEnd := net.Pipe()
	defer clientEnd.Close()
	ended := make(chan ending, 1)
	go func() {
		code, err := Serve(ctx, serverEnd, Options{})
		ended <- ending{code, err}
	}()
	e, err := lsptest.Start(context.Background(), clientEnd, lsptest.Options{Folders: []string{t.TempDir()}})
	require.NoError(t, err)
	cancel()
	end := <-ended
	assert.Equal(t, 1, end.code)
	assert.ErrorIs(t, end.err, context.Canceled)
	<-e.Gone()
}

func cancelledRequest(t *testing.T) {
	entered := make(chan struct{})
	u := beginWith(t, oneFile(), Options{routes: []wire.Route{
		wire.Request("test/waits", func(context.Context, *struct{}) (func(context.Context) (int, error), error) {
			return func(ctx context.Context) (int, error) {
				close(entered)
				<-ctx.Done()
				return 0, ctx.Err()
			}, nil
		}),
	}}, lsptest.Options{})
	answered := make(chan error, 1)
	go func() { answered <- u.CallAndCancel(u.ctx, "test/waits", nil, make(chan struct{}), entered) }()
	var refused *jsonrpc2.Error
	require.ErrorAs(t, <-answered, &refused)
	assert.EqualValues(t, wire.RequestCancelled, refused.Code)
	assert.Equal(t, []string{failing}, u.codes(u.open("chat.md")))
}

func noTextIsLogged(t *testing.T) {
	u := begin(t, files{"a.txt": "topsecret\n"})
	const uri = "untitled:chat"
	u.do(u.OpenText(u.ctx, uri, "markdown", block("a.txt", "topsecret x\n", "y\n")))
	u.do(u.OpenText(u.ctx, uri, "markdown", block("a.txt", "topsecret\n", "y\n")))
	u.settled()
	for _, params := range []string{
		`{"textDocument": {"uri": "untitled:chat", "version": "topsecret"}, "contentChanges": []}`,
		`{"textDocument": {"uri": "untitled:none", "version": 1}, "contentChanges": [{"text": "topsecret"}]}`,
		`{"textDocument": {"uri": "untitled:chat", "version": -1}, "contentChanges": [{"text": "topsecret"}]}`,
		`{"topsecret": "topsecret"}`, `["topsecret"]`,
	} {
		u.do(u.Notify(u.ctx, "textDocument/didChange", json.RawMessage(params)))
	}
	u.settled()
	assert.NotEmpty(t, u.log.String())
	assert.NotContains(t, u.log.String(), "topsecret")
}
