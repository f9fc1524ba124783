package text

import (
	"unicode/utf16"
	"unicode/utf8"
)

// Encoding says in which units an LSP position counts its characters.
type Encoding string

// The position encodings of LSP 3.17.
const (
	UTF8  Encoding = "utf-8"
	UTF16 Encoding = "utf-16"
	UTF32 Encoding = "utf-32"
)

// Position is an LSP position: a 0-based line and a 0-based count of units of
// some [Encoding] in that line.
type Position struct {
	Line      Line
	Character int
}

// Position converts an offset. Past the end it is the end. An offset inside a
// character counts as that character's start; one inside a line ending as the
// line's end.
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

// Positions converts offsets that rise, as [Text.Position] does. On one long line each goes
// on where the one before ended.
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

// Character returns the position of byte at of line l in it, in units of enc. The byte begins a
// character, or is the line's end.
func (t *Text) Character(l Line, at int, enc Encoding) int {
	return t.hiddenUnits(l, enc) + units(t.Line(l)[:at], enc)
}

// runeStart returns the offset of the character that holds offset.
func (t *Text) runeStart(offset Offset) Offset {
	if offset >= t.Len() {
		return offset
	}
	k := t.chunkAt(offset) // a character is never in two
	content, in := t.chunks[k].content, int(offset-t.sums[k].bytes)
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

// Offset converts a position. A line past the end is the end of the text, a
// character past a line's end is that line's end, and one inside a character
// (half of a surrogate pair) is its start.
func (t *Text) Offset(p Position, enc Encoding) Offset {
	if p.Line < 0 {
		return 0
	}
	if int(p.Line) >= t.LineCount() {
		return t.Len()
	}
	want := p.Character - t.hiddenUnits(p.Line, enc)
	if want <= 0 {
		return t.Start(p.Line)
	}
	line := t.Line(p.Line)
	if enc == UTF8 {
		if want >= len(line) {
			return t.End(p.Line)
		}
		return t.runeStart(t.Start(p.Line) + Offset(want))
	}
	seen := 0
	for i, r := range line {
		seen += runeUnits(r, enc)
		if seen > want {
			return t.Start(p.Line) + Offset(i)
		}
	}
	return t.End(p.Line)
}

// hiddenUnits counts what a client sees before the content of line l: a byte
// order mark that it sent as text.
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
	// An invalid byte ranges as U+FFFD, one unit, which is what a client has in its place.
	return max(utf16.RuneLen(r), 1)
}
