package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
)

// IntegerOrString is LSP "integer | string", the type of ids and tokens. It is comparable. The zero
// value encodes as null.
type IntegerOrString struct {
	// text is the value as shortest JSON, so equal values are equal.
	text string
}

// StringValue returns a string.
func StringValue(s string) IntegerOrString {
	b, _ := json.Marshal(s) // a string always encodes
	return IntegerOrString{string(b)}
}

// IsZero reports whether there is no value, for json's omitzero.
func (v IntegerOrString) IsZero() bool { return v.text == "" }

// String returns the value as text. It is the same for 1 and "1".
func (v IntegerOrString) String() string {
	var s string
	if json.Unmarshal([]byte(v.text), &s) == nil {
		return s
	}
	return v.text
}

// MarshalJSON implements json.Marshaler.
func (v IntegerOrString) MarshalJSON() ([]byte, error) {
	if v.IsZero() {
		return []byte("null"), nil
	}
	return []byte(v.text), nil
}

var errIntegerOrString = errors.New("neither an integer nor a string")

// UnmarshalJSON implements json.Unmarshaler. Integers may have any size.
func (v *IntegerOrString) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	if string(data) == "null" {
		*v = IntegerOrString{}
		return nil
	}
	if len(data) > 0 && data[0] == '"' {
		var s string
		if err := json.Unmarshal(data, &s); err != nil {
			return errIntegerOrString
		}
		*v = StringValue(s)
		return nil
	}
	for i, c := range data {
		if (c < '0' || c > '9') && (i > 0 || c != '-') {
			return errIntegerOrString
		}
	}
	*v = IntegerOrString{string(data)}
	return nil
}
