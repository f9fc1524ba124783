package wire

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// waiting is a request whose second half waits for its context to end.
func waiting(entered chan<- string) Route {
	return Request("wait", func(_ context.Context, p named) (func(context.Context) (string, error), error) {
		return func(ctx context.Context) (string, error) {
			entered <- p.Name
			<-ctx.Done()
			return "", fmt.Errorf("wrapped: %w", ctx.Err())
		}, nil
	})
}

func cancelOfARunningRequest(t *testing.T) {
	entered := make(chan string, 1)
	c := dial(t, nil, initialize, waiting(entered)).initialized()
	for _, id := range []string{`1`, `"one"`, `-1`, `0`, `""`, `9007199254740993`, `1.5`, `"1.5"`, `18446744073709551615`} {
		c.send(ask(id, "wait", "a"))
		receive(t, entered)
		c.send(cancelOf(id))
		c.refused(id, RequestCancelled)
	}
	c.bye()
}

func cancelMeansTheVeryId(t *testing.T) {
	entered := make(chan string, 1)
	c := dial(t, nil, initialize, echo, waiting(entered)).initialized()
	c.send(ask(`"1"`, "wait", "a"))
	receive(t, entered)
	c.send(cancelOf("1"), cancelOf(`"2"`), cancelOf("null"), cancelOf("{}"),
		`{"method":"$/cancelRequest"}`, `{"method":"$/cancelRequest","params":null}`, `{"method":"$/cancelRequest","params":[1]}`,
		`{"method":"$/cancelRequest","params":{}}`, ask("3", "echo", "still here"))
	c.succeeded("3", `"still here"`)
	c.send(cancelOf(`"\u0031"`)) // the same id, escaped
	c.refused(`"1"`, RequestCancelled)
	c.send(cancelOf(`"1"`)) // too late, but harmless
	c.bye()
}

// A request that is cancelled while the loop is busy is answered at once and never starts.
func cancelOfAQueuedRequest(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	started := false
	c := dial(t, nil, initialize, echo,
		Notification("busy", func(context.Context, struct{}) error { close(entered); <-release; return nil }),
		Request("never", func(context.Context, struct{}) (func(context.Context) (string, error), error) {
			started = true
			return nil, nil
		}),
	).initialized()
	c.send(`{"method":"busy"}`, `{"id":1,"method":"never"}`, ask("2", "echo", "a"))
	receive(t, entered)
	c.send(cancelOf("1"))
	c.refused("1", RequestCancelled)
	close(release)
	c.succeeded("2", `"a"`)
	c.bye()
	assert.False(t, started)
}

func cancelInTheFirstHalf(t *testing.T) {
	entered := make(chan struct{})
	worked := false
	c := dial(t, nil, initialize,
		Request("wait", func(ctx context.Context, _ struct{}) (func(context.Context) (string, error), error) {
			close(entered)
			<-ctx.Done() // the reader cancels it while the ordering loop is here
			return func(context.Context) (string, error) { worked = true; return "", nil }, nil
		}),
	).initialized()
	c.send(`{"id":1,"method":"wait"}`)
	receive(t, entered)
	c.send(cancelOf("1"))
	c.refused("1", RequestCancelled)
	c.bye()
	assert.False(t, worked)
}

// A cancelled request is answered once, when its work has ended, whatever that returns.
func aCancelledRequestThatDoesNotListen(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	c := dial(t, nil, initialize, echo,
		Request("deaf", func(context.Context, struct{}) (func(context.Context) (string, error), error) {
			return func(context.Context) (string, error) { close(entered); <-release; return "done anyway", nil }, nil
		}),
	).initialized()
	c.send(`{"id":1,"method":"deaf"}`)
	receive(t, entered)
	c.send(cancelOf("1"), cancelOf("1"), ask("2", "echo", "a"))
	c.succeeded("2", `"a"`)
	close(release)
	c.refused("1", RequestCancelled)
	c.bye()
}

// Ids may be reused, even before the first answer, and nothing is lost.
func anIdThatIsUsedTwice(t *testing.T) {
	entered := make(chan string, 2)
	c := dial(t, hurried, initialize, echo, waiting(entered)).initialized()
	c.send(ask("1", "wait", "a"), ask("1", "wait", "b"))
	receive(t, entered)
	receive(t, entered)
	c.send(cancelOf("1"))
	c.refused("1", RequestCancelled)
	c.send(ask("2", "echo", "still here"))
	c.succeeded("2", `"still here"`)
	c.send(sayExit) // it ends the other one
	assert.NoError(t, c.in.Close())
	c.refused("1", RequestCancelled)
	c.ends(1, nil)
}

func everyRequestIsAnsweredOnce(t *testing.T) {
	c := dial(t, nil, initialize, echo).initialized()
	const n = 400
	var messages []string
	for i := range n {
		messages = append(messages, ask(fmt.Sprint(i), "echo", "x"))
		if i%3 == 0 {
			messages = append(messages, cancelOf(fmt.Sprint(i)))
		}
	}
	c.send(messages...)
	seen := map[string]bool{}
	for range n {
		a := c.next()
		assert.False(t, seen[string(a.ID)])
		seen[string(a.ID)] = true
		if a.Error != nil {
			assert.Equal(t, RequestCancelled, a.Error.Code)
		}
	}
	c.bye()
}
