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

// response has either a result, which may be null, or an error.
type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

func encodeResult(id json.RawMessage, result any) ([]byte, error) {
	if result == nil {
		result = json.RawMessage("null")
	}
	return encode(response{Version: "2.0", ID: id, Result: result})
}

// encodeError encodes an error; the id is nil in the answer to what is no message.
func encodeError(id json.RawMessage, e *Error) []byte {
	body, _ := encode(response{Version: "2.0", ID: id, Error: e}) // this always encodes
	return body
}

// encodeNotification leaves params out that are nil.
func encodeNotification(method string, params any) ([]byte, error) {
	return encode(struct {
		Version string `json:"jsonrpc"`
		Method  string `json:"method"`
		Params  any    `json:"params,omitempty"`
	}{"2.0", method, params})
}
