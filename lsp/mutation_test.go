package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest/recording"
)

// However the messages of a real session are mutated, the server answers the next request. Only a
// broken header ends it, with exit code 1.
func mutatedMessages(t *testing.T) {
	const sessions, each = 30, 100
	data, err := os.ReadFile("testdata/sessions/vscode-1.100.jsonl")
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range sessions {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			u := launch(t, lay(t, files{"a.txt": "one\n"}), Options{})
			messages, initialize := clientMessages(t, data, u.dir)
			there := u.hears(`"still there"`)
			u.say(initialize)
			for range each {
				u.say(mutated(random, messages[random.IntN(len(messages))]))
			}
			u.say([]byte(`{"jsonrpc":"2.0","id":"still there","method":"test/none"}`))
			select {
			case <-there:
			case e := <-u.ended:
				require.Fail(t, "the server has ended", "%+v", e)
			}
			header := mutated(random, []byte("Content-Length: 40\r\n\r\n"))
			_, err = u.client.Write(append(header, `{"jsonrpc":"2.0","id":1,"method":"none"}`...))
			if err == nil { // otherwise the server has ended already
				require.NoError(t, u.client.Close())
			}
			u.ends(1)
			assert.NotContains(t, u.log.String(), "panic")
		})
	}
}

// clientMessages returns the client's messages in a recorded session, without the end, and its
// initialize.
func clientMessages(t *testing.T, session []byte, root string) (all [][]byte, initialize []byte) {
	lines, err := recording.Read(session, root)
	require.NoError(t, err)
	for _, l := range lines {
		var m spoken
		if len(l.Client) == 0 {
			continue
		}
		require.NoError(t, json.Unmarshal(l.Client, &m))
		switch m.Method {
		case "initialize":
			initialize = l.Client
		case "shutdown", "exit":
			continue
		}
		all = append(all, l.Client)
	}
	return all, initialize
}

func (u *under) say(body []byte) {
	u.t.Helper()
	_, err := fmt.Fprintf(u.client, "Content-Length: %d\r\n\r\n%s", len(body), body)
	require.NoError(u.t, err)
}

// hears reads all messages of the server. The returned channel is closed when the answer with that
// id arrives.
func (u *under) hears(id string) <-chan struct{} {
	there := make(chan struct{})
	go func() {
		r := bufio.NewReader(u.client)
		var m spoken
		for (jsonrpc2.VSCodeObjectCodec{}).ReadObject(r, &m) == nil {
			if m.isAnswer() && string(m.ID) == id {
				close(there)
			}
			m = spoken{}
		}
	}()
	return there
}

// mutated returns a message with an error in its bytes or in one of its values.
func mutated(random *rand.Rand, message []byte) []byte {
	b := bytes.Clone(message)
	from := random.IntN(len(b))
	to := from + random.IntN(min(len(b)-from, 20)) + 1
	switch random.IntN(6) {
	case 0:
		b[from] = byte(random.IntN(256))
	case 1:
		b = slices.Delete(b, from, to)
	case 2:
		b = slices.Insert(b, from, bytes.Clone(b[from:to])...)
	case 3:
		b = slices.Insert(b, from, []byte(strings.Repeat(`{"[]},:\`, 1+random.IntN(3)))...)
	case 4:
		b = b[:from]
	default:
		var value any
		if json.Unmarshal(b, &value) == nil {
			b, _ = json.Marshal(mutatedValue(random, value))
		}
	}
	return b
}

// mutatedValue returns a value with another one somewhere in it.
func mutatedValue(random *rand.Rand, value any) any {
	switch v := value.(type) {
	case map[string]any:
		if len(v) > 0 && random.IntN(5) > 0 {
			name := slices.Sorted(maps.Keys(v))[random.IntN(len(v))]
			v[name] = mutatedValue(random, v[name])
			return v
		}
	case []any:
		if len(v) > 0 && random.IntN(5) > 0 {
			i := random.IntN(len(v))
			v[i] = mutatedValue(random, v[i])
			return v
		}
	}
	others := []any{
		nil, true, 0, -1, 1.5, 1 << 31, json.RawMessage("1e999"), "", "x", "file:///", "\x00\ufffd", strings.Repeat("long", 5000),
		[]any{}, []any{nil}, map[string]any{}, json.RawMessage(strings.Repeat("[", 500) + strings.Repeat("]", 500)),
	}
	return others[random.IntN(len(others))]
}
