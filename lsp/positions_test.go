package lsp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// offering are the capabilities of a full editor with these position encodings.
func offering(t *testing.T, encodings ...string) json.RawMessage {
	t.Helper()
	var all map[string]any
	require.NoError(t, json.Unmarshal([]byte(lsptest.FullCapabilities), &all))
	all["general"] = map[string]any{"positionEncodings": encodings}
	if encodings == nil {
		delete(all, "general")
	}
	return json.RawMessage(asJSON(t, all))
}

func TestPositionEncodingIsNegotiated(t *testing.T) {
	for _, c := range []struct {
		offered []string
		want    protocol.PositionEncodingKind
	}{
		{nil, "utf-16"},
		{[]string{}, "utf-16"},
		{[]string{"utf-16"}, "utf-16"},
		{[]string{"utf-8", "utf-32", "utf-16"}, "utf-8"},
		{[]string{"utf-32", "utf-8"}, "utf-32"},
		{[]string{"utf-7", "utf-32"}, "utf-32"},
		{[]string{"UTF-8"}, "utf-16"},
	} {
		t.Run(strings.Join(c.offered, " "), func(t *testing.T) {
			u := beginWith(t, nil, Options{}, lsptest.Options{Capabilities: offering(t, c.offered...)})
			assert.Equal(t, c.want, *u.Initialized.Capabilities.PositionEncoding)
		})
	}
}

// Text typed after characters of two, three and four bytes, diagnostics and edits have the right
// positions.
func TestPositionsBehindAllKindsOfCharacters(t *testing.T) {
	const before = "é‿😀👩‍👩‍👧"
	units := map[string]int{"utf-8": 2 + 3 + 4 + 18, "utf-16": 1 + 1 + 2 + 8, "utf-32": 1 + 1 + 1 + 5}
	for enc, n := range units {
		t.Run(enc, func(t *testing.T) {
			u := beginWith(t, files{
				"chat.md": before + "\n\n" + block("a.txt", before+" no\n", before+" yes\n"),
				"a.txt":   "x\n" + before + " one",
			}, Options{}, lsptest.Options{Capabilities: offering(t, enc)})
			chat, target := u.open("chat.md"), u.open("a.txt")
			u.settled()
			require.Len(t, u.Shown(chat), 1)
			assert.Equal(t, from(at(4, 0), at(4, n+3)), u.Shown(chat)[0].Range)

			u.do(u.Change(u.ctx, target, from(at(1, n+1), at(1, n+4)), "no"))
			assert.Equal(t, "x\n"+before+" no", u.has(target))
			assert.Empty(t, u.codes(chat))

			// Half a character is its start, and a column past the end is the end.
			u.do(u.Change(u.ctx, target, from(at(1, n+99), at(1, n+99)), "\n"))
			assert.Equal(t, u.Text(target), u.has(target))

			edit := u.edit(chat, 5, "Apply edit")
			assert.Contains(t, edit, `"range":{"start":{"line":1,"character":0},"end":{"line":2,"character":0}}`)
			u.choose(chat, 5, "Apply edit")
			assert.Equal(t, "x\n"+before+" yes\n", u.has(target))
			assert.Equal(t, u.Text(target), u.has(target))
		})
	}
}

// Columns don't include the line ending, but include a byte order mark if a client sends it.
func TestPositionsInCRLFAndBOM(t *testing.T) {
	chat := strings.ReplaceAll("Hello.\n\n"+block("a.txt", "no\n", "yes\n"), "\n", "\r\n")
	for name, mark := range map[string]string{"without a mark": "", "with a mark": "\uFEFF"} {
		t.Run(name, func(t *testing.T) {
			u := begin(t, files{"a.txt": "one\r\ntwo\r\n"})
			const uri = "untitled:chat"
			u.do(u.OpenText(u.ctx, uri, "markdown", mark+chat))
			u.settled()
			require.Len(t, u.Shown(uri), 1)
			assert.Equal(t, from(at(4, 0), at(4, 2)), u.Shown(uri)[0].Range)
			u.do(u.Replace(u.ctx, uri, "no", "one"))
			assert.Empty(t, u.codes(uri))
			u.do(u.Replace(u.ctx, uri, "Hello.\r\n", "Hi\r\n\r\n"))
			assert.Equal(t, strings.TrimPrefix(u.Text(uri), "\uFEFF"), u.has(uri))
			u.choose(uri, 6, "Apply edit")
			u.save()
			assert.Equal(t, "yes\r\ntwo\r\n", u.content("a.txt"))

			// This target's client counts its byte order mark.
			target := u.uri("b.txt")
			u.do(u.OpenText(u.ctx, target, "", mark+"😀 one\r\nlast"))
			u.do(u.OpenText(u.ctx, uri, "markdown", block("b.txt", "😀 one\nlast\n", "😀 one\nnew\nlast\nlast\n")))
			u.choose(uri, 2, "Apply edit")
			assert.Equal(t, mark+"😀 one\r\nnew\r\nlast\r\nlast\r\n", u.Text(target))
		})
	}
}

