package nearest

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

const (
	// checkEvery is the number of lines between context checks.
	checkEvery = 4096
	// sampled is about the number of lines that show which words are rare.
	sampled = 512
	// maxWeight limits the weight of a line of many words.
	maxWeight = 20
	// stretch is the number of lines aligned at a time if no word is shared.
	stretch = 4096
)

// vocabulary holds what is known about each word, by its hash. Words with the same hash count as one.
type vocabulary [1 << wordBits]word

const wordBits = 12

type word struct {
	// wanted counts it in the needle's head, held in the current window, seen in the sampled lines.
	wanted, held, seen int32
	rarity             int32
}

// hold counts a word that enters or leaves the window and returns how much the window's score changes:
// a word counts at most as often as the needle has it.
func (w *word) hold(count int32) int32 {
	before := min(w.held, w.wanted)
	w.held += count
	return (min(w.held, w.wanted) - before) * w.rarity
}

// wordByte maps bytes of words to lower case, others to 0.
var wordByte = func() (table [256]byte) {
	for _, c := range "_0123456789abcdefghijklmnopqrstuvwxyz" {
		table[c] = byte(c)
		table[unicode.ToUpper(c)] = byte(c)
	}
	for c := utf8.RuneSelf; c < len(table); c++ {
		table[c] = byte(c)
	}
	return table
}()

// appendWords appends the hashes of a line's words, ignoring case. A non-ASCII character starts a word.
func appendWords(words []uint16, line string) []uint16 {
	line = line[:min(len(line), clip)]
	for i := 0; i < len(line); {
		hash := uint64(wordByte[line[i]])
		i++
		if hash == 0 {
			continue
		}
		for ; i < len(line) && wordByte[line[i]] != 0 && line[i] < 0xC0; i++ {
			hash = bits.RotateLeft64(hash, 7) ^ uint64(wordByte[line[i]])
		}
		words = append(words, uint16(hash*0x9E3779B97F4A7C15>>(64-wordBits)))
	}
	return words
}

// places returns where the text shares most words with the needle's head.
func (s *search) places(ctx context.Context, needle []string) (places []text.LineRange, err error) {
	v := new(vocabulary)
	if err := s.weigh(ctx, v, needle); err != nil || len(needle) == 0 {
		return nil, err
	}
	head := len(s.head())
	size := text.Line(head*3/2 + min(4, head-1)) // the text may have more lines
	windows, err := s.windows(ctx, v, size)
	for _, w := range windows[:min(len(windows), max(5, 32/head))] {
		if w.score*5 > windows[0].score*3 {
			first := max(0, w.end-2*size)
			places = append(places, text.LineRange{First: first, End: first + 3*size})
		}
	}
	// Without a shared word, there may be similar ones.
	for l := text.Line(0); len(windows) == 0 && int(l) < s.target.LineCount(); l += stretch {
		places = append(places, text.LineRange{First: l, End: l + stretch})
	}
	return places, err
}

// weigh sets the words' rarity and, by that, the weight of needle lines.
func (s *search) weigh(ctx context.Context, v *vocabulary, needle []string) error {
	lines := int32(0)
	err := s.scan(ctx, 1+s.target.LineCount()/sampled, func(_ text.Line, words []uint16) {
		lines++
		for _, w := range words {
			v[w].seen++
		}
	})
	for w := range v {
		v[w].rarity = max(1, int32(bits.Len32(uint32(lines/(v[w].seen+1)))))
	}
	for i, content := range needle {
		l := newLine(content)
		l.weight = 1
		for _, w := range appendWords(nil, content) {
			if l.size > 0 {
				l.weight = min(l.weight+float32(v[w].rarity), maxWeight)
			}
			if i < maxHead {
				v[w].wanted++
			}
		}
		s.needle = append(s.needle, l)
	}
	return err
}

// scan calls visit with the words of every step-th line.
func (s *search) scan(ctx context.Context, step int, visit func(l text.Line, words []uint16)) (err error) {
	var words []uint16
	s.target.Each(0, text.Line(s.target.LineCount()), func(l text.Line, content string) bool {
		if l%checkEvery == 0 {
			err = ctx.Err()
		}
		if int(l)%step == 0 {
			words = appendWords(words[:0], content)
			visit(l, words)
		}
		return err == nil
	})
	return err
}

// window is a run of text lines up to end (exclusive).
type window struct {
	end   text.Line
	score int32
}

// windows returns windows of that many lines that share words, best first, at least half a window apart.
func (s *search) windows(ctx context.Context, v *vocabulary, size text.Line) (list []window, err error) {
	score, held := int32(0), make([][]uint16, size) // the last lines' words
	err = s.scan(ctx, 1, func(l text.Line, words []uint16) {
		line := &held[l%size]
		for _, w := range *line {
			score += v[w].hold(-1)
		}
		*line = (*line)[:0]
		for _, w := range words {
			if v[w].wanted > 0 {
				score += v[w].hold(1)
				*line = append(*line, w)
			}
		}
		last := len(list) - 1
		switch {
		case score == 0:
		case last < 0 || l+1-list[last].end > size/2:
			list = append(list, window{l + 1, score})
		case score > list[last].score:
			list[last] = window{l + 1, score}
		}
	})
	slices.SortStableFunc(list, func(a, b window) int { return cmp.Compare(b.score, a.score) })
	return list, err
}
