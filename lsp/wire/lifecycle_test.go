package wire

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func beforeInitialize(t *testing.T) {
	told := 0
	c := dial(t, nil, initialize, echo, Notification("told", func(context.Context, named) error { told++; return nil }))
	c.send(ask("1", "echo", "a"), tell("told", "a"), tell("initialized", ""), `{"id":2,"method":"no/such"}`, sayShutdown,
		`{"method":"initialize","params":{}}`)
	c.refused("1", ServerNotInitialized)
	c.refused("2", ServerNotInitialized)
	c.refused(`"shut"`, ServerNotInitialized)
	c.initialized()
	c.send(tell("told", "b"))
	c.bye()
	assert.Equal(t, 1, told)
}

func initializeIsServedOnce(t *testing.T) {
	c := dial(t, nil, initialize, echo).initialized()
	c.send(sayInitialize)
	c.refused(`"init"`, InvalidRequest)
	c.send(ask("1", "echo", "still here"))
	c.succeeded("1", `"still here"`)
	c.bye()
}

func anInitializeThatFailsMayComeAgain(t *testing.T) {
	c := dial(t, nil, initialize)
	c.send(`{"id":"init","method":"initialize","params":[]}`)
	c.refused(`"init"`, InvalidParams)
	c.initialized().bye()
}

// A client may send everything at once. Later messages wait for initialize.
func aSessionSaidInOneGo(t *testing.T) {
	c := dial(t, nil, initialize, echo)
	c.send(sayInitialize, ask("1", "echo", "a"), sayShutdown, sayExit)
	c.succeeded(`"init"`, `"ready"`)
	left := map[string]string{"1": `"a"`, `"shut"`: "null"}
	for range 2 {
		a := c.next()
		assert.Equal(t, left[string(a.ID)], string(a.Result))
	}
	c.ends(0, nil)
}

func afterShutdown(t *testing.T) {
	told := 0
	c := dial(t, nil, initialize, echo, Notification("told", func(context.Context, named) error { told++; return nil })).initialized()
	c.send(sayShutdown, ask("1", "echo", "a"), sayInitialize, sayShutdown, `{"id":2,"method":"no/such"}`, tell("told", "a"))
	c.succeeded(`"shut"`, "null")
	c.refused("1", InvalidRequest)
	c.refused(`"init"`, InvalidRequest)
	c.refused(`"shut"`, InvalidRequest)
	c.refused("2", InvalidRequest)
	c.send(sayExit)
	c.ends(0, nil)
	assert.Zero(t, told)
}

func shutdownCountsWhateverItsHandlerDoes(t *testing.T) {
	c := dial(t, nil, initialize, Request("shutdown", func(context.Context, struct{}) (func(context.Context) (any, error), error) {
		return nil, errors.New("could not save")
	})).initialized()
	c.send(sayShutdown, sayExit)
	c.refused(`"shut"`, RequestFailed)
	c.ends(0, nil)
}

func exitStatus(t *testing.T) {
	t.Run("without shutdown", func(t *testing.T) {
		c := dial(t, nil, initialize).initialized()
		c.send(sayExit)
		c.ends(1, nil)
	})
	t.Run("before initialize", func(t *testing.T) {
		c := dial(t, nil, initialize)
		c.send(sayExit)
		c.ends(1, nil)
	})
	t.Run("as a request", func(t *testing.T) {
		c := dial(t, nil, initialize).initialized()
		c.send(sayShutdown, `{"id":1,"method":"exit"}`)
		c.succeeded(`"shut"`, "null")
		c.succeeded("1", "null")
		c.ends(0, nil)
	})
	t.Run("has a handler", func(t *testing.T) {
		called := false
		c := dial(t, nil, initialize, Notification("exit", func(context.Context, struct{}) error { called = true; return nil })).initialized()
		c.bye()
		assert.True(t, called)
	})
	t.Run("nothing after it counts", func(t *testing.T) {
		c := dial(t, nil, initialize, echo).initialized()
		c.write(append(framed(sayExit, ask("1", "echo", "a")), "garbage"...))
		c.ends(1, nil)
	})
}

