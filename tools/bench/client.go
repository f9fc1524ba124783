package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

type object = map[string]any

const publishDiagnostics = "textDocument/publishDiagnostics"

// published are diagnostics and when they came.
type published struct {
	at          time.Time
	URI         string          `json:"uri"`
	Version     int             `json:"version"`
	Diagnostics json.RawMessage `json:"diagnostics"`
}

// client is an editor in a session with a server process, with one document.
type client struct {
	cmd  *exec.Cmd
	conn *jsonrpc2.Conn
	uri  string
	// version is that of the document.
	version int
	came    chan published
	shown   published
}

var ctx = context.Background()

// stdio are the pipes of a process.
type stdio struct {
	io.Reader
	io.WriteCloser
}

// start starts a server process and initializes it in a folder.
func start(dir string, args ...string) (*client, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c := &client{cmd: cmd, uri: fileURI(filepath.Join(dir, "open.md")), came: make(chan published, 1<<10)}
	c.conn = jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(stdio{out, in}, jsonrpc2.VSCodeObjectCodec{}), c)
	uri := fileURI(dir)
	err = c.call("initialize", object{
		"processId": os.Getpid(), "rootUri": uri, "workspaceFolders": []object{{"uri": uri, "name": "bench"}},
		"capabilities": object{"textDocument": object{
			"publishDiagnostics": object{"versionSupport": true, "relatedInformation": true},
			"hover":              object{"contentFormat": []string{"markdown"}},
			"codeAction": object{
				"codeActionLiteralSupport": object{"codeActionKind": object{"valueSet": []string{"quickfix", "refactor", "source"}}},
				"dataSupport":              true, "resolveSupport": object{"properties": []string{"edit"}},
			},
		}},
	}, nil)
	return c, errors.Join(err, c.conn.Notify(ctx, "initialized", object{}))
}

func fileURI(path string) string {
	return "file:///" + strings.TrimPrefix(filepath.ToSlash(path), "/")
}

// Handle notes the diagnostics that come.
func (c *client) Handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	m := published{at: time.Now()}
	if r.Method == publishDiagnostics && json.Unmarshal(*r.Params, &m) == nil {
		c.came <- m
	}
}

// peak returns the peak resident size of the server up to now, where it can be known.
func (c *client) peak() (peak int64) {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if _, after, ok := strings.Cut(string(data), "VmHWM:"); ok {
		_, _ = fmt.Sscan(after, &peak)
	}
	return peak << 10
}

// stop ends the session.
func (c *client) stop() error {
	err := errors.Join(c.call("shutdown", nil, nil), c.conn.Notify(ctx, "exit", nil))
	<-c.conn.DisconnectNotify()
	return errors.Join(err, c.cmd.Wait())
}

func (c *client) call(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return c.conn.Call(ctx, method, params, result)
}

// open opens the document. Like the other changes it doesn't wait for anything.
func (c *client) open(text string) error { return c.openAs("markdown", text) }

func (c *client) openAs(language, text string) error {
	c.version = 1
	return c.conn.Notify(ctx, "textDocument/didOpen", object{
		"textDocument": object{"uri": c.uri, "languageId": language, "version": 1, "text": text},
	})
}

func (c *client) close() error {
	return c.conn.Notify(ctx, "textDocument/didClose", object{"textDocument": object{"uri": c.uri}})
}

func (c *client) change(what object) error {
	c.version++
	return c.conn.Notify(ctx, "textDocument/didChange", object{
		"textDocument": object{"uri": c.uri, "version": c.version}, "contentChanges": []object{what},
	})
}

// took makes a change and returns the time until the diagnostics of the document as it
// then is.
func (c *client) took(change func() error) (sample, error) {
	began := time.Now()
	if err := change(); err != nil {
		return sample{}, err
	}
	timeout := time.After(patience)
	for {
		select {
		case c.shown = <-c.came:
			if c.shown.URI == c.uri && c.shown.Version == c.version {
				return sample{Wall: c.shown.at.Sub(began)}, nil
			}
		case <-c.conn.DisconnectNotify():
			return sample{}, errors.New("the server ended before its diagnostics came")
		case <-timeout:
			return sample{}, errors.Join(errors.New("no diagnostics came in "+short(patience)), c.cmd.Process.Kill())
		}
	}
}

func (c *client) opened(text string) (sample, error) {
	return c.took(func() error { return c.open(text) })
}

// keystroke types a character at the start of a line.
func (c *client) keystroke(line int) (sample, error) {
	at := object{"line": line, "character": 0}
	return c.took(func() error { return c.change(object{"range": object{"start": at, "end": at}, "text": "x"}) })
}

// answered types a character at the start of a line of a document that is no chat, and
// returns the time until a request about it is answered.
func (c *client) answered(line int, method string) (sample, json.RawMessage, error) {
	at := object{"line": line, "character": 0}
	var result json.RawMessage
	began := time.Now()
	err := c.change(object{"range": object{"start": at, "end": at}, "text": "x"})
	err = errors.Join(err, c.call(method, object{"textDocument": object{"uri": c.uri}, "position": at}, &result))
	return sample{Wall: time.Since(began)}, result, err
}

// answerFlag makes this command a server that only answers: what a keystroke takes there
// is the share of the machine, the pipes and the client.
const answerFlag = "-answer"

// answer serves until the client says exit: requests get null, and each version of a
// document an empty list of diagnostics.
func answer(from io.Reader, to io.WriteCloser) {
	handle := func(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
		var params struct{ TextDocument published }
		if r.Params != nil {
			if err := json.Unmarshal(*r.Params, &params); err != nil {
				return nil, err
			}
		}
		d := params.TextDocument
		d.Diagnostics = json.RawMessage("[]")
		switch r.Method {
		case "exit":
			return nil, conn.Close()
		case "textDocument/didOpen", "textDocument/didChange":
			return nil, conn.Notify(ctx, publishDiagnostics, d)
		}
		return nil, nil
	}
	conn := jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(stdio{from, to}, jsonrpc2.VSCodeObjectCodec{}), jsonrpc2.HandlerWithError(handle))
	<-conn.DisconnectNotify()
}
