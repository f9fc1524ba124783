package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
)

func writeJSON(w io.Writer, r results) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(r.json()); err != nil {
		return err
	}
	_, err := w.Write(escaped(b.Bytes()))
	return err
}

// json is the result document of a run.
func (r results) json() *diagnostics.JSON {
	result := diagnostics.NewJSON()
	for _, d := range r.docs {
		result.Add(d.name, d.report)
	}
	if r.written != nil {
		done := map[*apply.FileEdit]bool{}
		for _, f := range r.written {
			path := f.File.Target.Path
			done[f.File] = f.Err == nil
			if f.Err == nil && !slices.Contains(result.Summary.FilesModified, path) {
				result.Summary.FilesModified = append(result.Summary.FilesModified, path)
			}
		}
		// What could not be written is not among the files.
		for i, d := range r.docs {
			files := []diagnostics.JSONFile{}
			for n, f := range result.Documents[i].Files {
				if done[d.report.Plan.Files[n]] {
					files = append(files, f)
				}
			}
			result.Documents[i].Files = files
		}
	}
	return result
}

// escaped writes out the characters that a terminal obeys, and those that cannot be
// seen, as far as the encoder leaves them. They stand only inside strings.
func escaped(data []byte) []byte {
	if !bytes.ContainsFunc(data, isUnseen) {
		return data
	}
	out := make([]byte, 0, len(data)+len(data)/8)
	for _, r := range string(data) {
		switch {
		case !isUnseen(r):
			out = utf8.AppendRune(out, r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

func isUnseen(r rune) bool { return r >= 0x7f && unicode.In(r, unicode.Cc, unicode.Cf) }
