package nearest

import (
	"math/bits"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// clip limits the bytes of a line that are compared.
const clip = 512

type line struct {
	trimmed string
	// grams is the set of adjacent character pairs by 10-bit hash, size its bits. Blank lines and
	// placeholders have none.
	grams [1 << 10 / 64]uint64
	size  int
	// weight is for needle lines.
	weight float64
}

func newLine(content string) line {
	l := line{trimmed: strings.TrimSpace(content)}
	if isPlaceholder(l.trimmed) {
		return l
	}
	previous := rune(0)
	for _, r := range l.trimmed[:min(len(l.trimmed), clip)] {
		switch r {
		case '“', '”', '„':
			r = '"'
		case '‘', '’':
			r = '\''
		}
		if unicode.IsSpace(r) || r == '\\' { // models over-escape
			continue
		}
		r = unicode.ToLower(r)
		if previous != 0 {
			l.add(previous, r)
		}
		previous = r
	}
	if l.size == 0 && previous != 0 {
		l.add(previous, 0) // a single character counts as one too
	}
	return l
}

// add adds a pair of characters. A repeated one takes other bits, up to eight.
func (l *line) add(first, second rune) {
	hash := uint32(first*331 + second)
	for range 8 {
		hash *= 0x9E3779B1
		bit := hash >> (32 - 10)
		if l.grams[bit/64]>>(bit%64)&1 == 0 {
			l.grams[bit/64] |= 1 << (bit % 64)
			l.size++
			return
		}
	}
}

// isPlaceholder reports whether a line is `...` or the like, alone or in a comment.
func isPlaceholder(line string) bool {
	body := strings.TrimLeft(line, "/#-;%*<! ")
	return body == "..." || body == "…" ||
		body != line && (strings.HasPrefix(body, "...") || strings.HasPrefix(body, "…") || strings.HasPrefix(body, "(unchanged)"))
}

// isPlaceholder also holds for a line of backslashes alone, which has no pairs either.
func (l *line) isPlaceholder() bool { return l.size == 0 && l.trimmed != "" }

// shared counts the pairs that lines share.
func (l *line) shared(o *line) int {
	shared := 0
	for i, g := range l.grams {
		shared += bits.OnesCount64(g & o.grams[i])
	}
	// A typo changes most pairs of a short word.
	if a, b := l.trimmed, o.trimmed; max(len(a), len(b)) <= 4 {
		shared = max(shared, min(min(len(a), len(b))-text.Distance(a, b), l.size-1, o.size-1))
	}
	return shared
}

// likeness is 1 if lines are equal apart from indentation, else at most 0.9, by their shared pairs. It
// is at least 0.6 for a line that is cut short.
func (l *line) likeness(o *line) float64 {
	if l.trimmed == o.trimmed {
		return 1
	}
	likeness := 1.8 * float64(l.shared(o)) / float64(max(l.size+o.size, 1))
	if len(l.trimmed) > 2 && (strings.HasPrefix(o.trimmed, l.trimmed) || strings.HasSuffix(o.trimmed, l.trimmed)) {
		return max(likeness, 0.6)
	}
	return likeness
}
