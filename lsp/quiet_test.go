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

// ofADocument are the params of each request about a document, without its URI. The test checks
// that none is missing.
var ofADocument = map[string]map[string]any{
	"textDocument/codeAction":                {"range": from(at(0, 0), at(999, 0)), "context": map[string]any{"diagnostics": []any{}}},
	"textDocument/codeLens":                  {},
	"textDocument/completion":                {"position": at(2, 3)},
	"textDocument/definition":                {"position": at(2, 3)},
	"textDocument/diagnostic":                {},
	"textDocument/documentHighlight":         {"position": at(2, 3)},
	"textDocument/documentLink":              {},
	"textDocument/documentSymbol":            {},
	"textDocument/foldingRange":              {},
	"textDocument/hover":                     {"position": at(2, 3)},
	"textDocument/inlayHint":                 {"range": from(at(0, 0), at(999, 0))},
	"textDocument/selectionRange":            {"positions": []any{at(2, 3)}},
	"textDocument/semanticTokens/full":       {},
	"textDocument/semanticTokens/full/delta": {"previousResultId": "x"},
	"textDocument/semanticTokens/range":      {"range": from(at(0, 0), at(999, 0))},
}

func (u *under) everyFeature(uri protocol.DocumentUri, see func(method string, answer json.RawMessage)) {
	u.t.Helper()
	for _, r := range u.session.routes() {
		method := r.Method()
		if !strings.HasPrefix(method, "textDocument/") || strings.HasPrefix(method, "textDocument/did") {
			continue
		}
		require.Contains(u.t, ofADocument, method, "the feature is not tried")
		params := map[string]any{"textDocument": map[string]any{"uri": uri}}
		maps.Copy(params, ofADocument[method])
		var answer json.RawMessage
		u.do(u.Call(u.ctx, method, params, &answer))
		see(method, answer)
	}
}

// nothing are the empty answers.
var nothing = map[string]bool{"null": true, "[]": true, `{"kind":"full","items":[]}`: true}

// A document without blocks gets empty answers, whatever it contains.
func TestQuiet(t *testing.T) {
	for name, chat := range map[string]string{
		"nothing":          "",
		"prose":            "# Notes\n\nSee src/a.py, and run `git rm a.py`.\n\n```sh\nrm -rf a.py\n```\n\n- one\n- two\n",
		"headings":         "Title\n=======\n\nsrc/a.py\n-------\n\n=======\n>>>>>>>\n",
		"a merge conflict": "```\n<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> main\n```\n",
		"quotations":       "« Bonjour »\n\n««« Bonjour »»»\n\n> FILE: a.py\n> FIND:\n",
		"a diff":           "```diff\n-one\n+two\n```\n",
		"switched off":     "<!-- edit-lsp: off -->\n" + block("src/a.py", "x\n", "y\n"),
		"front matter":     "---\ncontext_files:\n  - a.py\n---\n\nText.\n",
	} {
		t.Run(name, func(t *testing.T) {
			u := begin(t, files{"chat.md": chat, "src/a.py": "one\n"})
			uri := u.open("chat.md")
			u.settled()
			var looked []string
			u.everyFeature(uri, func(method string, answer json.RawMessage) {
				if method == "textDocument/diagnostic" {
					var r protocol.DocumentDiagnosticReport
					require.NoError(t, json.Unmarshal(answer, &r))
					assert.Empty(t, r.Items)
					return
				}
				if !nothing[string(answer)] {
					looked = append(looked, method+": "+string(answer))
				}
			})
			assert.Empty(t, looked)
			u.do(u.Append(u.ctx, uri, "\nMore.\n"))
			u.idle()
			u.do(u.Saved(u.ctx, uri))
			u.settled()
			assert.Zero(t, u.Published(uri))
			var list []protocol.SymbolInformation
			u.do(u.Call(u.ctx, "workspace/symbol", map[string]any{"query": ""}, &list))
			assert.Empty(t, list)
			assert.Empty(t, u.Messages())
		})
	}
}

func TestEveryFeatureForAnEditorThatAnnouncesNothing(t *testing.T) {
	u := beginWith(t, oneFile(), Options{}, lsptest.Options{Capabilities: json.RawMessage(`{}`)})
	uri := u.open("chat.md")
	assert.Equal(t, []string{failing}, u.codes(uri))
	u.everyFeature(uri, func(method string, answer json.RawMessage) {
		// The cursor isn't on a marker.
		if method != "textDocument/documentHighlight" {
			assert.NotEqual(t, "null", string(answer), method)
		}
	})
}
