package parse

import (
	"regexp"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// fence is a line of three or more backticks or tildes.
type fence struct {
	line   text.Line
	indent string
	char   byte
	length int
	// info is what follows the run: a language tag, or nothing.
	info string
}

// parseFence reads a fence line, at any indentation.
func parseFence(line string) (fence, bool) {
	body := strings.TrimLeft(line, " \t")
	if body == "" || body[0] != '`' && body[0] != '~' {
		return fence{}, false
	}
	f := fence{indent: line[:len(line)-len(body)], char: body[0]}
	for f.length < len(body) && body[f.length] == f.char {
		f.length++
	}
	f.info = strings.TrimSpace(body[f.length:])
	if f.length < 3 || f.char == '`' && strings.IndexByte(f.info, '`') >= 0 {
		return fence{}, false
	}
	return f, true
}

// tagFence is a fence that some tools use in place of backticks: a tag with the
// language behind it. It bounds nothing here, but is never a path.
var tagFence = regexp.MustCompile(`^</?(?:source|code|pre|codeblock|sourcecode)>\w*$`)

// closes tells whether f can end the fence that open began.
func (f fence) closes(open fence) bool {
	return f.info == "" && f.char == open.char && f.length >= open.length
}

// shows tells whether the fence is tagged as prose, so that a fence inside it is
// shown, not meant (formats, "Where blocks are not").
func (f fence) shows() bool {
	tag, _, _ := strings.Cut(f.info, " ")
	switch strings.ToLower(tag) {
	case "markdown", "md", "text":
		return true
	}
	return false
}

// fenceStack follows the fences of a document, the innermost last. A fence line
// with an info string inside another fence opens a nested one, as models write it
// whatever CommonMark says.
type fenceStack []fence

func (s fenceStack) top() (fence, bool) {
	if len(s) == 0 {
		return fence{}, false
	}
	return s[len(s)-1], true
}

// next is the stack behind the fence line f. closed tells whether f ended a fence.
func (s fenceStack) next(f fence) (_ fenceStack, closed bool) {
	top, open := s.top()
	switch {
	case !open:
		return append(s, f), false
	case f.closes(top):
		return s[:len(s)-1], true
	case f.info != "" || top.shows():
		return append(s, f), false
	default:
		return s, false
	}
}

// aboutFormat tells whether the fence at index i of fences is tagged as prose and
// holds a whole fence: a document about a format. Lines from limit on do not
// count. growing: an inner fence that has only begun counts too.
func aboutFormat(fences []fence, i int, limit text.Line, growing bool) bool {
	if !fences[i].shows() {
		return false
	}
	stack := fenceStack{fences[i]}
	for _, f := range fences[i+1:] {
		if f.line >= limit {
			break
		}
		var closed bool
		stack, closed = stack.next(f)
		if len(stack) == 0 {
			return false
		}
		if closed {
			return true
		}
	}
	return growing && len(stack) > 1
}
