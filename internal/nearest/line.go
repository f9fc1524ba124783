package nearest

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// clip is how many bytes of a line are looked at: no line costs more.
const clip = 512

// gramBits is how many bits a set of grams has, as a power of two: enough that the grams of
// different lines rarely share one.
const gramBits = 10

// line is a line as it is compared with others.
type line struct {
	trimmed string
	// folded has the characters by which the line is compared.
	folded string
	// grams is the set of its pairs of neighbouring characters, and size is how many bits
	// of it are set.
	grams [1 << gramBits / 64]uint64
	size  int
	// Of a line of the needle: what its words say, 0 for a blank one and a placeholder, and
	// how rare the line is.
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

// gram is two neighbouring characters.
type gram struct{ first, second rune }

// eachGram calls f with the grams of the line; a single character is one too.
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

// fold returns the character as which r is compared: in lower case, in ASCII if that has
// one for the same purpose. Whitespace is none, nor is a backslash: models escape what needs
// no escape.
func fold(r rune) rune {
	if 0 <= r && r < utf8.RuneSelf {
		return ascii[r]
	}
	return foldWide(r)
}

// ascii has what [fold] makes of the characters of ASCII: it is called for each of a file.
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

// isPlaceholder reports whether the line stands for others: `...` alone or in a comment.
func (l *line) isPlaceholder() bool {
	body := strings.TrimLeft(l.trimmed, "/#-;%*<! ")
	if body == "..." || body == "…" {
		return true
	}
	return body != l.trimmed && (strings.HasPrefix(body, "...") || strings.HasPrefix(body, "…") || strings.HasPrefix(body, "(unchanged)"))
}

// maxShort is the length of a line that is compared by its characters with another: a typo
// in a short word spoils most of its grams.
const maxShort = 4

// sharedLetters is how many grams two short lines would share if all characters that they
// share were together: all but one, as long as the lines differ.
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

// covered counts the grams of a line, and those that another has too, each as often as it
// comes.
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

// A line that was cut short, to minCut bytes or more, is like the whole one.
const (
	minCut      = 3
	cutLikeness = 0.6
)

// likeness compares a line of the needle with one of the text: 1 if they are equal but for
// their indentation, else 0.9 of the share of their grams that they have in common.
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
