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

type published struct {
	at          time.Time
	URI         string          `json:"uri"`
	Version     int             `json:"version"`
	Diagnostics json.RawMessage `json:"diagnostics"`
}

// client is an editor session with one document.
type client struct {
	cmd  *exec.Cmd
	conn *jsonrpc2.Conn
	uri  string
	// version is the document's.
	version int
	came    chan published
	shown   published
}

var ctx = context.Background()

type stdio struct {
	io.Reader
	io.WriteCloser
}

// start starts a server process in dir.
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

func (c *client) Handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	m := published{at: time.Now()}
	if r.Method == publishDiagnostics && json.Unmarshal(*r.Params, &m) == nil {
		c.came <- m
	}
}

// peak returns the server's peak resident size, or 0 if unknown.
func (c *client) peak() (peak int64) {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if _, after, ok := strings.Cut(string(data), "VmHWM:"); ok {
		_, _ = fmt.Sscan(after, &peak)
	}
	return peak << 10
}

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

// open doesn't wait for a reply, like the other changes.
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

// took returns the time from a change to the resulting version's diagnostics.
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

func (c *client) keystroke(line int) (sample, error) {
	at := object{"line": line, "character": 0}
	return c.took(func() error { return c.change(object{"range": object{"start": at, "end": at}, "text": "x"}) })
}

// answered types a character into a document without blocks, and returns the time until the next
// request is answered.
func (c *client) answered(line int, method string) (sample, json.RawMessage, error) {
	at := object{"line": line, "character": 0}
	var result json.RawMessage
	began := time.Now()
	err := c.change(object{"range": object{"start": at, "end": at}, "text": "x"})
	err = errors.Join(err, c.call(method, object{"textDocument": object{"uri": c.uri}, "position": at}, &result))
	return sample{Wall: time.Since(began)}, result, err
}

// answerFlag turns this command into a server that only answers, to measure the share of machine, pipes
// and client.
const answerFlag = "-answer"

// answer serves until exit, with null for requests and no diagnostics for each version.
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
