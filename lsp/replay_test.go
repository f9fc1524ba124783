package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/textproto"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest/recording"
)

// TestReplay replays the real editors' sessions in testdata/sessions. Its README.md lists what is
// compared.
func TestReplay(t *testing.T) {
	names, err := filepath.Glob("testdata/sessions/*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".jsonl"), func(t *testing.T) {
			t.Parallel()
			replay(t, name)
		})
	}
}

type spoken struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *wireError      `json:"error"`
}

type wireError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (m spoken) isAnswer() bool  { return m.Method == "" }
func (m spoken) isRequest() bool { return m.Method != "" && len(m.ID) > 0 }

// unpromised reports whether the number of these requests may vary, since several may be joined.
// They are answered at once.
func unpromised(method string) bool {
	return strings.HasSuffix(method, "/refresh") || method == "window/workDoneProgress/create"
}

// outdated are the errors of requests overtaken by a cancellation or a change, which depends on
// timing.
var outdated = []int{-32800, -32801, -32802}

type replayer struct {
	*under
	writing sync.Mutex
	// bound maps recorded names of results and edits to the current ones.
	bound map[string]string
	// recorded maps ids of the server's recorded requests to their number among those of their
	// method.
	recorded map[string]numbered
	asked    map[string]int
	findings map[string][]any
	// ready means that the server accepts the test's own requests.
	ready bool

	mu       sync.Mutex
	answers  map[string]spoken
	requests map[string][]spoken
	shown    map[string][]any
	log      []recording.Line
	// heard is closed and replaced at each message of the server.
	heard chan struct{}
}

type numbered struct {
	method string
	number int
}

func replay(t *testing.T, name string) {
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	r := &replayer{
		under: launch(t, lay(t, nil), Options{}), heard: make(chan struct{}), bound: map[string]string{},
		recorded: map[string]numbered{}, asked: map[string]int{}, findings: map[string][]any{},
		answers: map[string]spoken{}, requests: map[string][]spoken{}, shown: map[string][]any{},
	}
	lines, err := recording.Read(data, r.dir)
	require.NoError(t, err)
	over := make(chan struct{})
	go func() {
		defer close(over)
		r.listen()
	}()
	for i, l := range lines {
		switch {
		case l.Disk != nil:
			r.disk(l)
		case len(l.Client) > 0:
			r.say(l.Client)
		default:
			r.expect(i+1, l.Server)
		}
	}
	r.ends(0)
	<-over
	r.compareFindings()
	for method, list := range r.requests {
		if !unpromised(method) {
			assert.Len(t, list, r.asked[method], "what the server asks for: %s", method)
		}
	}
	assert.NotContains(t, r.under.log.String(), "panic")
	if update {
		r.record(name)
	}
}

