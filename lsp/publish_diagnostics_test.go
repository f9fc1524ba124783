package lsp

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// everything are capabilities of an editor that shows all parts of a diagnostic.
const everything = `{"textDocument": {"publishDiagnostics": {
	"relatedInformation": true, "codeDescriptionSupport": true, "dataSupport": true, "tagSupport": {"valueSet": [1, 2]}
}}}`

// After each change, the editor shows the result of the last analysis.
func TestDiagnosticsFollowEveryChange(t *testing.T) {
	u := beginWith(t, files{
		"a.txt": "one\ntwo\nthree\nfour\n", "twice.txt": "same\n\nsame\n", "done.txt": "new\n",
		"chat.md": "# <Chat> & ünïcödé\n\n" + block("a.txt", "absent\n", "x\n") + "\n" + block("twice.txt", "same\n", "other\n") +
			"\n" + block("done.txt", "old\n", "new\n") + "\n" + block("none.txt", "a\n", "b\n") + "\nTail.\n",
	}, Options{}, lsptest.Options{Capabilities: json.RawMessage(everything)})
	uri := u.open("chat.md")
	compare := func(after string) {
		t.Helper()
		u.settled()
		u.session.mu.Lock()
		n := u.session.snapshot(uri)
		u.session.mu.Unlock()
		require.NotNil(t, n.analysis.found(), after)
		assert.Equal(t, n.diagnostics(n.analysis.found()), u.Shown(uri), after)
	}
	compare("opening")
	require.GreaterOrEqual(t, len(u.Shown(uri)), 4)
	for _, c := range []struct{ after, old, new string }{
		{"a character in prose", "# <Chat>", "# <Chat>x"},
		{"a line before all blocks", "# <Chat>", "A line.\n# <Chat>"},
		{"a character on a line that is spoken of", "absent\n", "absent 𝄞\n"},
		{"a block in the middle", "\ntwice.txt", "\n" + block("late.txt", "q\n", "r\n") + "\ntwice.txt"},
		{"a block at the end", "Tail.", block("last.txt", "q\n", "r\n")},
		{"one block less", block("late.txt", "q\n", "r\n"), ""},
		{"another failure in the place of one", "none.txt", "a.txt"},
	} {
		u.do(u.Replace(u.ctx, uri, c.old, c.new))
		compare(c.after)
	}
	// Related locations have the editor's URI.
	other := protocol.DocumentUri(strings.Replace(string(u.uri("twice.txt")), "twice", "%74wice", 1))
	u.do(u.OpenText(u.ctx, other, "txt", "same\n\nsame\n"))
	compare("opening a target by another name of it")
	assert.Contains(t, asJSON(t, u.Shown(uri)), string(other))
	u.do(u.Close(u.ctx, other))
	compare("closing it")
	assert.NotContains(t, asJSON(t, u.Shown(uri)), string(other))
}

// Past the limit, a notice gives the number of the others.
func diagnosticsPastTheLimit(t *testing.T) {
	chat := strings.Repeat(block("none.txt", "a\n", "b\n")+"\n", 7)
	u := beginWith(t, files{"chat.md": "Start.\n" + chat}, Options{}, lsptest.Options{
		Capabilities: json.RawMessage(everything), Params: map[string]any{"initializationOptions": map[string]any{"maxDiagnostics": 3}},
	})
	uri := u.open("chat.md")
	u.settled()
	first := u.Shown(uri)
	require.Len(t, first, 4)
	assert.Contains(t, first[3].Message, "4 more findings")
	u.do(u.Replace(u.ctx, uri, "Start.", block("none.txt", "c\n", "d\n")))
	u.settled()
	assert.Len(t, u.Shown(uri), 4)
	assert.Contains(t, u.Shown(uri)[3].Message, "5 more findings")
}

// If a request notices that a target has changed on disk, the diagnostics follow too.
func TestDiagnosticsFollowTheDisk(t *testing.T) {
	for method, params := range ofADocument {
		switch method {
		case "textDocument/diagnostic", "textDocument/completion",
			"textDocument/semanticTokens/full", "textDocument/semanticTokens/full/delta", "textDocument/semanticTokens/range":
			continue // they are about the chat's text, or for clients that pull
		}
		t.Run(method, func(t *testing.T) {
			u := begin(t, files{"chat.md": block("a.txt", "one\n", "uno\n"), "a.txt": "one\n"})
			uri := u.open("chat.md")
			assert.Empty(t, u.codes(uri))
			ask := func() {
				p := map[string]any{"textDocument": map[string]any{"uri": uri}}
				maps.Copy(p, params)
				u.do(u.Call(u.ctx, method, p, nil))
			}
			write(t, u.dir, files{"a.txt": "zwei zwei\n"})
			ask()
			assert.Equal(t, []string{"3 old-lines-not-found"}, u.codes(uri))
			published := u.Published(uri)
			ask()
			u.settled()
			assert.Equal(t, published, u.Published(uri), "once")
			write(t, u.dir, files{"a.txt": "one\n"})
			ask()
			assert.Empty(t, u.codes(uri))
		})
	}
}

// Code blocks are read for each request, which alone is no reason to check the chat again.
func TestRequestsDoNotCheckCodeBlocksAgain(t *testing.T) {
	u, uri := codeBlocks(t, "apply")
	u.session.mu.Lock()
	before := u.session.open[uri].analysis
	u.session.mu.Unlock()
	u.lenses(uri)
	u.session.mu.Lock()
	defer u.session.mu.Unlock()
	assert.Same(t, before, u.session.open[uri].analysis)
}
