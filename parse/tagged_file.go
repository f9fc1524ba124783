package parse

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// fileTag is a tag around a whole file, which is a code block (tagged-files/tagged-file-creates):
//
//	<file path="src/n.ts">
//	let a = 1;
//	</file>
var fileTag = text.Expression(`(?i)^<(?:(?:(file)\s+(?:path|name)|((?:dyad|lov)-write)\s+(?:file_)?path|(boltAction)\s[^>]*filePath)="([^"]+)"|(write_to_file))(?:\s[^>]*)?>`)

// fileTags begin the tags, in lower case.
var fileTags = []string{"<file ", "<dyad-write ", "<lov-write ", "<boltaction ", "<write_to_file>"}

func opensFile(lower string) bool {
	return slices.ContainsFunc(fileTags, func(tag string) bool { return strings.HasPrefix(lower, tag) })
}

// taggedFile keeps the file in a tag, unless it holds a fence or an edit block instead.
func (w *walk) taggedFile(l text.Line) {
	line := w.text.Line(l)
	indent := len(text.Indentation(line))
	m := fileTag().FindStringSubmatch(line[indent:])
	if m == nil {
		return
	}
	f := fenced{start: l, whole: m[1] == ""} // people write <file>, also around a part
	f.path.Readings, f.path.Fallback = accept(m[4])
	f.path.Line = l
	limit := min(w.nextTurn(l), w.end)
	from, tag := column{l, indent + len(m[0])}, m[1]+m[2]+m[3]
	if m[5] != "" {
		c := &call{}
		end, ended := w.readArguments(c, from, "</write_to_file>", limit)
		content := c.values[callContent]
		f.path.Readings, f.path.Fallback = accept(c.values[callPath].text)
		f.path.Line, f.content, f.end = c.values[callPath].First, content.Section, end.line
		if !ended {
			return
		}
	} else {
		end := w.closingTag("</"+strings.ToLower(tag)+">", from, limit, true).at
		if end.line == text.None {
			return
		}
		f.content, f.end = textBetween(w.text, from, end), end.line
	}
	if !f.path.Named() || f.content.Len() == 0 || w.holdsEdits(f) {
		return
	}
	w.fenced = append(w.fenced, f)
	w.passed = f.end + 1
	w.floor = max(w.floor, w.passed)
}

// holdsEdits reports whether a tag holds a fence, or an edit block of its file.
func (w *walk) holdsEdits(f fenced) bool {
	_, fence := parseFence(w.text.Line(f.content.First))
	for _, t := range w.between(f.content.First, f.content.End) {
		fence = fence || t.role == startMarker || t.role == keyword
	}
	return fence
}
