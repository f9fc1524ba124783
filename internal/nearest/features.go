package nearest

import (
	"math"
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// A feature is the hash of a word, a non-ASCII character, or a whole line without whitespace, ignoring
// case.
type feature struct {
	hash uint64
	// wanted counts it in the needle's head, held in the current window.
	wanted, held int32
	// lines counts the text lines that have it; last is the latest.
	lines, last int32
	rarity      float64
}

func (r *feature) count(line int32) {
	if r.last != line {
		r.last = line
		r.lines++
	}
}

type features struct {
	list []feature
	// index maps a hash to its index in list. quick maps its first bits to the same plus one, which
	// usually saves the map lookup.
	index  map[uint64]uint32
	quick  [1 << quickBits]uint32
	buffer []uint64
}

const quickBits = 10

func newFeatures(needle []string) *features {
	f := &features{index: map[uint64]uint32{}}
	for n, l := range needle {
		for _, h := range f.hashes(l) {
			i, known := f.find(h)
			if !known {
				i = uint32(len(f.list))
				f.list = append(f.list, feature{hash: h, last: -1})
				f.index[h] = i
				f.quick[h>>(64-quickBits)] = i + 1
			}
			if n < maxHead {
				f.list[i].wanted++
			}
		}
	}
	return f
}

func (f *features) find(hash uint64) (i uint32, ok bool) {
	i = f.quick[hash>>(64-quickBits)] - 1
	if i == math.MaxUint32 || f.list[i].hash == hash {
		return i, i != math.MaxUint32
	}
	i, ok = f.index[hash]
	return i, ok
}

// rate sets each feature's rarity in a text of that many lines. Short texts don't show which words are
// rare.
func (f *features) rate(lines int) {
	lines = max(lines, 100)
	for i := range f.list {
		r := &f.list[i]
		r.rarity = max(0.05, math.Log(float64(lines+2)/float64(r.lines+1)))
	}
}

func (f *features) rarity(hash uint64) float64 { return f.list[f.index[hash]].rarity }

// weigh gives a needle line a low weight if its words are common.
func (f *features) weigh(l *line, content string) {
	l.weight = 0.3
	hashes := f.hashes(content)
	if len(hashes) == 0 { // blank up to clip
		return
	}
	words := len(hashes) - 1 // the last is the whole line's
	for _, h := range hashes[:words] {
		l.weight += f.rarity(h)
	}
	l.weight = min(l.weight, 10)
	l.rarity = f.rarity(hashes[words])
}

// wordByte maps bytes of words to lower case, others to 0.
var wordByte = func() (table [256]byte) {
	for _, c := range "_0123456789abcdefghijklmnopqrstuvwxyz" {
		table[c] = byte(c)
		table[unicode.ToUpper(c)] = byte(c)
	}
	return table
}()

// hashes returns a line's features, the whole line's last. They are valid until the next call.
func (f *features) hashes(line string) []uint64 {
	const factor = 0x9E3779B97F4A7C15
	f.buffer = f.buffer[:0]
	whole := uint64(0)
	line = line[:min(len(line), clip)]
	for i := 0; i < len(line); {
		if c := wordByte[line[i]]; c != 0 {
			word := uint64(c)
			for i++; i < len(line) && wordByte[line[i]] != 0; i++ {
				word = bits.RotateLeft64(word, 7) ^ uint64(wordByte[line[i]])
			}
			word *= factor
			f.buffer = append(f.buffer, word)
			whole = (bits.RotateLeft64(whole, 29) ^ word) * factor
			continue
		}
		r, size := rune(line[i]), 1
		if r < utf8.RuneSelf {
			r = ascii[r]
		} else {
			r, size = utf8.DecodeRuneInString(line[i:])
			r = foldWide(r)
		}
		i += size
		if r >= utf8.RuneSelf {
			f.buffer = append(f.buffer, uint64(r)*factor)
		}
		if r >= 0 {
			whole = (bits.RotateLeft64(whole, 29) ^ uint64(r)) * factor
		}
	}
	if whole != 0 {
		f.buffer = append(f.buffer, whole)
	}
	return f.buffer
}
