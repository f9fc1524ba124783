package lsptest

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf16"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

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

// offset converts a position. It clamps to the end of the line or text, and reports whether that
// wasn't needed.
func offset(s string, p protocol.Position, by counting) (at int, inBounds bool) {
	for range p.Line {
		n := strings.IndexAny(s[at:], by.lineEnds())
		if n < 0 {
			return len(s), false
		}
		if strings.HasPrefix(s[at+n:], "\r\n") {
			n++
		}
		at += n + 1
	}
	l := s[at:]
	if n := strings.IndexAny(l, by.lineEnds()); n >= 0 {
		l = strings.TrimSuffix(l[:n], "\r")
	}
	units := 0
	for j, r := range l {
		if units >= int(p.Character) {
			return at + j, units == int(p.Character)
		}
		units += unitsOf(r, by.units)
	}
	return at + len(l), units == int(p.Character)
}

// counting is how an editor counts lines and characters.
type counting struct {
	units string
	// onlyLF means that a lone carriage return doesn't end a line.
	onlyLF bool
}

func (c counting) lineEnds() string {
	if c.onlyLF {
		return "\n"
	}
	return "\r\n"
}

func position(s string, offset int, by counting) protocol.Position {
	before := s[:offset]
	line := strings.Count(before, "\n")
	if !by.onlyLF {
		line += strings.Count(before, "\r") - strings.Count(before, "\r\n")
	}
	column := 0
	for _, r := range before[strings.LastIndexAny(before, by.lineEnds())+1:] {
		column += unitsOf(r, by.units)
	}
	return protocol.Position{Line: protocol.UInteger(line), Character: protocol.UInteger(column)}
}

// edited applies edits to s. They must be in bounds and must not overlap. fault describes an edit
// that isn't minimal.
func edited(s string, edits []protocol.TextEdit, by counting) (text, fault string, err error) {
	type span struct {
		start, end int
		text       string
	}
	spans := make([]span, len(edits))
	for i, e := range edits {
		start, ok := offset(s, e.Range.Start, by)
		end, endOK := offset(s, e.Range.End, by)
		if s == "" { // an edit may replace the single line of an empty buffer
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

// sharedLine returns a first or last line that two texts share, or "".
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
