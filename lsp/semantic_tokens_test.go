package lsp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// coloured formats tokens with 1-based line, modifier and text, using the editor's encoding.
func (u *under) coloured(uri protocol.DocumentUri, data []uint32) []string {
	u.t.Helper()
	require.Zero(u.t, len(data)%5)
	legend := u.Initialized.Capabilities.SemanticTokensProvider.Legend
	lines := strings.Split(u.Text(uri), "\n")
	list := []string{}
	line, start := uint32(0), uint32(0)
	for t := range slices.Chunk(data, 5) {
		if t[0] > 0 {
			start = 0
		}
		line, start = line+t[0], start+t[1]
		assert.Equal(u.t, uint32(1)<<t[3], t[4])
		list = append(list, fmt.Sprintf("%d %s %s", line+1, legend.TokenModifiers[t[3]], utf16Slice(lines[line], start, t[2])))
	}
	return list
}

func (u *under) full(uri protocol.DocumentUri) *protocol.SemanticTokens {
	u.t.Helper()
	var all *protocol.SemanticTokens
	u.do(u.Call(u.ctx, "textDocument/semanticTokens/full", map[string]any{"textDocument": map[string]any{"uri": uri}}, &all))
	return all
}

func TestSemanticTokensOfEachDialect(t *testing.T) {
	for name, c := range map[string]struct {
		chat string
		want []string
	}{
		"edit-repl, the anchor in both sections": {
			"See `src/a.py`:\n\n««« EDIT\ntop\n  one\n═══════ REPL\ntop\n  uno\n\n  due\n»»» EDIT END\n",
			[]string{
				"1 path src/a.py", "3 marker ««« EDIT", "4 anchor top", "5 old one", "6 marker ═══════ REPL", "7 anchor top",
				"8 new uno", "10 new due", "11 marker »»» EDIT END",
			},
		},
		"anchored": {
			"src/a.py\n««« EDIT\ntop\n───────\none\n═══════\nuno\n───────\nend\n»»»\n",
			[]string{
				"1 path src/a.py", "2 marker ««« EDIT", "3 anchor top", "4 marker ───────", "5 old one", "6 marker ═══════", "7 new uno",
				"8 marker ───────", "9 anchor end", "10 marker »»»",
			},
		},
		"find-replace, one file for two blocks": {
			"FILE: src/a.py\nFIND:\none\nREPLACE:\nuno\nEND\nFIND:\ntwo\nREPLACE:\ndos\nEND\n",
			[]string{
				"1 marker FILE:", "1 path src/a.py", "2 marker FIND:", "3 old one", "4 marker REPLACE:", "5 new uno", "6 marker END",
				"7 marker FIND:", "8 old two", "9 marker REPLACE:", "10 new dos", "11 marker END",
			},
		},
		"search-replace in a fence": {
			"**src/a.py**\n```py\n<<<<<<< SEARCH\none\n=======\nuno\n>>>>>>> REPLACE\n```\n",
			[]string{
				"1 path src/a.py", "3 marker <<<<<<< SEARCH", "4 old one", "5 marker =======", "6 new uno", "7 marker >>>>>>> REPLACE",
			},
		},
		"beyond ASCII": {
			"x😀 😀/a.py\n««« EDIT\n😀 = 1\n═══════ REPL\n😀 = 2 # 😀\n»»» EDIT END\n",
			[]string{
				"1 path x😀 😀/a.py", "2 marker ««« EDIT", "3 old 😀 = 1", "4 marker ═══════ REPL", "5 new 😀 = 2 # 😀", "6 marker »»» EDIT END",
			},
		},
		"tags that share a line": {
			"src/a.py\n<old_text>one</old_text><new_text>uno\ndue</new_text>\n",
			[]string{"1 path src/a.py", "2 old one", "2 new uno", "3 new due"},
		},
		"a call in JSON": {
			"```json\n{\n  \"path\": \"src/a.py\",\n  \"edits\": [\n    {\"old_str\": \"one\", \"new_str\": \"uno\"},\n    {\n" +
				"      \"old_str\": \"two\",\n      \"new_str\": \"due\"\n    }\n  ]\n}\n```\n",
			[]string{
				"3 path src/a.py", "5 old \"one\"", "5 new \"uno\"", "6 marker {", "7 old \"two\"", "8 new \"due\"", "9 marker }",
			},
		},
		"no block":            {"# Title\n\nSome `code.py`.\n", nil},
		"one being written":   {"src/a.py\n««« EDIT\none\n", nil},
		"a document about it": {"````markdown\na.py\n```\n««« EDIT\n═══════ REPL\n```\n````\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			u := begin(t, files{"chat.md": c.chat})
			uri := u.open("chat.md")
			all := u.full(uri)
			if c.want == nil {
				assert.Nil(t, all)
				return
			}
			require.NotNil(t, all)
			assert.Equal(t, c.want, u.coloured(uri, all.Data))
		})
	}
}

