package lsptest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"

	"github.com/sourcegraph/jsonrpc2"
)

var errGone = errors.New("the server went away")

func (e *Editor) connect(server io.ReadWriteCloser) {
	e.server = server
	stream := jsonrpc2.NewBufferedStream(server, jsonrpc2.VSCodeObjectCodec{})
	e.conn = jsonrpc2.NewConn(context.Background(), stream, handler{e}, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
}

type handler struct{ editor *Editor }

// Handle implements jsonrpc2.Handler. It handles messages in order.
func (h handler) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	var params json.RawMessage
	if req.Params != nil {
		params = *req.Params
	}
	result, err := h.editor.handle(req.Method, params, !req.Notif)
	if req.Notif {
		return
	}
	// Reply on another goroutine, since the server may be blocked writing to us. The reader notices
	// if the server is gone.
	go func() {
		if h.editor.options.Answering != nil {
			h.editor.options.Answering(req.Method)
		}
		if told, ok := result.(afterwards); ok {
			_ = told.tell()
			result = told.result
		}
		if err != nil {
			_ = conn.ReplyWithError(ctx, req.ID, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: err.Error()})
			return
		}
		_ = conn.Reply(ctx, req.ID, result)
		if h.editor.options.AnswersTwice && req.Method == "workspace/applyEdit" {
			_ = conn.Reply(ctx, req.ID, result)
		}
	}()
}

// afterwards is a result to send after a notification.
type afterwards struct {
	tell   func() error
	result any
}

// Call sends a request. An error response is a *jsonrpc2.Error.
func (e *Editor) Call(ctx context.Context, method string, params, result any) error {
	return waited(ctx, method, e.conn.Call(ctx, method, params, result))
}

// Send sends a request. The function returned waits for the answer.
func (e *Editor) Send(ctx context.Context, method string, params any, id ...jsonrpc2.CallOption) (wait func(result any) error, err error) {
	waiter, err := e.conn.DispatchCall(ctx, method, params, id...)
	if err != nil {
		return nil, waited(ctx, method, err)
	}
	return func(result any) error { return waited(ctx, method, waiter.Wait(ctx, result)) }, nil
}

// CallAndCancel sends a request, and cancels it when cancel is closed. It closes sent once the
// request has been written.
func (e *Editor) CallAndCancel(ctx context.Context, method string, params any, sent chan<- struct{}, cancel <-chan struct{}) error {
	const id = "to be cancelled"
	wait, err := e.Send(ctx, method, params, jsonrpc2.PickID(jsonrpc2.ID{Str: id, IsString: true}))
	if err != nil {
		return err
	}
	close(sent)
	<-cancel
	// Waiting for the answer notices if the server is gone.
	_ = e.Notify(ctx, "$/cancelRequest", map[string]any{"id": id})
	return wait(nil)
}

func waited(ctx context.Context, method string, err error) error {
	switch {
	case errors.Is(err, jsonrpc2.ErrClosed):
		return errGone
	case err != nil && errors.Is(err, ctx.Err()):
		return fmt.Errorf("waiting for the answer to %s: %w", method, context.Cause(ctx))
	}
	return err
}

// Notify sends a notification.
func (e *Editor) Notify(ctx context.Context, method string, params any) error {
	return e.conn.Notify(ctx, method, params)
}

// Disconnect closes the connection without shutdown.
func (e *Editor) Disconnect() error { return e.server.Close() }

// Gone is closed when the connection has ended.
func (e *Editor) Gone() <-chan struct{} { return e.conn.DisconnectNotify() }
