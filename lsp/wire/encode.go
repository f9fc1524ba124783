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

// encodeResult encodes the answer to a request that succeeded.
func encodeResult(id json.RawMessage, result any) ([]byte, error) {
	return encode(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  any             `json:"result"`
	}{"2.0", id, result})
}

// encodeError encodes the answer to a request that failed, or, with the id nil, to what
// is no message.
func encodeError(id json.RawMessage, e *Error) ([]byte, error) {
	type errorObject struct {
		Code    Code   `json:"code"`
		Message string `json:"message"`
		Data    any    `json:"data,omitempty"`
	}
	return encode(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   errorObject     `json:"error"`
	}{"2.0", id, errorObject{e.Code, e.Message, e.Data}})
}

// encodeNotification encodes a notification; nil params are left out.
func encodeNotification(method string, params any) ([]byte, error) {
	return encode(struct {
		Version string `json:"jsonrpc"`
		Method  string `json:"method"`
		Params  any    `json:"params,omitempty"`
	}{"2.0", method, params})
}
