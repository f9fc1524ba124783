package wire

import (
	"context"
	"encoding/json"
	"sync/atomic"
)

// The methods that the lifecycle itself is made of.
const (
	methodInitialize = "initialize"
	methodShutdown   = "shutdown"
	methodExit       = "exit"
	methodCancel     = "$/cancelRequest"
)

// lifecycleRoutes are for servers without handlers of their own for these methods. Some
// clients send exit as a request.
var lifecycleRoutes = []Route{
	Request(methodShutdown, func(context.Context, json.RawMessage) (func(context.Context) (any, error), error) { return nil, nil }),
	{
		method:  methodExit,
		notify:  func(context.Context, json.RawMessage) error { return nil },
		prepare: func(context.Context, json.RawMessage) (work, error) { return nil, nil },
	},
}

type phase int32

const (
	// uninitialized: only initialize is served, and exit.
	uninitialized phase = iota
	// serving: initialize has been answered with a result.
	serving
	// shutDown: shutdown was asked for, whatever became of it; only exit is served.
	shutDown
)

// lifecycle decides which messages are served when. Only the ordering loop changes its
// phase.
type lifecycle struct {
	phase atomic.Int32
	// asked is true once shutdown was read. Its turn may never come: a session that is
	// ended with much still to do has ended as the client wanted.
	asked atomic.Bool
}

func (l *lifecycle) enter(p phase) { l.phase.Store(int32(p)) }

func (l *lifecycle) at() phase { return phase(l.phase.Load()) }

// admitRequest returns what a request is refused with, nil if it is served.
func (l *lifecycle) admitRequest(method string) *Error {
	if method == methodExit {
		return nil
	}
	switch l.at() {
	case uninitialized:
		if method != methodInitialize {
			return Errorf(ServerNotInitialized, "%s came before initialize", quoteMethod(method))
		}
	case serving:
		if method == methodInitialize {
			return Errorf(InvalidRequest, "initialize came a second time")
		}
	case shutDown:
		return Errorf(InvalidRequest, "%s came after shutdown", quoteMethod(method))
	}
	return nil
}

// admitNotification reports whether a notification is served; exit always is.
func (l *lifecycle) admitNotification(method string) bool {
	return method == methodExit || l.at() == serving
}

// inOrder reports whether both halves of a request run on the ordering loop.
func inOrder(method string) bool {
	return method == methodInitialize || method == methodShutdown
}

// exitCode is the exit code of a process whose connection ended in an orderly way, by
// exit or by the end of input.
func (l *lifecycle) exitCode() int {
	if p := l.at(); p == shutDown || p == serving && l.asked.Load() {
		return 0
	}
	return 1
}
