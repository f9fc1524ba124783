package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
)

// stream is the ObjectStream of a connection. jsonrpc2 closes at the first message that it can't
// decode, so the stream answers those itself.
type stream struct {
	frames *frameReader
	server *Server
}

// methodNone replaces a message that the stream has handled. The handler ignores it.
const methodNone = "$/none"

// ReadObject implements jsonrpc2.ObjectStream. It returns only framing errors.
func (s *stream) ReadObject(v any) error {
	// json.Unmarshal would validate the whole message twice first.
	decode := v.(json.Unmarshaler).UnmarshalJSON
	body, err := s.frames.next()
	tooLarge := sizeError(0)
	switch {
	case errors.As(err, &tooLarge):
		s.refuse(nil, Errorf(InvalidRequest, "%v", tooLarge))
	case err != nil:
		s.server.inbox.close()
		s.server.endLast(err)
		return err
	case decode(body) == nil:
		return nil
	default:
		if body = s.rewrite(body); body != nil {
			return decode(body)
		}
	}
	// The failed attempt may have set parts of v, so return instead of reading on.
	return decode([]byte(`{"method":"` + methodNone + `"}`))
}

// rewrite returns a message in a form that jsonrpc2 can decode, or nil if there is none.
func (s *stream) rewrite(body []byte) []byte {
	m, refusal := parseMessage(body)
	switch {
	case refusal != nil:
	case isNull(m["method"]):
		body, refusal = s.response(m)
	default:
		body, refusal = m.request()
	}
	if refusal != nil {
		s.refuse(m.id(), refusal)
		return nil
	}
	return body
}

// response returns an answer to one of our calls, or nil if it is to none.
func (s *stream) response(m message) ([]byte, *Error) {
	void := m["result"] == nil && isNull(m["error"])
	call, err := strconv.ParseUint(string(m["id"]), 10, 64)
	_, asked := s.server.calls.Load(call)
	switch {
	case err == nil && asked && void: // some clients omit a null result
		return fmt.Appendf(nil, `{"id":%d,"result":null}`, call), nil
	case err == nil && asked:
		const unreadable = `{"id":%d,"error":{"code":%d,"message":"the answer can't be read"}}`
		return fmt.Appendf(nil, unreadable, call, InternalError), nil
	case void:
		return nil, Errorf(InvalidRequest, "the message has no method")
	}
	return nil, nil
}

func (s *stream) refuse(id json.RawMessage, e *Error) {
	// The read goroutine must not wait for the log.
	s.server.inbox.push("", func() { s.server.log.Warn("a message was refused", "code", int64(e.Code)) })
	s.server.out.push("", encodeError(id, e))
}

// WriteObject implements jsonrpc2.ObjectStream. jsonrpc2 only writes our calls.
func (s *stream) WriteObject(obj any) error {
	body, err := json.Marshal(obj)
	if err != nil {
		return err
	}
	if !s.server.out.push("", body) {
		return ErrClosed
	}
	return nil
}

// Close implements jsonrpc2.ObjectStream. It does nothing: jsonrpc2 calls it when reading has
// ended, but there may be answers to write. The [Server] closes the connection.
func (s *stream) Close() error { return nil }

// message maps the exact member names of a message. A struct would ignore their letter case.
type message map[string]json.RawMessage

func parseMessage(body []byte) (message, *Error) {
	var m message
	err := json.Unmarshal(body, &m)
	syntax := (*json.SyntaxError)(nil)
	switch {
	case errors.As(err, &syntax):
		return nil, Errorf(ParseError, "%v", err)
	case bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")):
		return nil, Errorf(InvalidRequest, "batches are not supported")
	case m == nil:
		return nil, Errorf(InvalidRequest, "the message is not an object")
	}
	return m, nil
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// id returns the id, or nil if it is missing or neither a number nor a string.
func (m message) id() json.RawMessage {
	raw := m["id"]
	if !isNull(raw) && (raw[0] == '"' || raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9') {
		return raw
	}
	return nil
}

// request returns a request or notification with only the needed members. Number ids become
// strings, since jsonrpc2 can't hold all of them.
func (m message) request() ([]byte, *Error) {
	var method string
	if json.Unmarshal(m["method"], &method) != nil {
		return nil, Errorf(InvalidRequest, "the method is not a string")
	}
	needed := message{"method": m["method"]}
	if params, ok := m["params"]; ok {
		needed["params"] = params
	}
	switch id := m.id(); {
	case id == nil && !isNull(m["id"]):
		return nil, Errorf(InvalidRequest, "the id is neither a number nor a string")
	case id != nil && id[0] != '"':
		needed["id"], _ = json.Marshal(numberID + string(id)) // a string always encodes
	case id != nil:
		needed["id"] = id
	}
	body, err := json.Marshal(needed)
	if err != nil {
		return nil, Errorf(InternalError, "the message can't be read: %v", err)
	}
	return body, nil
}

// numberID marks a string that holds a number id.
const numberID = "\x00number:"

// idOf returns the id of a request as the client wrote it.
func idOf(req *jsonrpc2.Request) json.RawMessage {
	if !req.ID.IsString {
		return strconv.AppendInt(nil, int64(req.ID.Num), 10) // jsonrpc2 decoded an integer
	}
	if number, ok := strings.CutPrefix(req.ID.Str, numberID); ok && json.Valid([]byte(number)) {
		return json.RawMessage(number)
	}
	id, _ := encode(req.ID.Str) // a string always encodes
	return id
}
