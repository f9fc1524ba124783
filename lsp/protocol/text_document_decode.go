package protocol

import (
	"encoding/json"
	"fmt"

	"github.com/edit-lsp/edit-lsp/lsp/wire/rawjson"
)

// The params that carry documents decode themselves, each byte looked at once more and
// copied once (performance, P11). Unlike encoding/json they take member names as LSP
// writes them only.

// UnmarshalRaw decodes the params from their JSON (see wire.RawParams). The error names
// the member at fault and quotes no text.
func (p *DidOpenTextDocumentParams) UnmarshalRaw(raw []byte) error {
	r := rawjson.NewReader(raw)
	err := members(r, func(name string) (err error) {
		if name != "textDocument" {
			return skip(r)
		}
		return in(name, members(r, func(name string) (err error) {
			d := &p.TextDocument
			switch name {
			case "uri":
				err = readString(r, &d.URI)
			case "languageId":
				err = readString(r, &d.LanguageID)
			case "version":
				err = readInt32(r, &d.Version)
			case "text":
				err = readString(r, &d.Text)
			default:
				return skip(r)
			}
			return in(name, err)
		}))
	})
	if err != nil {
		return err
	}
	return r.End()
}

// UnmarshalRaw decodes the params from their JSON (see wire.RawParams). The error names
// the member at fault and quotes no text.
func (p *DidChangeTextDocumentParams) UnmarshalRaw(raw []byte) error {
	r := rawjson.NewReader(raw)
	err := members(r, func(name string) error {
		switch name {
		case "textDocument":
			return in(name, members(r, func(name string) (err error) {
				switch name {
				case "uri":
					err = readString(r, &p.TextDocument.URI)
				case "version":
					err = readInt32(r, &p.TextDocument.Version)
				default:
					return skip(r)
				}
				return in(name, err)
			}))
		case "contentChanges":
			if r.Null() {
				p.ContentChanges = nil
				return nil
			}
			p.ContentChanges = Array[TextDocumentContentChangeEvent]{}
			return in(name, r.Array(func() error {
				var change TextDocumentContentChangeEvent
				err := change.read(r)
				p.ContentChanges = append(p.ContentChanges, change)
				return err
			}))
		}
		return skip(r)
	})
	if err != nil {
		return err
	}
	return r.End()
}

func (c *TextDocumentContentChangeEvent) read(r *rawjson.Reader) error {
	return members(r, func(name string) (err error) {
		switch name {
		case "range":
			var raw []byte
			if raw, err = r.Raw(); err == nil {
				err = json.Unmarshal(raw, &c.Range)
			}
		case "text":
			err = readString(r, &c.Text)
		default:
			return skip(r)
		}
		return in(name, err)
	})
}

// members reads an object, or null as one without members.
func members(r *rawjson.Reader, f func(name string) error) error {
	if r.Null() {
		return nil
	}
	return r.Object(f)
}

func skip(r *rawjson.Reader) error {
	_, err := r.Raw()
	return err
}

// readString reads a string into to; null changes nothing, as with encoding/json.
func readString(r *rawjson.Reader, to *string) (err error) {
	if !r.Null() {
		*to, err = r.String()
	}
	return err
}

// readInt32 reads an integer into to; null changes nothing, as with encoding/json.
func readInt32(r *rawjson.Reader, to *int32) (err error) {
	if !r.Null() {
		*to, err = r.Int32()
	}
	return err
}

// in says in which member an error is.
func in(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}
