package wire

import (
	"context"
	"encoding/json"
	"reflect"
)

// Route connects a method with its typed handler. Create one with [Notification] or [Request].
type Route struct {
	method string
	notify func(ctx context.Context, raw json.RawMessage) error
	// prepare is nil for a notification. It returns no Answer if the answer is nothing.
	prepare func(ctx context.Context, raw json.RawMessage) (Answer[any], error)
	// nothing is the zero value of the result.
	nothing any
}

// Answer is the second half of a request handler: it computes the answer.
type Answer[R any] = func(ctx context.Context) (R, error)

// Method returns the LSP method.
func (r Route) Method() string { return r.method }

// Notification returns the route of a notification. h runs on the ordering loop: until it returns,
// no later message is handled, except answers and cancellations. Its error is logged.
//
// A message whose params don't decode as P is dropped and logged. See [Request] for missing params.
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

// Request returns the route of a request. h is the first half: it runs on the ordering loop and
// sees exactly the state after all earlier messages. It returns the second half, which runs on its
// own goroutine and returns the answer, or nil to answer with R's zero value. Errors of either half
// are sent: an [*Error] with its code, a cancelled context as [RequestCancelled], any other as
// [RequestFailed].
//
// Both halves have the same ctx. It ends when the client cancels the request or the connection
// ends. Both halves of initialize and shutdown run on the ordering loop, since later messages
// depend on them.
//
// Params that don't decode as P are answered with [InvalidParams]. Missing and null params are P's
// zero value, unless P is a struct with fields. Use a pointer to a struct for optional params.
func Request[P, R any](method string, h func(ctx context.Context, params P) (Answer[R], error)) Route {
	var nothing R
	return Route{
		method:  method,
		nothing: nothing,
		prepare: func(ctx context.Context, raw json.RawMessage) (Answer[any], error) {
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

// decodeParams decodes params. Its error is an [*Error] with [InvalidParams].
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
