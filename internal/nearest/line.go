package nearest

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// clip limits the bytes of a line that are compared.
const clip = 512

// gramBits is log2 of a gram set's size; collisions are rare.
const gramBits = 10

type line struct {
	trimmed string
	// grams is the set of adjacent character pairs (see fold), size its bits.
	grams [1 << gramBits / 64]uint64
	size  int
	// For needle lines: weight is 0 if blank or a placeholder, rarity is the whole line's.
	weight, rarity float64
	placeholder    bool
}

func appendLines(lines []line, list []string) []line {
	lines = slices.Grow(lines, len(list))
	for _, s := range list {
		lines = append(lines, newLine(s))
	}
	return lines
}

func newLine(content string) line {
	l := line{trimmed: strings.TrimSpace(content)}
	previous, n := rune(0), 0
	for _, r := range l.trimmed[:min(len(l.trimmed), clip)] {
		if r = fold(r); r < 0 {
			continue
		}
		if n++; n > 1 {
			l.addGram(previous, r)
		}
		previous = r
	}
	if n == 1 { // a single character counts as a pair
		l.addGram(previous, 0)
	}
	return l
}

func (l *line) addGram(first, second rune) {
	bit := uint32(first*331+second) * 0x9E3779B1 >> (32 - gramBits)
	if mask := uint64(1) << (bit % 64); l.grams[bit/64]&mask == 0 {
		l.grams[bit/64] |= mask
		l.size++
	}
}

// shared counts the grams that two lines share.
func (l *line) shared(o *line) int {
	n := 0
	for i, g := range l.grams {
		n += bits.OnesCount64(g & o.grams[i])
	}
	return n
}

// fold maps a character to lower case. It drops whitespace, and backslashes because models over-escape.
func fold(r rune) rune {
	if 0 <= r && r < utf8.RuneSelf {
		return ascii[r]
	}
	return foldWide(r)
}

// ascii is a table for speed: [fold] runs for each character of a file.
var ascii = func() (table [utf8.RuneSelf]rune) {
	for r := range table {
		table[r] = foldWide(rune(r))
	}
	return table
}()

func foldWide(r rune) rune {
	if unicode.IsSpace(r) || r == '\\' {
		return -1
	}
	return unicode.ToLower(r)
}

// isPlaceholder reports whether the line is `...` or the like, alone or in a comment.
func (l *line) isPlaceholder() bool {
	body := strings.TrimLeft(l.trimmed, "/#-;%*<! ")
	if body == "..." || body == "…" {
		return true
	}
	return body != l.trimmed && (strings.HasPrefix(body, "...") || strings.HasPrefix(body, "…") || strings.HasPrefix(body, "(unchanged)"))
}

// A line cut to minCut bytes or more resembles the whole.
const (
	minCut      = 3
	cutLikeness = 0.6
)

// likeness is 1 if lines are equal apart from indentation, else at most 0.9, by their shared grams.
func (l *line) likeness(o *line) float64 {
	switch {
	case l.trimmed == o.trimmed:
		return 1
	case l.size+o.size == 0:
		return 0
	}
	likeness := 1.8 * float64(l.shared(o)) / float64(l.size+o.size)
	if len(l.trimmed) >= minCut && (strings.HasPrefix(o.trimmed, l.trimmed) || strings.HasSuffix(o.trimmed, l.trimmed)) {
		return max(likeness, cutLikeness)
	}
	return likeness
}
