package lsp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"path/filepath"
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

func (m spoken) isAnswer() bool { return m.Method == "" }

func (m spoken) isRequest() bool { return m.Method != "" && len(m.ID) > 0 }

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
	// changed means that the session isn't as recorded, and is to be recorded again.
	changed bool
	// different counts the values that aren't as recorded.
	different int
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
			r.equal("how often the server asks for "+method, r.asked[method], len(list))
		}
	}
	assert.LessOrEqual(t, r.different, 1, "values that differ in all")
	assert.NotContains(t, r.under.log.String(), "panic")
	if r.changed {
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

// say sends a message of the client after the server has finished the earlier ones.
func (r *replayer) say(message json.RawMessage) {
	var m spoken
	r.do(json.Unmarshal(message, &m))
	r.settle()
	message = recording.Rename(message, func(name string) (string, bool) {
		now, there := r.bound[name]
		require.True(r.t, there, "the client uses %s, which the server did not give it: record the session again: %s", name, message)
		return now, true
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
		_, readErr := io.ReadFull(in.R, body)
		body = recording.WithoutRewrites(body)
		if !assert.NoError(r.t, err) || !assert.NoError(r.t, readErr) || !assert.NoError(r.t, json.Unmarshal(body, &m)) {
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

func (r *replayer) record(name string) {
	file, err := os.Create(name)
	r.do(err)
	defer file.Close()
	w := recording.NewWriter(file, r.dir)
	for _, l := range r.log {
		r.do(w.Write(l))
	}
}
