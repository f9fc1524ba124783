package protocol

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/wire/rawjson"
)

func TestDidOpenFromRawBytes(t *testing.T) {
	var p DidOpenTextDocumentParams
	require.NoError(t, p.UnmarshalRaw([]byte(` {"extra":[{"text":"no"}], "textDocument" : {"languageId":"markdown","text":"a\n\"b\"\t\u00e9\ud83d\ude00","version":-3,"more":{},"uri":"file:///a"} } `)))
	assert.Equal(t, TextDocumentItem{URI: "file:///a", LanguageID: "markdown", Version: -3, Text: "a\n\"b\"\té😀"}, p.TextDocument)
}

func TestDidChangeFromRawBytes(t *testing.T) {
	var p DidChangeTextDocumentParams
	require.NoError(t, p.UnmarshalRaw([]byte(`{"contentChanges":[
		{"range":{"start":{"line":1,"character":2},"end":{"line":3,"character":4}},"rangeLength":9,"text":"x"},{"text":"whole"},{"range":null,"text":""}],
		"textDocument":{"version":8,"uri":"file:///a"}}`)))
	assert.Equal(t, "file:///a", p.TextDocument.URI)
	assert.Equal(t, Integer(8), p.TextDocument.Version)
	assert.Equal(t, Array[TextDocumentContentChangeEvent]{
		{Range: &Range{Start: Position{Line: 1, Character: 2}, End: Position{Line: 3, Character: 4}}, Text: "x"}, {Text: "whole"}, {},
	}, p.ContentChanges)
}

// The raw decoders agree with encoding/json wherever both accept, and accept and refuse
// the same texts, but for the spelling of names.
func agree(t *testing.T, raw []byte) {
	t.Helper()
	compare(t, raw, &DidOpenTextDocumentParams{}, &DidOpenTextDocumentParams{})
	compare(t, raw, &DidChangeTextDocumentParams{}, &DidChangeTextDocumentParams{})
}

func compare(t *testing.T, raw []byte, got interface{ UnmarshalRaw([]byte) error }, want any) {
	t.Helper()
	if rawjson.Valid(raw) != nil {
		assert.Error(t, got.UnmarshalRaw(raw), "%q", raw)
		return
	}
	wantErr := json.Unmarshal(raw, want)
	err := got.UnmarshalRaw(raw)
	require.Equal(t, wantErr == nil, err == nil, "%q\nraw: %v\njson: %v", raw, err, wantErr)
	if err == nil {
		assert.Equal(t, want, any(got), "%q", raw)
	}
}

var syncTexts = []string{
	`{"textDocument":{"uri":"u","languageId":"l","version":1,"text":"t"}}`,
	`{"textDocument":{"uri":"u","version":2},"contentChanges":[{"text":"a\\n\n\u0041"},{"range":{"start":{"line":0,"character":1},"end":{"line":2,"character":3}},"text":""}]}`,
	`{"textDocument":null,"contentChanges":null}`, `{"textDocument":{"uri":null,"languageId":null,"version":null,"text":null}}`,
	`{"textDocument":{"text":7}}`, `{"textDocument":{"version":"1"}}`, `{"textDocument":{"version":1.0}}`, `{"textDocument":{"version":2147483648}}`,
	`{"textDocument":[]}`, `{"contentChanges":{}}`, `{"contentChanges":[7]}`, `{"contentChanges":[null]}`, `{"contentChanges":[{"range":7}]}`, `{"contentChanges":[]}`,
	`{"contentChanges":[{"range":{"start":{"line":-1}}}]}`, `{"contentChanges":[{"text":{}}]}`, `{}`, `[]`, `null`, `7`, `"x"`, ``, `{`, `{"textDocument":{"text":"a}`, `{}{}`,
	"{\"textDocument\":{\"text\":\"\xff\\ud800\xed\xa0\x80\"}}", `{"textDocument":{"uri":"u"},"extra":[[[]]]}`, `{"extra":"\x"}`,
}

func TestRawDecodersAgreeWithEncodingJSON(t *testing.T) {
	for _, text := range syncTexts {
		agree(t, []byte(text))
	}
}

// FuzzTextSync gives the raw decoders any text, which they must refuse unless it is
// JSON, and any value in the place of a document's, which they must read as
// encoding/json does.
func FuzzTextSync(f *testing.F) {
	for _, text := range syncTexts {
		f.Add([]byte(text))
	}
	f.Add([]byte(`"a\\n\u00e9\ud83d\ude00\ud800"`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, p := range []interface{ UnmarshalRaw([]byte) error }{&DidOpenTextDocumentParams{}, &DidChangeTextDocumentParams{}} {
			if p.UnmarshalRaw(raw) == nil {
				require.NoError(t, rawjson.Valid(raw), "%q", raw)
			}
		}
		if rawjson.Valid(raw) != nil {
			return
		}
		value := string(raw)
		agree(t, []byte(`{"textDocument":{"uri":`+value+`,"text":"t"}}`))
		agree(t, []byte(`{"textDocument":{"uri":"u","version":`+value+`}}`))
		agree(t, []byte(`{"textDocument":{"uri":"u","text":`+value+`}}`))
		agree(t, []byte(`{"contentChanges":[{"text":`+value+`},{"other":`+value+`,"text":"t"}]}`))
	})
}

func TestErrorsNameTheMemberAndQuoteNoText(t *testing.T) {
	var p DidOpenTextDocumentParams
	assert.EqualError(t, p.UnmarshalRaw([]byte(`{"textDocument":{"text":{"secret":1}}}`)), "textDocument: text: not a string")
	assert.EqualError(t, p.UnmarshalRaw([]byte(`{"textDocument":{"version":"secret"}}`)), "textDocument: version: not a 32-bit integer")
	var c DidChangeTextDocumentParams
	assert.EqualError(t, c.UnmarshalRaw([]byte(`{"contentChanges":[{"text":["secret"]}]}`)), "contentChanges: text: not a string")
}
