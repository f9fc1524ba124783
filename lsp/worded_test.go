package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/fake"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// everything are capabilities of an editor that shows all that a diagnostic can have.
const everything = `{"textDocument": {"publishDiagnostics": {
	"relatedInformation": true, "codeDescriptionSupport": true, "dataSupport": true, "tagSupport": {"valueSet": [1, 2]}
}}}`

// What is published from what was said before is what would be published by a server
// that has said nothing yet.
func TestWordedAgainIsWordedAnew(t *testing.T) {
	u := beginWith(t, files{
		"a.txt": "one\ntwo\nthree\nfour\n", "twice.txt": "same\n\nsame\n", "done.txt": "new\n",
		"chat.md": "# <Chat> & ünïcödé\n\n" + block("a.txt", "absent\n", "x\n") + "\n" + block("twice.txt", "same\n", "other\n") +
			"\n" + block("done.txt", "old\n", "new\n") + "\n" + block("none.txt", "a\n", "b\n") + "\nTail.\n",
	}, Options{}, fake.Options{Capabilities: json.RawMessage(everything)})
	uri := u.open("chat.md")
	compare := func(after string) {
		t.Helper()
		u.settled()
		u.session.mu.Lock()
		n := u.session.snapshot(uri)
		u.session.mu.Unlock()
		require.NotNil(t, n.judged, after)
		anew := *n
		anew.shown = nil
		want := anew.diagnostics(n.judged)
		require.Len(t, n.shown, len(want), after)
		for i := range want {
			assert.True(t, want[i].equal(n.shown[i]), "%s: %s became %s", after, want[i].rest, n.shown[i].rest)
		}
		encoded, err := publication{uri: n.document.uri, list: want}.AppendJSON(nil)
		require.NoError(t, err)
		var p protocol.PublishDiagnosticsParams
		require.NoError(t, json.Unmarshal(encoded, &p))
		assert.Equal(t, u.Shown(uri), []protocol.Diagnostic(p.Diagnostics), after)
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
	// The places that a diagnostic leads to have the URI by which the editor knows them.
	other := protocol.DocumentUri(strings.Replace(string(u.uri("twice.txt")), "twice", "%74wice", 1))
	u.do(u.OpenText(u.ctx, other, "txt", "same\n\nsame\n"))
	compare("opening a target by another name of it")
	assert.Contains(t, asJSON(t, u.Shown(uri)), string(other))
	u.do(u.Close(u.ctx, other))
	compare("closing it")
	assert.NotContains(t, asJSON(t, u.Shown(uri)), string(other))
}

// Where the list is cut, what is said of the rest is no finding.
func TestWordedAgainWhenCut(t *testing.T) {
	chat := strings.Repeat(block("none.txt", "a\n", "b\n")+"\n", 7)
	u := beginWith(t, files{"chat.md": "Start.\n" + chat}, Options{}, fake.Options{
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

// What is written by hand is what the types of the protocol would be.
func TestEncodedByHand(t *testing.T) {
	version, severity := protocol.Integer(-3), protocol.DiagnosticSeverityHint
	place := protocol.Range{Start: protocol.Position{Line: 1, Character: 2}, End: protocol.Position{Line: 4294967295, Character: 0}}
	d := protocol.Diagnostic{
		Severity: &severity, Code: "code", Source: source, Message: "<<<<<<< \"SEARCH\" & \u2028 \x00 𝄞\n",
		Tags: []protocol.DiagnosticTag{protocol.DiagnosticTagUnnecessary}, Data: json.RawMessage(`{"block":7}`),
	}
	list := []worded{{rest: restOf(d)}, {place: place, rest: restOf(d)}}
	all := []protocol.Diagnostic{d, d}
	all[1].Range = place
	for name, c := range map[string]struct {
		ours   wire.Appender
		theirs any
	}{
		"published":           {publication{"file:///a%20<b>.md", &version, list}, protocol.PublishDiagnosticsParams{URI: "file:///a%20<b>.md", Version: &version, Diagnostics: all}},
		"nothing, no version": {publication{uri: "untitled:a"}, protocol.PublishDiagnosticsParams{URI: "untitled:a"}},
		"full":                {diagnosticReport{resultID: "1-a", list: list}, protocol.DocumentDiagnosticReport{ResultID: "1-a", Items: all}},
		"full, empty":         {diagnosticReport{}, protocol.DocumentDiagnosticReport{}},
		"unchanged":           {diagnosticReport{unchanged: true, resultID: "1-a"}, protocol.DocumentDiagnosticReport{Unchanged: true, ResultID: "1-a"}},
	} {
		encoded, err := c.ours.AppendJSON(nil)
		require.NoError(t, err, name)
		assert.JSONEq(t, asJSON(t, c.theirs), string(encoded), name)
	}
}
