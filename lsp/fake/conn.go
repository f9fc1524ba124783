package fake

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// conn is the client's end of the wire. It shares nothing with the server's.
type conn struct {
	rwc io.ReadWriteCloser
	// handle takes what the server sends unasked, in order, on the read goroutine. For
	// a request it gives the result.
	handle func(method string, params json.RawMessage, request bool) (any, error)
	// gone is closed when nothing is read any more.
	gone chan struct{}

	writing sync.Mutex

	mu   sync.Mutex
	last int
	open map[string]chan message
}

// message is whatever comes over the wire.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *Error          `json:"error"`
}

// Error is an answer that is an error.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return fmt.Sprintf("%s (%d)", e.Message, e.Code) }

// errGone is what a call gets when the server goes away before it answers.
var errGone = errors.New("the server went away")

func newConn(rwc io.ReadWriteCloser, handle func(string, json.RawMessage, bool) (any, error)) *conn {
	c := &conn{rwc: rwc, handle: handle, gone: make(chan struct{}), open: map[string]chan message{}}
	go c.read()
	return c
}

func (c *conn) read() {
	defer close(c.gone)
	defer c.rwc.Close()
	r := bufio.NewReaderSize(c.rwc, 64<<10)
	for {
		m, err := readMessage(r)
		if err != nil {
			return
		}
		if m.Method == "" {
			c.answered(m)
			continue
		}
		request := len(m.ID) > 0
		result, err := c.handle(m.Method, m.Params, request)
		if !request {
			continue
		}
		told, _ := result.(afterwards)
		if told.tell != nil {
			result = told.result
		}
		answer := map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result}
		if err != nil {
			delete(answer, "result")
			answer["error"] = Error{Code: -32601, Message: err.Error()}
		}
		// Not here: the server may itself be writing to us. A server that has gone is
		// noticed by the reader.
		go func() {
			if told.tell != nil {
				_ = told.tell()
			}
			_ = c.write(answer)
		}()
	}
}

// afterwards is a result that is sent once the server has been told something.
type afterwards struct {
	tell   func() error
	result any
}

func readMessage(r *bufio.Reader) (message, error) {
	var m message
	length := 0
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return m, err
		}
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			break
		}
		if value, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			if length, err = strconv.Atoi(value); err != nil {
				return m, err
			}
		}
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(r, body); err != nil {
		return m, err
	}
	return m, json.Unmarshal(body, &m)
}

func (c *conn) answered(m message) {
	c.mu.Lock()
	waiting := c.open[string(m.ID)]
	delete(c.open, string(m.ID))
	c.mu.Unlock()
	if waiting != nil {
		waiting <- m
	}
}

func (c *conn) write(m any) error {
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err = c.rwc.Write(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(body)), body...))
	return err
}

// request is what is written for both calls and notifications, which have no id.
type request struct {
	Version string `json:"jsonrpc"`
	ID      int    `json:"id,omitempty"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

// call asks the server; the result is decoded into result unless that is nil. Once the
// request with its id is written, written is called, unless that is nil.
func (c *conn) call(ctx context.Context, method string, params, result any, written func(id int)) error {
	answer := make(chan message, 1)
	c.mu.Lock()
	c.last++
	id := c.last
	c.open[strconv.Itoa(id)] = answer
	c.mu.Unlock()
	if err := c.write(request{"2.0", id, method, params}); err != nil {
		return err
	}
	if written != nil {
		written(id)
	}
	select {
	case m := <-answer:
		switch {
		case m.Error != nil:
			return m.Error
		case result != nil:
			return json.Unmarshal(m.Result, result)
		}
		return nil
	case <-c.gone:
		return errGone
	case <-ctx.Done():
		return fmt.Errorf("waiting for the answer to %s: %w", method, context.Cause(ctx))
	}
}

func (c *conn) notify(method string, params any) error {
	return c.write(request{Version: "2.0", Method: method, Params: params})
}
