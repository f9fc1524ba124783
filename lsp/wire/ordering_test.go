package wire

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
)

// First halves and notifications run one at a time in the order of arrival. A request sees exactly
// the state after all earlier messages.
func handlersSeeTheStateInOrder(t *testing.T) {
	state := "" // no lock, so the race detector would notice concurrent handlers
	c := dial(t, nil, initialize,
		Notification("set", func(_ context.Context, p named) error { state = p.Name; return nil }),
		Request("get", func(context.Context, struct{}) (func(context.Context) (string, error), error) {
			snapshot := state
			return func(context.Context) (string, error) { return snapshot, nil }, nil
		}),
	).initialized()
	const n = 300
	var messages []string
	for i := range n {
		messages = append(messages, tell("set", strconv.Itoa(i)), fmt.Sprintf(`{"id":%d,"method":"get"}`, i))
	}
	c.send(messages...)
	for range n {
		a := c.next()
		assert.Equal(t, `"`+string(a.ID)+`"`, string(a.Result))
	}
	c.bye()
}

func aSlowRequestHoldsNothingUp(t *testing.T) {
	release, told := make(chan struct{}), make(chan string, 1)
	c := dial(t, nil, initialize, echo,
		Request("slow", func(context.Context, struct{}) (func(context.Context) (string, error), error) {
			return func(context.Context) (string, error) { <-release; return "slow", nil }, nil
		}),
		Notification("told", func(_ context.Context, p named) error { told <- p.Name; return nil }),
	).initialized()
	c.send(`{"id":1,"method":"slow"}`, ask("2", "echo", "fast"), tell("told", "news"))
	c.succeeded("2", `"fast"`)
	assert.Equal(t, "news", receive(t, told))
	close(release)
	c.succeeded("1", `"slow"`)
	c.bye()
}

// While a notification's handler runs, the next message waits, but the read goroutine still reads.
func aNotificationHoldsUpWhatComesAfterIt(t *testing.T) {
	release, entered := make(chan struct{}), make(chan struct{})
	done := false
	c := dial(t, nil, initialize,
		Notification("slow", func(context.Context, struct{}) error {
			close(entered)
			<-release
			done = true
			return nil
		}),
		Request("done", func(context.Context, struct{}) (func(context.Context) (bool, error), error) {
			was := done
			return func(context.Context) (bool, error) { return was, nil }, nil
		}),
	).initialized()
	c.send(`{"method":"slow"}`)
	receive(t, entered)
	// More than all buffers hold, so writing it needs an active reader.
	var messages []string
	for i := range 2000 {
		messages = append(messages, tell("$/ignored", fmt.Sprint(i)))
	}
	c.send(append(messages, `{"id":1,"method":"done"}`)...)
	close(release)
	c.succeeded("1", "true")
	c.bye()
}

func notificationsGoOutBeforeTheAnswer(t *testing.T) {
	var c *fakeClient
	c = dial(t, nil, initialize,
		Request("work", func(ctx context.Context, _ struct{}) (func(context.Context) (string, error), error) {
			err := c.server.Notify(ctx, "prepared", named{"<a>"})
			return func(ctx context.Context) (string, error) {
				if err == nil {
					err = c.server.Notify(ctx, "worked", nil)
				}
				return "done", err
			}, err
		}),
	).initialized()
	c.send(`{"id":1,"method":"work"}`)
	a := c.next()
	assert.Equal(t, "prepared", a.Method)
	assert.Equal(t, `{"name":"<a>"}`, string(a.Params))
	a = c.next()
	assert.Equal(t, "worked", a.Method)
	assert.Nil(t, a.Params)
	c.succeeded("1", `"done"`)
	c.bye()
}
