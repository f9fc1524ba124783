package wire

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// jsonrpc2 would end the session at each of these.
func whatIsNoMessageIsAnsweredAndTheSessionLivesOn(t *testing.T) {
	c := dial(t, nil, initialize, echo).initialized()
	for _, m := range []struct {
		body, id string
		code     Code
	}{
		{``, `null`, ParseError},
		{`   `, `null`, ParseError},
		{`{`, `null`, ParseError},
		{`{"jsonrpc":"2.0","id":1,"method":"echo","params":{"name":"a}}`, `null`, ParseError},
		{`{"jsonrpc":"2.0","id":1,"method":"echo","params":{"name":01}}`, `null`, ParseError},
		{`{"jsonrpc":"2.0","id":1,"method":"echo"}}`, `null`, ParseError},
		{"\xef\xbb\xbf" + ask("1", "echo", "a"), `null`, ParseError},
		{"{\"id\":1,\"method\":\"a\nb\"}", `null`, ParseError},
		{`{"id":1,"method":"echo","params":` + strings.Repeat("[", 10001) + strings.Repeat("]", 10001) + `}`, `null`, ParseError},
		{`[`, `null`, ParseError},
		{`nonsense`, `null`, ParseError},
		{`[]`, `null`, InvalidRequest},
		{`[` + ask("1", "echo", "a") + `,` + ask("2", "echo", "b") + `]`, `null`, InvalidRequest},
		{`[1,2]`, `null`, InvalidRequest},
		{`1`, `null`, InvalidRequest},
		{`"text"`, `null`, InvalidRequest},
		{`null`, `null`, InvalidRequest},
		{`{}`, `null`, InvalidRequest},
		{`{"jsonrpc":"2.0"}`, `null`, InvalidRequest},
		{`{"jsonrpc":"2.0","params":{}}`, `null`, InvalidRequest},
		{`{"jsonrpc":"2.0","id":7}`, `7`, InvalidRequest},
		{`{"jsonrpc":"2.0","id":"seven","params":[]}`, `"seven"`, InvalidRequest},
		{`{"jsonrpc":"2.0","id":7,"method":null}`, `7`, InvalidRequest},
		{`{"jsonrpc":"2.0","id":7,"method":5}`, `7`, InvalidRequest},
		{`{"jsonrpc":"2.0","id":-7,"method":["echo"]}`, `-7`, InvalidRequest},
		{`{"jsonrpc":"2.0","id":{"a":1},"method":{}}`, `null`, InvalidRequest},
		{`{"jsonrpc":"2.0","id":{"a":1},"method":"echo"}`, `null`, InvalidRequest},
		{`{"jsonrpc":"2.0","id":true,"method":"echo"}`, `null`, InvalidRequest},
		{`{"jsonrpc":"2.0","id":7,"Method":"echo"}`, `7`, InvalidRequest},
	} {
		c.send(m.body)
		c.refused(m.id, m.code)
	}
	c.send(ask("1", "echo", "still here"))
	c.succeeded("1", `"still here"`)
	assert.NotContains(t, c.log.String(), "seven", "content is not logged")
	c.bye()
}

func strayAnswersAreDropped(t *testing.T) {
	c := dial(t, nil, initialize, echo).initialized()
	c.send(
		`{"jsonrpc":"2.0","id":1,"result":null}`,
		`{"jsonrpc":"2.0","id":0,"result":{"a":[1]}}`,
		`{"jsonrpc":"2.0","id":"1","result":1}`,
		`{"jsonrpc":"2.0","id":-1,"error":{"code":1,"message":"x"}}`,
		`{"jsonrpc":"2.0","id":1,"error":"just text"}`,
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}`,
		`{"jsonrpc":"2.0","error":{}}`,
		`{"jsonrpc":"2.0","result":1}`,
		`{"jsonrpc":"2.0","id":[],"result":1}`,
		ask("1", "echo", "still here"),
	)
	c.succeeded("1", `"still here"`)
	c.bye()
}

func unknownMethods(t *testing.T) {
	c := dial(t, nil, initialize, echo, Notification("told", func(context.Context, named) error { return nil })).initialized()
	c.send(
		`{"jsonrpc":"2.0","id":1,"method":"no/such"}`,
		`{"jsonrpc":"2.0","id":2,"method":""}`,
		`{"jsonrpc":"2.0","id":3,"method":"$/optional"}`,
		`{"jsonrpc":"2.0","id":4,"method":"told","params":{"name":"a"}}`,
		`{"jsonrpc":"2.0","id":5,"method":"`+strings.Repeat("long", 100)+`"}`,
		`{"jsonrpc":"2.0","method":"no/such/notification"}`,
		`{"jsonrpc":"2.0","method":"$/optional/notification"}`,
		`{"jsonrpc":"2.0","method":""}`,
		`{"jsonrpc":"2.0","id":null,"method":"null/id/notification"}`,
		tell("echo", "a request without an id"),
		ask("6", "echo", "still here"),
	)
	for _, id := range []string{"1", "2", "3", "4"} {
		c.refused(id, MethodNotFound)
	}
	assert.Less(t, len(c.refused("5", MethodNotFound).Error.Message), 200)
	c.succeeded("6", `"still here"`)
	c.bye()
	dropped := func(method string) string { return `was dropped" method="\"` + method }
	assert.Contains(t, c.log.String(), dropped("no/such/notification"))
	assert.Contains(t, c.log.String(), dropped("null/id/notification"))
	assert.NotContains(t, c.log.String(), dropped("$/optional"))
}

