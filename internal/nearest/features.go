package nearest

import (
	"math"
	"unicode/utf8"
)

// A feature is the hash of a word, a non-ASCII character, or a whole line without whitespace, ignoring
// case.
type feature struct {
	// wanted counts it in the needle's head, held in the current window.
	wanted, held int
	// lines counts the text lines that have it; last is the latest.
	lines, last int
	rarity      float64
}

type features struct {
	list []feature
	// index maps a hash to its index in list plus one.
	index  [1 << 16]uint32
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

func (f *features) of(hash uint16) *feature { return &f.list[f.index[hash]-1] }

// rate sets each feature's rarity in a text of that many lines. Short texts don't show which words are
// rare.
func (f *features) rate(lines int) {
	lines = max(lines, 100)
	for i := range f.list {
		r := &f.list[i]
		r.rarity = max(0.05, math.Log(float64(lines+2)/float64(r.lines+1)))
	}
}

// weigh gives a needle line a low weight if its words are common.
func (f *features) weigh(l *line, content string) {
	l.weight = 0.3
	hashes := f.hashes(content)
	if len(hashes) == 0 { // blank up to clip
		return
	}
	words := len(hashes) - 1 // the last is the whole line's
	for _, h := range hashes[:words] {
		l.weight += f.of(h).rarity
	}
	l.weight = min(l.weight, 10)
	l.rarity = f.of(hashes[words]).rarity
}

// hashes returns a line's features, the whole line's last. They are valid until the next call.
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
