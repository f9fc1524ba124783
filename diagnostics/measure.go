package diagnostics

import (
	"math/bits"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// measure compares many runs of lines of a text with one needle.
type measure struct {
	text    *text.Text
	needle  []string
	numbers numbers
	wanted  []int32
	lengths []int // of the needle's lines, in characters
	// patterns are those of the lines that were compared with others.
	patterns []pattern
	// total is the needle's length and cost that of a run like it, in characters.
	total, cost int
	aligner     aligner
	run         held
	// unequal are the lines of the run that have another partner than their equal.
	unequal []partners
}

// partners are lines of the needle and of a run that share most characters at most.
type partners struct{ i, j, most int }

// held are the lines of the run that is compared, the first of them, their numbers, and
// their lengths in characters.
type held struct {
	first   int
	lines   []string
	numbers []int32
	lengths []int
}

func newMeasure(t *text.Text, needle []string) *measure {
	m := &measure{
		text: t, needle: needle, numbers: newNumbers(needle),
		lengths: make([]int, len(needle)), patterns: make([]pattern, len(needle)),
	}
	m.wanted = m.numbers.of(needle)
	for i, l := range needle {
		m.lengths[i] = characters(l)
		m.total += m.lengths[i] + 1
	}
	m.cost = m.total + 64*len(needle) + len(needle)*len(needle)
	return m
}

// affordable is the number of runs that may be measured.
func (m *measure) affordable() int { return max(fewestMeasured, mostMeasured/m.cost) }

const (
	fewestMeasured = 16
	// mostMeasured bounds the work of one search, in characters.
	mostMeasured = 1 << 20
)

// align pairs the lines of the needle with those from first to before end.
func (m *measure) align(first, end int, visit func(i, j int)) {
	m.hold(first, end)
	between(m.aligner.common(m.wanted, m.run.numbers), len(m.needle), end-first, visit)
}

// hold looks at the lines from first to before end: of runs that overlap, in rising order,
// at each line once.
func (m *measure) hold(first, end int) {
	r := &m.run
	passed := first - r.first
	if passed < 0 || passed > len(r.lines) {
		passed = len(r.lines)
	}
	kept := min(len(r.lines)-passed, end-first)
	copy(r.lines, r.lines[passed:][:kept])
	copy(r.numbers, r.numbers[passed:][:kept])
	copy(r.lengths, r.lengths[passed:][:kept])
	r.first = first
	r.lines, r.numbers, r.lengths = r.lines[:kept], r.numbers[:kept], r.lengths[:kept]
	for l := first + kept; l < end; l++ {
		line := m.text.Line(text.Line(l))
		r.lines = append(r.lines, line)
		r.numbers = append(r.numbers, m.numbers[line])
		r.lengths = append(r.lengths, characters(line))
	}
}

// compare finds out how much the lines from first to before end are like the needle, and
// where they differ.
func (m *measure) compare(first, end int) run {
	return run{first: first, lines: end - first, similarity: m.similarity(first, end, 0), differs: m.differs(first, end)}
}

// differs are the lines that differ from their partners, or have none.
func (m *measure) differs(first, end int) []lineDifference {
	var differs []lineDifference
	m.align(first, end, func(i, j int) {
		switch {
		case j < 0:
			differs = append(differs, lineDifference{index: i, line: first + max(0, -j-1), wanted: m.needle[i]})
		case i < 0:
			differs = append(differs, lineDifference{index: -1, line: first + j, found: m.run.lines[j]})
		case m.wanted[i] != m.run.numbers[j]:
			differs = append(differs, lineDifference{index: i, line: first + j, wanted: m.needle[i], found: m.run.lines[j]})
		}
	})
	return differs
}

// similarity is that of the needle and the lines from first to before end. Of a run that
// is less alike than least it may give more than that, but still less than least.
func (m *measure) similarity(first, end int, least float64) float64 {
	m.unequal = m.unequal[:0]
	shared, total := -1, m.total-2
	m.align(first, end, func(i, j int) {
		if j < 0 {
			return
		}
		length := m.run.lengths[j]
		total += length + 1
		if i < 0 {
			return
		}
		most := min(m.lengths[i], length)
		shared += most + 1
		if m.wanted[i] != m.run.numbers[j] {
			m.unequal = append(m.unequal, partners{i, j, most})
		}
	})
	for _, p := range m.unequal {
		if most := similarity(shared, total); most < least {
			return most
		}
		shared += m.pattern(p.i).common(m.run.lines[p.j]) - p.most
	}
	return similarity(shared, total)
}

// pattern is that of a line of the needle.
func (m *measure) pattern(i int) *pattern {
	p := &m.patterns[i]
	if p.length == 0 {
		*p = newPattern(m.needle[i])
	}
	return p
}

func characters(s string) int { return utf8.RuneCountInString(s) }

// pattern is a line that others are compared with: for each character, the places
// where the line has it, as bits.
type pattern struct {
	line string
	// length is the number of characters, words that of the 64 bits they need.
	length, words int
	ascii         [utf8.RuneSelf]uint16
	other         map[rune]uint16
	// places holds words of bits for each character that occurs; the first ones
	// are those of a character that does not.
	places []uint64
}

// longestCompared bounds the lines of which the common characters are counted
// exactly, by the product of their lengths in bytes; of longer ones only the equal
// beginning and end count.
const longestCompared = 1 << 24

// usuallyDifferent is a number of different characters that few lines exceed.
const usuallyDifferent = 32

func newPattern(line string) pattern {
	p := pattern{line: line, length: characters(line)}
	p.words = (p.length + 63) / 64
	if len(line) > longestCompared/64 {
		return p
	}
	p.places = make([]uint64, p.words, p.words*(1+min(p.length, usuallyDifferent)))
	at := 0
	for _, r := range line {
		slot := p.slot(r)
		if slot == 0 {
			slot = uint16(len(p.places) / p.words)
			p.places = append(p.places, make([]uint64, p.words)...)
			if r < utf8.RuneSelf {
				p.ascii[r] = slot
			} else {
				if p.other == nil {
					p.other = map[rune]uint16{}
				}
				p.other[r] = slot
			}
		}
		p.places[int(slot)*p.words+at/64] |= 1 << (at % 64)
		at++
	}
	return p
}

func (p *pattern) slot(r rune) uint16 {
	if r < utf8.RuneSelf {
		return p.ascii[r]
	}
	return p.other[r]
}

// common is the length of a longest common subsequence of the pattern's line and s,
// in characters, by the bit-parallel method of Hyyrö: one step for each character of
// s and word of the pattern.
func (p *pattern) common(s string) int {
	switch {
	case p.words == 0 || s == "":
		return 0
	case len(p.line)*len(s) > longestCompared:
		return commonEnds(p.line, s)
	case p.places == nil: // a long line and a short one
		q := newPattern(s)
		return q.common(p.line)
	case p.words == 1:
		v := ^uint64(0)
		for _, r := range s {
			m := p.places[p.slot(r)]
			v = (v + v&m) | v&^m
		}
		return bits.OnesCount64(^v)
	}
	v := make([]uint64, p.words)
	for i := range v {
		v[i] = ^uint64(0)
	}
	for _, r := range s {
		m := p.places[int(p.slot(r))*p.words:][:p.words]
		carry := uint64(0)
		for i := range v {
			var sum uint64
			sum, carry = bits.Add64(v[i], v[i]&m[i], carry)
			v[i] = sum | v[i]&^m[i]
		}
	}
	n := 0
	for _, w := range v {
		n += bits.OnesCount64(^w)
	}
	return n
}

// commonEnds is the number of characters that two lines share at their beginning and
// end.
func commonEnds(a, b string) int {
	n := 0
	for a != "" && b != "" {
		x, size := utf8.DecodeRuneInString(a)
		if y, _ := utf8.DecodeRuneInString(b); x != y {
			break
		}
		a, b, n = a[size:], b[min(size, len(b)):], n+1
	}
	for a != "" && b != "" {
		x, size := utf8.DecodeLastRuneInString(a)
		if y, _ := utf8.DecodeLastRuneInString(b); x != y {
			break
		}
		a, b, n = a[:len(a)-size], b[:len(b)-min(size, len(b))], n+1
	}
	return n
}