func paramsThatDoNotDecode(t *testing.T) {
	calls := 0
	c := dial(t, nil, initialize, echo,
		Notification("told", func(context.Context, named) error { calls++; return nil })).initialized()
	for _, params := range []string{`[]`, `["a"]`, `1`, `"a"`, `true`, `{"name":1}`, `{"name":{}}`, `null`} {
		c.send(`{"jsonrpc":"2.0","id":1,"method":"echo","params":`+params+`}`,
			`{"jsonrpc":"2.0","method":"told","params":`+params+`}`)
		a := c.refused("1", InvalidParams)
		assert.Contains(t, a.Error.Message, "params")
	}
	c.send(`{"jsonrpc":"2.0","id":2,"method":"echo"}`, `{"jsonrpc":"2.0","method":"told"}`)
	c.refused("2", InvalidParams)
	c.bye()
	assert.Zero(t, calls)
	assert.Contains(t, c.log.String(), "method=\"\\\"told\\\"\"")
}

// Params that a method can do without decode to their zero value.
func paramsThatMayBeMissing(t *testing.T) {
	answer := func(s string) (func(context.Context) (string, error), error) {
		return func(context.Context) (string, error) { return s, nil }, nil
	}
	c := dial(t, nil, initialize,
		Request("empty", func(_ context.Context, _ struct{}) (func(context.Context) (string, error), error) {
			return answer("empty")
		}),
		Request("raw", func(_ context.Context, p json.RawMessage) (func(context.Context) (string, error), error) {
			return answer("raw" + string(p))
		}),
		Request("optional", func(_ context.Context, p *named) (func(context.Context) (string, error), error) {
			if p == nil {
				return answer("none")
			}
			return answer(p.Name)
		}),
	).initialized()
	for _, params := range []string{``, `,"params":null`} {
		for _, method := range []string{"empty", "raw", "optional"} {
			c.send(`{"jsonrpc":"2.0","id":1,"method":"` + method + `"` + params + `}`)
			c.succeeded("1", map[string]string{"empty": `"empty"`, "raw": `"raw"`, "optional": `"none"`}[method])
		}
	}
	c.send(ask("2", "optional", "given"))
	c.succeeded("2", `"given"`)
	c.send(`{"jsonrpc":"2.0","id":3,"method":"raw","params":[ 1, {"a":null} ]}`)
	c.succeeded("3", `"raw[1,{\"a\":null}]"`)
	c.bye()
}

// Similar ids are distinct, and each is sent back unchanged.
func idsGoOutAsTheyCame(t *testing.T) {
	c := dial(t, nil, initialize, echo).initialized()
	for _, id := range []string{
		`0`, `-1`, `"-1"`, `9223372036854775807`, `-9223372036854775808`, `9223372036854775808`, `18446744073709551615`,
		`1.5`, `"1.5"`, `1e3`, `-1e-3`, `1000`, `""`, `"a<b>&c"`, `"\u0000"`, `"\u0000number:"`, `"\u0000number:nonsense"`,
	} {
		c.send(ask(id, "echo", "x"))
		c.succeeded(id, `"x"`)
	}
	c.bye()
}

// Members may have any order, whitespace, escapes, unknown names and repetitions.
func oddEnvelopes(t *testing.T) {
	c := dial(t, nil, initialize, echo).initialized()
	c.send(
		` { "params" : {"name":"a"} , "method":"echo" , "id" : 1 } `,
		`{"id":2,"method":"ech\u006f","para\u006ds":{"name":"b"}}`,
		`{"id":0,"id":3,"method":"x","method":"echo","params":1,"params":{"name":"c"},"extra":{"method":"y"},"meta":5}`,
		`{"id":4,"method":"echo","params":{"name":"d"},"result":null,"error":null}`,
		`{"id":-5,"method":"echo","params":{"name":"e"}}`,
		`{"id":9007199254740993123,"method":"echo","params":{"name":"f"}}`,
		`{"id":1.5,"method":"echo","params":{"name":"g"}}`,
		`{"id":"\u00e9\ud83d\ude00","method":"echo","params":{"name":"h"}}`,
		`{"id":"","method":"echo","params":{"name":"i"}}`,
		`{"id":11,"method":"echo","METHOD":5,"params":{"name":"j"}}`,
		`{"id":1e999,"id":12,"method":"echo","params":{"name":"k"}}`,
		"{\"id\":10,\"method\":\"echo\",\"params\":{\"name\":\"\xff\\ud800\"}}",
	)
	want := map[string]string{"1": "a", "2": "b", "3": "c", "4": "d", "-5": "e", "9007199254740993123": "f", "1.5": "g",
		`"é😀"`: "h", `""`: "i", "11": "j", "12": "k", "10": "\ufffd\ufffd"}
	for range len(want) {
		a := c.next()
		var got string
		assert.NoError(t, json.Unmarshal(a.Result, &got))
		assert.Equal(t, want[string(a.ID)], got, string(a.ID))
		delete(want, string(a.ID))
	}
	assert.Empty(t, want)
	c.bye()
}
