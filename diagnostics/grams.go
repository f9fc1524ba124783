package diagnostics

import (
	"encoding/binary"
	"math/bits"
)

// gram is the number of bytes of the pieces that the scan counts.
const gram = 4

// grams is a set of pieces of four bytes of folded lines; a shorter line is one piece.
// Different pieces may look the same: what is counted only promises. It holds a 1 for
// each piece, by its hash.
type grams [1 << 16]uint8

// hashGram gives 16 bits.
func hashGram(g uint32) uint32 { return g * 2654435761 >> 16 }

// pieces is the number of pieces of a line with so many letters.
func pieces(letters int) int {
	if letters < gram {
		return min(letters, 1)
	}
	return letters - gram + 1
}

// short is the piece that a line of fewer letters than a piece's is.
func short(letters []byte) uint32 {
	piece := uint32(0)
	for _, c := range letters {
		piece = piece<<8 | uint32(c)
	}
	return piece
}

// add adds the pieces of a folded line.
func (s *grams) add(letters []byte) {
	if 0 < len(letters) && len(letters) < gram {
		s[hashGram(short(letters))] = 1
	}
	for ; len(letters) >= gram; letters = letters[1:] {
		s[hashGram(binary.BigEndian.Uint32(letters))] = 1
	}
}

// has is 1 if the set has a piece.
func (s *grams) has(piece uint64) uint64 { return uint64(s[hashGram(uint32(piece))]) }

// marked tells of each position of some letters whether a piece of a set begins there,
// the first in the highest bit.
type marked []uint64

// markedRoom is how many bytes of letters are looked at for 64 positions.
const markedRoom = 64 + 8

// mark makes m the marks of the first n letters; markedRoom more must stand behind them.
func (s *grams) mark(m marked, letters []byte, n int) marked {
	m = m[:0]
	for ; n > 0; n -= 64 {
		m = append(m, s.mark64((*[markedRoom]byte)(letters)))
		letters = letters[64:]
	}
	// So that [marked.word] may look at the word behind the last.
	return append(m, 0)
}

// mark64 are the marks of 64 positions. The scan of a file spends its time here: it does
// not branch where a line ends, since nobody can foresee that.
func (s *grams) mark64(letters *[markedRoom]byte) (marks uint64) {
	for i := 0; i < 64; i += 4 {
		w := binary.BigEndian.Uint64(letters[i : i+8])
		// The sums are shifts that cost one instruction together with what comes in.
		marks = s.has(w>>32) + (marks + marks)
		marks = s.has(w>>24) + (marks + marks)
		marks = s.has(w>>16) + (marks + marks)
		marks = s.has(w>>8) + (marks + marks)
	}
	return marks
}

// count is the number of marks at n positions from at on.
func (m marked) count(at, n int) int {
	hits := 0
	for ; n > 64; at, n = at+64, n-64 {
		hits += bits.OnesCount64(m.word(at))
	}
	return hits + bits.OnesCount64(m.word(at)>>(64-n))
}

// word are the marks at the 64 positions from at on.
func (m marked) word(at int) uint64 {
	i, shift := at/64, at%64
	return m[i]<<shift | m[i+1]>>1>>(63-shift)
}
