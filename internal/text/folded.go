package text

import (
	"hash/maphash"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Folded is a text as the search for lines that are nearly alike reads it: its lines
// without their spaces and tabs, and with the letters A to Z in lower case. It is made
// once for a content and then only read. Beside the text it holds the letters that are
// left, and 4 bytes for a line.
type Folded struct {
	// letters are those of all lines, with nothing between the lines, and padding.
	letters []byte
	// By line: the number of its letters, and its key. Of a long line that number is in
	// long.
	lengths []uint16
	keys    []uint16
	long    map[Line]int
}

// FoldedPadding is how many bytes of no line stand behind those of the last one.
const FoldedPadding = 128

// isLong stands for the length of a line that is too long for 16 bits.
const isLong = math.MaxUint16

// Folded makes the text's folded lines at the first call, and keeps them.
func (t *Text) Folded() *Folded {
	if f := t.folded.Load(); f != nil {
		return f
	}
	// What two callers make at a time is the same.
	t.folded.CompareAndSwap(nil, newFolded(t))
	return t.folded.Load()
}

func newFolded(t *Text) *Folded {
	lines := t.LineCount()
	left := int(t.Len()) - lines - int(t.all().crlf)
	if lines > 0 && !t.EndsWithNewline() {
		left++
	}
	for _, c := range t.chunks {
		left -= strings.Count(c.content, " ") + strings.Count(c.content, "\t")
	}
	f := &Folded{letters: make([]byte, left+FoldedPadding), lengths: make([]uint16, lines), keys: make([]uint16, lines)}
	at := 0
	t.Each(0, Line(lines), func(l Line, line string) bool {
		n, odd := fold(f.letters[at:], line)
		letters := f.letters[at : at+n]
		at += n
		f.keys[l] = keyOf(letters, odd)
		if f.lengths[l] = uint16(min(n, isLong)); n >= isLong {
			if f.long == nil {
				f.long = map[Line]int{}
			}
			f.long[l] = n
		}
		return true
	})
	return f
}

// Lines is the number of lines.
func (f *Folded) Lines() int { return len(f.keys) }

// Letters are those of all lines, one line's behind the other's, and behind them
// [FoldedPadding] zeros. They must not be changed.
func (f *Folded) Letters() []byte { return f.letters }

// Length is the number of letters of line l, in bytes.
func (f *Folded) Length(l Line) int {
	if n := f.lengths[l]; n < isLong {
		return int(n)
	}
	return f.long[l]
}

// Keys are those of the lines: lines that are equal but for blanks of all kinds, or but
// for the case of letters, have the same; about one of 65,536 others has it too. They
// must not be changed.
func (f *Folded) Keys() []uint16 { return f.keys }

// Key is that of any line.
func Key(line string) uint16 {
	letters := make([]byte, len(line)+1)
	n, odd := fold(letters, line)
	return keyOf(letters[:n], odd)
}

// FoldLine are the letters of any line.
func FoldLine(line string) []byte {
	letters := make([]byte, len(line)+1)
	n, _ := fold(letters, line)
	return letters[:n]
}

// foldings are what becomes of each byte: in the lower 8 bits its letter; isOdd, if it is
// part of no ASCII character, or another blank; and isLetter, if the letters grow by it.
var foldings = func() (table [256]uint16) {
	for c := range table {
		table[c] = uint16(c) | isLetter
		switch {
		case 'A' <= c && c <= 'Z':
			table[c] |= 0x20
		case c == '\v' || c == '\f' || c == '\r' || c >= utf8.RuneSelf:
			table[c] |= isOdd
		}
	}
	table[' '], table['\t'] = 0, 0
	return table
}()

const (
	isOdd    = 1 << 8
	isLetter = 1 << 15
)

// fold writes the letters of a line, and counts them; letters must be longer by one. A
// line is odd if its letters alone do not say which lines are equal to it but for blanks
// or case. It does not branch at blanks, since nobody can foresee them.
func fold(letters []byte, line string) (n int, odd bool) {
	all := uint16(0)
	for i := range len(line) {
		f := foldings[line[i]]
		letters[n] = byte(f)
		n += int(f / isLetter)
		all |= f
	}
	return n, all&isOdd != 0
}

func keyOf(letters []byte, odd bool) uint16 {
	if odd {
		letters = plain(letters)
	}
	return uint16(maphash.Bytes(seed, letters))
}

// plain is what lines that differ in nothing but blanks of all kinds and the case of
// letters share: their ASCII characters, of which two have a third form.
func plain(letters []byte) []byte {
	var p []byte
	for len(letters) > 0 {
		r, size := utf8.DecodeRune(letters)
		letters = letters[size:]
		switch {
		case r == '\u212A': // the Kelvin sign
			p = append(p, 'k')
		case r == '\u017F': // the long s
			p = append(p, 's')
		case r < utf8.RuneSelf && !unicode.IsSpace(r):
			p = append(p, byte(r))
		}
	}
	return p
}
