package parse

import (
	"strconv"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// cutHint cuts a line number off a start marker's word.
func cutHint(word string) (rest string, line text.Line) {
	rest, hint, ok := strings.Cut(word, " line=")
	if !ok {
		return word, text.None
	}
	if inner, quoted := strings.CutPrefix(hint, `"`); quoted && strings.HasSuffix(inner, `"`) {
		hint = inner[:len(inner)-1]
	}
	if line, ok = lineHint(hint); !ok {
		return word, text.None
	}
	return rest, line
}

// lineHint parses a 1-based line number, however large.
func lineHint(digits string) (line text.Line, ok bool) {
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return text.None, false
	}
	n, _ := strconv.ParseInt(digits, 10, 32) // clamped if too large
	return text.Line(n - 1), true
}

var hintLine = expression(`^:(start|end)_line:\s*(\d+)\s*$`)

// hints reads the line hints from first on and returns the line after them. A rule of three dashes is
// text: front matter begins with one (search-replace-markers/start-and-end-line).
func (h *here) hints(b *Block, first, end text.Line, indent string) text.Line {
	hint := func(name string) []string {
		if first >= end {
			return nil
		}
		m := hintLine().FindStringSubmatch(unindent(h.text.Line(first), indent))
		if m == nil || m[1] != name {
			return nil
		}
		return m
	}
	m := hint("start")
	if m == nil {
		return first
	}
	b.NearLine, _ = lineHint(m[2])
	first++
	if hint("end") != nil {
		first++
	}
	if first < end {
		rule := strings.TrimRight(unindent(h.text.Line(first), indent), " \t")
		if len(rule) >= shortestMarker && strings.Trim(rule, "-") == "" {
			first++
		}
	}
	return first
}
