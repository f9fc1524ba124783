package fake

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// Open opens a file and tells the server of it.
func (e *Editor) Open(ctx context.Context, path, language string) (protocol.DocumentUri, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	uri := protocol.FileURI(path)
	return uri, e.OpenText(ctx, uri, language, string(data))
}

// OpenText opens a document that need not be a file.
func (e *Editor) OpenText(ctx context.Context, uri protocol.DocumentUri, language, text string) error {
	e.mu.Lock()
	b := &Buffer{URI: uri, Text: text, Version: 1, Open: true}
	e.buffers[uri] = b
	e.mu.Unlock()
	return e.Notify(ctx, "textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": uri, "languageId": language, "version": b.Version, "text": text},
	})
}

// Change replaces a range of an open document by text, as a person would type it.
func (e *Editor) Change(ctx context.Context, uri protocol.DocumentUri, r protocol.Range, text string) error {
	e.mu.Lock()
	b := e.buffers[uri]
	start, end := offset(b.Text, r.Start), offset(b.Text, r.End)
	b.Text = b.Text[:start] + text + b.Text[end:]
	b.Version++
	b.Dirty = true
	version := b.Version
	e.mu.Unlock()
	return e.Notify(ctx, "textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uri, "version": version},
		"contentChanges": []any{map[string]any{"range": r, "text": text}},
	})
}

// Append types text at the end of an open document.
func (e *Editor) Append(ctx context.Context, uri protocol.DocumentUri, text string) error {
	end := endOf(e.Text(uri))
	return e.Change(ctx, uri, protocol.Range{Start: end, End: end}, text)
}

// Text is the text of a buffer.
func (e *Editor) Text(uri protocol.DocumentUri) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	if b := e.buffers[uri]; b != nil {
		return b.Text
	}
	return ""
}

// Close closes a document.
func (e *Editor) Close(ctx context.Context, uri protocol.DocumentUri) error {
	e.mu.Lock()
	delete(e.buffers, uri)
	e.mu.Unlock()
	return e.Notify(ctx, "textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri}})
}

// SaveAll writes all changed buffers that are files.
func (e *Editor) SaveAll(ctx context.Context) error {
	e.mu.Lock()
	var saved []protocol.DocumentUri
	var errs []error
	for uri, b := range e.buffers {
		path, ok := protocol.Path(uri)
		if !ok || !b.Dirty {
			continue
		}
		if err := os.WriteFile(path, []byte(b.Text), 0o644); err != nil {
			errs = append(errs, err)
			continue
		}
		b.Dirty = false
		if b.Open {
			saved = append(saved, uri)
		}
	}
	e.mu.Unlock()
	for _, uri := range saved {
		errs = append(errs, e.Notify(ctx, "textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": uri}}))
	}
	return errors.Join(errs...)
}

// Apply applies a workspace edit to the buffers, and tells the server of the open ones
// that it changed.
func (e *Editor) Apply(ctx context.Context, edit protocol.WorkspaceEdit) error {
	e.mu.Lock()
	versions := map[protocol.DocumentUri]int32{}
	for uri, b := range e.buffers {
		versions[uri] = b.Version
	}
	err := e.apply(edit)
	var changed []Buffer
	for uri, b := range e.buffers {
		if b.Open && versions[uri] != b.Version {
			changed = append(changed, *b)
		}
	}
	e.mu.Unlock()
	if err != nil {
		return err
	}
	for _, b := range changed {
		err = errors.Join(err, e.Notify(ctx, "textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": b.URI, "version": b.Version},
			"contentChanges": []any{map[string]any{"text": b.Text}},
		}))
	}
	return err
}

// apply applies a workspace edit in order; mu must be held.
func (e *Editor) apply(edit protocol.WorkspaceEdit) error {
	if len(edit.Changes) > 0 && len(edit.DocumentChanges) > 0 {
		return errors.New("a workspace edit has both changes and documentChanges")
	}
	for uri, edits := range edit.Changes {
		if err := e.applyText(uri, nil, edits); err != nil {
			return err
		}
	}
	for _, c := range edit.DocumentChanges {
		var err error
		switch {
		case c.TextDocumentEdit != nil:
			t := c.TextDocumentEdit
			edits := make([]protocol.TextEdit, len(t.Edits))
			for i, x := range t.Edits {
				edits[i] = x.TextEdit
			}
			err = e.applyText(t.TextDocument.URI, t.TextDocument.Version, edits)
		case c.CreateFile != nil:
			err = e.create(c.CreateFile)
		default:
			err = errors.New("the fake editor cannot do this document change")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *Editor) create(c *protocol.CreateFile) error {
	path, ok := protocol.Path(c.URI)
	if !ok {
		return fmt.Errorf("cannot create %s", c.URI)
	}
	if _, err := os.Lstat(path); err == nil {
		if c.Options != nil && c.Options.IgnoreIfExists != nil && *c.Options.IgnoreIfExists {
			return nil
		}
		return fmt.Errorf("%s exists", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, nil, 0o644)
}

// applyText applies edits to one document, read from disk if it has no buffer.
func (e *Editor) applyText(uri protocol.DocumentUri, version *protocol.Integer, edits []protocol.TextEdit) error {
	b := e.buffers[uri]
	if b == nil {
		path, ok := protocol.Path(uri)
		if !ok {
			return fmt.Errorf("no document %s", uri)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		b = &Buffer{URI: uri, Text: string(data)}
		e.buffers[uri] = b
	}
	if b.Open && (version == nil || int32(*version) != b.Version) {
		return fmt.Errorf("an edit of %s is for another version than %d", uri, b.Version)
	}
	if !b.Open && version != nil {
		return fmt.Errorf("an edit of %s, which is not open, has a version", uri)
	}
	text, err := edited(b.Text, edits)
	if err != nil {
		return fmt.Errorf("%s: %w", uri, err)
	}
	b.Text, b.Dirty = text, true
	b.Version++
	return nil
}
