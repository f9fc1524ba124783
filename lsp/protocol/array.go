package protocol

import "encoding/json"

// Array is a list that is sent as [] when it is nil, where LSP does not allow null.
type Array[T any] []T

// MarshalJSON implements json.Marshaler.
func (a Array[T]) MarshalJSON() ([]byte, error) {
	if a == nil {
		return []byte("[]"), nil
	}
	return json.Marshal([]T(a))
}
