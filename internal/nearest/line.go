package nearest

import (
	"iter"
	"math/bits"
	"strings"
	"unicode"
)

// clip limits the bytes of a line that are compared.
const clip = 512

// gramBits is log2 of a gram set's size; collisions are rare.
const gramBits = 10

type line struct {
	trimmed string
	// grams is the set of adjacent character pairs, size its bits. Blank lines and placeholders have
	// none.
	grams [1 << gramBits / 64]uint64
	size  int
	// weight is for needle lines.
	weight float32
}

func newLine(content string) line {
	l := line{trimmed: strings.TrimSpace(content)}
	if isPlaceholder(l.trimmed) {
		return l
	}
	for g := range grams(l.trimmed) {
		bit := uint32(g.first*331+g.second) * 0x9E3779B1 >> (32 - gramBits)
		if l.grams[bit/64]>>(bit%64)&1 == 0 {
			l.grams[bit/64] |= 1 << (bit % 64)
			l.size++
		}
	}
	return l
}

type gram struct{ first, second rune }

// grams yields a line's adjacent character pairs. A single character counts as one too.
func grams(line string) iter.Seq[gram] {
	return func(yield func(gram) bool) {
		previous, n := rune(0), 0
		for _, r := range line[:min(len(line), clip)] {
			if r = fold(r); r < 0 {
				continue
			}
			if n++; n > 1 && !yield(gram{previous, r}) {
				return
			}
			previous = r
		}
		if n == 1 {
			yield(gram{previous, 0})
		}
	}
}

// fold maps a character to lower case, and to ASCII if it has an equivalent. It drops whitespace, and
// backslashes because models over-escape.
func fold(r rune) rune {
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
	if unicode.IsSpace(r) {
		return -1
	}
	return unicode.ToLower(r)
}

// covered counts the line's grams, and those that another has too, exactly.
func (l *line) covered(by *line) (shared, all int) {
	count := map[gram]int{}
	for g := range grams(by.trimmed) {
		count[g]++
	}
	for g := range grams(l.trimmed) {
		if all++; count[g] > 0 {
			shared++
			count[g]--
		}
	}
	return max(shared, l.sharedLetters(by)), all
}

// isPlaceholder reports whether a line is `...` or the like, alone or in a comment.
func isPlaceholder(line string) bool {
	body := strings.TrimLeft(line, "/#-;%*<! ")
	return body == "..." || body == "…" ||
		body != line && (strings.HasPrefix(body, "...") || strings.HasPrefix(body, "…") || strings.HasPrefix(body, "(unchanged)"))
}

func (l *line) isPlaceholder() bool { return l.size == 0 && l.trimmed != "" }

// shared counts the grams that lines share.
func (l *line) shared(o *line) int {
	shared := 0
	for i, g := range l.grams {
		shared += bits.OnesCount64(g & o.grams[i])
	}
	return max(shared, l.sharedLetters(o))
}

// maxShort limits the lines compared by characters: a typo changes most grams of a short word.
const maxShort = 4

// sharedLetters estimates two short lines' shared grams by their characters.
func (l *line) sharedLetters(o *line) int {
	if len(l.trimmed) > maxShort || len(o.trimmed) > maxShort {
		return 0
	}
	shared, rest := 0, o.trimmed
	for _, r := range l.trimmed {
		if before, after, found := strings.Cut(rest, string(r)); found {
			shared, rest = shared+1, before+after
		}
	}
	return min(shared-1, l.size-1, o.size-1)
}

// cutLikeness is the least likeness of a line to one that starts or ends with it.
const cutLikeness = 0.6

// likeness is 1 if lines are equal apart from indentation, else at most 0.9, by their shared grams.
func (l *line) likeness(o *line) float64 {
	switch {
	case l.trimmed == o.trimmed:
		return 1
	case l.size == 0 || o.size == 0:
		return 0
	}
	likeness := 1.8 * float64(l.shared(o)) / float64(l.size+o.size)
	if len(l.trimmed) > 2 && (strings.HasPrefix(o.trimmed, l.trimmed) || strings.HasSuffix(o.trimmed, l.trimmed)) {
		return max(likeness, cutLikeness)
	}
	return likeness
}
