package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/edit-lsp/edit-lsp/lsp"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// client speaks to a server, and does nothing else in the time that it measures: what
// it says is made before, and when something came is noted before it is read.
type client struct {
	to     io.WriteCloser
	came   chan message
	lastID int
	// shown are the last diagnostics of each document that have come.
	shown map[string]message
	// version is that of the document that was said last.
	version int
	// end waits until the server has gone.
	end func() error
}

// message is what came, and when its last byte did.
type message struct {
	at     time.Time
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		URI         string            `json:"uri"`
		Version     int               `json:"version"`
		Diagnostics []json.RawMessage `json:"diagnostics"`
	} `json:"params"`
	Error *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// patience bounds the wait for one message.
const patience = 2 * time.Minute

func newClient(to io.WriteCloser, from io.Reader, end func() error) *client {
	// There is room for all that a server says unasked while nobody listens.
	c := &client{to: to, came: make(chan message, 4096), shown: map[string]message{}, end: end}
	go func() {
		defer close(c.came)
		r := bufio.NewReaderSize(from, 64<<10)
		for {
			m, err := receive(r)
			if err != nil {
				return
			}
			c.came <- m
		}
	}()
	return c
}

func receive(r *bufio.Reader) (message, error) {
	length := 0
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return message{}, err
		}
		line = strings.TrimSpace(line)
		if line == "" {
			break
		}
		if n, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			if length, err = strconv.Atoi(n); err != nil {
				return message{}, err
			}
		}
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(r, body); err != nil {
		return message{}, err
	}
	m := message{at: time.Now()}
	// The results of requests are of other shapes; only that they came matters.
	_ = json.Unmarshal(body, &m)
	return m, nil
}

// frame is a message as it goes over the wire.
func frame(m any) ([]byte, error) {
	body, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	return append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(body)), body...), nil
}

type object = map[string]any

func notification(method string, params any) ([]byte, error) {
	return frame(object{"jsonrpc": "2.0", "method": method, "params": params})
}

// request is the frame of the next request, and its id.
func (c *client) request(method string, params any) ([]byte, string, error) {
	c.lastID++
	f, err := frame(object{"jsonrpc": "2.0", "id": c.lastID, "method": method, "params": params})
	return f, strconv.Itoa(c.lastID), err
}

// say writes a frame, and notes when it began to.
func (c *client) say(f []byte) (began time.Time, err error) {
	began = time.Now()
	_, err = c.to.Write(f)
	return began, err
}

// await waits for the first message that is meant.
func (c *client) await(what string, meant func(*message) bool) (message, error) {
	timeout := time.NewTimer(patience)
	defer timeout.Stop()
	for {
		select {
		case m, ok := <-c.came:
			if !ok {
				return m, fmt.Errorf("the server went away before %s", what)
			}
			if m.Error != nil {
				return m, errors.New(m.Error.Message)
			}
			if m.Method == published {
				c.shown[m.Params.URI] = m
			}
			if meant(&m) {
				return m, nil
			}
		case <-timeout.C:
			return message{}, fmt.Errorf("waited %v for %s", patience, what)
		}
	}
}

// call asks, and gives the time until the answer.
func (c *client) call(method string, params any) (time.Duration, error) {
	f, id, err := c.request(method, params)
	if err != nil {
		return 0, err
	}
	began, err := c.say(f)
	if err != nil {
		return 0, err
	}
	m, err := c.await("the answer to "+method, func(m *message) bool { return m.Method == "" && string(m.ID) == id })
	return m.at.Sub(began), err
}

// published waits for the diagnostics of a version of a document.
func (c *client) published(uri string, version int) (message, error) {
	if m, ok := c.shown[uri]; ok && m.Params.Version == version {
		return m, nil // while we waited for something else
	}
	return c.await("diagnostics of "+uri, func(m *message) bool {
		return m.Method == published && m.Params.URI == uri && m.Params.Version == version
	})
}

