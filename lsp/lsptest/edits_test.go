package lsptest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

func at(line, character int) protocol.Position {
	return protocol.Position{Line: protocol.UInteger(line), Character: protocol.UInteger(character)}
}

func TestOffset(t *testing.T) {
	const text = "aé😀z\r\n\nend"
	for _, c := range []struct {
		enc      string
		at       protocol.Position
		want     int
		inBounds bool
	}{
		{utf16Units, at(0, 0), 0, true},
		{utf16Units, at(0, 2), 3, true},
		{utf16Units, at(0, 4), 7, true},
		{utf16Units, at(0, 5), 8, true},
		{utf16Units, at(0, 6), 8, false}, // the ending isn't part of the line
		{utf8Units, at(0, 7), 7, true},
		{utf8Units, at(0, 8), 8, true},
		{utf32Units, at(0, 3), 7, true},
		{utf16Units, at(1, 0), 10, true},
		{utf16Units, at(1, 1), 10, false},
		{utf16Units, at(2, 3), 14, true},
		{utf16Units, at(2, 9), 14, false},
		{utf16Units, at(3, 0), 14, false},
	} {
		got, ok := offset(text, c.at, counting{units: c.enc})
		assert.Equal(t, c.want, got, "%s %v", c.enc, c.at)
		assert.Equal(t, c.inBounds, ok, "%s %v", c.enc, c.at)
		if c.inBounds {
			assert.Equal(t, c.at, position(text, got, counting{units: c.enc}))
		}
	}
}

func TestEdited(t *testing.T) {
	edit := func(from, to protocol.Position, text string) protocol.TextEdit {
		return protocol.TextEdit{Range: protocol.Range{Start: from, End: to}, NewText: text}
	}
	got, fault, err := edited("a\nb\nc\n", []protocol.TextEdit{edit(at(2, 0), at(3, 0), ""), edit(at(0, 0), at(1, 0), "A\n")}, counting{units: utf16Units})
	assert.NoError(t, err)
	assert.Empty(t, fault)
	assert.Equal(t, "A\nb\n", got)

	got, _, err = edited("", []protocol.TextEdit{edit(at(0, 0), at(1, 0), "new\n")}, counting{units: utf16Units})
	assert.NoError(t, err)
	assert.Equal(t, "new\n", got)

	for name, edits := range map[string][]protocol.TextEdit{
		"overlap":     {edit(at(0, 0), at(2, 0), ""), edit(at(1, 0), at(1, 1), "")},
		"backwards":   {edit(at(1, 0), at(0, 0), "")},
		"past a line": {edit(at(0, 0), at(0, 2), "")},
		"past it all": {edit(at(0, 0), at(4, 0), "")},
	} {
		_, _, err := edited("a\nb\nc\n", edits, counting{units: utf16Units})
		assert.Error(t, err, name)
	}

	for _, e := range []protocol.TextEdit{
		edit(at(0, 0), at(2, 0), "a\nB\n"), edit(at(0, 0), at(2, 0), "A\nb\n"), edit(at(0, 0), at(3, 0), "a\nx\nc\n"),
	} {
		_, fault, err := edited("a\nb\nc\n", []protocol.TextEdit{e}, counting{units: utf16Units})
		assert.NoError(t, err)
		assert.NotEmpty(t, fault, "%v is not minimal", e)
	}
}