// disk writes files, like other programs or the editor do.
func (r *replayer) disk(l recording.Line) {
	r.settle()
	for name, text := range l.Disk {
		if text == nil {
			require.NoError(r.t, os.Remove(r.path(name)))
		} else {
			write(r.t, r.dir, files{name: *text})
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log = append(r.log, l)
}

// opaque matches members whose values may vary: names of results and edits.
var opaque = regexp.MustCompile(`("(?:resultId|previousResultId|edit)":\s*)"([^"]*)"`)

// say sends a message of the client after the server has finished the earlier ones.
func (r *replayer) say(message json.RawMessage) {
	var m spoken
	r.do(json.Unmarshal(message, &m))
	r.settle()
	message = opaque.ReplaceAllFunc(message, func(member []byte) []byte {
		parts := opaque.FindSubmatch(member)
		if name, there := r.bound[string(parts[2])]; there {
			return fmt.Appendf(nil, "%s%q", parts[1], name)
		}
		return member
	})
	if m.isAnswer() {
		of, there := r.recorded[string(m.ID)]
		require.True(r.t, there, "the client answers what it was not asked: %s", message)
		if unpromised(of.method) {
			return
		}
		message = r.to(r.request(of), message)
	}
	r.send(message, true)
	switch m.Method {
	case "initialized":
		r.ready = true
	case "shutdown":
		r.ready = false
	}
}

// to changes a recorded answer to answer a current request.
func (r *replayer) to(request spoken, answer json.RawMessage) json.RawMessage {
	members := map[string]json.RawMessage{}
	r.do(json.Unmarshal(answer, &members))
	members["id"] = request.ID
	return json.RawMessage(asJSON(r.t, members))
}

// send writes a message to the server, and logs it if it belongs to the session.
func (r *replayer) send(message json.RawMessage, ofSession bool) {
	if ofSession {
		r.mu.Lock()
		r.log = append(r.log, recording.Line{Client: message})
		r.mu.Unlock()
	}
	r.writing.Lock()
	defer r.writing.Unlock()
	_, err := fmt.Fprintf(r.client, "Content-Length: %d\r\n\r\n%s", len(message), message)
	assert.NoError(r.t, err)
}

const settling = "settling-"

// settle waits until the server has checked everything and sent the results.
func (r *replayer) settle() {
	if !r.ready {
		return
	}
	r.mu.Lock()
	id := strconv.Quote(settling + strconv.Itoa(len(r.answers)))
	r.mu.Unlock()
	r.send(json.RawMessage(`{"jsonrpc":"2.0","id":`+id+`,"method":"test/settled"}`), false)
	r.answer(id)
}

func (r *replayer) listen() {
	for in := textproto.NewReader(bufio.NewReader(r.client)); ; {
		header, err := in.ReadMIMEHeader()
		if err != nil {
			return
		}
		length, err := strconv.Atoi(header.Get("Content-Length"))
		body := make([]byte, max(length, 0))
		var m spoken
		if _, readErr := io.ReadFull(in.R, body); !assert.NoError(r.t, err) || !assert.NoError(r.t, readErr) || !assert.NoError(r.t, json.Unmarshal(body, &m)) {
			return
		}
		r.hear(m, body)
		if m.isRequest() && unpromised(m.Method) {
			// On another goroutine, since the server may be blocked writing to us.
			go r.send(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":null}`, m.ID), true)
		}
	}
}

func (r *replayer) hear(m spoken, message json.RawMessage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !strings.HasPrefix(string(m.ID), `"`+settling) {
		r.log = append(r.log, recording.Line{Server: message})
	}
	switch {
	case m.isAnswer():
		r.answers[string(m.ID)] = m
	case m.isRequest():
		r.requests[m.Method] = append(r.requests[m.Method], m)
	case m.Method == "textDocument/publishDiagnostics":
		uri, list := published(r.t, m)
		r.shown[uri] = append(r.shown[uri], list)
	}
	close(r.heard)
	r.heard = make(chan struct{})
}

func published(t *testing.T, m spoken) (uri string, params any) {
	var of struct {
		URI string `json:"uri"`
	}
	assert.NoError(t, json.Unmarshal(m.Params, &of))
	return of.URI, parsed(t, m.Params)
}

func parsed(t *testing.T, data json.RawMessage) any {
	if len(data) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	assert.NoError(t, d.Decode(&v))
	return v
}

func (r *replayer) await(what string, take func() (spoken, bool)) spoken {
	for {
		r.mu.Lock()
		m, there := take()
		heard := r.heard
		r.mu.Unlock()
		if there {
			return m
		}
		select {
		case <-heard:
		case <-r.ctx.Done():
			require.Fail(r.t, "the server does not say", "%s", what)
		}
	}
}

func (r *replayer) answer(id string) spoken {
	return r.await("the answer to request "+id, func() (spoken, bool) {
		m, there := r.answers[id]
		return m, there
	})
}

func (r *replayer) request(n numbered) spoken {
	return r.await(fmt.Sprintf("%s for the time %d", n.method, n.number), func() (spoken, bool) {
		list := r.requests[n.method]
		if len(list) < n.number {
			return spoken{}, false
		}
		return list[n.number-1], true
	})
}

// expect waits for the message and compares it with the recorded one.
func (r *replayer) expect(line int, message json.RawMessage) {
	var then spoken
	r.do(json.Unmarshal(message, &then))
	where := fmt.Sprintf("line %d", line)
	switch {
	case then.isAnswer():
		now := r.answer(string(then.ID))
		if overtaken(then) || overtaken(now) {
			return
		}
		assert.Equal(r.t, then.Error, now.Error, where)
		r.same(where+" result", parsed(r.t, then.Result), parsed(r.t, now.Result))
	case then.isRequest():
		r.asked[then.Method]++
		n := numbered{then.Method, r.asked[then.Method]}
		r.recorded[string(then.ID)] = n
		if !unpromised(then.Method) {
			r.same(where+" params", parsed(r.t, then.Params), parsed(r.t, r.request(n).Params))
		}
	case then.Method == "textDocument/publishDiagnostics":
		uri, list := published(r.t, then)
		r.findings[uri] = append(r.findings[uri], list)
	}
}

func overtaken(m spoken) bool { return m.Error != nil && slices.Contains(outdated, m.Error.Code) }

// same compares a recorded value with the current one. The server's version may differ, and so may
// names of results and edits if they do so consistently.
func (r *replayer) same(where string, then, now any) {
	if update {
		return // the current messages will be recorded
	}
	switch then := then.(type) {
	case map[string]any:
		other, ok := now.(map[string]any)
		if !ok || !slices.Equal(slices.Sorted(maps.Keys(then)), slices.Sorted(maps.Keys(other))) {
			break
		}
		for _, member := range slices.Sorted(maps.Keys(then)) {
			old, isName := then[member].(string)
			name, isToo := other[member].(string)
			switch {
			case member == "serverInfo":
			case isName && isToo && (member == "resultId" || member == "edit"):
				if was, bound := r.bound[old]; bound {
					assert.Equal(r.t, was, name, "%s.%s: another name than before", where, member)
				}
				r.bound[old] = name
			default:
				r.same(where+"."+member, then[member], other[member])
			}
		}
		return
	case []any:
		other, ok := now.([]any)
		if !ok || len(then) != len(other) {
			break
		}
		for i := range then {
			r.same(fmt.Sprintf("%s[%d]", where, i), then[i], other[i])
		}
		return
	}
	assert.Equal(r.t, then, now, where)
}

// compareFindings compares pushed diagnostics. The last ones must be equal. Earlier ones may be
// joined but must occur in the same order.
func (r *replayer) compareFindings() {
	if update {
		return
	}
	assert.Equal(r.t, slices.Sorted(maps.Keys(r.findings)), slices.Sorted(maps.Keys(r.shown)), "documents with diagnostics")
	for uri, then := range r.findings {
		now := r.shown[uri]
		require.NotEmpty(r.t, now, uri)
		assert.Equal(r.t, then[len(then)-1], now[len(now)-1], "what is shown of %s in the end", uri)
		at := 0
		for i, list := range then {
			for at < len(now) && !reflect.DeepEqual(list, now[at]) {
				at++
			}
			if !assert.Less(r.t, at, len(now), "%s: what was shown as the %d. is not shown now: %v; but: %v", uri, i+1, list, now) {
				return
			}
		}
	}
}

func (r *replayer) record(name string) {
	file, err := os.Create(name)
	r.do(err)
	defer file.Close()
	w := recording.NewWriter(file, r.dir)
	for _, l := range r.log {
		r.do(w.Write(l))
	}
}
