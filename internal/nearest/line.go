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
	// folded holds the characters to compare (see fold).
	folded string
	// grams is the set of adjacent character pairs, size its bits.
	grams [1 << gramBits / 64]uint64
	size  int
	// For needle lines: weight is 0 if blank or a placeholder, rarity is the whole line's.
	weight, rarity float64
	placeholder    bool
}

func appendLines(lines []line, list []string) []line {
	lines = slices.Grow(lines, len(list))
	for _, s := range list {
		l := line{trimmed: strings.TrimSpace(s)}
		l.folded = strings.Map(fold, l.trimmed[:min(len(l.trimmed), clip)])
		l.eachGram(func(g gram) {
			bit := uint32(g.first*331+g.second) * 0x9E3779B1 >> (32 - gramBits)
			l.grams[bit/64] |= 1 << (bit % 64)
		})
		for _, g := range l.grams {
			l.size += bits.OnesCount64(g)
		}
		lines = append(lines, l)
	}
	return lines
}

type gram struct{ first, second rune }

// eachGram counts a single character as a gram too.
func (l *line) eachGram(f func(gram)) {
	previous, n := rune(0), 0
	for _, r := range l.folded {
		if n++; n > 1 {
			f(gram{previous, r})
		}
		previous = r
	}
	if n == 1 {
		f(gram{previous, 0})
	}
}

// fold maps a character to lower case and to ASCII if it has an equivalent. It drops whitespace, and
// backslashes because models over-escape.
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
	if unicode.IsSpace(r) {
		return -1
	}
	switch r {
	case '\\':
		return -1
	case '“', '”', '„':
		return '"'
	case '‘', '’':
		return '\''
	case '–', '—':
		return '-'
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

// maxShort limits the lines compared by characters: a typo changes most grams of a short word.
const maxShort = 4

// sharedLetters estimates two short lines' shared grams by their characters.
func (l *line) sharedLetters(o *line) int {
	if len(l.folded) > maxShort || len(o.folded) > maxShort {
		return 0
	}
	n, rest := 0, o.folded
	for _, r := range l.folded {
		if strings.ContainsRune(rest, r) {
			n, rest = n+1, strings.Replace(rest, string(r), "", 1)
		}
	}
	return min(n-1, l.size-1)
}

// covered counts the line's grams and those shared with by.
func (l *line) covered(by *line) (shared, all int) {
	count := map[gram]int{}
	by.eachGram(func(g gram) { count[g]++ })
	l.eachGram(func(g gram) {
		if all++; count[g] > 0 {
			shared++
			count[g]--
		}
	})
	return max(shared, l.sharedLetters(by)), all
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
	shared := 0
	for i, g := range l.grams {
		shared += bits.OnesCount64(g & o.grams[i])
	}
	likeness := 1.8 * float64(max(shared, l.sharedLetters(o))) / float64(l.size+o.size)
	if len(l.trimmed) >= minCut && (strings.HasPrefix(o.trimmed, l.trimmed) || strings.HasSuffix(o.trimmed, l.trimmed)) {
		return max(likeness, cutLikeness)
	}
	return likeness
}
