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

func aClientThatDoesNotReadHoldsNothingUp(t *testing.T) {
	large := strings.Repeat("x", 128<<10) // larger than any buffer in between
	last := make(chan string, 1)
	var c *fakeClient
	c = dialSilent(t, nil, initialize, echo,
		Notification("publish", func(ctx context.Context, p named) error {
			err := c.server.Notify(ctx, "published", named{large})
			if p.Name == "last" {
				last <- p.Name
			}
			return err
		}))
	c.send(sayInitialize)
	const n = 20
	for range n {
		c.send(tell("publish", "a"), ask("1", "echo", large))
	}
	c.send(tell("publish", "last"))
	assert.Equal(t, "last", receive(t, last), "all of it was served while nothing was read")

	go c.read()
	c.succeeded(`"init"`, `"ready"`)
	published, answered := 0, 0
	for range 2*n + 1 {
		if a := c.next(); a.Method == "published" {
			published++
		} else {
			answered++
		}
	}
	assert.Equal(t, n+1, published)
	assert.Equal(t, n, answered)
	c.bye()
}

func aClientThatNeverReadsDoesNotKeepTheProcess(t *testing.T) {
	c := dialSilent(t, hurried, initialize)
	c.send(sayInitialize, sayShutdown, sayExit)
	e := receive(t, c.ended)
	assert.Equal(t, ending{0, nil}, e)
	assert.False(t, c.server.out.push("", nil))
}

// If a client has closed only its reading end, its shutdown and exit are still handled.
func aClientThatHasClosedItsReadingEnd(t *testing.T) {
	var c *fakeClient
	failed := make(chan error, 1)
	c = dialSilent(t, nil, initialize, Notification("ask", func(ctx context.Context, _ struct{}) error {
		failed <- c.server.Call(ctx, "client/ask", nil, nil)
		return nil
	}))
	require.NoError(t, c.out.Close())
	c.send(sayInitialize, `{"method":"ask"}`)
	assert.ErrorIs(t, receive(t, failed), ErrClosed)
	c.send(`{"method":"ask"}`)
	assert.ErrorIs(t, receive(t, failed), ErrClosed)
	assert.ErrorIs(t, c.server.Notify(context.Background(), "client/tell", nil), ErrClosed)
	c.send(sayShutdown, sayExit)
	assert.Equal(t, ending{0, nil}, receive(t, c.ended))
}

// stuck is a connection that closing doesn't unblock, as with standard input and output.
type stuck struct {
	io.Reader
	release chan struct{}
}

func (s stuck) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		<-s.release
	}
	return n, err
}

func (s stuck) Write(p []byte) (int, error) { <-s.release; return len(p), nil }

func (stuck) Close() error { return errors.New("cannot") }

func aConnectionThatDoesNotCloseDoesNotKeepTheProcess(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	s := NewServer([]Route{initialize}, noLog)
	hurried(s)
	ended := make(chan ending, 1)
	go func() {
		in := framed(sayInitialize, sayShutdown, sayExit)
		code, err := s.Serve(context.Background(), stuck{strings.NewReader(string(in)), release})
		ended <- ending{code, err}
	}()
	assert.Equal(t, ending{0, nil}, receive(t, ended))
}

func aClientThatDoesNotReadGetsTheLatestOnly(t *testing.T) {
	o := newOutbox()
	for _, m := range [][2]string{{"a", "a1"}, {"b", "b1"}, {"", "plain"}, {"a", "a2"}, {"", "plain"}, {"a", "a3"}} {
		assert.True(t, o.push(m[0], []byte(m[1])))
	}
	o.close()
	var b strings.Builder
	o.run(&b, func(err error) { t.Error(err) })
	var bodies []string
	for _, line := range strings.Split(b.String(), "\r\n\r\n")[1:] {
		bodies = append(bodies, strings.SplitN(line, "Content-Length", 2)[0])
	}
	assert.Equal(t, []string{"b1", "plain", "plain", "a3"}, bodies)
	assert.Empty(t, o.latest, "nothing is kept")
}
