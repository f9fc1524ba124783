package parse

import (
	"slices"
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

// isTagFence tells whether a line is a fence that some tools use in place of backticks:
// a tag with the language behind it. It bounds nothing here, but is never a path.
func isTagFence(line string) bool { return strings.HasPrefix(line, "<") && tagFence().MatchString(line) }

var tagFence = expression(`^</?(?:source|code|pre|codeblock|sourcecode)>\w*$`)

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

// fenceEnd says where a fence ends, if it is open at its line (see [fenceStack.next]).
type fenceEnd struct {
	// closed is the line of the fence that closes it, and inner that of the first
	// one that closes a fence inside it; or None.
	closed, inner text.Line
	// nested: a fence opens inside it.
	nested bool
	// behind is the index of the fence behind the one that closes it.
	behind int
}

// endFences follows each fence from index first on to its end, and those above that
// nothing has closed so far. It goes backwards, so that what is nested, and what follows
// a fence of the same kind, is passed over in one step.
func (t *tokens) endFences(first int) {
	t.fenceEnds = append(t.fenceEnds[:first], make([]fenceEnd, len(t.fences)-first)...)
	above := t.open
	var open []int
	end := func(i int) {
		if t.fenceEnds[i] = t.fenceEnd(i); t.fenceEnds[i].closed == text.None {
			open = append(open, i)
		}
	}
	for i := len(t.fences) - 1; i >= first; i-- {
		end(i)
	}
	for i := len(above) - 1; i >= 0; i-- {
		end(above[i])
	}
	slices.Reverse(open)
	t.open = open
}

// fenceEnd follows the fence at index i to its end; those behind it have been followed.
func (t *tokens) fenceEnd(i int) fenceEnd {
	fences, ends := t.fences, t.fenceEnds
	e := fenceEnd{closed: text.None, inner: text.None}
	for j := i + 1; j < len(fences); {
		switch f := fences[j]; {
		case f.closes(fences[i]):
			e.closed, e.behind = f.line, j+1
			return e
		case f.info == "" && !fences[i].shows():
			j++
			continue
		}
		e.nested = true
		if e.inner == text.None {
			e.inner = ends[j].inner
		}
		if ends[j].closed == text.None {
			return e
		}
		if e.inner == text.None {
			e.inner = ends[j].closed
		}
		if j = ends[j].behind; fences[j-1].opensAs(fences[i]) {
			e.closed, e.behind = ends[j-1].closed, ends[j-1].behind
			return e
		}
	}
	return e
}

// opensAs tells whether two fences, as opening ones, end at the same fence if that
// is behind both.
func (f fence) opensAs(o fence) bool {
	return f.char == o.char && f.length == o.length && f.shows() == o.shows()
}

// aboutFormat tells whether the fence at index i is tagged as prose and holds a
// whole fence: a document about a format. Where the fence is not closed, lines from
// limit on do not count. growing: an inner fence that has only begun counts too.
func (t *tokens) aboutFormat(i int, limit text.Line, growing bool) bool {
	e := t.fenceEnds[i]
	switch {
	case !t.fences[i].shows():
		return false
	case e.inner != text.None:
		return e.closed != text.None || e.inner < limit
	default:
		return growing && e.nested && e.closed == text.None
	}
}
