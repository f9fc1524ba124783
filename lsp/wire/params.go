package wire

import (
	"encoding/json"
	"reflect"

	"github.com/edit-lsp/edit-lsp/lsp/wire/rawjson"
)

// RawParams is implemented by pointers to params that decode themselves from the raw
// bytes, for messages that carry whole documents: encoding/json would walk the text
// twice more (performance, P11). The bytes are one valid JSON value; they must not be
// changed or kept.
type RawParams interface {
	UnmarshalRaw(raw []byte) error
}

// decodeParams returns the params as a P. The error is an [*Error] with [InvalidParams];
// its message names fields and kinds of values, not their content.
func decodeParams[P any](raw json.RawMessage) (P, error) {
	var params P
	if rawjson.IsNull(raw) {
		if t := reflect.TypeFor[P](); t.Kind() == reflect.Struct && t.NumField() > 0 {
			return params, Errorf(InvalidParams, "the params are missing")
		}
		return params, nil
	}
	var err error
	if p, ok := any(&params).(RawParams); ok {
		err = p.UnmarshalRaw(raw)
	} else {
		err = json.Unmarshal(raw, &params)
	}
	if err != nil {
		return params, Errorf(InvalidParams, "bad params: %v", err)
	}
	return params, nil
}
