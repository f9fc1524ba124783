package wire

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A call from any kind of handler doesn't block the answer it waits for.
func callsFromEveryKindOfHandler(t *testing.T) {
	var c *fakeClient
	asked := func(ctx context.Context, where string) (string, error) {
		var got named
		err := c.server.Call(ctx, "client/ask", named{where}, &got)
		return got.Name, err
	}
	told := make(chan string, 1)
	c = dial(t, nil, initialize,
		Notification("notify", func(ctx context.Context, _ struct{}) error {
			s, err := asked(ctx, "notification")
			told <- s
			return err
		}),
		Request("prepare", func(ctx context.Context, _ struct{}) (func(context.Context) (string, error), error) {
			s, err := asked(ctx, "prepare")
			return func(context.Context) (string, error) { return s, nil }, err
		}),
		Request("work", func(context.Context, struct{}) (func(context.Context) (string, error), error) {
			return func(ctx context.Context) (string, error) { return asked(ctx, "work") }, nil
		}),
	).initialized()
	for i, method := range []string{"prepare", "work", "notify"} {
		if method == "notify" {
			c.send(`{"method":"notify"}`)
		} else {
			c.send(`{"id":1,"method":"` + method + `"}`)
		}
		a := c.next()
		assert.Equal(t, "client/ask", a.Method)
		assert.Equal(t, string('1'+byte(i)), string(a.ID), "the ids begin at 1: to some clients 0 is none")
		c.send(`{"jsonrpc":"2.0","id":` + string(a.ID) + `,"result":{"name":"yes, ` + method + `"}}`)
		if method == "notify" {
			assert.Equal(t, "yes, notify", receive(t, told))
		} else {
			c.succeeded("1", `"yes, `+method+`"`)
		}
	}
	c.bye()
}

func call(c *fakeClient, result any) <-chan error {
	done := make(chan error, 1)
	go func() { done <- c.server.Call(context.Background(), "client/ask", named{"q"}, result) }()
	return done
}

func answersToCalls(t *testing.T) {
	c := dial(t, nil, initialize, echo).initialized()
	reply := func(done <-chan error, rest string) error {
		a := c.next()
		c.send(`{"jsonrpc":"2.0","id":` + string(a.ID) + rest + `}`)
		return receive(t, done)
	}

	var raw json.RawMessage
	require.NoError(t, reply(call(c, &raw), `,"result":{"b" : [1.0, 12345678901234567890, "\u00e9"]}`))
	assert.Equal(t, `{"b" : [1.0, 12345678901234567890, "\u00e9"]}`, string(raw), "the bytes as they came")

	var got *named
	require.NoError(t, reply(call(c, &got), `,"result":null`))
	assert.Nil(t, got)
	require.NoError(t, reply(call(c, &got), ``), "a void result that was left out")
	require.NoError(t, reply(call(c, &got), `,"error":null`))
	require.NoError(t, reply(call(c, nil), `,"result":{"ignored":1}`))
	require.NoError(t, reply(call(c, &got), `,"method":null,"error":null,"result":{"name":"n"}`))
	assert.Equal(t, "n", got.Name)
	assert.Error(t, reply(call(c, &got), `,"result":[1]`))

	err := reply(call(c, &got), `,"error":{"code":-32601,"message":"what?","data":{"a":1}}`)
	assert.EqualError(t, err, "the client refused client/ask: what? (-32601)")
	err = reply(call(c, &got), `,"result":null,"error":{"code":1,"message":"both"}`)
	assert.EqualError(t, err, "the client refused client/ask: both (1)")
	for _, odd := range []string{
		`"error":"text"`, `"error":[]`, `"error":{"code":"x"}`, `"error":{"code":1.5,"message":"x"}`, `"error":7`, `"result":1e999`,
	} {
		err = reply(call(c, nil), ","+odd)
		assert.EqualError(t, err, "the client refused client/ask: the answer can't be read (-32603)", odd)
	}

	// The second answer is a stray one.
	done := call(c, nil)
	id := string(c.next().ID)
	c.send(`{"id":`+id+`,"result":1}`, `{"id":`+id+`,"result":2}`, `{"id":`+id+`}`)
	require.NoError(t, receive(t, done))
	c.refused(id, InvalidRequest)
	c.send(ask("1", "echo", "still here"))
	c.succeeded("1", `"still here"`)
	c.bye()
}

