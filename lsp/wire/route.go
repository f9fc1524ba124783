package wire

import (
	"context"
	"encoding/json"
	"reflect"
)

// Route ties one method to its typed handler. Make one with [Notification] or
// [Request].
type Route struct {
	method string
	notify func(ctx context.Context, raw json.RawMessage) error
	// prepare is nil for a notification. It returns no work where the answer is nothing.
	prepare func(ctx context.Context, raw json.RawMessage) (work, error)
	// nothing is the answer without work: the zero value of the result.
	nothing any
}

// work is the second half of a request handler.
type work func(ctx context.Context) (any, error)

// Method returns the LSP method that the route answers to.
func (r Route) Method() string { return r.method }

// Notification makes the route of a notification. h runs on the ordering loop: until
// it returns no later message is handled, except answers and cancellations. An error
// it returns is logged.
//
// Params that do not decode as P drop the message, with a line in the log. See
// [Request] for when params may be missing.
func Notification[P any](method string, h func(ctx context.Context, params P) error) Route {
	return Route{
		method: method,
		notify: func(ctx context.Context, raw json.RawMessage) error {
			params, err := decodeParams[P](raw)
			if err != nil {
				return err
			}
			return h(ctx, params)
		},
	}
}

// Request makes the route of a request. h is its first half: it runs on the ordering
// loop, so what it sees is exactly the state after all earlier messages, and returns
// the second half, which runs on a goroutine of its own and gives the answer. A nil
// second half answers with R's zero value, at once. An error of either is the answer: an
// [*Error] with its code, a cancelled context as [RequestCancelled], any other as
// [RequestFailed].
//
// ctx is the same for both; it ends when the client cancels the request or the
// connection ends. The methods initialize and shutdown run both halves on the
// ordering loop, since what follows depends on them.
//
// Params that do not decode as P are answered with [InvalidParams]. Absent and null
// params are P's zero value, unless P is a struct with fields: then the method needs
// them. A P that is a pointer to such a struct makes them optional.
func Request[P, R any](method string, h func(ctx context.Context, params P) (func(context.Context) (R, error), error)) Route {
	var nothing R
	return Route{
		method:  method,
		nothing: nothing,
		prepare: func(ctx context.Context, raw json.RawMessage) (work, error) {
			params, err := decodeParams[P](raw)
			if err != nil {
				return nil, err
			}
			run, err := h(ctx, params)
			if run == nil || err != nil {
				return nil, err
			}
			return func(ctx context.Context) (any, error) { return run(ctx) }, nil
		},
	}
}

// decodeParams returns the params as a P. The error is an [*Error] with [InvalidParams].
func decodeParams[P any](raw json.RawMessage) (P, error) {
	var params P
	if isNull(raw) {
		if t := reflect.TypeFor[P](); t.Kind() == reflect.Struct && t.NumField() > 0 {
			return params, Errorf(InvalidParams, "the params are missing")
		}
		return params, nil
	}
	if err := json.Unmarshal(raw, &params); err != nil {
		return params, Errorf(InvalidParams, "bad params: %v", err)
	}
	return params, nil
}
