package lsp

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// workspaceEdit makes what a client applies out of the canonical edits: files before their content, and the exact versions of open
// documents. confirm is why the client should ask first, or empty.
func (n *snapshot) workspaceEdit(files []*apply.FileEdit, confirm string) *protocol.WorkspaceEdit {
	edit := &protocol.WorkspaceEdit{}
	annotation := n.annotate(edit, confirm)
	for _, f := range files {
		uri := n.uri(f.Target.Abs)
		if f.Delete {
			edit.DocumentChanges = append(edit.DocumentChanges, protocol.DocumentChange{
				DeleteFile: &protocol.DeleteFile{URI: uri, AnnotationID: n.annotateMove(edit, annotation, deletesFile)},
			})
			continue
		}
		edits := n.textEdits(f, annotation)
		if !n.client.documentChanges() {
			if edit.Changes == nil {
				edit.Changes = map[protocol.DocumentUri][]protocol.TextEdit{}
			}
			for _, e := range edits {
				edit.Changes[uri] = append(edit.Changes[uri], e.TextEdit)
			}
			continue
		}
		if f.Create && n.client.canCreate() {
			edit.DocumentChanges = append(edit.DocumentChanges, protocol.DocumentChange{
				CreateFile: &protocol.CreateFile{URI: uri, Options: n.client.createOptions(f.Target.ParentExists), AnnotationID: annotation},
			})
		}
		if len(edits) > 0 {
			edit.DocumentChanges = append(edit.DocumentChanges, protocol.DocumentChange{
				TextDocumentEdit: &protocol.TextDocumentEdit{
					TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{URI: uri, Version: n.targetVersion(f)},
					Edits:        edits,
				},
			})
		}
		if to := f.NewTarget; to != nil {
			edit.DocumentChanges = append(edit.DocumentChanges, protocol.DocumentChange{
				RenameFile: &protocol.RenameFile{OldURI: uri, NewURI: n.uri(to.Abs), AnnotationID: n.annotateMove(edit, annotation, renamesFile)},
			})
		}
	}
	return edit
}

// chatEdit makes an edit of the chat document itself, at the version that was checked.
func (n *snapshot) chatEdit(edits []text.Edit) *protocol.WorkspaceEdit {
	list := make([]protocol.AnnotatedTextEdit, len(edits))
	for i, e := range edits {
		list[i] = protocol.AnnotatedTextEdit{TextEdit: protocol.TextEdit{
			Range: protocol.Range{Start: n.position(n.text, e.Start), End: n.position(n.text, e.End)}, NewText: e.New,
		}}
	}
	if !n.client.documentChanges() {
		plain := make([]protocol.TextEdit, len(list))
		for i, e := range list {
			plain[i] = e.TextEdit
		}
		return &protocol.WorkspaceEdit{Changes: map[protocol.DocumentUri][]protocol.TextEdit{n.document.uri: plain}}
	}
	version := protocol.Integer(n.version)
	return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{{TextDocumentEdit: &protocol.TextDocumentEdit{
		TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{URI: n.document.uri, Version: &version},
		Edits:        list,
	}}}}
}

// What a person is asked before a file goes or gets another name.
const (
	deletesFile = "Deletes the file"
	renamesFile = "Renames the file"
)

// annotateMove declares the annotation of an operation on a file among edits of lines,
// unless all of them have one.
func (n *snapshot) annotateMove(edit *protocol.WorkspaceEdit, all *protocol.ChangeAnnotationIdentifier, confirm string) *protocol.ChangeAnnotationIdentifier {
	if all != nil || !n.client.asks() {
		return all
	}
	id := protocol.ChangeAnnotationIdentifier(confirm)
	needed := true
	if edit.ChangeAnnotations == nil {
		edit.ChangeAnnotations = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{}
	}
	edit.ChangeAnnotations[id] = protocol.ChangeAnnotation{Label: confirm, NeedsConfirmation: &needed}
	return &id
}

// annotate declares the annotation by which a client asks before it applies the edit.
func (n *snapshot) annotate(edit *protocol.WorkspaceEdit, confirm string) *protocol.ChangeAnnotationIdentifier {
	if confirm == "" || !n.client.asks() {
		return nil
	}
	id := protocol.ChangeAnnotationIdentifier("confirm")
	needed := true
	edit.ChangeAnnotations = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{
		id: {Label: confirm, NeedsConfirmation: &needed},
	}
	return &id
}

// targetVersion is the version of the open document that a file's edits were made for;
// nil where it is not open.
func (n *snapshot) targetVersion(f *apply.FileEdit) *protocol.Integer {
	if f.Target.File == nil || !f.Target.File.Open {
		return nil
	}
	v := protocol.Integer(f.Target.File.Version)
	return &v
}

func (n *snapshot) textEdits(f *apply.FileEdit, annotation *protocol.ChangeAnnotationIdentifier) []protocol.AnnotatedTextEdit {
	if f.Create {
		content := f.After().String()
		if content == "" {
			return nil
		}
		// An editor's empty buffer has one line, which the range takes away: an
		// insertion would leave an empty line after the content.
		edit := protocol.TextEdit{Range: protocol.Range{End: protocol.Position{Line: 1}}, NewText: content}
		if line := strings.TrimSuffix(content, text.LF); n.client.endsNewFiles() && line != "" {
			edit = protocol.TextEdit{NewText: line}
		}
		return []protocol.AnnotatedTextEdit{{TextEdit: edit, AnnotationID: annotation}}
	}
	made := f.Edits()
	edits := make([]protocol.AnnotatedTextEdit, len(made))
	position := f.Before.Positions(n.encoding)
	for i, e := range made {
		start, end := toProtocol(position(e.Start)), toProtocol(position(e.End))
		edits[i] = protocol.AnnotatedTextEdit{
			TextEdit:     protocol.TextEdit{Range: protocol.Range{Start: start, End: end}, NewText: e.New},
			AnnotationID: annotation,
		}
	}
	return edits
}