// A message that jsonrpc2 fails to decode doesn't affect the next one.
func anAnswerAfterWhatIsNoMessage(t *testing.T) {
	c := dial(t, nil, initialize, echo).initialized()
	for _, odd := range []string{
		`{"id":7,"Method":"echo"}`, `{"id":true,"method":"echo"}`, `{"id":7,"method":5}`, `[{"id":7,"method":"echo"}]`, `{"id":7}`, `{`,
	} {
		done := call(c, nil)
		id := string(c.next().ID)
		c.send(odd)
		assert.NotNil(t, c.next().Error, odd)
		c.send(`{"id":` + id + `,"result":null}`)
		require.NoError(t, receive(t, done), odd)
	}
	c.bye()
}

// A handler that returns the client's error doesn't answer with its code.
func aClientsRefusalIsNotOurCode(t *testing.T) {
	var c *fakeClient
	c = dial(t, nil, initialize,
		Request("work", func(context.Context, struct{}) (func(context.Context) (any, error), error) {
			return func(ctx context.Context) (any, error) { return nil, c.server.Call(ctx, "client/ask", nil, nil) }, nil
		})).initialized()
	c.send(`{"id":1,"method":"work"}`)
	a := c.next()
	assert.Nil(t, a.Params)
	c.send(`{"id":` + string(a.ID) + `,"error":{"code":-32601,"message":"what?"}}`)
	c.refused("1", RequestFailed)
	c.bye()
}

func aCallEndsWithItsContext(t *testing.T) {
	c := dial(t, nil, initialize, echo).initialized()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- c.server.Call(ctx, "client/ask", nil, nil) }()
	id := string(c.next().ID)
	cancel()
	require.ErrorIs(t, receive(t, done), context.Canceled)
	c.send(`{"id":`+id+`,"result":"late"}`, ask("1", "echo", "still here"))
	c.succeeded("1", `"still here"`)
	require.ErrorIs(t, c.server.Call(ctx, "client/ask", nil, nil), context.Canceled)
	require.ErrorIs(t, c.server.Notify(ctx, "client/tell", nil), context.Canceled)
	c.bye()
}

func callsEndWithTheConnection(t *testing.T) {
	c := dial(t, nil, initialize).initialized()
	done := call(c, nil)
	c.next()
	require.NoError(t, c.in.Close())
	require.ErrorIs(t, receive(t, done), ErrClosed)
	c.ends(1, nil)
	require.ErrorIs(t, c.server.Call(context.Background(), "client/ask", nil, nil), ErrClosed)
	require.ErrorIs(t, c.server.Notify(context.Background(), "client/tell", nil), ErrClosed)
}

func callsEndWithExit(t *testing.T) {
	var c *fakeClient
	c = dial(t, nil, initialize,
		Request("work", func(context.Context, struct{}) (func(context.Context) (any, error), error) {
			return func(ctx context.Context) (any, error) { return nil, c.server.Call(ctx, "client/ask", nil, nil) }, nil
		})).initialized()
	c.send(`{"id":1,"method":"work"}`)
	assert.Equal(t, "client/ask", c.next().Method)
	c.send(sayExit)
	c.refused("1", RequestFailed)
	c.ends(1, nil)
}

func TestBeforeTheConnectionThereIsNone(t *testing.T) {
	s := NewServer(nil, noLog)
	assert.ErrorIs(t, s.Call(context.Background(), "m", nil, nil), ErrClosed)
	assert.ErrorIs(t, s.Notify(context.Background(), "m", nil), ErrClosed)
	s.WatchParent(1)
}

func TestParamsThatDoNotEncode(t *testing.T) {
	c := dial(t, nil, initialize).initialized()
	assert.ErrorContains(t, c.server.Call(context.Background(), "m", func() {}, nil), "encoding the params of m")
	assert.ErrorContains(t, c.server.Notify(context.Background(), "m", func() {}), "encoding the params of m")
	c.bye()
}

// What the client sent before an answer is handled before CatchUp returns, however long it takes.
func TestCatchUp(t *testing.T) {
	begun, hold := make(chan struct{}), make(chan struct{})
	handled := false
	c := dial(t, nil, initialize, Notification("changed", func(context.Context, struct{}) error {
		close(begun)
		<-hold
		handled = true
		return nil
	})).initialized()
	answered := call(c, nil)
	a := c.next()
	c.send(`{"method":"changed"}`, `{"id":`+string(a.ID)+`,"result":null}`)
	require.NoError(t, receive(t, answered))
	<-begun
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, c.server.CatchUp(ended), context.Canceled)
	close(hold)
	require.NoError(t, c.server.CatchUp(context.Background()))
	assert.True(t, handled)
	c.bye()
	assert.ErrorIs(t, c.server.CatchUp(context.Background()), ErrClosed)
}
