package parse

import (
	"slices"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// xml is the layout of search-replace with tags, which may share lines with text. So a section may be
// part of a line.
var xml = &Dialect{
	Name:        searchReplace.Name,
	of:          searchReplace,
	InsideLines: true,
	Forms:       []*Form{{Name: "xml", Layout: LayoutXML, spellings: len(xmlTags), write: writeTags, fits: fitsSearchReplace}},
	marker:      tagMarker,
	begins:      "<",
	read:        readTags,
	path:        taggedPath,
	ownPath:     true,
	separators:  tagLines,
}

// xmlTags are the tag names around old and new text, in two families.
var xmlTags = []struct{ old, new string }{
	{"old_text", "new_text"},
	{"search", "replace"},
}

// The kinds of start tags, one per family.
const (
	zedTags = iota
	searchTags
)

const (
	pathTag    = "<filepath>"
	pathTagEnd = "</filepath>"
)

type pathTagPair struct{ begin, end string }

// pathTags are tags that tools put around a path on its own line.
var pathTags = []pathTagPair{
	{pathTag, pathTagEnd},
	{"<path>", "</path>"},
	{"<file_path>", "</file_path>"},
}

func stripPathTags(line string) string {
	if !strings.HasPrefix(line, "<") {
		return line
	}
	for _, t := range pathTags {
		if inner := len(line) - len(t.end); inner > len(t.begin) && hasPrefixFold(line, t.begin) && strings.EqualFold(line[inner:], t.end) {
			return line[len(t.begin):inner]
		}
	}
	return line
}

// tagMarker reads a line that begins with an old text's tag, or a tagged path and that.
func tagMarker(line, trimmed string) (token, bool) {
	if len(trimmed) < 2 || trimmed[0] != '<' || strings.IndexByte("OoSsFf", trimmed[1]) < 0 {
		return token{}, false
	}
	family, _, _, ok := openingTag(trimmed)
	return token{role: keyword, kind: family, indent: int32(len(text.Indentation(line)))}, ok
}

// cutPathTag cuts a tagged path off the start of a line.
func cutPathTag(line string) (path, rest string) {
	if !hasPrefixFold(line, pathTag) {
		return "", line
	}
	end := indexFold(line, pathTagEnd)
	if end < 0 {
		return "", line
	}
	return strings.TrimSpace(line[len(pathTag):end]), line[end+len(pathTagEnd):]
}

var openingTagLine = text.Expression(`(?i)^<(old_text|search)(?:\s+line=(?:"(\d+)"|(\d+)))?\s*>`)

// inPathTags reports whether the path on a line is in tags, there or on adjacent lines.
func (h *here) inPathTags(l text.Line) bool {
	line := h.trimmed(l)
	return stripPathTags(line) != line || l > 0 && slices.ContainsFunc(pathTags, func(t pathTagPair) bool {
		return strings.EqualFold(h.trimmed(l-1), t.begin)
	})
}

// openingTag reads an old text's tag at the start of a line or after a tagged path, and returns its
// family, the match including a line hint, and the rest of the line.
func openingTag(line string) (family uint8, match []string, rest string, ok bool) {
	_, rest = cutPathTag(strings.TrimLeftFunc(line, unicode.IsSpace))
	rest = strings.TrimLeft(rest, " \t")
	if !hasPrefixFold(rest, "<old_text") && !hasPrefixFold(rest, "<search") {
		return 0, nil, "", false
	}
	if match = openingTagLine().FindStringSubmatch(rest); match == nil {
		return 0, nil, "", false
	}
	if !strings.EqualFold(match[1], xmlTags[0].old) {
		family = 1
	}
	return family, match, rest[len(match[0]):], true
}

type column struct {
	line text.Line
	byte int
}

// tagged holds the bounds of both texts, between their tags. The line is None if not found.
type tagged struct {
	oldFirst, oldEnd, newFirst, newEnd column
	// cutOff means that only whitespace follows the old text.
	cutOff bool
}

// tagsOf finds the tags of a block that begins on line start. One that isn't before bound isn't found.
func (o *outline) tagsOf(start, bound text.Line) tagged {
	none := column{line: text.None}
	found := tagged{oldEnd: none, newFirst: none, newEnd: none}
	find := func(tag string, from column) closingTag {
		if c := o.closingFrom(tag, from); c.at.line < bound {
			return c
		}
		return closingTag{at: none}
	}
	t := o.text
	line := t.Line(start)
	family, _, rest, _ := openingTag(line)
	found.oldFirst = column{start, len(line) - len(rest)}
	tags := xmlTags[family]
	old := find("</"+tags.old+">", found.oldFirst)
	if found.oldEnd = old.at; old.at.line == text.None {
		return found
	}
	// Only whitespace may be between the two texts.
	at := old.after
	if found.cutOff = at.line >= bound; found.cutOff {
		return found
	}
	opening := "<" + tags.new + ">"
	if !hasPrefixFold(t.Line(at.line)[at.byte:], opening) {
		return found
	}
	found.newFirst = column{at.line, at.byte + len(opening)}
	found.newEnd = find("</"+tags.new+">", found.newFirst).at
	return found
}

// indexFold returns the index of a tag in s, ignoring case, or -1.
func indexFold(s, tag string) int {
	for at := 0; ; at++ {
		i := strings.IndexByte(s[at:], '<')
		if i < 0 {
			return -1
		}
		if at += i; hasPrefixFold(s[at:], tag) {
			return at
		}
	}
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// readTags reads a tagged block with a path. HTML has a <search> element, and JSX and configuration
// files their own: so unless the tags are upper-case the path must be in tags too, and an incomplete one
// is plain text unless the path is in <filepath> (xml/filepath-unclosed).
func readTags(h here, start token) reading {
	r := begun(start)
	path, named := h.namedTags(start)
	if r.plain(""); !named {
		return r
	}
	sure := start.kind == zedTags || path == start.line || path != text.None && hasPrefixFold(h.trimmed(path), pathTag)
	found, tags := h.tagsOf(start.line, min(h.bound, h.end)), xmlTags[start.kind]
	cut := func(missing string, before text.Line) {
		if sure || h.growing && h.atEnd(h.bound) {
			r.cut("expected `<%s>` %s", missing, h.beforeLine(before))
		}
	}
	end, nested := found.newEnd.line, text.None
	if end != text.None {
		nested = h.nestedTags(start, end)
	}
	switch {
	case found.oldEnd.line == text.None:
		cut("/"+tags.old, h.bound)
	case found.cutOff:
		cut(tags.new, h.bound)
	case found.newFirst.line == text.None && sure:
		r.malformed(found.oldEnd.line, "expected `<%s>` after `</%s>` on %s", tags.new, tags.old, lineNumber(found.oldEnd.line))
	case found.newFirst.line == text.None:
	case end == text.None:
		r.progress = 1
		cut("/"+tags.new, h.bound)
	case nested > found.oldEnd.line:
		cut("/"+tags.new, nested)
		r.next = nested
	case nested != text.None:
		cut("/"+tags.old, nested)
		r.next = nested
	default:
		r.progress = 1
		r.complete(h.taggedBlock(start, found), end)
	}
	return r
}

// namedTags returns the line of the path of a tagged block, if it has one.
func (h *here) namedTags(start token) (text.Line, bool) {
	path, _, named := taggedPath(*h, start)
	if named && start.kind == searchTags && path.Line != start.line && !strings.Contains(h.text.Line(start.line), "<SEARCH") {
		named = h.inPathTags(path.Line)
	}
	return path.Line, named
}

// nestedTags returns the line of the path of the last block that begins inside a tagged one and ends at
// its end, or None. The outer one isn't closed then (xml/unclosed-before-another):
//
//	<old_text>
//	src/b.py
//	<old_text>
func (h *here) nestedTags(start token, end text.Line) text.Line {
	checked, outside := 0, h.withoutForce()
	for _, t := range slices.Backward(h.between(start.line+1, end+1)) {
		if t.dialect != start.dialect || t.kind != start.kind {
			continue
		}
		if checked++; checked > maxInOpen {
			break
		}
		inner := outside.below(t.line)
		if path, ok := inner.namedTags(t); ok && path > start.line && h.tagsOf(t.line, end+1).newEnd.line == end {
			return path
		}
	}
	return text.None
}

func (h *here) taggedBlock(start token, found tagged) Block {
	b := newBlock(start.line)
	b.cutAs, _ = h.fenceIndent()
	_, match, _, _ := openingTag(h.text.Line(start.line))
	b.NearLine, _ = lineHint(match[2] + match[3])
	b.ExactLine = b.NearLine != text.None
	b.Old, b.New = textBetween(h.text, found.oldFirst, found.oldEnd), textBetween(h.text, found.newFirst, found.newEnd)
	if isBlankText(h.text, b.Old) {
		b.Old.End = b.Old.First
	}
	b.Leading, b.Trailing = sectionAt(b.Old.First), sectionAt(found.oldEnd.line)
	return b
}

// textBetween returns the section of the text between two columns, without lines that hold only whitespace beside a
// tag.
func textBetween(t *text.Text, first, end column) Section {
	s := Section{First: first.line, End: end.line + 1, cut: someText, from: int32(first.byte), to: int32(end.byte)}
	switch {
	case first == end:
		s.End--
	case first.line == end.line:
	default:
		if text.IsBlank(t.Line(first.line)[first.byte:]) {
			s.First, s.from = s.First+1, 0
		}
		if text.IsBlank(t.Line(end.line)[:end.byte]) {
			s.End, s.to = s.End-1, 0
		}
	}
	return s
}

func isBlankText(t *text.Text, s Section) bool {
	for l := s.First; l < s.End; l++ {
		if !text.IsBlank(s.part(l, t.Line(l), "")) {
			return false
		}
	}
	return true
}

// tagLines returns the lines of the tags between both texts.
func tagLines(b *Block) []text.Line {
	lines := []text.Line{b.Trailing.First}
	for l := b.Trailing.First + 1; l < b.New.First; l++ {
		lines = append(lines, l)
	}
	return lines
}

// taggedPath returns the path in tags on the block's own line, or the usual one.
func taggedPath(h here, start token) (Path, Layout, bool) {
	if name, _ := cutPathTag(h.trimmed(start.line)); name != "" {
		p, named := readPath(name)
		p.Line = start.line
		return p, LayoutXML, named
	}
	p, _, named := searchReplacePath(h, start)
	return p, LayoutXML, named
}

func writeTags(e Edit, path string, spelling int) string {
	tags, head := xmlTags[0], []string{path, ""}
	if spelling > 0 {
		tags, head = struct{ old, new string }{"SEARCH", "REPLACE"}, line("<FILEPATH>"+path+"</FILEPATH>")
	}
	return join(
		head, line("<"+tags.old+">"), e.Needle(), line("</"+tags.old+">"),
		line("<"+tags.new+">"), e.Replacement(), line("</"+tags.new+">"),
	)
}
