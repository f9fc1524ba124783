package nearest

import (
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// windowOf is how many lines of the text are scored together for a needle of so many: more,
// since the needle may lack some.
func windowOf(lines int) int { return lines*3/2 + min(4, lines-1) }

// windows returns the lines before which the runs end that share the most with the needle,
// the best first, and the features of the needle, rated by the text.
func windows(ctx context.Context, target *text.Text, needle []string) ([]int, *features, error) {
	f := newFeatures(needle)
	if len(f.list) == 0 || target.LineCount() == 0 {
		return nil, nil, nil
	}
	found, ends, err := f.findIn(ctx, target)
	if err != nil {
		return nil, nil, err
	}
	f.rate(len(ends))
	size := windowOf(len(needle))
	best := ranking{most: max(5, 32/len(needle)), apart: max(1, size/2)}
	score, at, tail := 0.0, uint32(0), uint32(0)
	for l, end := range ends {
		for ; at < end; at++ {
			r := &f.list[found[at]]
			if r.held < r.wanted {
				score += r.rarity
			}
			r.held++
		}
		if l >= size {
			for ; tail < ends[l-size]; tail++ {
				r := &f.list[found[tail]]
				if r.held--; r.held < r.wanted {
					score -= r.rarity
				}
			}
		}
		best.add(l+1, score)
		if l%checkEvery == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
	}
	return best.ends(), f, nil
}

// findIn returns what each line shares with the needle: found holds indexes of features,
// those of line l up to ends[l].
func (f *features) findIn(ctx context.Context, target *text.Text) (found, ends []uint32, err error) {
	ends = make([]uint32, target.LineCount())
	found = make([]uint32, 0, 2*len(ends))
	target.Each(0, text.Line(len(ends)), func(l text.Line, line string) bool {
		if l%checkEvery == 0 {
			if err = ctx.Err(); err != nil {
				return false
			}
		}
		before := len(found)
		found = f.appendFound(found, line)
		for _, i := range found[before:] {
			if r := &f.list[i]; r.last != int32(l) {
				r.last = int32(l)
				r.lines++
			}
		}
		ends[l] = uint32(len(found))
		return true
	})
	return found, ends, err
}

// found reports whether the text shares anything with the needle.
func (f *features) found() bool {
	return slices.ContainsFunc(f.list, func(r feature) bool { return r.lines > 0 })
}

// likeliest takes the place of windows where the needle shares no word with the text: there
// may be a typo in its only one. It returns where the lines end that are most like the
// needle's longest line, if any are.
func (s *search) likeliest(ctx context.Context) (ends []int) {
	longest := &s.needle[0]
	for i := range s.needle {
		if l := &s.needle[i]; len(l.grams) > len(longest.grams) {
			longest = l
		}
	}
	s.row.set(longest)
	best := alike
	s.target.Each(0, text.Line(s.target.LineCount()), func(l text.Line, content string) bool {
		line := newLine(content)
		likeness := s.row.likeness(&line)
		if likeness > best {
			best, ends = likeness, nil
		}
		if likeness == best && len(ends) <= maxTies {
			ends = append(ends, int(l)+1)
		}
		return l%checkEvery != 0 || ctx.Err() == nil
	})
	return ends
}

// worthAligning is the part of the best score from which a window is aligned.
const worthAligning = 0.6

// ranking holds the windows of the highest scores. Of windows that are close together it
// holds the better one.
type ranking struct {
	most, apart int
	list        []window // the best first
}

type window struct {
	end   int
	score float64
}

func (r *ranking) add(end int, score float64) {
	if n := len(r.list); n == r.most && score <= r.list[n-1].score {
		return
	}
	near := slices.IndexFunc(r.list, func(w window) bool { return end-w.end < r.apart })
	if near >= 0 {
		if score <= r.list[near].score {
			return
		}
		r.list = slices.Delete(r.list, near, near+1)
	}
	at := len(r.list)
	for at > 0 && r.list[at-1].score < score {
		at--
	}
	r.list = slices.Insert(r.list, at, window{end, score})
	r.list = r.list[:min(len(r.list), r.most)]
}

// ends are where the windows end whose scores are not far below the best.
func (r *ranking) ends() []int {
	var ends []int
	for _, w := range r.list {
		if w.score >= r.list[0].score*worthAligning {
			ends = append(ends, w.end)
		}
	}
	return ends
}
