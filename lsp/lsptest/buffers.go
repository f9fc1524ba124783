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

// Buffer is the text of a file or document in the editor.
type Buffer struct {
	URI     protocol.DocumentUri
	Text    string
	Version int32
	// Open means that the server knows the document.
	Open bool
	// Dirty means that it differs from the disk.
	Dirty bool
	// mark is the file's byte order mark, which editors keep out of the text.
	mark string
	// loaded is the text on disk when an edit opened the buffer.
	loaded string
	// homeless means that the folder is missing and the editor doesn't create it.
	homeless bool
}

const byteOrderMark = "\uFEFF"

// Open opens a file and notifies the server.
func (e *Editor) Open(ctx context.Context, path, language string) (protocol.DocumentUri, error) {
	b, err := load(path)
	if err != nil {
		return "", err
	}
	return b.URI, e.open(ctx, b, language)
}

func load(path string) (*Buffer, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	b := &Buffer{URI: protocol.FileURI(path), Text: string(data)}
	if text, marked := strings.CutPrefix(b.Text, byteOrderMark); marked {
		b.Text, b.mark = text, byteOrderMark
	}
	b.Text = strings.ToValidUTF8(b.Text, "\uFFFD")
	return b, nil
}

// OpenText opens a document that may not be a file.
func (e *Editor) OpenText(ctx context.Context, uri protocol.DocumentUri, language, text string) error {
	return e.open(ctx, &Buffer{URI: uri, Text: text}, language)
}

func (e *Editor) open(ctx context.Context, b *Buffer, language string) error {
	e.mu.Lock()
	b.Open, b.Version = true, 1
	e.buffers[b.URI] = b
	opened := *b
	e.mu.Unlock()
	err := e.didOpen(ctx, opened, language)
	e.ask(b.URI)
	return err
}

func named(uri protocol.DocumentUri) map[string]any { return map[string]any{"uri": uri} }

func (e *Editor) didOpen(ctx context.Context, b Buffer, language string) error {
	return e.Notify(ctx, "textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": b.URI, "languageId": language, "version": b.Version, "text": b.Text},
	})
}

func (e *Editor) didChange(ctx context.Context, b Buffer, change map[string]any) error {
	err := e.Notify(ctx, "textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": b.URI, "version": b.Version}, "contentChanges": []any{change},
	})
	e.ask(b.URI)
	return err
}

func (e *Editor) didClose(ctx context.Context, uri protocol.DocumentUri) error {
	return e.Notify(ctx, "textDocument/didClose", map[string]any{"textDocument": named(uri)})
}

// Change replaces a range of an open document, like typing does.
func (e *Editor) Change(ctx context.Context, uri protocol.DocumentUri, r protocol.Range, text string) error {
	e.mu.Lock()
	b := e.buffers[uri]
	start, _ := offset(b.Text, r.Start, e.counting())
	end, _ := offset(b.Text, r.End, e.counting())
	b.Text = b.Text[:start] + text + b.Text[end:]
	b.Version++
	b.Dirty = true
	changed := *b
	e.mu.Unlock()
	return e.didChange(ctx, changed, map[string]any{"range": r, "text": text})
}

// Append types text at the end of an open document.
func (e *Editor) Append(ctx context.Context, uri protocol.DocumentUri, text string) error {
	have := e.Text(uri)
	end := position(have, len(have), e.counting())
	return e.Change(ctx, uri, protocol.Range{Start: end, End: end}, text)
}

// Replace replaces the first old in an open document by new.
func (e *Editor) Replace(ctx context.Context, uri protocol.DocumentUri, old, new string) error {
	have := e.Text(uri)
	at := strings.Index(have, old)
	if at < 0 {
		return fmt.Errorf("%s does not hold %q", uri, old)
	}
	return e.Change(ctx, uri, protocol.Range{
		Start: position(have, at, e.counting()), End: position(have, at+len(old), e.counting()),
	}, new)
}

// Text returns the text of a buffer.
func (e *Editor) Text(uri protocol.DocumentUri) string { return e.Buffer(uri).Text }

// Buffer returns the current buffer, or the zero value if there is none.
func (e *Editor) Buffer(uri protocol.DocumentUri) Buffer {
	e.mu.Lock()
	defer e.mu.Unlock()
	if b := e.buffers[uri]; b != nil {
		return *b
	}
	return Buffer{}
}

// Close closes a document without saving it.
func (e *Editor) Close(ctx context.Context, uri protocol.DocumentUri) error {
	e.mu.Lock()
	delete(e.buffers, uri)
	if e.pulls() {
		// Pulled diagnostics are the editor's to drop.
		delete(e.history, uri)
		delete(e.published, uri)
		delete(e.results, uri)
	}
	e.mu.Unlock()
	return e.didClose(ctx, uri)
}

// Forget drops a buffer that the server doesn't know.
func (e *Editor) Forget(uri protocol.DocumentUri) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if b := e.buffers[uri]; b != nil && !b.Open {
		delete(e.buffers, uri)
	}
}

// SaveAll saves all changed buffers that are files, sorted by name.
func (e *Editor) SaveAll(ctx context.Context) error {
	e.mu.Lock()
	var saved []protocol.DocumentUri
	var errs []error
	for _, uri := range names(e.buffers) {
		b := e.buffers[uri]
		path, ok := protocol.Path(uri)
		if !ok || !b.Dirty {
			continue
		}
		if err := b.write(path); err != nil {
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
		errs = append(errs, e.Saved(ctx, uri))
	}
	return errors.Join(errs...)
}

// Saved notifies the server that a document was saved.
func (e *Editor) Saved(ctx context.Context, uri protocol.DocumentUri) error {
	return e.Notify(ctx, "textDocument/didSave", map[string]any{"textDocument": named(uri)})
}

func (b *Buffer) write(path string) error {
	if _, err := os.Stat(filepath.Dir(path)); err != nil && b.homeless {
		return fmt.Errorf("the folder of %s does not stand", filepath.Base(path))
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(b.mark+b.Text), 0o644)
}
