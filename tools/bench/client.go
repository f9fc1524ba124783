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
func start(dir string, args ...string) *client {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	pipes := stdio{get(cmd.StdoutPipe()), get(cmd.StdinPipe())}
	must(cmd.Start())
	c := &client{cmd: cmd, uri: fileURI(filepath.Join(dir, "open.md")), came: make(chan published, 1<<10)}
	c.conn = jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(pipes, jsonrpc2.VSCodeObjectCodec{}), c)
	uri := fileURI(dir)
	c.call("initialize", object{
		"processId": os.Getpid(), "rootUri": uri, "workspaceFolders": []object{{"uri": uri, "name": "bench"}},
		"capabilities": object{"textDocument": object{
			"publishDiagnostics": object{"versionSupport": true, "relatedInformation": true},
			"hover":              object{"contentFormat": []string{"markdown"}},
			"codeAction": object{
				"codeActionLiteralSupport": object{"codeActionKind": object{"valueSet": []string{"quickfix", "refactor", "source"}}},
				"dataSupport":              true, "resolveSupport": object{"properties": []string{"edit"}},
			},
		}},
	})
	c.notify("initialized", object{})
	return c
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

func (c *client) stop() {
	c.call("shutdown", nil)
	c.notify("exit", nil)
	<-c.conn.DisconnectNotify()
	must(c.cmd.Wait())
}

func (c *client) call(method string, params any) (result json.RawMessage) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	must(c.conn.Call(ctx, method, params, &result))
	return result
}

func (c *client) notify(method string, params any) { must(c.conn.Notify(ctx, method, params)) }

// open doesn't wait for a reply, like the other changes.
func (c *client) open(language, text string) {
	c.version = 1
	c.notify("textDocument/didOpen", object{
		"textDocument": object{"uri": c.uri, "languageId": language, "version": 1, "text": text},
	})
}

func (c *client) close() {
	c.notify("textDocument/didClose", object{"textDocument": object{"uri": c.uri}})
}

func (c *client) change(what object) {
	c.version++
	c.notify("textDocument/didChange", object{
		"textDocument": object{"uri": c.uri, "version": c.version}, "contentChanges": []object{what},
	})
}

// took returns the time from a change to the resulting version's diagnostics.
func (c *client) took(change func()) sample {
	began := time.Now()
	change()
	timeout := time.After(patience)
	for {
		select {
		case c.shown = <-c.came:
			if c.shown.URI == c.uri && c.shown.Version == c.version {
				return sample{Wall: c.shown.at.Sub(began)}
			}
		case <-c.conn.DisconnectNotify():
			must(errors.New("the server ended before its diagnostics came"))
		case <-timeout:
			must(errors.Join(errors.New("no diagnostics came in "+short(patience)), c.cmd.Process.Kill()))
		}
	}
}

func (c *client) opened(text string) sample {
	return c.took(func() { c.open("markdown", text) })
}

// typed types a character at the start of a line, and returns its position.
func (c *client) typed(line int) object {
	at := object{"line": line, "character": 0}
	c.change(object{"range": object{"start": at, "end": at}, "text": "x"})
	return at
}

func (c *client) keystroke(line int) sample {
	return c.took(func() { c.typed(line) })
}

// answered types a character into a document without blocks, and returns the time until the next
// request is answered.
func (c *client) answered(line int, method string) (sample, json.RawMessage) {
	began := time.Now()
	at := c.typed(line)
	result := c.call(method, object{"textDocument": object{"uri": c.uri}, "position": at})
	return sample{Wall: time.Since(began)}, result
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
