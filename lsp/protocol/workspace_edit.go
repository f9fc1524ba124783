package protocol

import (
	"encoding/json"
	"fmt"

	protocol316 "github.com/tliron/glsp/protocol_3_16"
)

// Workspace edits (LSP, "WorkspaceEdit").
type (
	// ChangeAnnotation describes edits to people.
	ChangeAnnotation = protocol316.ChangeAnnotation
	// ChangeAnnotationIdentifier names an annotation.
	ChangeAnnotationIdentifier = protocol316.ChangeAnnotationIdentifier
	// CreateFileOptions say what to do if the file is there.
	CreateFileOptions = protocol316.CreateFileOptions
	// RenameFileOptions say what to do if the new file is there.
	RenameFileOptions = protocol316.RenameFileOptions
	// DeleteFileOptions say what to do with folders and missing files.
	DeleteFileOptions = protocol316.DeleteFileOptions
	// ResourceOperationKind is an operation on files that a client can do.
	ResourceOperationKind = protocol316.ResourceOperationKind
)

// The operations on files.
const (
	ResourceOperationKindCreate = protocol316.ResourceOperationKindCreate
	ResourceOperationKindRename = protocol316.ResourceOperationKindRename
	ResourceOperationKindDelete = protocol316.ResourceOperationKindDelete
)

// WorkspaceEdit changes several documents: by Changes, or, in order, by
// DocumentChanges.
type WorkspaceEdit struct {
	Changes           map[DocumentUri][]TextEdit                      `json:"changes,omitempty"`
	DocumentChanges   []DocumentChange                                `json:"documentChanges,omitempty"`
	ChangeAnnotations map[ChangeAnnotationIdentifier]ChangeAnnotation `json:"changeAnnotations,omitempty"`
}

// DocumentChange is one of its members, the others nil.
type DocumentChange struct {
	TextDocumentEdit *TextDocumentEdit
	CreateFile       *CreateFile
	RenameFile       *RenameFile
	DeleteFile       *DeleteFile
}

// The kinds by which the operations on files are told apart.
const (
	createKind = "create"
	renameKind = "rename"
	deleteKind = "delete"
)

// MarshalJSON writes the member that is set.
func (c DocumentChange) MarshalJSON() ([]byte, error) {
	switch {
	case c.TextDocumentEdit != nil:
		return json.Marshal(c.TextDocumentEdit)
	case c.CreateFile != nil:
		return marshalKind(createKind, c.CreateFile)
	case c.RenameFile != nil:
		return marshalKind(renameKind, c.RenameFile)
	case c.DeleteFile != nil:
		return marshalKind(deleteKind, c.DeleteFile)
	}
	return nil, fmt.Errorf("protocol: an empty document change")
}

// marshalKind writes an operation with its kind before its own members.
func marshalKind(kind string, operation any) ([]byte, error) {
	body, err := json.Marshal(operation)
	if err != nil {
		return nil, err
	}
	return append([]byte(`{"kind":"`+kind+`",`), body[1:]...), nil
}

// UnmarshalJSON reads whichever member it is.
func (c *DocumentChange) UnmarshalJSON(data []byte) error {
	var k struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(data, &k); err != nil {
		return err
	}
	*c = DocumentChange{}
	switch k.Kind {
	case "":
		return json.Unmarshal(data, &c.TextDocumentEdit)
	case createKind:
		return json.Unmarshal(data, &c.CreateFile)
	case renameKind:
		return json.Unmarshal(data, &c.RenameFile)
	case deleteKind:
		return json.Unmarshal(data, &c.DeleteFile)
	}
	return fmt.Errorf("protocol: no document change of kind %q", k.Kind)
}

// TextDocumentEdit changes one document.
type TextDocumentEdit struct {
	TextDocument OptionalVersionedTextDocumentIdentifier `json:"textDocument"`
	Edits        []AnnotatedTextEdit                     `json:"edits"`
}

// OptionalVersionedTextDocumentIdentifier names a document and its version; null for
// one that is not open.
type OptionalVersionedTextDocumentIdentifier struct {
	URI     DocumentUri `json:"uri"`
	Version *Integer    `json:"version"`
}

// AnnotatedTextEdit is an edit that may have an annotation.
type AnnotatedTextEdit struct {
	TextEdit
	AnnotationID *ChangeAnnotationIdentifier `json:"annotationId,omitempty"`
}

// CreateFile makes a file.
type CreateFile struct {
	URI          DocumentUri                 `json:"uri"`
	Options      *CreateFileOptions          `json:"options,omitempty"`
	AnnotationID *ChangeAnnotationIdentifier `json:"annotationId,omitempty"`
}

// RenameFile moves a file.
type RenameFile struct {
	OldURI       DocumentUri                 `json:"oldUri"`
	NewURI       DocumentUri                 `json:"newUri"`
	Options      *RenameFileOptions          `json:"options,omitempty"`
	AnnotationID *ChangeAnnotationIdentifier `json:"annotationId,omitempty"`
}

// DeleteFile removes a file.
type DeleteFile struct {
	URI          DocumentUri                 `json:"uri"`
	Options      *DeleteFileOptions          `json:"options,omitempty"`
	AnnotationID *ChangeAnnotationIdentifier `json:"annotationId,omitempty"`
}
