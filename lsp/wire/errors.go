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

// The error codes that handlers and this package use.
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

// Error is an error response. Handlers return one, wrapped or not, to choose the code. Other errors
// are sent as [RequestFailed].
type Error struct {
	Code Code `json:"code"`
	// Message is a sentence for the user.
	Message string `json:"message"`
}

// Errorf returns an [*Error].
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

// ErrClosed is returned by calls and notifications without a connection.
var ErrClosed = errors.New("the connection is closed")

// ErrParentDied is returned by [Server.Serve] if the watched process has died.
var ErrParentDied = errors.New("the parent process died")

// errCancelled answers a cancelled request. If the client has cancelled it, it is also the cause.
var errCancelled = Errorf(RequestCancelled, "the request was cancelled")

// errEnded is the cancel cause of contexts when the connection ends.
var errEnded = fmt.Errorf("the connection ended: %w", context.Canceled)

func asError(err error) *Error {
	var coded *Error
	switch {
	case errors.As(err, &coded):
		return coded
	case errors.Is(err, context.Canceled):
		return errCancelled
	}
	return &Error{Code: RequestFailed, Message: err.Error()}
}

// guard runs f. It logs a panic with its stack, and converts it to an [InternalError].
func guard[T any](s *Server, method string, f func() (T, error)) (result T, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("a handler panicked", "method", method, "panic", PanicText(p), "stack", string(debug.Stack()))
			err = Errorf(InternalError, "internal error in %s: %s", method, PanicText(p))
		}
	}()
	return f()
}

// PanicText describes the value of a panic for a log. It shows the value only if it is a runtime
// error, since it may contain document text.
func PanicText(p any) string {
	if e, ok := p.(runtime.Error); ok {
		return e.Error()
	}
	return fmt.Sprintf("panic with a %T", p)
}
