package nearest

import (
	"math"
	"math/bits"
	"unicode/utf8"
)

// clip is how many bytes of a line are looked at: no line costs more.
const clip = 512

// A feature is the hash of a word, of a character beyond ASCII, or of a whole line without
// its whitespace. Letter case doesn't count.
type feature struct {
	hash uint32
	// wanted is how often the needle has it, held how often the present window does.
	wanted, held int32
	// lines is in how many lines of the text it occurs, the last of them in line last.
	lines, last int32
	// rarity is what it is worth.
	rarity float64
}

// features are those of a needle, found by their hash.
type features struct {
	list []feature
	// slots is an open-addressing table of indexes in list, plus one; shift makes an index
	// in it of a hash.
	slots []uint32
	shift int
	// buffer holds the hashes of one line.
	buffer []uint32
}

// newFeatures makes the features of a needle.
func newFeatures(needle []string) *features {
	f := &features{}
	for _, l := range needle {
		f.buffer = appendHashes(f.buffer, l)
	}
	size := bits.Len(uint(4*len(f.buffer) + 15))
	f.slots, f.shift = make([]uint32, 1<<size), 32-size
	for _, h := range f.buffer {
		slot := f.slot(h)
		if *slot == 0 {
			f.list = append(f.list, feature{hash: h, last: -1})
			*slot = uint32(len(f.list))
		}
		f.list[*slot-1].wanted++
	}
	return f
}

// slot is where a hash is, or would be.
func (f *features) slot(h uint32) *uint32 {
	for at := h * 0x9E3779B1 >> f.shift; ; at = (at + 1) & uint32(len(f.slots)-1) {
		if s := &f.slots[at]; *s == 0 || f.list[*s-1].hash == h {
			return s
		}
	}
}

// appendFound appends the indexes of the features that a line of the text shares with the
// needle.
func (f *features) appendFound(found []uint32, line string) []uint32 {
	f.buffer = appendHashes(f.buffer[:0], line)
	for _, h := range f.buffer {
		if slot := *f.slot(h); slot != 0 {
			found = append(found, slot-1)
		}
	}
	return found
}

// minLines is how many lines a text needs to show which words are rare.
const minLines = 100

// rate gives each feature its rarity in a text of so many lines.
func (f *features) rate(lines int) {
	lines = max(lines, minLines)
	for i := range f.list {
		r := &f.list[i]
		r.rarity = max(0.05, math.Log(float64(lines+2)/float64(r.lines+1)))
	}
}

// weigh sets what a line of the needle says, little where all of its words are common.
func (f *features) weigh(l *line, content string) {
	f.buffer = appendHashes(f.buffer[:0], content)
	l.weight = 0.3
	words := len(f.buffer) - 1 // the last is the whole line's
	if words < 0 {             // nothing but whitespace, as far as it is looked at
		return
	}
	for _, h := range f.buffer[:words] {
		l.weight += f.list[*f.slot(h)-1].rarity
	}
	l.weight = min(l.weight, 10)
	whole := f.list[*f.slot(f.buffer[words])-1]
	l.rarity = whole.rarity
	if whole.wanted == 1 && whole.lines == 1 {
		l.only = int(whole.last)
	}
}

// The kinds of a byte; a letter or digit is itself, in lower case.
const (
	isBlank = 0
	isSign  = 1
	isOther = 2 // part of a character beyond ASCII
	isWord  = 3 // and above
)

var kinds = func() (table [256]byte) {
	for c := range table {
		switch {
		case c == ' ' || '\t' <= c && c <= '\r':
			table[c] = isBlank
		case c >= utf8.RuneSelf:
			table[c] = isOther
		case 'A' <= c && c <= 'Z':
			table[c] = byte(c) + 'a' - 'A'
		case c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z':
			table[c] = byte(c)
		default:
			table[c] = isSign
		}
	}
	return table
}()

// The seed of a line's hash, and the factors of the hashes of words and lines.
const (
	lineSeed   = 0x5bd1e995
	lineFactor = 0x01000197
	wordFactor = 0x9E3779B97F4A7C15
)

// appendHashes appends the hashes of a line's features, that of the whole line last. A
// blank line has none.
func appendHashes(hashes []uint32, line string) []uint32 {
	line = line[:min(len(line), clip)]
	whole := uint32(lineSeed)
	for i := 0; i < len(line); {
		c := line[i]
		switch kind := kinds[c]; kind {
		case isBlank:
			i++
			continue
		case isSign:
			whole = (whole ^ uint32(c)) * lineFactor
			i++
			continue
		}
		word := uint64(0) // holds words of up to nine letters as they are
		if kinds[c] == isOther {
			for word, i = uint64(c), i+1; i < len(line) && !utf8.RuneStart(line[i]); i++ {
				word = word<<8 | uint64(line[i])
			}
		} else {
			for ; i < len(line) && kinds[line[i]] >= isWord; i++ {
				word = bits.RotateLeft64(word, 7) ^ uint64(kinds[line[i]])
			}
		}
		h := uint32(word * wordFactor >> 32)
		whole = (whole ^ h) * lineFactor
		hashes = append(hashes, h)
	}
	if whole == lineSeed {
		return hashes
	}
	return append(hashes, whole)
}