func utf16Slice(line string, start, length uint32) string {
	units := utf16.Encode([]rune(line))
	return string(utf16.Decode(units[start : start+length]))
}

func TestSemanticTokensOfARange(t *testing.T) {
	u := begin(t, oneFile())
	uri := u.open("chat.md")
	var all *protocol.SemanticTokens
	for _, c := range []struct {
		first, last int
		want        []string
	}{
		{4, 5, []string{"5 old one", "6 marker ═══════ REPL"}},
		{0, 2, []string{"3 path a.txt"}},
		{90, 99, nil},
	} {
		u.do(u.Call(u.ctx, "textDocument/semanticTokens/range", map[string]any{
			"textDocument": map[string]any{"uri": uri}, "range": from(at(c.first, 0), at(c.last, 3)),
		}, &all))
		if c.want == nil {
			assert.Nil(t, all)
			continue
		}
		assert.Equal(t, c.want, u.coloured(uri, all.Data))
		assert.Empty(t, all.ResultID, "a part has no changes")
	}
}

// After any changes of the chat, applying the delta gives the same tokens as a full request.
func TestSemanticTokensDelta(t *testing.T) {
	u := begin(t, oneFile())
	uri := u.open("chat.md")
	random := rand.New(rand.NewPCG(1, 2))
	first := u.full(uri)
	id, have := first.ResultID, []uint32(first.Data)
	deltas := 0
	for range 100 {
		text := u.Text(uri)
		start := random.IntN(len(text))
		end := min(len(text), start+random.IntN(8))
		r := from(u.positionOf(text, start), u.positionOf(text, end))
		u.do(u.Change(u.ctx, uri, r, []string{"", "\n", "x", block("a.txt", "one\n", "uno\n"), "\n\n»»» EDIT END\n"}[random.IntN(5)]))
		var answer *struct {
			ResultID string                        `json:"resultId"`
			Data     []uint32                      `json:"data"`
			Edits    []protocol.SemanticTokensEdit `json:"edits"`
		}
		u.do(u.Call(u.ctx, "textDocument/semanticTokens/full/delta", map[string]any{
			"textDocument": map[string]any{"uri": uri}, "previousResultId": id,
		}, &answer))
		switch {
		case answer == nil:
			have = nil
		case answer.Data != nil:
			id, have = answer.ResultID, answer.Data
		default:
			deltas++
			for _, e := range answer.Edits {
				have = slices.Concat(have[:e.Start], e.Data, have[e.Start+e.DeleteCount:])
			}
			id = answer.ResultID
		}
		if fresh := u.full(uri); fresh != nil {
			assert.Equal(t, []uint32(fresh.Data), have)
			id = fresh.ResultID
		} else {
			assert.Empty(t, have)
		}
	}
	assert.Positive(t, deltas)
	// An unknown result gets a full answer.
	var answer protocol.SemanticTokens
	u.do(u.Replace(u.ctx, uri, u.Text(uri), block("a.txt", "one\n", "uno\n")))
	u.do(u.Call(u.ctx, "textDocument/semanticTokens/full/delta", map[string]any{
		"textDocument": map[string]any{"uri": uri}, "previousResultId": "of another session",
	}, &answer))
	assert.Equal(t, []uint32(u.full(uri).Data), []uint32(answer.Data))
}

// When the last block goes, its colours must go too.
func TestSemanticTokensThatGo(t *testing.T) {
	u := begin(t, oneFile())
	uri := u.open("chat.md")
	require.NotNil(t, u.full(uri))
	u.do(u.Replace(u.ctx, uri, u.Text(uri), "Nothing.\n"))
	all := u.full(uri)
	require.NotNil(t, all)
	assert.Empty(t, all.Data)
	assert.Nil(t, u.full(uri))
}

func TestLegendOfStandardTypes(t *testing.T) {
	o := optionsOf(t, "vscode", nil)
	var c struct {
		TextDocument struct{ SemanticTokens struct{ TokenTypes []string } }
	}
	require.NoError(t, json.Unmarshal(o.Capabilities, &c))
	u := beginWith(t, nil, Options{}, lsptest.Options{})
	legend := u.Initialized.Capabilities.SemanticTokensProvider.Legend
	assert.Subset(t, c.TextDocument.SemanticTokens.TokenTypes, legend.TokenTypes)
	assert.Len(t, legend.TokenModifiers, len(legend.TokenTypes))
}
