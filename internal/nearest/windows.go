package nearest

import (
	"cmp"
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// windowOf is how many lines of the text are scored together for a needle of so many: more,
// since the needle may lack some.
func windowOf(lines int) int { return lines*3/2 + min(4, lines-1) }

// worthAligning is the part of the best score from which a window is aligned.
const worthAligning = 0.6

// windows weighs the lines of the needle by the text, and returns the lines before which the
// runs end that share the most with its head, the best first.
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

// overlap is what the lines of a text share with the needle: indexes of features, those of
// each line up to its end.
type overlap struct {
	features []uint32
	ends     []uint32
}

// findIn finds the features in the lines of a text.
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

// scores are those of the windows of so many lines that end with each line: the rarity of
// what they share with the needle, each feature as often as the needle has it.
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

// highest returns where the windows end that have the highest scores, the best first, apart
// from each other and not far below the best. It clears scores.
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

// argmax is the index of the first of the highest scores.
func argmax(scores []float64) int {
	best := 0
	for i, v := range scores {
		if v > scores[best] {
			best = i
		}
	}
	return best
}

// likeliest takes the place of windows where the needle shares no word with the text: there
// may be a typo in its only one. It returns where the lines end that are most like the
// needle's longest line, if any are.
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
