package protocol

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDidOpen(t *testing.T) {
	p := decode[DidOpenTextDocumentParams](t, ` {"extra":[{"text":"no"}], "textDocument" : {"languageId":"markdown","text":"a\n\"b\"\t\u00e9\ud83d\ude00","version":-3,"more":{},"uri":"file:///a"} } `)
	assert.Equal(t, TextDocumentItem{URI: "file:///a", LanguageID: "markdown", Version: -3, Text: "a\n\"b\"\té😀"}, p.TextDocument)
}

func TestDidChange(t *testing.T) {
	p := decode[DidChangeTextDocumentParams](t, `{"contentChanges":[
		{"range":{"start":{"line":1,"character":2},"end":{"line":3,"character":4}},"rangeLength":9,"text":"x"},{"text":"whole"},{"range":null,"text":""}],
		"textDocument":{"version":8,"uri":"file:///a"}}`)
	assert.Equal(t, "file:///a", p.TextDocument.URI)
	assert.Equal(t, Integer(8), p.TextDocument.Version)
	assert.Equal(t, Array[TextDocumentContentChangeEvent]{
		{Range: &Range{Start: Position{Line: 1, Character: 2}, End: Position{Line: 3, Character: 4}}, Text: "x"}, {Text: "whole"}, {},
	}, p.ContentChanges)
}

// Errors about bad params are shown and logged, so they must not contain a document's text.
func TestErrorsNameTheMemberAndQuoteNoText(t *testing.T) {
	for _, c := range []struct {
		to             any
		params, member string
	}{
		{&DidOpenTextDocumentParams{}, `{"textDocument":{"text":{"secret":1}}}`, "textDocument.text"},
		{&DidOpenTextDocumentParams{}, `{"textDocument":{"version":"secret"}}`, "textDocument.version"},
		{&DidChangeTextDocumentParams{}, `{"contentChanges":[{"text":["secret"]}]}`, "contentChanges.text"},
	} {
		err := json.Unmarshal([]byte(c.params), c.to)
		assert.ErrorContains(t, err, c.member)
		assert.NotContains(t, err.Error(), "secret")
	}
}
