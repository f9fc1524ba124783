package nearest

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

const (
	// checkEvery is the number of lines between context checks.
	checkEvery = 4096
	// sampled is about the number of lines that show which words are rare.
	sampled = 512
	// wordBits is log2 of the number of different words.
	wordBits = 12
)

// vocabulary holds what is known about each word, by its hash. Words with the same hash count as one.
type vocabulary [1 << wordBits]word

type word struct {
	// wanted counts it in the needle's head, held in the current window, seen in the sampled lines.
	wanted, held, seen, rarity int32
}

// hold counts a word that enters or leaves the window and returns how much the window's score changes:
// a word counts at most as often as the needle has it.
func (w *word) hold(count int32) int32 {
	before := min(w.held, w.wanted)
	w.held += count
	return (min(w.held, w.wanted) - before) * w.rarity
}

// appendWords appends the hashes of a line's words, ignoring case. A non-ASCII character starts a word.
func appendWords(words []uint16, line string) []uint16 {
	line = line[:min(len(line), clip)]
	for i := 0; i < len(line); i++ {
		if !text.IsWord(line[i]) {
			continue
		}
		hash := uint64(line[i] | 0x20)
		for ; i+1 < len(line) && text.IsWord(line[i+1]) && line[i+1] < 0xC0; i++ {
			hash = bits.RotateLeft64(hash, 7) ^ uint64(line[i+1]|0x20)
		}
		words = append(words, uint16(hash*0x9E3779B97F4A7C15>>(64-wordBits)))
	}
	return words
}

// places returns where the text shares most words with the needle's head.
func (s *search) places(ctx context.Context, needle []string) (places []text.LineRange, err error) {
	if len(needle) == 0 {
		return nil, nil
	}
	v := new(vocabulary)
	s.weigh(v, needle)
	head := min(len(needle), maxPart)
	size := text.Line(head*3/2 + min(4, head-1)) // the text may have more lines
	windows, err := s.windows(ctx, v, size)
	// The alignment decides between the best, more of them for a short needle.
	for _, w := range windows[:min(len(windows), max(4, 32/head))] {
		if w.score*5 > windows[0].score*3 {
			places = append(places, text.LineRange{First: max(0, w.end-2*size), End: w.end + size})
		}
	}
	// Without a shared word, there may be similar ones.
	for l := text.Line(0); len(windows) == 0 && int(l) < s.target.LineCount(); l += checkEvery {
		places = append(places, text.LineRange{First: l, End: l + checkEvery})
	}
	return places, err
}

// weigh sets the rarity of the needle's words and, by that, the weight of its lines.
func (s *search) weigh(v *vocabulary, needle []string) {
	var words []uint16
	lines := s.target.LineCount()
	step := 1 + lines/sampled
	for l := 0; l < lines; l += step {
		words = appendWords(words[:0], s.target.Line(text.Line(l)))
		for _, w := range words {
			v[w].seen++
		}
	}
	for i, content := range needle {
		l := newLine(content)
		l.weight = 1
		words = appendWords(words[:0], content)
		for _, w := range words {
			v[w].rarity = int32(max(1, bits.Len(uint(lines/step)/uint(v[w].seen+1))))
			if l.size > 0 {
				l.weight += float64(v[w].rarity)
			}
			if i < maxPart {
				v[w].wanted++
			}
		}
		s.needle = append(s.needle, l)
	}
}

// window is a run of text lines up to end (exclusive).
type window struct {
	end   text.Line
	score int32
}

// windows returns windows of that many lines that share words, best first, at least half a window apart.
func (s *search) windows(ctx context.Context, v *vocabulary, size text.Line) (list []window, err error) {
	score, held := int32(0), make([][]uint16, size) // the last lines' words
	s.target.Each(0, text.Line(s.target.LineCount()), func(l text.Line, content string) bool {
		line := &held[l%size]
		for _, w := range *line {
			score += v[w].hold(-1)
		}
		*line = appendWords((*line)[:0], content)
		for _, w := range *line {
			score += v[w].hold(1)
		}
		last := len(list) - 1
		switch {
		case score == 0:
		case last < 0 || l+1-list[last].end > size/2:
			list = append(list, window{l + 1, score})
		case score > list[last].score:
			list[last] = window{l + 1, score}
		}
		if l%checkEvery == 0 {
			err = ctx.Err()
		}
		return err == nil
	})
	slices.SortStableFunc(list, func(a, b window) int { return cmp.Compare(b.score, a.score) })
	return list, err
}
