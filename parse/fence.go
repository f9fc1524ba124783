package parse

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// fence is a line of three or more backticks or tildes. It holds no text, since a
// document may have many.
type fence struct {
	line text.Line
	// indent is how many bytes of whitespace precede it, and length how many backticks or
	// tildes it has.
	indent, length int32
	char           byte
	tag            fenceTag
	role           fenceRole
}

// fenceRole is what the lines around a fence without an info string say of it.
type fenceRole uint8

const (
	anyFence fenceRole = iota
	// overBlock: a start marker is right below, or below a path that does; so it
	// opens a fence, unless it can close one.
	overBlock
	// opensBlock: a start marker is right below, and its path above; or one below is
	// indented as the fence is, and so would be none outside of it. So it opens a fence,
	// whatever is open.
	opensBlock
)

// fenceTag is what the info string of a fence says about its content.
type fenceTag uint8

const (
	// noTag: there is no info string, so that the fence may close another.
	noTag fenceTag = iota
	otherTag
	// proseTag: a fence inside it is shown, not meant.
	proseTag
	shellTag
	// diffTag: the fence shows changes.
	diffTag
	// wrapperTag: the fence is there for find-replace blocks.
	wrapperTag
)

// parseFence reads a fence line, at any indentation.
func parseFence(line string) (fence, bool) {
	run := strings.TrimLeft(line, " \t")
	if run == "" || run[0] != '`' && run[0] != '~' {
		return fence{}, false
	}
	info := strings.TrimLeft(run, run[:1])
	f := fence{indent: int32(len(line) - len(run)), length: int32(len(run) - len(info)), char: run[0], tag: tagOf(info)}
	return f, f.length >= 3 && (f.char == '~' || strings.IndexByte(info, '`') < 0)
}

// tagOf reads an info string, with whitespace around it.
func tagOf(info string) fenceTag {
	switch info = strings.TrimSpace(info); info {
	case "":
		return noTag
	case "worksplit":
		return wrapperTag
	}
	switch language(info) {
	case "markdown", "md", "text":
		return proseTag
	case "bash", "sh", "shell":
		return shellTag
	case "diff", "patch", "udiff":
		return diffTag
	}
	return otherTag
}

// isTagFence reports whether a line is a fence that some tools use instead of backticks:
// a tag followed by the language. It bounds nothing here, but is never a path.
func isTagFence(line string) bool {
	return strings.HasPrefix(line, "<") && tagFence().MatchString(line)
}

// isTag reports whether a line is nothing but a tag without attributes, and what begins the
// text of some elements.
func isTag(line string) bool { return line[0] == '<' && tagLine().MatchString(line) }

var tagLine = expression(`^</?[A-Za-z][\w-]*>(?:<!\[CDATA\[)?$`)

var tagFence = expression(`^</?(?:source|code|pre|codeblock|sourcecode)>\w*$`)

// opensTagFence reports whether such a line begins a fence.
func opensTagFence(line string) bool { return isTagFence(line) && line[1] != '/' }

// closes reports whether f can end the fence that open began.
func (f fence) closes(open fence) bool {
	return f.tag == noTag && f.char == open.char && f.length >= open.length
}

// shows reports whether the fence is tagged as prose.
func (f fence) shows() bool { return f.tag == proseTag }

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

// next is the stack below the fence line f.
func (s fenceStack) next(f fence) fenceStack {
	top, open := s.top()
	switch {
	case !open || f.role == opensBlock:
		return append(s, f)
	case f.closes(top):
		return s[:len(s)-1]
	case f.tag != noTag || f.role == overBlock || top.shows():
		return append(s, f)
	default:
		return s
	}
}

// fenceEnd says where a fence ends, if it is open at its line (see [fenceStack.next]).
type fenceEnd struct {
	// closed is the line of the fence that closes it, and inner that of the first
	// one that closes a fence inside it; or None.
	closed, inner text.Line
	// after is the index of the fence after the one that closes it.
	after int32
	// nested: a fence opens inside it; torn: one of them would close it, but that a block
	// begins with it.
	nested, torn bool
}

// endFences follows each fence to its end. It goes backwards, so that what is nested,
// and what follows a fence of the same kind, is passed over in one step.
func (o *outline) endFences() {
	o.fenceEnds = make([]fenceEnd, len(o.fences))
	for i := len(o.fences) - 1; i >= 0; i-- {
		o.fenceEnds[i] = o.fenceEnd(i)
	}
}

// fenceEnd follows the fence at index i to its end; those after it have been followed.
func (o *outline) fenceEnd(i int) fenceEnd {
	fences, ends := o.fences, o.fenceEnds
	e := fenceEnd{closed: text.None, inner: text.None}
	for j := i + 1; j < len(fences); {
		switch f := fences[j]; {
		case f.role == opensBlock:
			e.torn = e.torn || f.closes(fences[i])
		case f.closes(fences[i]):
			e.closed, e.after = f.line, int32(j+1)
			return e
		case f.tag == noTag && f.role == anyFence && !fences[i].shows():
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
		if j = int(ends[j].after); fences[j-1].opensAs(fences[i]) {
			e.closed, e.after = ends[j-1].closed, ends[j-1].after
			e.torn = e.torn || ends[j-1].torn
			return e
		}
	}
	return e
}

// opensAs reports whether two fences, as opening ones, end at the same fence if that
// is after both.
func (f fence) opensAs(o fence) bool {
	return f.char == o.char && f.length == o.length && f.shows() == o.shows()
}

// aboutFormat reports whether the fence at index i is tagged as prose and holds a
// whole fence: a document about a format. Where the fence is not closed, lines from
// limit on do not count. growing: an inner fence that has only begun counts too.
func (o *outline) aboutFormat(i int, limit text.Line, growing bool) bool {
	e := o.fenceEnds[i]
	switch {
	case !o.fences[i].shows():
		return false
	case e.inner != text.None:
		return e.closed != text.None || e.inner < limit
	default:
		return growing && e.nested && e.closed == text.None
	}
}

// findRoles finds the roles of all fences.
func (o *outline) findRoles() {
	for i := range o.fences {
		o.fences[i].role = o.role(o.fences[i])
	}
}

func (o *outline) role(f fence) fenceRole {
	if f.tag != noTag {
		return anyFence
	}
	for _, start := range o.between(f.line+1, f.line+3) {
		if start.role != startMarker || start.indent > 0 && o.indent(start) != o.text.Line(f.line)[:f.indent] {
			continue
		}
		right := start.line == f.line+1
		if _, path := o.pathAt(f.line+1, o.top); !right && !path {
			continue
		}
		if start.indent > 0 || right && o.namedRightAbove(f.line) {
			return opensBlock
		}
		return overBlock
	}
	return anyFence
}

// namedRightAbove reports whether the line above line l, a blank one aside, is a path.
// A lone word is one below a blank line only, or it is the last line of some code.
func (o *outline) namedRightAbove(l text.Line) bool {
	at := l - 1
	if at >= o.top && text.IsBlank(o.text.Line(at)) {
		at--
	}
	p, ok := o.pathAt(at, o.top)
	return ok && (looksLikePath(p.Fallback) || at-1 < o.top || text.IsBlank(o.text.Line(at-1)))
}
