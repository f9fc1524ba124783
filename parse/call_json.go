package parse

import (
	"encoding/json"
	"errors"
	"io"
	"sort"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// maxDepth is how deep a call may be nested in JSON.
const maxDepth = 32

// maxNameBelow is in how many lines JSON outside of a fence must name a tool.
const maxNameBelow = 8

var (
	namesTool = text.Expression(`"(?:name|tool|tool_name|function|tool_calls)"\s*:`)
	// asPair matches what a call has in JSON, and in JSON that is a string of another.
	asPath = text.Expression(`(?i)\\*"(?:(?:file_?)?path|target_?file|filename)\\*"\s*:\s*\\*"`)
	asOld  = text.Expression(`(?i)\\*"(?:old_?(?:str(?:ing)?|text)|search|original|targetcontent)\\*"\s*:\s*\\*"`)
	asNew  = text.Expression(`(?i)\\*"(?:new_?(?:str(?:ing)?|text)|replace|updated|replacementcontent)\\*"\s*:\s*\\*"`)
	// asPatch matches a patch in a string.
	asPatch = text.Expression(`\*\*\* Begin Patch\\+n\*\*\* (?:Add|Delete|Update) File: `)
)

// namesTool reports whether JSON that begins on line l, outside of fences, may be the call of a named tool.
func (h *here) namesTool(l text.Line) bool {
	for end := min(l+maxNameBelow, h.end); len(h.inside) == 0 && l < end && h.text.Line(l) != ""; l++ {
		if namesTool().MatchString(h.text.Line(l)) {
			return true
		}
	}
	return false
}

// fenceOfCall returns the line of the fence that begins with line l, or None. A fence below an open one counts if it
// has a language.
func (h *here) fenceOfCall(l text.Line) text.Line {
	above := l - 1
	if above < h.top {
		return text.None
	}
	f, ok := parseFence(h.text.Line(above))
	if top, _ := h.inside.top(); ok && (f.tag != noTag || top.line == above) {
		return above
	}
	return text.None
}

// readJSON reads the calls that are a whole fence, or have a tool's name beside them.
func (h *here) readJSON(r *reading) {
	first := r.start.line
	fence := h.fenceOfCall(first)
	limit, closed := h.endOfJSON(first, fence)
	if fence != text.None && !h.mayNameFile(first, limit) || fence == text.None && h.jsonRead.First < first && first < h.jsonRead.End {
		return
	}
	src := &source{text: h.text, first: column{line: first}, next: first, limit: limit}
	calls, err := src.calls(fence != text.None)
	end := src.lineOf(src.read) + 1
	r.path = src.path
	for _, c := range calls {
		r.keepCall(c)
	}
	switch {
	case err == nil && len(r.blocks) > 0:
		r.rest, r.next = whole, end
		r.open = fence != text.None && !closed
	case err != nil && h.isCall(src):
		h.brokenCall(r, src, err, closed)
	case err == nil && asPatch().MatchString(src.json.String()): // apply-patch/patch-in-a-string
		r.malformed(h.lastText(first, end), "expected the patch with lines of its own; it is in a string of JSON")
		r.problems[0].Quiet = true
	}
	if fence == text.None && r.rest == noBlock {
		h.jsonRead = text.LineRange{First: first, End: end}
	}
}

// brokenCall ends the reading of a call whose JSON can't be read: it may be cut off, unless its fence is closed.
func (h *here) brokenCall(r *reading, src *source, err error, closed bool) {
	first, limit, end := src.first.line, src.limit, src.lineOf(src.read)+1
	if r.blocks = nil; errors.Is(err, io.ErrUnexpectedEOF) && !closed {
		r.cut("expected the end of the JSON %s", h.beforeLine(limit))
		return
	}
	if h.fenceOfCall(first) == text.None {
		limit = end
	}
	r.malformed(h.lastText(first, limit), "expected JSON on %s: %s", lineNumber(min(end, limit)-1), jsonFault(err))
	r.problems[0].Quiet = true
}

// endOfJSON returns the line before which JSON that begins on a line ends, in a fence or in none, and whether the fence
// is closed there.
func (h *here) endOfJSON(first, fence text.Line) (limit text.Line, closed bool) {
	limit = min(h.bound, h.end)
	if fence == text.None {
		return min(limit, h.nextTurn(first)), false
	}
	// No line of JSON begins as a fence does.
	if below := h.fenceAt(first); below < len(h.fences) && h.fences[below].line <= limit {
		limit = h.fences[below].line
		closed = h.closing(h.fences[h.fenceAt(fence)], never) == limit
	}
	return limit, closed
}

// mayNameFile is a quick check of JSON in a fence. Most of it is data, perhaps megabytes, and decoding it takes many
// times as long as looking for a word.
func (h *here) mayNameFile(first, end text.Line) bool {
	for l := first; l < end; l++ {
		line := h.text.Line(l)
		for _, name := range []string{"path", "Path", "file", "File"} {
			if strings.Contains(line, name) {
				return true
			}
		}
	}
	return false
}

// isCall reports whether JSON that can't be read is meant as a call.
func (h *here) isCall(src *source) bool {
	all := src.json.String()
	if h.fenceOfCall(src.first.line) != text.None {
		all = strings.Join(h.text.Lines(src.first.line, src.limit), text.LF)
	}
	return asPath().MatchString(all) && asOld().MatchString(all) && asNew().MatchString(all)
}

func jsonFault(err error) string {
	switch s := err.Error(); {
	case strings.Contains(s, `'\n' in string`):
		return "a line break in a string is written `\\n`"
	case !errors.Is(err, io.ErrUnexpectedEOF):
		return s
	}
	return "it has no end"
}

// source is the lines of the chat from a column on, as a decoder reads them. It maps offsets to columns.
type source struct {
	text        *text.Text
	first       column
	next, limit text.Line
	last        column
	json        strings.Builder
	starts      []int
	rest        string
	// read is how much the decoder has used.
	read int
	// inner is set for JSON that is a string of other JSON.
	inner *innerSource
	path  Path
}

// Read reads a line at a time, so that JSON that ends early doesn't cost what is below.
func (s *source) Read(p []byte) (int, error) {
	if s.rest == "" {
		if s.next >= s.limit {
			return 0, io.EOF
		}
		line := s.text.Line(s.next)
		if s.next == s.limit-1 && s.last.byte > 0 {
			line = line[:s.last.byte]
		}
		if s.next == s.first.line {
			line = line[s.first.byte:]
		}
		s.starts = append(s.starts, s.json.Len())
		s.rest = line + text.LF
		s.json.WriteString(s.rest)
		s.next++
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// lineOf returns the line of the byte above an offset.
func (s *source) lineOf(offset int) text.Line {
	return s.at(max(offset-1, 0)).line
}

// at returns the column of an offset. Offsets in inner JSON must not decrease.
func (s *source) at(offset int) column {
	if s.inner != nil {
		return column{s.first.line, s.first.byte + s.inner.rawAt(offset)}
	}
	i := max(sort.SearchInts(s.starts, offset+1)-1, 0)
	if i == 0 {
		return column{s.first.line, s.first.byte + offset}
	}
	return column{s.first.line + text.Line(i), offset - s.starts[i]}
}

// innerSource maps the offsets of a decoded string to those of the string as written.
type innerSource struct {
	raw         string
	at, decoded int
}

func (s *innerSource) rawAt(offset int) int {
	for s.decoded < offset && s.at < len(s.raw) {
		raw, decoded := unit(s.raw[s.at:])
		s.at, s.decoded = s.at+raw, s.decoded+decoded
	}
	return s.at
}

// unit returns the sizes of the first character of a string in JSON, up to its last quote: as written, and decoded.
func unit(raw string) (size, decoded int) {
	hex := func(s string) rune {
		if s[0] != '\\' || s[1] != 'u' {
			return -1
		}
		n, _ := strconv.ParseUint(s[2:6], 16, 16)
		return rune(n)
	}
	c := hex(raw)
	switch {
	case raw[0] != '\\':
		return 1, 1
	case c < 0:
		return 2, 1
	}
	if utf16.DecodeRune(c, hex(raw[6:])) != utf8.RuneError {
		return 12, utf8.UTFMax
	}
	return 6, len(string(c))
}

// object is a JSON object or array that is still open.
type object struct {
	*call
	key           argument
	array, hasKey bool
}

// jsonReader reads the calls of a source.
type jsonReader struct {
	*source
	whole bool
	open  []object
	found []*call
}

// calls reads JSON: with whole all of it, where each object may be a call, else the first value. The error is
// io.ErrUnexpectedEOF if it isn't complete.
func (s *source) calls(whole bool) ([]*call, error) {
	dec := json.NewDecoder(s)
	dec.UseNumber()
	r := jsonReader{source: s, whole: whole}
	for {
		tok, err := dec.Token()
		from := s.read
		s.read = int(dec.InputOffset())
		switch {
		case errors.Is(err, io.EOF) && len(r.open) == 0:
			return r.found, nil
		case errors.Is(err, io.EOF):
			return r.found, io.ErrUnexpectedEOF
		case err != nil:
			return nil, err
		case len(r.open) > maxDepth:
			return nil, errTooDeep
		}
		r.token(tok, from)
		if len(r.open) == 0 && !whole {
			return r.found, nil
		}
	}
}

var errTooDeep = errors.New("it is nested too deep")

func (r *jsonReader) token(tok json.Token, from int) {
	n := len(r.open) - 1
	delim, _ := tok.(json.Delim)
	switch {
	case delim == '{' || delim == '[':
		o := object{array: delim == '['}
		if n >= 0 {
			r.open[n].hasKey = false
		}
		if !o.array {
			l := r.lineOf(r.read)
			o.call = &call{first: l, last: l}
		}
		r.open = append(r.open, o)
	case delim != 0:
		o := r.open[n]
		if r.open = r.open[:n]; !o.array {
			o.last = r.lineOf(r.read)
			r.close(o.call)
		}
	case n < 0 || r.open[n].array:
	case !r.open[n].hasKey:
		key, _ := tok.(string)
		r.open[n].key, r.open[n].hasKey = argumentNamed(key), true
	default:
		r.open[n].hasKey = false
		r.value(&r.open[n], tok, from)
	}
}

// value keeps a value of an object.
func (r *jsonReader) value(o *object, tok json.Token, from int) {
	if o.key == noArgument {
		return
	}
	v := value{}
	switch tok := tok.(type) {
	case string:
		v.text = strings.ReplaceAll(tok, text.CRLF, text.LF)
		written := r.json.String()
		first, end := from+strings.IndexByte(written[from:r.read], '"'), r.read
		v.Section = r.section(first, end, lineCount(v.text))
	case json.Number:
		v.text = tok.String()
	case bool:
		v.text = strconv.FormatBool(tok)
	}
	o.set(o.key, v)
	switch {
	case o.key == callPath:
		names, fallback := accept(v.text)
		r.path = Path{Readings: names, Fallback: fallback, Line: v.First}
	case o.key == callInput && r.inner == nil:
		inner := &source{text: r.text, first: column{v.First, int(v.from)}, inner: &innerSource{raw: r.text.Line(v.First)[v.from:v.to]}}
		inner.rest, _ = tok.(string)
		inner.json.WriteString(inner.rest)
		inner.inner.at = 1 // the quote
		if calls, err := inner.calls(true); err == nil && len(calls) == 1 {
			o.input = calls[0]
		}
		if inner.path.Named() {
			r.path = inner.path
		}
	}
}

func lineCount(s string) int {
	if s == "" {
		return 0
	}
	return strings.Count(s, text.LF) + 1
}

// section returns the section of a string from its quote to after its last one, which decodes to so many lines.
func (r *jsonReader) section(first, end, lines int) Section {
	from := r.at(first)
	s := Section{First: from.line, End: from.line, cut: jsonText, from: int32(from.byte), to: int32(r.at(end).byte)}
	if r.inner != nil {
		s.cut = innerJSON
	}
	if lines > 0 {
		s.End, s.others = s.First+1, int32(1-lines)
	}
	return s
}

// close puts an object where it belongs: among the edits of a call, as the input of a tool, or among the calls.
func (r *jsonReader) close(c *call) {
	if c.input != nil && c.has(callTool) {
		c.input.set(callTool, c.values[callTool])
		r.found = append(r.found, c.input)
		return
	}
	for i := len(r.open) - 1; i >= 0; i-- {
		switch o := r.open[i]; {
		case o.array:
		case o.key == callEdits:
			o.edits = append(o.edits, c)
			return
		case o.key == callInput:
			o.input = c
			return
		default:
			return
		}
	}
	if r.whole {
		r.found = append(r.found, c)
	}
}