func endOfInput(t *testing.T) {
	t.Run("without shutdown", func(t *testing.T) {
		c := dial(t, nil, initialize).initialized()
		require.NoError(t, c.in.Close())
		c.ends(1, nil)
	})
	t.Run("at once", func(t *testing.T) {
		c := dial(t, nil, initialize)
		require.NoError(t, c.in.Close())
		c.ends(1, nil)
	})
	t.Run("after shutdown", func(t *testing.T) {
		c := dial(t, nil, initialize).initialized()
		c.send(sayShutdown)
		c.succeeded(`"shut"`, "null")
		require.NoError(t, c.in.Close())
		c.ends(0, nil)
	})
	t.Run("inside a message", func(t *testing.T) {
		c := dial(t, nil, initialize).initialized()
		c.write([]byte("Content-Length: 10\r\n\r\n{"))
		require.NoError(t, c.in.Close())
		c.ends(1, io.ErrUnexpectedEOF)
	})
}

func whatCameBeforeTheEndOfInputIsServed(t *testing.T) {
	c := dialSilent(t, nil, initialize, echo)
	c.send(sayInitialize, ask("1", "echo", "a"), sayShutdown)
	require.NoError(t, c.in.Close())
	go c.read()
	c.succeeded(`"init"`, `"ready"`)
	left := map[string]string{"1": `"a"`, `"shut"`: "null"}
	for range 2 {
		a := c.next()
		assert.Equal(t, left[string(a.ID)], string(a.Result))
	}
	c.ends(0, nil)
}

// A request in flight is cancelled after the grace period, and answered.
func theEndCancelsWhatIsInFlight(t *testing.T) {
	for _, how := range []string{"exit", "end of input"} {
		t.Run(how, func(t *testing.T) {
			entered := make(chan string, 1)
			c := dial(t, hurried, initialize, waiting(entered)).initialized()
			c.send(ask("1", "wait", "a"))
			receive(t, entered)
			if how == "exit" {
				c.send(sayExit)
			} else {
				require.NoError(t, c.in.Close())
			}
			c.refused("1", RequestCancelled)
			c.ends(1, nil)
		})
	}
}

// A handler that hangs, on the ordering loop or not, doesn't keep the process alive.
func aHandlerThatHangsDoesNotKeepTheProcess(t *testing.T) {
	entered, release := make(chan struct{}, 2), make(chan struct{})
	hang := func() { entered <- struct{}{}; <-release }
	c := dial(t, hurried, initialize, echo,
		Notification("hang/loop", func(context.Context, struct{}) error { hang(); return nil }),
		Request("hang/work", func(context.Context, struct{}) (func(context.Context) (any, error), error) {
			return func(context.Context) (any, error) { hang(); return nil, nil }, nil
		}),
	).initialized()
	defer close(release)
	c.send(`{"id":1,"method":"hang/work"}`, `{"method":"hang/loop"}`, ask("2", "echo", "a"), sayExit)
	receive(t, entered)
	receive(t, entered)
	c.ends(1, nil)
}

func theContextEndsTheSession(t *testing.T) {
	reason := errors.New("terminated")
	ctx, cancel := context.WithCancelCause(context.Background())
	in, toServer := io.Pipe()
	defer toServer.Close()
	ended := make(chan ending, 1)
	s := NewServer([]Route{initialize}, noLog)
	go func() {
		code, err := s.Serve(ctx, pipes{in, io.Discard, in.Close})
		ended <- ending{code, err}
	}()
	cancel(reason)
	assert.Equal(t, ending{1, reason}, receive(t, ended))
}

func TestAServerServesOnce(t *testing.T) {
	s := NewServer([]Route{initialize}, noLog)
	_, err := s.Serve(context.Background(), input{strings.NewReader(""), io.Discard})
	require.NoError(t, err)
	_, err = s.Serve(context.Background(), input{strings.NewReader(""), io.Discard})
	assert.ErrorContains(t, err, "serves once")
}

func TestTwoRoutesForOneMethodPanic(t *testing.T) {
	assert.PanicsWithValue(t, "wire: two routes for echo", func() { NewServer([]Route{echo, echo}, noLog) })
	assert.Equal(t, "echo", echo.Method())
}
