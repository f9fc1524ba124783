package nearest

import (
	"math"
	"unicode/utf8"
)

// A feature is the hash of a word, of a character beyond ASCII, or of a whole line without
// its whitespace. Letter case doesn't count.
type feature struct {
	// wanted is how often the needle's head has it, held how often the present window does.
	wanted, held int
	// lines is in how many lines of the text it occurs, the last of them in line last.
	lines, last int
	// rarity is what it is worth.
	rarity float64
}

// features are those of a needle.
type features struct {
	list []feature
	// index has the place in list of each hash, plus one.
	index [1 << 16]uint32
	// buffer holds the hashes of one line.
	buffer []uint16
}

func newFeatures(needle []string) *features {
	f := &features{}
	for i, l := range needle {
		for _, h := range f.hashes(l) {
			if f.index[h] == 0 {
				f.list = append(f.list, feature{last: -1})
				f.index[h] = uint32(len(f.list))
			}
			if i < maxHead {
				f.of(h).wanted++
			}
		}
	}
	return f
}

// of returns the feature of a hash that the needle has.
func (f *features) of(hash uint16) *feature { return &f.list[f.index[hash]-1] }

// rate gives each feature its rarity in a text of so many lines. A short one doesn't show
// which words are rare.
func (f *features) rate(lines int) {
	lines = max(lines, 100)
	for i := range f.list {
		r := &f.list[i]
		r.rarity = max(0.05, math.Log(float64(lines+2)/float64(r.lines+1)))
	}
}

// weigh sets what a line of the needle says, little where all of its words are common.
func (f *features) weigh(l *line, content string) {
	l.weight = 0.3
	hashes := f.hashes(content)
	if len(hashes) == 0 { // nothing but whitespace, as far as it is looked at
		return
	}
	words := len(hashes) - 1 // the last is the whole line's
	for _, h := range hashes[:words] {
		l.weight += f.of(h).rarity
	}
	l.weight = min(l.weight, 10)
	l.rarity = f.of(hashes[words]).rarity
}

// hashes returns the hashes of a line's features, that of the whole line last; none for a
// blank line. They are valid until the next call.
func (f *features) hashes(line string) []uint16 {
	const factor = 0x01000193
	f.buffer = f.buffer[:0]
	whole, word := uint32(0), uint32(0)
	add := func(hash uint32) {
		if hash != 0 {
			f.buffer = append(f.buffer, uint16(hash*0x9E3779B1>>16))
		}
	}
	for _, r := range line[:min(len(line), clip)] {
		if r = fold(r); r >= 0 {
			whole = (whole ^ uint32(r)) * factor
		}
		if r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' {
			word = (word ^ uint32(r)) * factor
			continue
		}
		add(word)
		if word = 0; r >= utf8.RuneSelf {
			add(uint32(r))
		}
	}
	add(word)
	add(whole)
	return f.buffer
}