// A block's action is offered exactly on the block's lines, and "apply all" on every line of the
// chat.
func TestActionsAtTheEdgesOfBlocks(t *testing.T) {
	u := begin(t, files{
		"chat.md": "Hello.\n\n" + block("a.txt", "one\n", "uno\n") + "Between.\n" + block("b.txt", "two\n", "dos\n"),
		"a.txt":   "one\n", "b.txt": "two\n",
	})
	uri := u.open("chat.md")
	var at []string
	for line := 1; line <= 18; line++ {
		at = append(at, fmt.Sprintf("%d:%d", line, len(u.titles(uri, line))))
	}
	assert.Equal(t, "1:1 2:1 3:2 4:2 5:2 6:2 7:2 8:2 9:1 10:2 11:2 12:2 13:2 14:2 15:2 16:2 17:2 18:2", strings.Join(at, " "),
		"a line past the end is the last one")
	ask := func(r protocol.Range, only ...string) []string {
		var list []protocol.CodeAction
		u.do(u.Call(u.ctx, "textDocument/codeAction", map[string]any{
			"textDocument": map[string]any{"uri": uri}, "range": r,
			"context": map[string]any{"diagnostics": []any{}, "only": only},
		}, &list))
		titles := []string{}
		for _, a := range list {
			if strings.HasPrefix(a.Title, "Apply ") {
				titles = append(titles, a.Title)
			}
		}
		return titles
	}
	assert.Equal(t, []string{"Apply edit", "Apply edit", "Apply all 2 edits in this document"}, ask(fromTo(0, 99)))
	assert.Equal(t, []string{"Apply all 2 edits in this document"}, ask(fromTo(8, 8)))
	for _, only := range [][]string{{"quickfix"}, {""}, {"refactor", "quickfix"}} {
		assert.Len(t, ask(fromTo(3, 3), only...), 2, "%v", only)
	}
	for _, only := range [][]string{{"refactor"}, {"source.fixAll"}, {"quick"}, {"quickfix.other"}} {
		assert.Empty(t, ask(fromTo(3, 3), only...), "%v", only)
	}
}

func fromTo(first, last int) protocol.Range { return from(at(first, 0), at(last, 0)) }

// Changes that come in one notification make what they make one by one, though those from the last line to the first are
// made together.
func TestChangesOfOneNotification(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	news := []string{"", "x", "x\n", "\n", "\r", "x\r\ny", "ü", "\nx"}
	texts := []string{"a\nbb\nccc\n\nd\n", "a\r\nbb\r\n\r\nc", "a\rbb\r\rc\nd", "", "ü𝒳\nü\n"}
	for range 5000 {
		opened := newDocument(protocol.TextDocumentItem{URI: "untitled:1", Text: texts[r.IntN(len(texts))]})
		together, alone := &openDocument{document: opened}, &openDocument{document: opened}
		var changes []protocol.TextDocumentContentChangeEvent
		line := protocol.UInteger(7)
		for range 1 + r.IntN(4) {
			line -= min(line, protocol.UInteger(r.IntN(3)))
			changes = append(changes, protocol.TextDocumentContentChangeEvent{
				Range: &protocol.Range{
					Start: protocol.Position{Line: line + 1 - min(line+1, protocol.UInteger(r.IntN(4))), Character: protocol.UInteger(r.IntN(4))},
					End:   protocol.Position{Line: line, Character: protocol.UInteger(r.IntN(4))},
				},
				Text: news[r.IntN(len(news))],
			})
		}
		offset := func(t *text.Text, p protocol.Position) text.Offset { return t.ProtocolOffset(position(p), text.UTF16) }
		made := together.edit(2, changes, offset, false)
		for _, c := range changes {
			alone.edit(2, []protocol.TextDocumentContentChangeEvent{c}, offset, false)
		}
		require.Equal(t, alone.text.String(), together.text.String(), "%q %+v", opened.text, changes)
		require.Equal(t, together.text, made[len(made)-1].Text)
	}
}
