//go:build js && wasm

// Command edit-lsp-web is the language server for a web worker. Build it with GOOS=js GOARCH=wasm.
// It exchanges messages as objects with the worker's scope, without headers:
//
//	self.editLsp = { send(message) { postMessage(message) } }
//	go.run(instance)              // sets self.editLsp.receive
//	onmessage = e => self.editLsp.receive(e.data)
package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall/js"

	"github.com/edit-lsp/edit-lsp/lsp"
)

// version is set by the linker.
var version = "development"

func main() {
	// A worker has only one thread, so collecting garbage slows down typing.
	debug.SetGCPercent(400)
	code, err := lsp.Serve(context.Background(), newBridge(js.Global().Get("editLsp")), lsp.Options{Version: version})
	if err != nil {
		js.Global().Get("console").Call("error", "edit-lsp: "+err.Error())
	}
	os.Exit(code)
}

// bridge converts between a worker's messages and the stream that the server uses.
type bridge struct {
	scope, json js.Value
	receive     js.Func

	*io.PipeReader
	// queue holds framed messages that aren't read yet, since JavaScript must not wait.
	mu    sync.Mutex
	queue []string
	more  chan struct{}
	// out is the unsent part of the output.
	out []byte
}

func newBridge(scope js.Value) *bridge {
	reader, writer := io.Pipe()
	b := &bridge{scope: scope, json: js.Global().Get("JSON"), PipeReader: reader, more: make(chan struct{}, 1)}
	b.receive = js.FuncOf(func(_ js.Value, args []js.Value) any {
		body := b.json.Call("stringify", args[0]).String()
		b.mu.Lock()
		defer b.mu.Unlock()
		b.queue = append(b.queue, header+strconv.Itoa(len(body))+headerEnd+body)
		select {
		case b.more <- struct{}{}:
		default:
		}
		return nil
	})
	scope.Set("receive", b.receive)
	go b.pump(writer)
	return b
}

const header, headerEnd = "Content-Length: ", "\r\n\r\n"

// pump passes the messages to the server until it stops reading.
func (b *bridge) pump(w *io.PipeWriter) {
	for range b.more {
		b.mu.Lock()
		queue := b.queue
		b.queue = nil
		b.mu.Unlock()
		for _, message := range queue {
			if _, err := io.WriteString(w, message); err != nil {
				return
			}
		}
	}
}

func (b *bridge) Write(p []byte) (int, error) {
	b.out = append(b.out, p...)
	for {
		head, rest, whole := bytes.Cut(b.out, []byte(headerEnd))
		if !whole {
			return len(p), nil
		}
		size, err := strconv.Atoi(strings.TrimPrefix(string(head), header))
		if err != nil {
			return 0, err
		}
		if len(rest) < size {
			return len(p), nil
		}
		b.scope.Call("send", b.json.Call("parse", string(rest[:size])))
		b.out = append(b.out[:0], rest[size:]...)
	}
}
