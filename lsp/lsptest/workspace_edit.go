package lsptest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// Apply applies a workspace edit to the buffers, and notifies the server of changed open ones. It
// is atomic except for created files.
func (e *Editor) Apply(ctx context.Context, edit protocol.WorkspaceEdit) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	e.mu.Lock()
	tell, err := e.applyAll(edit)
	e.mu.Unlock()
	if err != nil {
		return err
	}
	return tell()
}

// applyAll applies a workspace edit and returns the notification of the server. mu must be held.
func (e *Editor) applyAll(edit protocol.WorkspaceEdit) (tell func() error, err error) {
	before := e.copies()
	if err := e.apply(edit); err != nil {
		e.buffers = map[protocol.DocumentUri]*Buffer{}
		for uri, b := range before {
			e.buffers[uri] = &b
		}
		return nil, err
	}
	var closed, opened, changed []Buffer
	for _, uri := range names(before) {
		if b := before[uri]; b.Open && e.buffers[uri] == nil { // it was renamed
			closed = append(closed, b)
		}
	}
	for _, uri := range names(e.buffers) {
		b := e.buffers[uri]
		was, old := before[uri]
		if !old && (b.Open || e.options.Attached) {
			b.Open, was.Version = true, 1
			opened = append(opened, Buffer{URI: b.URI, Version: 1, Text: b.loaded})
		}
		if b.Open && was.Version != b.Version {
			changed = append(changed, *b)
		}
	}
	return func() (err error) {
		ctx := context.Background()
		for _, b := range closed {
			err = errors.Join(err, e.didClose(ctx, b.URI))
		}
		for _, b := range opened {
			err = errors.Join(err, e.didOpen(ctx, b, ""))
		}
		for _, b := range changed {
			err = errors.Join(err, e.didChange(ctx, b, map[string]any{"text": b.Text}))
		}
		return err
	}, nil
}

// apply applies the changes in order. mu must be held.
func (e *Editor) apply(edit protocol.WorkspaceEdit) error {
	e.checkEdit(edit)
	for _, id := range names(edit.ChangeAnnotations) {
		if a := edit.ChangeAnnotations[id]; a.NeedsConfirmation != nil && *a.NeedsConfirmation {
			e.asked = append(e.asked, a.Label)
		}
	}
	for _, uri := range names(edit.Changes) {
		if err := e.applyText(uri, nil, edit.Changes[uri]); err != nil {
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
				if x.AnnotationID == nil {
					continue
				}
				if _, declared := edit.ChangeAnnotations[*x.AnnotationID]; !declared {
					e.complain("an edit has an annotation that is not declared")
				}
			}
			if b := e.buffers[t.TextDocument.URI]; b != nil && b.Open && t.TextDocument.Version == nil {
				err = fmt.Errorf("an edit of %s, which is open, has no version", t.TextDocument.URI)
				break
			}
			err = e.applyText(t.TextDocument.URI, t.TextDocument.Version, edits)
		case c.CreateFile != nil:
			err = e.create(c.CreateFile)
		case c.RenameFile != nil:
			err = e.move(c.RenameFile.OldURI, c.RenameFile.NewURI)
		case c.DeleteFile != nil:
			err = e.remove(c.DeleteFile)
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
	tolerant := c.Options != nil && c.Options.IgnoreIfExists != nil && *c.Options.IgnoreIfExists
	if _, err := os.Lstat(path); err == nil {
		if tolerant {
			return nil
		}
		return fmt.Errorf("%s exists", path)
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil && e.options.Behaviour.MakesNoFolders {
		if !tolerant {
			return fmt.Errorf("cannot create %s: its folder does not stand", path)
		}
		e.buffers[c.URI] = &Buffer{URI: c.URI, Version: 1, homeless: true}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, nil, 0o644)
}

func (e *Editor) remove(d *protocol.DeleteFile) error {
	uri := d.URI
	path, ok := protocol.Path(uri)
	if !ok {
		return fmt.Errorf("cannot delete %s", uri)
	}
	tolerant := d.Options != nil && d.Options.IgnoreIfNotExists != nil && *d.Options.IgnoreIfNotExists
	if _, err := os.Lstat(path); err != nil && tolerant {
		return nil
	}
	if b := e.buffers[uri]; b != nil && b.Open {
		return fmt.Errorf("%s is open, and would be lost", uri)
	}
	delete(e.buffers, uri)
	return os.Remove(path)
}

func (e *Editor) move(from, to protocol.DocumentUri) error {
	old, oldOK := protocol.Path(from)
	new, newOK := protocol.Path(to)
	if !oldOK || !newOK {
		return fmt.Errorf("cannot rename %s to %s", from, to)
	}
	if _, err := os.Lstat(new); err == nil {
		return fmt.Errorf("%s exists", new)
	}
	if b := e.buffers[from]; b != nil {
		delete(e.buffers, from)
		b.URI, b.Version, b.loaded = to, 1, b.Text
		e.buffers[to] = b
	}
	if err := os.MkdirAll(filepath.Dir(new), 0o777); err != nil {
		return err
	}
	return os.Rename(old, new)
}

func (e *Editor) applyText(uri protocol.DocumentUri, version *protocol.Integer, edits []protocol.TextEdit) error {
	b := e.buffers[uri]
	if b == nil {
		path, ok := protocol.Path(uri)
		if !ok {
			return fmt.Errorf("no document %s", uri)
		}
		var err error
		b, err = load(path)
		switch {
		case err == nil:
		case errors.Is(err, os.ErrNotExist) && e.options.Behaviour.CreatesByText:
			b = &Buffer{URI: uri, homeless: true}
		default:
			return err
		}
		b.Version, b.loaded = 1, b.Text
		e.buffers[uri] = b
	}
	if b.Open && version != nil && int32(*version) != b.Version {
		return fmt.Errorf("an edit of %s is for another version than %d", uri, b.Version)
	}
	if !b.Open && version != nil {
		return fmt.Errorf("an edit of %s, which is not open, has a version", uri)
	}
	by := e.counting()
	if e.options.Behaviour.CountsBytes {
		by.units = utf8Units
	}
	was := b.Text
	if b.homeless && e.options.Behaviour.InsertsFirst {
		for i := range edits {
			was += edits[i].NewText
			edits[i].NewText = ""
		}
	}
	text, fault, err := edited(was, edits, by)
	if err != nil {
		return fmt.Errorf("%s: %w", uri, err)
	}
	if fault != "" {
		e.complain("%s", fault)
	}
	if b.homeless && e.options.Behaviour.EndsLines && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	b.Text, b.Dirty = text, true
	b.Version++
	return nil
}
