package store

import "testing"

func TestGet(t *testing.T) {
	var s Store
	if _, err := s.Get("a"); err != ErrNotFound {
		t.Fatal(err)
	}
}
