package protocol

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// roundTrip checks that v encodes to exactly this JSON and decodes from it.
func roundTrip[T any](t *testing.T, want string, v T) {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	assert.JSONEq(t, want, string(b))
	assert.Equal(t, v, decode[T](t, want))
}

func ptr[T any](v T) *T { return &v }

func TestWorkspaceEditWithEveryKindOfChange(t *testing.T) {
	at := Range{Start: Position{Line: 1}, End: Position{Line: 2}}
	roundTrip(t, `{
		"documentChanges": [
			{"textDocument":{"uri":"file:///open","version":7},"edits":[
				{"range":{"start":{"line":1,"character":0},"end":{"line":2,"character":0}},"newText":"a\n"},
				{"range":{"start":{"line":1,"character":0},"end":{"line":2,"character":0}},"newText":"","annotationId":"confirm"}]},
			{"textDocument":{"uri":"file:///closed","version":null},"edits":[]},
			{"textDocument":{"uri":"file:///zero","version":0},"edits":[]},
			{"kind":"create","uri":"file:///new"},
			{"kind":"create","uri":"file:///new2","options":{"overwrite":true,"ignoreIfExists":false},"annotationId":"confirm"},
			{"kind":"rename","oldUri":"file:///old","newUri":"file:///moved"},
			{"kind":"delete","uri":"file:///gone","options":{"ignoreIfNotExists":true},"annotationId":"confirm"}],
		"changeAnnotations": {"confirm":{"label":"Protected file","needsConfirmation":true,"description":".env"}}
	}`, WorkspaceEdit{
		DocumentChanges: []DocumentChange{
			{TextDocumentEdit: &TextDocumentEdit{
				TextDocument: OptionalVersionedTextDocumentIdentifier{"file:///open", ptr(Integer(7))},
				Edits: []AnnotatedTextEdit{
					{TextEdit: TextEdit{Range: at, NewText: "a\n"}},
					{TextEdit: TextEdit{Range: at}, AnnotationID: ptr("confirm")},
				},
			}},
			{TextDocumentEdit: &TextDocumentEdit{TextDocument: OptionalVersionedTextDocumentIdentifier{URI: "file:///closed"}, Edits: []AnnotatedTextEdit{}}},
			{TextDocumentEdit: &TextDocumentEdit{TextDocument: OptionalVersionedTextDocumentIdentifier{"file:///zero", ptr(Integer(0))}, Edits: []AnnotatedTextEdit{}}},
			{CreateFile: &CreateFile{URI: "file:///new"}},
			{CreateFile: &CreateFile{"file:///new2", &CreateFileOptions{Overwrite: ptr(true), IgnoreIfExists: ptr(false)}, ptr("confirm")}},
			{RenameFile: &RenameFile{"file:///old", "file:///moved", nil}},
			{DeleteFile: &DeleteFile{"file:///gone", &DeleteFileOptions{IgnoreIfNotExists: ptr(true)}, ptr("confirm")}},
		},
		ChangeAnnotations: map[ChangeAnnotationIdentifier]ChangeAnnotation{
			"confirm": {Label: "Protected file", NeedsConfirmation: ptr(true), Description: ptr(".env")},
		},
	})
}

func TestWorkspaceEditWithChanges(t *testing.T) {
	roundTrip(t, `{"changes":{"file:///a":[{"range":{"start":{"line":0,"character":0},"end":{"line":1,"character":0}},"newText":"x"}]}}`,
		WorkspaceEdit{Changes: map[DocumentUri][]TextEdit{"file:///a": {{Range: Range{End: Position{Line: 1}}, NewText: "x"}}}})
	roundTrip(t, `{}`, WorkspaceEdit{})
}

// A missing version decodes as nil, and nil encodes as null: some clients read a missing one as 0.
func TestNullAndAbsentVersions(t *testing.T) {
	for _, text := range []string{`{"uri":"file:///a","version":null}`, `{"uri":"file:///a"}`} {
		assert.Nil(t, decode[OptionalVersionedTextDocumentIdentifier](t, text).Version)
	}
	b, err := json.Marshal(TextDocumentEdit{TextDocument: OptionalVersionedTextDocumentIdentifier{URI: "file:///a"}})
	require.NoError(t, err)
	assert.Equal(t, `{"textDocument":{"uri":"file:///a","version":null},"edits":[]}`, string(b))
}

func TestDocumentChangesThatAreNone(t *testing.T) {
	for _, c := range []DocumentChange{{}, {CreateFile: &CreateFile{}, DeleteFile: &DeleteFile{}}, {TextDocumentEdit: &TextDocumentEdit{}, RenameFile: &RenameFile{}}} {
		_, err := json.Marshal(c)
		assert.ErrorIs(t, err, errDocumentChange)
	}
	for _, text := range []string{`{"kind":"move","uri":"file:///a"}`, `{"kind":7}`, `[]`, `{"kind":"create","uri":7}`, `{"textDocument":7}`} {
		var c DocumentChange
		assert.Error(t, json.Unmarshal([]byte(text), &c), text)
	}
}
