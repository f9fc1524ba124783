package store

import "errors"

// Store keeps values by key.
type Store struct {
	values map[string]string
}

// Get returns the value of a key.
func (s *Store) Get(key string) (string, error) {
	v, ok := s.values[key]
	if !ok {
		return "", errors.New("not found")
	}
	return v, nil
}

// Set keeps a value.
func (s *Store) Set(key, value string) {
	s.values[key] = value
}
