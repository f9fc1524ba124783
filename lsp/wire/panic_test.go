package wire

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
)

type explosive struct{}

func (explosive) MarshalJSON() ([]byte, error) { panic("in MarshalJSON") }

func (*explosive) UnmarshalJSON([]byte) error { panic("in UnmarshalJSON") }

func panicsAreAnsweredAndTheSessionLivesOn(t *testing.T) {
	c := dial(t, nil, initialize, echo,
		Request("prepare", func(context.Context, struct{}) (func(context.Context) (string, error), error) {
			var none map[string]int
			none["the secret document"] = 1 //nolint:staticcheck // it must panic
			return nil, nil
		}),
		Request("work", func(context.Context, struct{}) (func(context.Context) (string, error), error) {
			return func(context.Context) (string, error) { panic("the secret document") }, nil
		}),
		Request("result", func(context.Context, struct{}) (func(context.Context) (any, error), error) {
			return func(context.Context) (any, error) { return explosive{}, nil }, nil
		}),
		Request("params", func(context.Context, *explosive) (func(context.Context) (any, error), error) { return nil, nil }),
		Request("gone", func(context.Context, struct{}) (func(context.Context) (any, error), error) {
			return func(context.Context) (any, error) { runtime.Goexit(); return nil, nil }, nil
		}),
		Notification("told", func(context.Context, struct{}) error { panic(errors.New("the secret document")) }),
	).initialized()
	for method, want := range map[string]string{
		"prepare": "internal error in prepare: assignment to entry in nil map",
		"work":    "internal error in work: panic with a string",
		"result":  "internal error in result: panic with a string",
		"params":  "internal error in params: panic with a string",
		"gone":    "gone ended without an answer",
	} {
		c.send(`{"id":1,"method":"` + method + `","params":{}}`)
		assert.Equal(t, want, c.refused("1", InternalError).Error.Message)
	}
	c.send(`{"method":"told"}`, ask("2", "echo", "still here"))
	c.succeeded("2", `"still here"`)
	c.bye()
	logged := c.log.String()
	assert.Contains(t, logged, "panic_test.go", "the stack is logged")
	assert.NotContains(t, logged, "secret", "what was panicked with is not")
}

func aPanicInInitializeLeavesTheServerUninitialized(t *testing.T) {
	fail := true
	c := dial(t, nil, echo, Request("initialize", func(context.Context, struct{}) (func(context.Context) (string, error), error) {
		return func(context.Context) (string, error) {
			if fail {
				fail = false
				panic("once")
			}
			return "ready", nil
		}, nil
	}))
	c.send(sayInitialize, ask("1", "echo", "a"))
	c.refused(`"init"`, InternalError)
	c.refused("1", ServerNotInitialized)
	c.initialized().bye()
}

func errorsOfHandlers(t *testing.T) {
	errs := map[string]error{
		"modified":  Errorf(ContentModified, "version %d is gone", 3),
		"wrapped":   errors.Join(errors.New("first"), Errorf(InvalidParams, "inner")),
		"plain":     errors.New("no such block"),
		"cancelled": context.Canceled,
		"late":      context.DeadlineExceeded,
	}
	c := dial(t, nil, initialize,
		Request("prepare", func(_ context.Context, p named) (func(context.Context) (any, error), error) { return nil, errs[p.Name] }),
		Request("work", func(_ context.Context, p named) (func(context.Context) (any, error), error) {
			return func(context.Context) (any, error) { return nil, errs[p.Name] }, nil
		}),
		Request("nothing", func(context.Context, struct{}) (func(context.Context) ([]int, error), error) { return nil, nil }),
		Request("unencodable", func(context.Context, struct{}) (func(context.Context) (any, error), error) {
			return func(context.Context) (any, error) { return func() {}, nil }, nil
		}),
		Notification("told", func(_ context.Context, p named) error { return errs[p.Name] }),
	).initialized()
	for _, method := range []string{"prepare", "work"} {
		for name, want := range map[string]struct {
			code Code
			msg  string
		}{
			"modified":  {ContentModified, "version 3 is gone"},
			"wrapped":   {InvalidParams, "inner"},
			"plain":     {RequestFailed, "no such block"},
			"cancelled": {RequestCancelled, "the request was cancelled"},
			"late":      {RequestFailed, "context deadline exceeded"},
		} {
			c.send(ask("1", method, name))
			a := c.refused("1", want.code)
			assert.Equal(t, want.msg, a.Error.Message)
		}
	}
	c.send(`{"id":2,"method":"nothing"}`)
	c.succeeded("2", "null")
	c.send(`{"id":3,"method":"unencodable"}`)
	c.refused("3", InternalError)
	c.send(tell("told", "plain"))
	c.bye()
	assert.Contains(t, c.log.String(), "no such block")
}

func TestAHalfRawAnswer(t *testing.T) {
	c := dial(t, nil, initialize,
		Request("raw", func(context.Context, struct{}) (func(context.Context) (json.RawMessage, error), error) {
			return func(context.Context) (json.RawMessage, error) { return json.RawMessage(`{"a":"<b> & c"}`), nil }, nil
		})).initialized()
	c.send(`{"id":1,"method":"raw"}`)
	a := c.next()
	assert.Equal(t, `{"a":"<b> & c"}`, string(a.Result), "not escaped for HTML")
	c.bye()
}
