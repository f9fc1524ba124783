package parse

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// minFence is the least length of a fence's run.
const minFence = 3

// fence is a line of three or more backticks or tildes. It holds no text because there may be many.
type fence struct {
	line text.Line
	// indent counts the bytes before the run, length those of the run.
	indent, length int32
	char           byte
	tag            fenceTag
	role           fenceRole
}

// fenceRole is what the surrounding lines say about an untagged fence.
type fenceRole uint8

const (
	anyFence fenceRole = iota
	// overBlock: a start marker or its path follows. The fence opens unless it can close one.
	overBlock
	// opensBlock: a start marker follows and its path is right above, or one follows at the fence's
	// indentation. The fence opens, whatever is open. A path between says nothing: it may be below a list
	// of files (path-lines/list-of-files-above-a-path).
	opensBlock
)

type fenceTag uint8

const (
	// noTag: the fence may close another.
	noTag fenceTag = iota
	otherTag
	// proseTag: inner fences are examples.
	proseTag
	shellTag
	diffTag
	// wrapperTag: the fence wraps find-replace blocks.
	wrapperTag
)

func parseFence(line string) (fence, bool) {
	run := strings.TrimLeft(line, " \t")
	if run == "" || run[0] != '`' && run[0] != '~' {
		return fence{}, false
	}
	info := strings.TrimLeft(run, run[:1])
	f := fence{indent: int32(len(line) - len(run)), length: int32(len(run) - len(info)), char: run[0], tag: tagOf(info)}
	return f, f.length >= minFence && (f.char == '~' || strings.IndexByte(info, '`') < 0)
}

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

// isTagFence reports whether a line is a tag with a language, a fence of some tools. It bounds nothing
// here but is never a path.
func isTagFence(line string) bool { return tagFence().MatchString(line) }

// isTag reports whether a line is a tag without attributes, possibly with a CDATA start.
func isTag(line string) bool { return tagLine().MatchString(line) }

var tagLine = text.Expression(`^</?[A-Za-z][\w-]*>(?:<!\[CDATA\[)?$`)

var tagFence = text.Expression(`^</?(?:source|code|pre|codeblock|sourcecode)>\w*$`)

func opensTagFence(line string) bool { return isTagFence(line) && line[1] != '/' }

// closes reports whether f can close the fence open.
func (f fence) closes(open fence) bool {
	return f.tag == noTag && f.char == open.char && f.length >= open.length
}

func (f fence) shows() bool { return f.tag == proseTag }

// fenceStack holds the open fences, innermost last. Unlike in CommonMark, a tagged fence inside another
// nests, because models write it so.
type fenceStack []fence

func (s fenceStack) top() (fence, bool) {
	if len(s) == 0 {
		return fence{}, false
	}
	return s[len(s)-1], true
}

// next returns the stack after the fence line f.
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

// fenceEnd is where a fence ends if it opens (see [fenceStack.next]).
type fenceEnd struct {
	// closed is the line of the closing fence, inner that of the first one that closes a nested fence;
	// or None.
	closed, inner text.Line
	// after is the index of the fence after the closing one.
	after int32
	// nested: another fence opens inside. torn: one inside would close it but begins a block.
	nested, torn bool
}

// endFences finds the end of each fence. It runs backwards, so nested fences are skipped in one step.
func (o *outline) endFences() {
	o.fenceEnds = make([]fenceEnd, len(o.fences))
	for i := len(o.fences) - 1; i >= 0; i-- {
		o.fenceEnds[i] = o.fenceEnd(i)
	}
}

// fenceEnd finds the end of the fence at index i, given the ends of all later ones.
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

// opensAs reports whether the same fence closes both of two opening fences.
func (f fence) opensAs(o fence) bool {
	return f.char == o.char && f.length == o.length && f.shows() == o.shows()
}

// aboutFormat reports whether the fence at index i is tagged as prose and holds a whole fence: it
// documents a format. In an unclosed fence, lines from limit on don't count. growing includes inner
// fences that have only begun (not-blocks/format-document-left-open).
func (o *outline) aboutFormat(i int, limit text.Line, growing bool) bool {
	e := o.fenceEnds[i]
	switch {
	case !o.fences[i].shows():
		return false
	case e.inner != text.None:
		return e.closed != text.None || e.inner < limit
	default:
		return growing && e.nested
	}
}

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

// namedRightAbove reports whether the line above l, ignoring one blank line, is a path. A lone word
// needs a blank line above; otherwise it may be code.
func (o *outline) namedRightAbove(l text.Line) bool {
	p, named := firstOf(o.pathsAbove(l, o.top, rightAbove))
	return named && (looksLikePath(p.Fallback) || p.Line-1 < o.top || text.IsBlank(o.text.Line(p.Line-1)))
}
