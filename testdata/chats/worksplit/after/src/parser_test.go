package parser

import "testing"

func TestSpace(t *testing.T) {
	if !isSpace(' ') || !isSpace('\t') {
		t.Fatal("a space or a tab is one")
	}
}
