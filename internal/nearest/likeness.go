package nearest

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"
)

// line is a line as it is compared with others.
type line struct {
	trimmed string
	// grams are its pairs of neighbouring characters, in lower case and without
	// whitespace.
	grams []uint16
	// signs is a bitmap: each gram sets one bit, which others may share.
	signs [4]uint64
	// Of a line of the needle: what its words say, 0 for a blank one and a placeholder, and
	// how rare the line is.
	weight      float64
	rarity      float64
	placeholder bool
	// only is the one line of the text that is equal to it, if it is the only such line of
	// the needle, else none.
	only int
}

// gramKinds is how many grams are told apart.
const gramKinds = 1 << 12

func newLine(s string) line { return newLines([]string{s})[0] }

// newLines prepares lines. Their grams are in one piece of memory.
func newLines(list []string) []line {
	size := 0
	for _, s := range list {
		size += min(len(s), clip)
	}
	grams := make([]uint16, 0, size)
	lines := make([]line, len(list))
	for i, s := range list {
		lines[i].trimmed, lines[i].only = strings.TrimSpace(s), none
		first := len(grams)
		grams = appendGrams(grams, lines[i].trimmed)
		lines[i].grams = grams[first:]
		for _, g := range lines[i].grams {
			lines[i].signs[g>>6&3] |= 1 << (g & 63)
		}
	}
	return lines
}

// appendGrams appends the grams of a line; that of a single character is its own.
func appendGrams(grams []uint16, s string) []uint16 {
	s = s[:min(len(s), clip)]
	first, previous := len(grams), uint32(0)
	for i := 0; i < len(s); {
		r, size := rune(kinds[s[i]]), 1
		switch r {
		case isBlank:
			i++
			continue
		case isSign:
			if r = rune(s[i]); r == '\\' { // models escape what needs no escape
				i++
				continue
			}
		case isOther:
			if r, size = utf8.DecodeRuneInString(s[i:]); unicode.IsSpace(r) {
				i += size
				continue
			}
			r = plain(r)
		}
		if previous != 0 {
			grams = append(grams, gram(previous, uint32(r)))
		}
		previous = uint32(r)
		i += size
	}
	if len(grams) == first && previous != 0 {
		grams = append(grams, gram(previous, 0))
	}
	return grams
}

// plain is the character that stands for r in ASCII, if there is one, else r in lower case.
func plain(r rune) rune {
	switch r {
	case '“', '”', '„':
		return '"'
	case '‘', '’':
		return '\''
	case '–', '—':
		return '-'
	}
	return unicode.ToLower(r)
}

func gram(a, b uint32) uint16 { return uint16((a*331 + b) * 0x9E3779B1 >> 20) }

// isPlaceholder reports whether the line stands for others: `...` alone or in a comment.
func (l *line) isPlaceholder() bool {
	body := strings.TrimLeft(l.trimmed, "/#-;%*<! ")
	if body == "..." || body == "…" {
		return true
	}
	return body != l.trimmed && (strings.HasPrefix(body, "...") || strings.HasPrefix(body, "…") || strings.HasPrefix(body, "(unchanged)"))
}

// row counts the grams of one line, with which others are compared.
type row struct {
	line   *line
	counts [gramKinds]int16
}

func (r *row) set(l *line) {
	if r.line == l {
		return
	}
	if r.line != nil {
		for _, g := range r.line.grams {
			r.counts[g] = 0
		}
	}
	for _, g := range l.grams {
		r.counts[g]++
	}
	r.line = l
}

// shared is how many grams the row has in common with a line.
func (r *row) shared(l *line) int {
	n := 0
	for _, g := range l.grams {
		if r.counts[g] > 0 {
			n++
		}
		r.counts[g]--
	}
	for _, g := range l.grams {
		r.counts[g]++
	}
	if r.isShort(l) {
		// A typo in a short word spoils most of its grams. As many characters in the same
		// order would have one gram less.
		n = max(n, inOrder(r.line.trimmed, l.trimmed)-1)
	}
	return n
}

// maxShort is the length of a line that is compared by its characters with another.
const maxShort = 4

func (r *row) isShort(l *line) bool { return r.line.isShortWord() && l.isShortWord() }

// isShortWord reports whether a line is a few ASCII characters without blanks: then the
// characters have one gram less than bytes.
func (l *line) isShortWord() bool {
	return len(l.trimmed) <= maxShort && len(l.grams) == len(l.trimmed)-1
}

// inOrder is how many bytes two short lines have in common in the same order.
func inOrder(a, b string) int {
	var most [maxShort + 1]int // of the bytes of b up to each
	for i := range len(a) {
		before := 0
		for j := range len(b) {
			above := most[j+1]
			if most[j+1] = max(above, most[j]); a[i] == b[j] {
				most[j+1] = before + 1
			}
			before = above
		}
	}
	return most[len(b)]
}

// alike is a likeness of lines that have something to do with each other; below it, a
// rough value is good enough.
const alike = 0.3

// likeness compares the row with a line: 1 if they are equal but for their indentation,
// else 0.9 of the share of their grams that they have in common.
func (r *row) likeness(l *line) float64 {
	if r.line.trimmed == l.trimmed {
		return 1
	}
	all := len(r.line.grams) + len(l.grams)
	if all == 0 {
		return 0
	}
	if rough := 1.8 * float64(r.line.mostShared(l)) / float64(all); rough < alike && !r.isShort(l) {
		return rough
	}
	return 1.8 * float64(r.shared(l)) / float64(all)
}

// mostShared is no less than the number of grams that two lines share.
func (l *line) mostShared(o *line) int {
	common, own, other := 0, 0, 0
	for i := range l.signs {
		common += bits.OnesCount64(l.signs[i] & o.signs[i])
		own += bits.OnesCount64(l.signs[i])
		other += bits.OnesCount64(o.signs[i])
	}
	return common + min(len(l.grams)-own, len(o.grams)-other)
}
