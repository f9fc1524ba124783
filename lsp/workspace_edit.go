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
	annotation := n.annotate(edit, confirmed, confirm)
	// Deletes and renames need their own confirmation, unless all edits are confirmed.
	move := func(confirm string) *protocol.ChangeAnnotationIdentifier {
		if annotation != nil {
			return annotation
		}
		return n.annotate(edit, confirm, confirm)
	}
	for _, f := range files {
		uri := n.uri(f.Target.Abs)
		if f.Delete {
			edit.DocumentChanges = append(edit.DocumentChanges, protocol.DocumentChange{
				DeleteFile: deleteFile(uri, move(deletesFile)),
			})
			continue
		}
		if f.Create && n.client.can(protocol.ResourceOperationKindCreate) {
			edit.DocumentChanges = append(edit.DocumentChanges, protocol.DocumentChange{
				CreateFile: &protocol.CreateFile{URI: uri, Options: n.client.createOptions(f.Target.ParentExists), AnnotationID: annotation},
			})
		}
		n.addEdits(edit, uri, targetVersion(f), n.fileEdits(f, annotation))
		if to := f.NewTarget; to != nil {
			edit.DocumentChanges = append(edit.DocumentChanges, protocol.DocumentChange{
				RenameFile: &protocol.RenameFile{OldURI: uri, NewURI: n.uri(to.Abs), AnnotationID: move(renamesFile)},
			})
		}
	}
	return edit
}

// deleteFile deletes a file if it's there: it may be gone while its buffer is still open.
func deleteFile(uri protocol.DocumentUri, annotation *protocol.ChangeAnnotationIdentifier) *protocol.DeleteFile {
	return &protocol.DeleteFile{URI: uri, Options: &protocol.DeleteFileOptions{IgnoreIfNotExists: ptr(true)}, AnnotationID: annotation}
}

// chatEdit returns an edit of the chat itself, at the checked version.
func (n *snapshot) chatEdit(edits []text.Edit) *protocol.WorkspaceEdit {
	edit := &protocol.WorkspaceEdit{}
	n.addChatEdits(edit, edits)
	return edit
}

func (n *snapshot) addChatEdits(edit *protocol.WorkspaceEdit, edits []text.Edit) {
	n.addEdits(edit, n.document.uri, ptr(protocol.Integer(n.version)), n.textEdits(n.text, edits, nil))
}

// addEdits adds a document's edits in the form that the client supports.
func (n *snapshot) addEdits(edit *protocol.WorkspaceEdit, uri protocol.DocumentUri, version *protocol.Integer, edits []protocol.AnnotatedTextEdit) {
	switch {
	case len(edits) == 0:
	case n.client.documentChanges():
		edit.DocumentChanges = append(edit.DocumentChanges, protocol.DocumentChange{TextDocumentEdit: &protocol.TextDocumentEdit{
			TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{URI: uri, Version: version},
			Edits:        edits,
		}})
	default:
		if edit.Changes == nil {
			edit.Changes = map[protocol.DocumentUri][]protocol.TextEdit{}
		}
		for _, e := range edits {
			edit.Changes[uri] = append(edit.Changes[uri], e.TextEdit)
		}
	}
}

// confirmed identifies the annotation of all edits.
const confirmed = "confirm"

// annotate declares an annotation that makes a client ask before it applies the edit.
func (n *snapshot) annotate(edit *protocol.WorkspaceEdit, id protocol.ChangeAnnotationIdentifier, confirm string) *protocol.ChangeAnnotationIdentifier {
	if confirm == "" || !n.client.asks() || n.client.confirms() {
		return nil
	}
	if edit.ChangeAnnotations == nil {
		edit.ChangeAnnotations = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{}
	}
	edit.ChangeAnnotations[id] = protocol.ChangeAnnotation{Label: confirm, NeedsConfirmation: ptr(true)}
	return &id
}

// targetVersion returns the version of the open document that the edits are for, nil if it isn't
// open.
func targetVersion(f *apply.FileEdit) *protocol.Integer {
	if f.Target.File == nil || !f.Target.File.Open {
		return nil
	}
	return ptr(protocol.Integer(f.Target.File.Version))
}

func (n *snapshot) fileEdits(f *apply.FileEdit, annotation *protocol.ChangeAnnotationIdentifier) []protocol.AnnotatedTextEdit {
	if !f.Create {
		return n.textEdits(f.Before, f.Edits(), annotation)
	}
	content := f.After().String()
	if content == "" {
		return nil
	}
	// An editor's empty buffer has one line. The range removes it, while an insertion would leave an
	// empty line at the end.
	edit := protocol.TextEdit{Range: protocol.Range{End: protocol.Position{Line: 1}}, NewText: content}
	if line := strings.TrimSuffix(content, text.LF); n.client.endsNewFiles() && line != "" {
		edit = protocol.TextEdit{NewText: line}
	}
	return []protocol.AnnotatedTextEdit{{TextEdit: edit, AnnotationID: annotation}}
}

func (n *snapshot) textEdits(t *text.Text, edits []text.Edit, annotation *protocol.ChangeAnnotationIdentifier) []protocol.AnnotatedTextEdit {
	list := make([]protocol.AnnotatedTextEdit, len(edits))
	position := t.Positions(n.encoding)
	for i, e := range edits {
		start, end := toProtocol(position(e.Start)), toProtocol(position(e.End))
		list[i] = protocol.AnnotatedTextEdit{
			TextEdit:     protocol.TextEdit{Range: protocol.Range{Start: start, End: end}, NewText: e.New},
			AnnotationID: annotation,
		}
	}
	return list
}
