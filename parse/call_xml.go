package parse

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

var (
	openingCall = text.Expression(`(?i)^<(?:((?:antml:)?invoke)\s+name="([^"]*)"|(function)=([\w.-]+)|([a-z_]+)(?:\s+(?:path|file_path)="([^"]*)"(?:\s+[\w-]+="[^"]*")*)?)\s*>`)
	openingArg  = text.Expression(`(?i)^<(?:((?:antml:)?parameter)(?:\s+name="([^"]+)"|=([\w-]+))|([a-z_]+))(?:\s[^<>]*)?>`)
)

// callTags are the elements that are a tool's name, whose children are its arguments.
var callTags = map[string]bool{
	"str_replace": true, "str_replace_editor": true, "str_replace_based_edit_tool": true, "search_and_replace": true, "search_replace": true,
	"replace_in_file": true, "edit": true, "edit_file": true, "multi_edit": true, "multiedit": true, "replace": true, "string_replace": true,
	"insert": true, "insert_content": true, "proposed_file_replace_substring": true, "create": true, "create_file": true, "write_file": true,
}

// tag is the opening tag of a call.
type tag struct {
	close, tool, path string
	size              int
}

func openCall(line string) (tag, bool) {
	if len(line) < 3 || !isLetter(line[1]) { // most are start markers, and an expression for each costs much
		return tag{}, false
	}
	m := openingCall().FindStringSubmatch(line)
	switch {
	case m == nil:
		return tag{}, false
	case m[5] != "":
		return tag{"</" + strings.ToLower(m[5]) + ">", m[5], m[6], len(m[0])}, callTags[strings.ToLower(m[5])]
	}
	return tag{"</" + strings.ToLower(m[1]+m[3]) + ">", m[2] + m[4], "", len(m[0])}, true
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// readTags reads a call in tags.
func (h *here) readTags(r *reading) {
	first := r.start.line
	line := h.text.Line(first)
	indent := len(text.Indentation(line))
	open, _ := openCall(strings.TrimSpace(line))
	c, limit := &call{first: first}, min(h.bound, h.end)
	c.set(callTool, value{text: open.tool})
	c.set(callPath, value{Section: sectionAt(first), text: open.path})
	at, ended := h.readArguments(c, column{first, indent + open.size}, open.close, limit)
	path := c.values[callPath]
	r.path.Readings, r.path.Fallback = accept(path.text)
	r.path.Line = path.First
	switch {
	case ended:
		c.last = at.line
		if r.keepCall(c); len(r.blocks) > 0 {
			r.rest, r.next = whole, at.line+1
		}
	case at.line >= limit && path.text != "" && (c.has(callOld) || c.has(callLine) || c.has(callBefore) || c.has(callEdits) || len(c.edits) > 0):
		r.cut("expected `%s` %s", open.close, h.beforeLine(limit))
	}
}

// readArguments reads the arguments from a column on, and returns the column of the closing tag, or false where
// something else is there.
func (h *here) readArguments(c *call, at column, end string, limit text.Line) (column, bool) {
	for {
		at = h.skipBlanks(at, limit)
		if at.line >= limit {
			return at, false
		}
		rest := h.text.Line(at.line)[at.byte:]
		if hasPrefixFold(rest, end) {
			for a, v := range c.values { // only now, so that unclosed calls cost little
				if v.text == "" {
					v.text = h.textOf(v)
					c.values[a] = v
				}
			}
			return at, true
		}
		m := openingArg().FindStringSubmatch(rest)
		if m == nil {
			return at, false
		}
		name, element := m[2]+m[3]+m[4], m[1]+m[4]
		from, a := column{at.line, at.byte + len(m[0])}, argumentNamed(name)
		close := "</" + strings.ToLower(element) + ">"
		known := a != noArgument || m[1] != ""
		until := limit
		if !known {
			until = at.line + 1
		}
		found := h.closingTag(close, from, until, known)
		if found.at.line == text.None {
			if a == callOld || a == callEdits { // cut off in its middle (str-replace/call-cut-off-in-its-old-text)
				c.set(a, value{})
			}
			return column{line: until}, false
		}
		h.argument(c, a, from, found.at)
		at = column{found.at.line, found.at.byte + len(close)}
	}
}

// closingTag finds a closing tag before a line. Only known ones are looked up, since any number of others may be asked for.
func (h *here) closingTag(tag string, from column, limit text.Line, known bool) closingTag {
	if !known {
		return nextClosingTag(h.text, tag, from, limit)
	}
	found := h.closingFrom(tag, from)
	if found.at.line >= limit {
		found.at.line = text.None
	}
	return found
}

// argument keeps the text between two columns as an argument.
func (h *here) argument(c *call, a argument, from, end column) {
	v := value{Section: textBetween(h.text, from, end)}
	switch a {
	case callTool: // its tag names the tool
		return
	case callPath:
		if v.Len() <= maxPathLines {
			v.text = strings.TrimSpace(h.textOf(v))
		}
	case callEdits:
		src := &source{text: h.text, first: from, next: from.line, limit: end.line + 1, last: end}
		if calls, err := src.calls(true); err == nil {
			c.edits = calls
		}
		return
	}
	c.set(a, v)
}

// maxPathLines is how many lines may be between the tags of a path. Any number of calls may have the same end tag.
const maxPathLines = 4

func (h *here) textOf(v value) string {
	lines := make([]string, 0, v.Len())
	for l := v.First; l < v.End; l++ {
		lines = append(lines, v.part(l, h.text.Line(l), ""))
	}
	return strings.Join(lines, text.LF)
}

func (h *here) skipBlanks(at column, limit text.Line) column {
	for at.line < limit && text.IsBlank(h.text.Line(at.line)[at.byte:]) {
		at = column{line: at.line + 1}
	}
	if at.line < limit {
		rest := h.text.Line(at.line)[at.byte:]
		at.byte += len(rest) - len(strings.TrimLeft(rest, " \t"))
	}
	return at
}
