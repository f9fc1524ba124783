package nearest

import (
	"cmp"
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// windowOf returns the window size for a needle, which may lack lines.
func windowOf(lines int) int { return lines*3/2 + min(4, lines-1) }

// worthAligning is the share of the best score that a window needs.
const worthAligning = 0.6

// windows weighs the needle's lines and returns the ends (exclusive) of the windows that share most
// with its head, best first.
func (s *search) windows(ctx context.Context, needle []string) ([]int, error) {
	f := newFeatures(needle)
	if len(f.list) == 0 || s.target.LineCount() == 0 {
		return nil, nil
	}
	found, err := f.findIn(ctx, s.target)
	if err != nil {
		return nil, err
	}
	f.rate(len(found.ends))
	for i := range s.needle {
		l := &s.needle[i]
		if l.placeholder = l.isPlaceholder(); l.trimmed != "" && !l.placeholder {
			f.weigh(l, needle[i])
		}
	}
	if len(found.features) == 0 {
		return s.likeliest(ctx)
	}
	head := len(s.head())
	size := windowOf(head)
	return highest(f.scores(found, size), max(5, 32/head), max(1, size/2)), ctx.Err()
}

// overlap holds the needle's features in a text, as indexes in list, with each line's end.
type overlap struct {
	features []uint32
	ends     []uint32
}

func (f *features) findIn(ctx context.Context, target *text.Text) (found overlap, err error) {
	found.ends = make([]uint32, target.LineCount())
	found.features = make([]uint32, 0, 2*len(found.ends))
	target.EachRun(0, text.Line(target.LineCount()), func(r text.Run) bool {
		for i, start := range r.Starts {
			l := r.First + text.Line(i)
			if l%checkEvery == 0 {
				err = ctx.Err()
			}
			for _, h := range f.hashes(r.Content[start:r.End(i)]) {
				if i, ok := f.find(h); ok {
					found.features = append(found.features, i)
					f.list[i].count(int32(l))
				}
			}
			found.ends[l] = uint32(len(found.features))
			if err != nil {
				return false
			}
		}
		return true
	})
	return found, err
}

// scores returns for each line the score of the window up to it: the rarity of shared features, each
// counted as often as the needle has it.
func (f *features) scores(found overlap, size int) []float64 {
	scores := make([]float64, len(found.ends))
	score, at, tail := 0.0, uint32(0), uint32(0)
	for l, end := range found.ends {
		for ; at < end; at++ {
			r := &f.list[found.features[at]]
			if r.held < r.wanted {
				score += r.rarity
			}
			r.held++
		}
		for ; l >= size && tail < found.ends[l-size]; tail++ {
			r := &f.list[found.features[tail]]
			if r.held--; r.held < r.wanted {
				score -= r.rarity
			}
		}
		scores[l] = score
	}
	return scores
}

// highest returns the ends (exclusive) of the best windows, best first, not too close or too far below
// the best. It clears scores.
func highest(scores []float64, most, apart int) (ends []int) {
	best := scores[argmax(scores)]
	for range most {
		l := argmax(scores)
		if scores[l] < best*worthAligning {
			break
		}
		ends = append(ends, l+1)
		clear(scores[max(0, l-apart+1):min(len(scores), l+apart)])
	}
	return ends
}

func argmax(scores []float64) int {
	best := 0
	for i, v := range scores {
		if v > scores[best] {
			best = i
		}
	}
	return best
}

// related is the likeness of lines with something in common.
const related = 0.3

// likeliest replaces windows if no word is shared, perhaps because of a typo in the only one. It
// returns the ends of the lines most similar to the needle's longest.
func (s *search) likeliest(ctx context.Context) (ends []int, err error) {
	longest := slices.MaxFunc(s.needle, func(a, b line) int { return cmp.Compare(a.size, b.size) })
	best := related
	s.target.Each(0, text.Line(s.target.LineCount()), func(l text.Line, content string) bool {
		if l%checkEvery == 0 {
			err = ctx.Err()
		}
		likeness := longest.likeness(&appendLines(nil, []string{content})[0])
		if likeness > best {
			best, ends = likeness, nil
		}
		if likeness == best && len(ends) <= maxTies {
			ends = append(ends, int(l)+1)
		}
		return err == nil
	})
	return ends, err
}
