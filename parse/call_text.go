package parse

import (
	"encoding/json"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// decoded returns the lines of a section that is a string in JSON.
func (r *Result) decoded(s Section) []string {
	written, decoded := r.Text.Line(s.First)[s.from:s.to], ""
	if s.cut == innerJSON {
		_ = json.Unmarshal([]byte(`"`+written+`"`), &written) // it was read before
	}
	_ = json.Unmarshal([]byte(written), &decoded)
	lines := strings.Split(strings.ReplaceAll(decoded, text.CRLF, text.LF), text.LF)
	return lines[:s.Len()]
}

// Encode returns the edit that writes other lines into a section of a block, if that is a string in JSON.
func (r *Result) Encode(b *Block, s Section, lines []string) (text.Edit, bool) {
	if s.cut != jsonText && s.cut != innerJSON {
		return text.Edit{}, false
	}
	decoded := strings.Join(lines, text.LF)
	if b.LineEnd && len(lines) > 0 {
		decoded += text.LF
	}
	written := quoteJSON(decoded)
	if s.cut == innerJSON {
		written = quoteJSON(written)
		written = written[1 : len(written)-1]
	}
	start := r.Text.Start(s.First)
	return text.Edit{Start: start + text.Offset(s.from), End: start + text.Offset(s.to), New: written}, true
}

// quoteJSON writes a string in JSON, without the escapes that HTML needs.
func quoteJSON(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s)
	return strings.TrimSuffix(b.String(), text.LF)
}

// writeCall writes an edit as a fence of JSON. Each text ends with a line ending, so that it is whole lines.
func writeCall(e Edit, path string, _ int) string {
	return join(
		line("```json"), line("{"),
		line(`  "path": `+quoteJSON(path)+","), line(`  "old_str": `+quoteJSON(join(e.Needle()))+","), line(`  "new_str": `+quoteJSON(join(e.Replacement()))),
		line("}"), line("```"),
	)
}
