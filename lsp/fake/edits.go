package fake

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf16"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// offset converts a position in UTF-16 units the plain way: line by line, character by
// character. What is past an end is that end.
func offset(s string, p protocol.Position) int {
	lines := strings.SplitAfter(s, "\n")
	at := 0
	for i, l := range lines {
		if i < int(p.Line) {
			at += len(l)
			continue
		}
		l = strings.TrimSuffix(strings.TrimSuffix(l, "\n"), "\r")
		units := 0
		for j, r := range l {
			if units >= int(p.Character) {
				return at + j
			}
			units += len(utf16.Encode([]rune{r}))
		}
		return at + len(l)
	}
	return at
}

// endOf is the position behind the last character.
func endOf(s string) protocol.Position {
	lines := strings.Split(s, "\n")
	last := lines[len(lines)-1]
	return protocol.Position{
		Line:      protocol.UInteger(len(lines) - 1),
		Character: protocol.UInteger(len(utf16.Encode([]rune(last)))),
	}
}

// edited applies edits that all speak of s as it is. They must not overlap.
func edited(s string, edits []protocol.TextEdit) (string, error) {
	type span struct {
		start, end int
		text       string
	}
	spans := make([]span, len(edits))
	for i, e := range edits {
		spans[i] = span{offset(s, e.Range.Start), offset(s, e.Range.End), e.NewText}
	}
	sort.SliceStable(spans, func(i, j int) bool { return spans[i].start < spans[j].start })
	var b strings.Builder
	at := 0
	for _, x := range spans {
		if x.start < at || x.end < x.start {
			return "", fmt.Errorf("edits overlap at offset %d", x.start)
		}
		b.WriteString(s[at:x.start])
		b.WriteString(x.text)
		at = x.end
	}
	b.WriteString(s[at:])
	return b.String(), nil
}