const published = "textDocument/publishDiagnostics"

// initialize begins the session in a workspace folder, or none, and gives the time
// until the answer.
func (c *client) initialize(dir string) (time.Duration, error) {
	params := object{"processId": os.Getpid(), "rootUri": nil, "capabilities": object{
		"textDocument": object{"publishDiagnostics": object{"versionSupport": true, "relatedInformation": true}},
	}}
	if dir != "" {
		uri := string(protocol.FileURI(dir))
		params["rootUri"] = uri
		params["workspaceFolders"] = []object{{"uri": uri, "name": "bench"}}
	}
	took, err := c.call("initialize", params)
	if err != nil {
		return 0, err
	}
	f, err := notification("initialized", object{})
	if err != nil {
		return 0, err
	}
	_, err = c.say(f)
	return took, err
}

// opening is the frame that opens a document.
func opening(uri, language, text string) ([]byte, error) {
	return notification("textDocument/didOpen", object{
		"textDocument": object{"uri": uri, "languageId": language, "version": 1, "text": text},
	})
}

// typing is the frame by which text is typed at a place of the next version of a
// document.
func (c *client) typing(uri string, line, character int, text string) ([]byte, error) {
	c.version++
	at := object{"line": line, "character": character}
	return notification("textDocument/didChange", object{
		"textDocument":   object{"uri": uri, "version": c.version},
		"contentChanges": []object{{"range": object{"start": at, "end": at}, "text": text}},
	})
}

// open opens a chat and waits for its diagnostics; there must be some.
func (c *client) open(uri, text string) (time.Duration, error) {
	f, err := opening(uri, "markdown", text)
	if err != nil {
		return 0, err
	}
	began, err := c.say(f)
	if err != nil {
		return 0, err
	}
	c.version = 1
	delete(c.shown, uri)
	m, err := c.published(uri, 1)
	if err == nil && len(m.Params.Diagnostics) == 0 {
		err = errors.New("there are no diagnostics to wait for")
	}
	return m.at.Sub(began), err
}

// keystroke types text at a place and waits for the diagnostics.
func (c *client) keystroke(uri string, line, character int, text string) (time.Duration, error) {
	f, err := c.typing(uri, line, character, text)
	if err != nil {
		return 0, err
	}
	began, err := c.say(f)
	if err != nil {
		return 0, err
	}
	m, err := c.published(uri, c.version)
	return m.at.Sub(began), err
}

// stop ends the session as the protocol wants it.
func (c *client) stop() error {
	if _, err := c.call("shutdown", nil); err != nil {
		return err
	}
	f, err := notification("exit", nil)
	if err != nil {
		return err
	}
	if _, err := c.say(f); err != nil {
		return err
	}
	for range c.came { // until the server has gone
	}
	return c.end()
}

// never is an idle time that does not pass: nothing shall be judged between two
// measurements.
const never = time.Hour

// inProcess serves a client in this process.
func inProcess(dir string) (*client, error) {
	near, far := net.Pipe()
	ended := make(chan error, 1)
	go func() {
		status, err := lsp.Serve(context.Background(), far, lsp.Options{Idle: never})
		if err == nil && status != 0 {
			err = fmt.Errorf("the server ended with status %d", status)
		}
		ended <- err
	}()
	c := newClient(near, near, func() error { return errors.Join(<-ended, near.Close()) })
	_, err := c.initialize(dir)
	return c, err
}

// started starts a server process. It is not initialized.
func started(dir, binary string, args ...string) (*client, error) {
	cmd := exec.Command(binary, args...)
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	// A read that blocks its thread returns when there is something to read. One that
	// Go's scheduler waits for takes a turn of that more, which is ours and not the
	// server's. Asking for the descriptor makes the reads of a file block.
	if f, ok := out.(*os.File); ok {
		f.Fd()
	}
	// All output has been read when end is called.
	return newClient(in, out, cmd.Wait), nil
}
