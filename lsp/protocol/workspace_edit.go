package protocol

import (
	"encoding/json"
	"errors"
	"fmt"

	protocol316 "github.com/tliron/glsp/protocol_3_16"
)

// ChangeAnnotationIdentifier is LSP "TextEdit & AnnotatedTextEdit".
type ChangeAnnotationIdentifier = protocol316.ChangeAnnotationIdentifier

// ChangeAnnotation is LSP "TextEdit & AnnotatedTextEdit".
type ChangeAnnotation = protocol316.ChangeAnnotation

// ResourceOperationKind is LSP "WorkspaceEditClientCapabilities".
type ResourceOperationKind = protocol316.ResourceOperationKind

// The values of LSP "ResourceOperationKind".
const (
	ResourceOperationKindCreate = protocol316.ResourceOperationKindCreate
	ResourceOperationKindRename = protocol316.ResourceOperationKindRename
	ResourceOperationKindDelete = protocol316.ResourceOperationKindDelete
)

// WorkspaceEdit is LSP "WorkspaceEdit".
type WorkspaceEdit struct {
	Changes           map[DocumentUri][]TextEdit                      `json:"changes,omitempty"`
	DocumentChanges   []DocumentChange                                `json:"documentChanges,omitempty"`
	ChangeAnnotations map[ChangeAnnotationIdentifier]ChangeAnnotation `json:"changeAnnotations,omitempty"`
}

// DocumentChange is one of the documentChanges of LSP "WorkspaceEdit". Exactly one member must be
// set.
type DocumentChange struct {
	TextDocumentEdit *TextDocumentEdit
	CreateFile       *CreateFile
	RenameFile       *RenameFile
	DeleteFile       *DeleteFile
}

// TextDocumentEdit is LSP "TextDocumentEdit".
type TextDocumentEdit struct {
	TextDocument OptionalVersionedTextDocumentIdentifier `json:"textDocument"`
	Edits        Array[AnnotatedTextEdit]                `json:"edits"`
}

// OptionalVersionedTextDocumentIdentifier is LSP "VersionedTextDocumentIdentifier". A nil version
// is sent as null, for a document that isn't open.
type OptionalVersionedTextDocumentIdentifier struct {
	URI     DocumentUri `json:"uri"`
	Version *Integer    `json:"version"`
}

// AnnotatedTextEdit is LSP "TextEdit & AnnotatedTextEdit". Without an annotation it is a plain
// TextEdit.
type AnnotatedTextEdit struct {
	TextEdit
	AnnotationID *ChangeAnnotationIdentifier `json:"annotationId,omitempty"`
}

// CreateFile is LSP "File Resource changes". [DocumentChange] adds its kind.
type CreateFile struct {
	URI          DocumentUri                 `json:"uri"`
	Options      *CreateFileOptions          `json:"options,omitempty"`
	AnnotationID *ChangeAnnotationIdentifier `json:"annotationId,omitempty"`
}

// CreateFileOptions is LSP "File Resource changes".
type CreateFileOptions = protocol316.CreateFileOptions

// RenameFile is LSP "File Resource changes". [DocumentChange] adds its kind.
type RenameFile struct {
	OldURI       DocumentUri                 `json:"oldUri"`
	NewURI       DocumentUri                 `json:"newUri"`
	AnnotationID *ChangeAnnotationIdentifier `json:"annotationId,omitempty"`
}

// DeleteFile is LSP "File Resource changes". [DocumentChange] adds its kind.
type DeleteFile struct {
	URI          DocumentUri                 `json:"uri"`
	Options      *DeleteFileOptions          `json:"options,omitempty"`
	AnnotationID *ChangeAnnotationIdentifier `json:"annotationId,omitempty"`
}

// DeleteFileOptions is LSP "File Resource changes".
type DeleteFileOptions = protocol316.DeleteFileOptions

var errDocumentChange = errors.New("a document change must have exactly one member")

// MarshalJSON implements json.Marshaler. It fails unless exactly one member is set.
func (c DocumentChange) MarshalJSON() ([]byte, error) {
	var one any
	set := 0
	if c.TextDocumentEdit != nil {
		one = c.TextDocumentEdit
		set++
	}
	if c.CreateFile != nil {
		one = struct {
			Kind ResourceOperationKind `json:"kind"`
			*CreateFile
		}{ResourceOperationKindCreate, c.CreateFile}
		set++
	}
	if c.RenameFile != nil {
		one = struct {
			Kind ResourceOperationKind `json:"kind"`
			*RenameFile
		}{ResourceOperationKindRename, c.RenameFile}
		set++
	}
	if c.DeleteFile != nil {
		one = struct {
			Kind ResourceOperationKind `json:"kind"`
			*DeleteFile
		}{ResourceOperationKindDelete, c.DeleteFile}
		set++
	}
	if set != 1 {
		return nil, errDocumentChange
	}
	return json.Marshal(one)
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *DocumentChange) UnmarshalJSON(data []byte) error {
	var which struct {
		Kind *ResourceOperationKind `json:"kind"`
	}
	if err := json.Unmarshal(data, &which); err != nil {
		return err
	}
	*c = DocumentChange{}
	if which.Kind == nil {
		c.TextDocumentEdit = &TextDocumentEdit{}
		return json.Unmarshal(data, c.TextDocumentEdit)
	}
	switch *which.Kind {
	case ResourceOperationKindCreate:
		c.CreateFile = &CreateFile{}
		return json.Unmarshal(data, c.CreateFile)
	case ResourceOperationKindRename:
		c.RenameFile = &RenameFile{}
		return json.Unmarshal(data, c.RenameFile)
	case ResourceOperationKindDelete:
		c.DeleteFile = &DeleteFile{}
		return json.Unmarshal(data, c.DeleteFile)
	}
	return fmt.Errorf("unknown kind of document change %q", *which.Kind)
}

// ApplyWorkspaceEditParams is LSP "Applies a WorkspaceEdit".
type ApplyWorkspaceEditParams struct {
	Label string        `json:"label,omitempty"`
	Edit  WorkspaceEdit `json:"edit"`
}

// ApplyWorkspaceEditResult is LSP "Applies a WorkspaceEdit".
type ApplyWorkspaceEditResult = protocol316.ApplyWorkspaceEditResponse
