package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/edit-lsp/edit-lsp/lsp/wire/rawjson"
)

type kind int

const (
	notification kind = iota
	request
	response
)

// message is what came, taken apart no further than needed to know where it goes.
type message struct {
	kind   kind
	id     id
	method string
	// params and result are the bytes of the body, nil if absent.
	params, result json.RawMessage
	// err is the refusal in a response, nil if it is none.
	err *jsonrpc2.Error
	// bare says of a response that it has neither result nor error: some clients leave
	// a result out that is void. It is one only if we have called something by its id.
	bare bool
}

// members are the raw values of the top level. An absent one is nil; null is not.
type members struct {
	id, method, params, result, err json.RawMessage
}

// parseMessage takes a body apart. The error says what to answer; then the returned id
// is the one to answer with, if it is any.
func parseMessage(body []byte) (message, *Error) {
	body = bytes.TrimLeft(body, " \t\r\n")
	if len(body) == 0 || body[0] != '{' {
		if err := rawjson.Valid(body); err != nil {
			return message{}, Errorf(ParseError, "%v", err)
		}
		if body[0] == '[' {
			return message{}, Errorf(InvalidRequest, "batches are not supported")
		}
		return message{}, Errorf(InvalidRequest, "the message is not an object")
	}
	m, err := readMembers(body)
	if err != nil {
		return message{}, Errorf(ParseError, "%v", err)
	}
	return m.classify()
}

func readMembers(body []byte) (members, error) {
	var m, ignored members
	r := rawjson.NewReader(body)
	err := r.Object(func(name string) (err error) {
		member := &ignored.id
		switch name {
		case "id":
			member = &m.id
		case "method":
			member = &m.method
		case "params":
			member = &m.params
		case "result":
			member = &m.result
		case "error":
			member = &m.err
		}
		*member, err = r.Raw()
		return err
	})
	if err != nil {
		return members{}, err
	}
	return m, r.End()
}

// classify tells requests, notifications and responses apart.
func (m members) classify() (message, *Error) {
	ident, usable := parseID(m.id)
	out := message{id: ident}
	if !rawjson.IsNull(m.method) {
		method, err := rawjson.NewReader(m.method).String()
		if err != nil {
			return out, Errorf(InvalidRequest, "the method is not a string")
		}
		if !usable && !rawjson.IsNull(m.id) {
			return out, Errorf(InvalidRequest, "the id is neither a number nor a string")
		}
		out.method, out.params = method, m.params
		if usable {
			out.kind = request
		}
		return out, nil
	}
	refused := !rawjson.IsNull(m.err)
	if m.result == nil && !refused && !usable {
		return out, Errorf(InvalidRequest, "the message has no method")
	}
	out.kind, out.bare = response, m.result == nil && !refused
	if refused {
		out.err = refusal(m.err)
	} else if out.result = m.result; out.result == nil {
		out.result = json.RawMessage("null")
	}
	return out, nil
}

// refusal reads a response's error, or says that it was none.
func refusal(raw json.RawMessage) *jsonrpc2.Error {
	e := &jsonrpc2.Error{}
	if json.Unmarshal(raw, e) != nil {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: "an error without a code and a message"}
	}
	return e
}

// envelope is the message without its params, result and error, for jsonrpc2: that
// decodes those into generic values and encodes them again, at many times the cost of
// parsing the document. [stream.restore] puts back what is left out. call is the number
// of the call that a response answers.
//
// The envelopes of all requests are equal, and so are those of all notifications. Our id
// type keeps what jsonrpc2's loses; that only needs to see that there is one.
func (m message) envelope(call uint64) []byte {
	switch m.kind {
	case response:
		return fmt.Appendf(nil, `{"id":%d,"result":0}`, call)
	case request:
		return []byte(`{"id":0,"method":"?"}`)
	}
	return []byte(`{"method":"?"}`)
}

// unpacked keeps what jsonrpc2 makes of an envelope, by the kind of the message, to give
// it out again: decoding it takes longer than a simple request. jsonrpc2 is done with a
// request or notification when the Handler returns, so that one value serves them all.
type unpacked [response]reflect.Value

// unpack decodes the envelope of m into v, which is a pointer to jsonrpc2's own type.
func (u *unpacked) unpack(m message, envelope []byte, v any) error {
	if m.kind == response {
		return json.Unmarshal(envelope, v)
	}
	kept := &u[m.kind]
	if to := reflect.ValueOf(v).Elem(); !kept.IsValid() {
		if err := json.Unmarshal(envelope, v); err != nil {
			return err
		}
		*kept = reflect.New(to.Type()).Elem()
		kept.Set(to)
	} else {
		to.Set(*kept)
	}
	return nil
}
