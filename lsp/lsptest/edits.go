package lsptest

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf16"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// The units in which columns are counted.
const (
	utf8Units  = "utf-8"
	utf16Units = "utf-16"
	utf32Units = "utf-32"
)

func unitsOf(r rune, enc string) int {
	switch enc {
	case utf8Units:
		return len(string(r))
	case utf32Units:
		return 1
	}
	return len(utf16.Encode([]rune{r}))
}

// offset converts a position the plain way: line by line, character by character. What
// is past an end is that end, and in bounds says false.
func offset(s string, p protocol.Position, enc string) (at int, inBounds bool) {
	for range p.Line {
		n := strings.IndexByte(s[at:], '\n')
		if n < 0 {
			return len(s), false
		}
		at += n + 1
	}
	l, _, _ := strings.Cut(s[at:], "\n")
	l = strings.TrimSuffix(l, "\r")
	units := 0
	for j, r := range l {
		if units >= int(p.Character) {
			return at + j, units == int(p.Character)
		}
		units += unitsOf(r, enc)
	}
	return at + len(l), units == int(p.Character)
}

// position is that of a byte offset, in these units.
func position(s string, offset int, enc string) protocol.Position {
	before := s[:offset]
	line := strings.Count(before, "\n")
	column := 0
	for _, r := range before[strings.LastIndex(before, "\n")+1:] {
		column += unitsOf(r, enc)
	}
	return protocol.Position{Line: protocol.UInteger(line), Character: protocol.UInteger(column)}
}

// edited applies edits that all speak of s as it is. They must not overlap, and must
// speak of places that there are. fault is what could be better: an edit that is not
// minimal.
func edited(s string, edits []protocol.TextEdit, enc string) (text, fault string, err error) {
	type span struct {
		start, end int
		text       string
	}
	spans := make([]span, len(edits))
	for i, e := range edits {
		start, ok := offset(s, e.Range.Start, enc)
		end, endOK := offset(s, e.Range.End, enc)
		if s == "" { // the one line of an empty buffer may be taken away
			endOK = endOK || e.Range.End == protocol.Position{Line: 1}
		}
		if !ok || !endOK {
			return "", "", fmt.Errorf("an edit speaks of %v, which is not there", e.Range)
		}
		spans[i] = span{start, end, e.NewText}
		if l := sharedLine(s[min(start, end):end], e.NewText); l != "" {
			fault = fmt.Sprintf("an edit replaces a line by itself: %q", l)
		}
	}
	sort.SliceStable(spans, func(i, j int) bool { return spans[i].start < spans[j].start })
	var b strings.Builder
	at := 0
	for _, x := range spans {
		if x.start < at || x.end < x.start {
			return "", "", fmt.Errorf("edits overlap at offset %d", x.start)
		}
		b.WriteString(s[at:x.start])
		b.WriteString(x.text)
		at = x.end
	}
	b.WriteString(s[at:])
	return b.String(), fault, nil
}

// sharedLine is a line that two texts begin or end with, or empty.
func sharedLine(old, new string) string {
	if old == "" || new == "" {
		return ""
	}
	a, b := strings.SplitAfter(strings.TrimSuffix(old, "\n"), "\n"), strings.SplitAfter(strings.TrimSuffix(new, "\n"), "\n")
	if a[0] == b[0] {
		return a[0]
	}
	if last := a[len(a)-1]; last == b[len(b)-1] {
		return last
	}
	return ""
}
