package parser

import "testing"

func TestSpace(t *testing.T) {
	if !isSpace(' ') {
		t.Fatal("a space is one")
	}
}
