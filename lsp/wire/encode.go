package wire

import (
	"bytes"
	"encoding/json"
)

// encode is json.Marshal without escaping <, > and &, which are common in code and would take six
// bytes each.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// outgoing is a notification, or a response with a result (may be null) or an error.
type outgoing struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  any             `json:"params,omitempty"`
	Result  any             `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

var null = json.RawMessage("null")

func encodeResult(id json.RawMessage, result any) ([]byte, error) {
	if result == nil {
		result = null
	}
	return encode(outgoing{Version: "2.0", ID: id, Result: result})
}

// encodeError encodes an error response. The id is nil for an invalid message.
func encodeError(id json.RawMessage, e *Error) []byte {
	if id == nil {
		id = null
	}
	body, _ := encode(outgoing{Version: "2.0", ID: id, Error: e}) // this always encodes
	return body
}
