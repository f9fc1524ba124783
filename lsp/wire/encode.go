package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Appender is implemented by params and results that hold much that is encoded already:
// encoding/json would check it and copy it some times more.
type Appender interface {
	// AppendJSON appends one JSON value.
	AppendJSON(b []byte) ([]byte, error)
}

// appendTo ends an object that begins with head: with the value and a brace.
func appendTo(head []byte, value Appender) ([]byte, error) {
	b, err := value.AppendJSON(head)
	if err != nil {
		return nil, err
	}
	return append(b, '}'), nil
}

// Encode is json.Marshal without its escaping of <, > and &, which are frequent in
// code and would be six bytes each.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// encodeResult is the answer to a request that succeeded.
func encodeResult(to id, result any) ([]byte, error) {
	if a, ok := result.(Appender); ok {
		return appendTo(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":`, to.raw), a)
	}
	return Encode(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  any             `json:"result"`
	}{"2.0", to.raw, result})
}

// encodeError is the answer to a request that did not; without an id it answers a
// message that was none.
func encodeError(to id, e *Error) ([]byte, error) {
	type errorObject struct {
		Code    Code   `json:"code"`
		Message string `json:"message"`
		Data    any    `json:"data,omitempty"`
	}
	if to.none() {
		to.raw = json.RawMessage("null")
	}
	return Encode(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   errorObject     `json:"error"`
	}{"2.0", to.raw, errorObject{e.Code, e.Message, e.Data}})
}

// encodeNotification is a notification; nil params are left out.
func encodeNotification(method string, params any) ([]byte, error) {
	if a, ok := params.(Appender); ok {
		return appendTo(fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":`, method), a)
	}
	return Encode(struct {
		Version string `json:"jsonrpc"`
		Method  string `json:"method"`
		Params  any    `json:"params,omitempty"`
	}{"2.0", method, params})
}
