package lsp

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// workspaceEdit converts file edits to the form that the client applies: files are created before
// they are filled, and open documents are edited at their exact version. confirm is why the client
// should ask first, or "".
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
		if f.Create && n.client.can(protocol.ResourceOperationKindCreate) {
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

// chatEdit returns an edit of the chat itself, at the checked version.
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

const (
	deletesFile = "Deletes the file"
	renamesFile = "Renames the file"
)

// annotateMove declares the annotation of a file operation, unless all edits have one already.
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

// annotate declares the annotation that makes a client ask before it applies the edit.
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

// targetVersion returns the version of the open document that the edits are for, nil if it isn't
// open.
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
		// An editor's empty buffer has one line. The range removes it, while an insertion would
		// leave an empty line at the end.
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
