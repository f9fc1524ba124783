package store

import "errors"

// ErrNotFound says that a key has no value.
var ErrNotFound = errors.New("not found")

// Store keeps values by key.
type Store struct {
	values map[string]string
}

// Get returns the value of a key.
func (s *Store) Get(key string) (string, error) {
	v, ok := s.values[key]
	if !ok {
		return "", ErrNotFound
	}
	return v, nil
}

// Set keeps a value.
func (s *Store) Set(key, value string) {
	if s.values == nil {
		s.values = map[string]string{}
	}
	s.values[key] = value
}
