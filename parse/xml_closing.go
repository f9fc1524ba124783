package parse

import (
	"sort"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// closingTag is where a closing tag begins, and the text after it that isn't whitespace.
type closingTag struct{ at, after column }

// closingTags returns the places of a closing tag in the text, which many blocks without one ask for.
func (o *outline) closingTags(tag string) []closingTag {
	all, known := o.closings[tag]
	if !known {
		for c := nextClosingTag(o.text, tag, column{line: o.top}, o.end); c.at.line != text.None; c = nextClosingTag(o.text, tag, c.after, o.end) {
			all = append(all, c)
		}
		o.closings[tag] = all
	}
	return all
}

// closingFrom returns the first closing tag at or after a column; its lines are None without one.
func (o *outline) closingFrom(tag string, from column) closingTag {
	all := o.closingTags(tag)
	i := sort.Search(len(all), func(i int) bool {
		at := all[i].at
		return at.line > from.line || at.line == from.line && at.byte >= from.byte
	})
	if i < len(all) {
		return all[i]
	}
	return closingTag{at: column{line: text.None}}
}

// nextClosingTag finds a closing tag by reading the lines from a column up to end.
func nextClosingTag(t *text.Text, tag string, from column, end text.Line) closingTag {
	at := from
	for ; at.line < end; at = (column{line: at.line + 1}) {
		if i := indexFold(t.Line(at.line)[at.byte:], tag); i >= 0 {
			at.byte += i
			break
		}
	}
	if at.line >= end {
		return closingTag{at: column{line: text.None}}
	}
	after := column{at.line, at.byte + len(tag)}
	for after.line < end && text.IsBlank(t.Line(after.line)[after.byte:]) {
		after = column{line: after.line + 1}
	}
	if after.line < end {
		rest := t.Line(after.line)[after.byte:]
		after.byte += len(rest) - len(strings.TrimLeftFunc(rest, unicode.IsSpace))
	}
	return closingTag{at, after}
}
