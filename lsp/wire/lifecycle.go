package wire

import (
	"context"
	"encoding/json"
	"sync/atomic"
)

const (
	methodInitialize = "initialize"
	methodShutdown   = "shutdown"
	methodExit       = "exit"
	methodCancel     = "$/cancelRequest"
)

// lifecycleRoutes are the default handlers. Some clients send exit as a request.
var lifecycleRoutes = []Route{
	Request(methodShutdown, func(context.Context, json.RawMessage) (Answer[any], error) { return nil, nil }),
	{
		method:  methodExit,
		notify:  func(context.Context, json.RawMessage) error { return nil },
		prepare: func(context.Context, json.RawMessage) (Answer[any], error) { return nil, nil },
	},
}

type phase int32

const (
	// uninitialized serves only initialize and exit.
	uninitialized phase = iota
	// serving begins when initialize has succeeded.
	serving
	// shutDown begins with shutdown, even if that fails. Only exit is served.
	shutDown
)

// lifecycle decides which messages are served. Only the ordering loop changes its phase.
type lifecycle struct {
	phase atomic.Int32
	// asked means that shutdown was read. A session with a long queue may end before handling it,
	// which still counts as a clean exit.
	asked atomic.Bool
}

func (l *lifecycle) enter(p phase) { l.phase.Store(int32(p)) }

func (l *lifecycle) at() phase { return phase(l.phase.Load()) }

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

func (l *lifecycle) exitCode() int {
	if p := l.at(); p == shutDown || p == serving && l.asked.Load() {
		return 0
	}
	return 1
}
