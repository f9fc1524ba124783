package protocol

import "encoding/json"

// Array is a list that is encoded as [] if it is nil, where LSP doesn't allow null.
type Array[T any] []T

// MarshalJSON implements json.Marshaler.
func (a Array[T]) MarshalJSON() ([]byte, error) {
	if a == nil {
		return []byte("[]"), nil
	}
	return json.Marshal([]T(a))
}
