package wire

import (
	"bytes"
	"encoding/json"
)

// encode is json.Marshal without its escaping of <, > and &, which are frequent in
// code and would be six bytes each.
func encode(v any) ([]byte, error) {
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
	return encode(struct {
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
	return encode(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   errorObject     `json:"error"`
	}{"2.0", to.raw, errorObject{e.Code, e.Message, e.Data}})
}

// encodeNotification is a notification; nil params are left out.
func encodeNotification(method string, params any) ([]byte, error) {
	return encode(struct {
		Version string `json:"jsonrpc"`
		Method  string `json:"method"`
		Params  any    `json:"params,omitempty"`
	}{"2.0", method, params})
}
