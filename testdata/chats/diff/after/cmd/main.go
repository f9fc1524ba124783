package main

import "example.org/app/store"

func main() {
	var s store.Store
	s.Set("a", "b")
	if v, err := s.Get("a"); err != nil || v != "b" {
		panic(err)
	}
}
