package parse

import (
	"context"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

func TestDocumentIsReadInAnyEncoding(t *testing.T) {
	want := told(read(t, editReplBlock("a.py")+"\n"+searchReplaceBlock("b.py"), Options{}))
	require.Len(t, want, 2)
	chat := editReplBlock("a.py") + "\n" + searchReplaceBlock("b.py")
	for name, data := range map[string]string{
		"a BOM":                  "\uFEFF" + chat,
		"CRLF":                   strings.ReplaceAll(chat, "\n", "\r\n"),
		"a BOM and CRLF":         "\uFEFF" + strings.ReplaceAll(chat, "\n", "\r\n"),
		"mixed endings":          strings.Replace(chat, "\n", "\r\n", 5),
		"no final newline":       strings.TrimSuffix(chat, "\n"),
		"bytes that are no text": strings.Replace(chat, "old", "o\xff\xfeld", 1),
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Document(t.Context(), text.Decode(data), Options{}, nil)
			require.NoError(t, err)
			assert.Equal(t, want, told(r))
		})
	}
}

func TestLoneCarriageReturnIsContent(t *testing.T) {
	r := read(t, lines("a.py", "««« EDIT", "x\ry", "═══════ REPL", "z\r\r", "»»» EDIT END"), Options{})
	require.Len(t, r.Blocks, 1)
	assert.Equal(t, []string{"x\ry"}, r.Lines(&r.Blocks[0], r.Blocks[0].Old))
	assert.Equal(t, []string{"z\r"}, r.Lines(&r.Blocks[0], r.Blocks[0].New), "the last CR is part of a CRLF")
}

func TestDocumentMayMixDialects(t *testing.T) {
	chat, want := "", []string{}
	for _, form := range []string{"anchored", "diff", "find-replace", "edit-repl", "diff-fenced", "find-replace wrap", "edit-repl emoji"} {
		chat += "Now some words.\n\n" + blockForms[form]("dir/"+strings.ReplaceAll(form, " ", "-")) + "\n"
		want = append(want, "dir/"+strings.ReplaceAll(form, " ", "-"))
	}
	r := read(t, chat, Options{})
	require.Empty(t, r.Problems)
	var paths []string
	for i := range r.Blocks {
		b := &r.Blocks[i]
		paths = append(paths, b.Path.Fallback)
	}
	assert.Equal(t, want, paths)
}

// A Block is kept for each edit of a chat, so it must stay small.
func TestBlockIsSmall(t *testing.T) {
	assert.LessOrEqual(t, unsafe.Sizeof(Block{}), uintptr(200))
}

func TestDialectsAreThoseOfTheTable(t *testing.T) {
	var names []string
	for _, d := range Dialects() {
		names = append(names, d.Name)
	}
	assert.Equal(t, []string{"anchored", "edit-repl", "find-replace", "search-replace", "apply-patch", "unified-diff", "str-replace"}, names)
}

func TestDocumentHonoursItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Document(ctx, text.New(editReplBlock("a.py")), Options{}, nil)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestAddsMarker(t *testing.T) {
	for line, want := range map[string]bool{
		"««« EDIT": true, "»»»": true, "»»» EDIT END": true, "═══════ REPL": true, "🟧🟧🟧 EDIT": true, "🟨🟨🟨 REPL": true, "🟩🟩🟩 END": true,
		"🟧🟧🟧 AGENT": true, "🟩🟩🟩 AGEND": true, "<<<< EDIT": true, "==== REPLACE": true, ">>>> EDIT END": true,
		"<<<<<<< SEARCH": true, ">>>>>>> REPLACE": true, "<<<<< ORIGINAL": true, ">>>>>>>>> UPDATED": true, "  ««« EDIT ": true,
		"=======": false, "───────": false, "═══════": false, "=====": false, "FIND:": false, "FILE: x": false, "REPLACE:": false, "END": false,
		"text ««« EDIT": false, "<<<<<<< HEAD": false, ">>>>>>> branch": false, "": false,
	} {
		r := &Result{Text: text.New(lines("was", line, "x", line))}
		b := newBlock(0)
		b.Old, b.New = span(0, 1), span(2, 4)
		if want {
			assert.Equal(t, []text.Line{3}, r.AddsMarker(&b, []string{"x", line}), line)
		} else {
			assert.Empty(t, r.AddsMarker(&b, []string{"x", line}), line)
		}
		b.Old.End = 2
		assert.Empty(t, r.AddsMarker(&b, []string{"x", line}), "%s was there", line)
	}
}

func TestChangedLeavesOutWhatBothShare(t *testing.T) {
	for _, c := range []struct {
		old, new       string
		added, removed int
	}{
		{"", "", 0, 0}, {"a", "a", 0, 0}, {"a", "b", 1, 1}, {"", "a b", 2, 0}, {"a b", "", 0, 2},
		{"a b c", "a x c", 1, 1}, {"a b c", "a c", 0, 1}, {"a c", "a b c", 1, 0}, {"a a", "a", 0, 1}, {"a", "a a", 1, 0}, {"a b a", "a a", 0, 1},
	} {
		old, new := strings.Fields(c.old), strings.Fields(c.new)
		r := &Result{Text: text.New(lines(append(old, new...)...))}
		b := newBlock(0)
		n := text.Line(len(old))
		b.Old, b.New = span(0, n), span(n, n+text.Line(len(new)))
		added, removed := r.Changed(&b)
		assert.Equal(t, [2]int{c.added, c.removed}, [2]int{added, removed}, "%q to %q", c.old, c.new)
	}
}
