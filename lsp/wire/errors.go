package wire

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/sourcegraph/jsonrpc2"
)

// Code is an error code of JSON-RPC or LSP.
type Code int64

// The codes that a handler may choose from and those that this package answers with.
const (
	ParseError           Code = jsonrpc2.CodeParseError
	InvalidRequest       Code = jsonrpc2.CodeInvalidRequest
	MethodNotFound       Code = jsonrpc2.CodeMethodNotFound
	InvalidParams        Code = jsonrpc2.CodeInvalidParams
	InternalError        Code = jsonrpc2.CodeInternalError
	ServerNotInitialized Code = -32002
	RequestCancelled     Code = -32800
	ContentModified      Code = -32801
	RequestFailed        Code = -32803
)

// Error is an answer that is an error. A handler returns one, wrapped or not, to
// choose the code; its other errors are answered as [RequestFailed].
type Error struct {
	Code Code `json:"code"`
	// Message is shown to people by most clients: a sentence, without a stack.
	Message string `json:"message"`
}

// Errorf returns an [*Error].
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

// ErrClosed is returned by calls and notifications when there is no connection (any
// more) to send them on.
var ErrClosed = errors.New("the connection is closed")

// ErrParentDied is returned by [Server.Serve] if the watched process was gone.
var ErrParentDied = errors.New("the parent process died")

// errEnded is the cause of the cancelled contexts when the connection ends.
var errEnded = fmt.Errorf("the connection ended: %w", context.Canceled)

// asError turns what a handler returned into what is answered.
func asError(err error) *Error {
	var chosen *Error
	switch {
	case errors.As(err, &chosen):
		return chosen
	case errors.Is(err, context.Canceled):
		return cancelled()
	}
	return &Error{Code: RequestFailed, Message: err.Error()}
}

func cancelled() *Error {
	return &Error{Code: RequestCancelled, Message: "the request was cancelled"}
}

// guard runs f and turns a panic in it into an [InternalError]. The stack is logged. The
// panic's value isn't, unless it's the runtime's own, since it may hold a document's text.
func (s *Server) guard(method string, f func() error) (err error) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		what := fmt.Sprintf("panic with a %T", p)
		if e, ok := p.(runtime.Error); ok {
			what = e.Error()
		}
		s.log.Error("a handler panicked", "method", method, "panic", what, "stack", string(debug.Stack()))
		err = Errorf(InternalError, "internal error in %s: %s", method, what)
	}()
	return f()
}
