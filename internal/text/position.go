package text

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Encoding is the unit of LSP characters.
type Encoding string

// The position encodings of LSP 3.17.
const (
	UTF8  Encoding = "utf-8"
	UTF16 Encoding = "utf-16"
	UTF32 Encoding = "utf-32"
)

// Position is an LSP position: line and character, both 0-based, in units of an [Encoding].
type Position struct {
	Line      Line
	Character int
}

// Position converts an offset, clamped to the text. Inside a character it counts as its start, inside a
// line ending as the line's end.
func (t *Text) Position(offset Offset, enc Encoding) Position {
	offset = t.runeStart(max(offset, 0))
	if offset >= t.Len() {
		offset = t.Len()
		if t.EndsWithNewline() || t.Len() == 0 {
			return Position{Line: Line(t.LineCount()), Character: t.hiddenUnits(Line(t.LineCount()), enc)}
		}
	}
	l := t.LineAt(offset)
	if end := t.End(l); offset > end {
		offset = end
	}
	return Position{Line: l, Character: t.hiddenUnits(l, enc) + units(t.Line(l)[:offset-t.Start(l)], enc)}
}

// Positions returns a function that converts rising offsets; on a long line each call continues from
// the last.
func (t *Text) Positions(enc Encoding) func(Offset) Position {
	at, offset := Position{}, Offset(-1)
	return func(next Offset) Position {
		next = t.runeStart(next)
		if offset < 0 || next < offset || next > t.End(at.Line) {
			at = t.Position(next, enc)
		} else {
			start := t.Start(at.Line)
			at.Character += units(t.Line(at.Line)[offset-start:next-start], enc)
		}
		offset = next
		return at
	}
}

// Character converts byte at of line l, which begins a character or is the line's end.
func (t *Text) Character(l Line, at int, enc Encoding) int {
	return t.hiddenUnits(l, enc) + units(t.Line(l)[:at], enc)
}

// runeStart returns the start of the character at offset.
func (t *Text) runeStart(offset Offset) Offset {
	if offset >= t.Len() {
		return offset
	}
	k := t.pageAt(offset) // characters are never split
	content, in := t.pages[k].content, int(offset-t.sums[k].bytes)
	for at := in - 1; at >= 0 && at > in-utf8.UTFMax; at-- {
		if utf8.RuneStart(content[at]) {
			if _, size := utf8.DecodeRuneInString(content[at:]); at+size > in {
				return t.sums[k].bytes + Offset(at)
			}
			break
		}
	}
	return offset
}

// Offset converts a position, clamped to the text and the line. Inside a character (half of a surrogate
// pair) it counts as its start.
func (t *Text) Offset(p Position, enc Encoding) Offset {
	if p.Line < 0 {
		return 0
	}
	if int(p.Line) >= t.LineCount() {
		return t.Len()
	}
	return t.within(t.Start(p.Line), t.Line(p.Line), p.Character-t.hiddenUnits(p.Line, enc), enc)
}

// within returns the offset of a character of a line that begins at start, clamped to the line.
func (t *Text) within(start Offset, line string, character int, enc Encoding) Offset {
	switch {
	case character <= 0:
		return start
	case enc == UTF8 && character >= len(line):
		return start + Offset(len(line))
	case enc == UTF8:
		return t.runeStart(start + Offset(character))
	}
	seen := 0
	for i, r := range line {
		seen += runeUnits(r, enc)
		if seen > character {
			return start + Offset(i)
		}
	}
	return start + Offset(len(line))
}

// ProtocolOffset is [Text.Offset] for lines that also end at a lone carriage return, as the language server
// protocol counts them.
func (t *Text) ProtocolOffset(p Position, enc Encoding) Offset {
	cr := t.LoneCR()
	if cr < 0 || p.Line < t.LineAt(cr) {
		return t.Offset(p, enc)
	}
	l := t.LineAt(cr)
	hidden, start := t.hiddenUnits(l, enc), t.Start(l)
	rest := t.String()[start:]
	for ; l < p.Line; l++ {
		end := strings.IndexAny(rest, "\r\n")
		if end < 0 {
			return t.Len()
		}
		end++
		if strings.HasPrefix(rest[end-1:], CRLF) {
			end++
		}
		hidden, start, rest = 0, start+Offset(end), rest[end:]
	}
	if end := strings.IndexAny(rest, "\r\n"); end >= 0 {
		rest = rest[:end]
	}
	return t.within(start, rest, p.Character-hidden, enc)
}

// hiddenUnits returns what a client counts before line l's content: a byte order mark that it sent as
// text.
func (t *Text) hiddenUnits(l Line, enc Encoding) int {
	switch {
	case l != 0 || !t.clientBOM:
		return 0
	case enc == UTF8:
		return len(bom)
	default:
		return 1
	}
}

func units(s string, enc Encoding) int {
	if enc == UTF8 {
		return len(s)
	}
	n := 0
	for _, r := range s {
		n += runeUnits(r, enc)
	}
	return n
}

func runeUnits(r rune, enc Encoding) int {
	if enc == UTF32 {
		return 1
	}
	// An invalid byte ranges as U+FFFD, one unit, as in the client's text.
	return max(utf16.RuneLen(r), 1)
}
