package diagnostics

import (
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// run is a run of lines of a virtual file, compared with a needle. Lines are
// virtual lines.
type run struct {
	first, lines int
	similarity   float64
	differs      []lineDifference
	others       []int
}

type lineDifference struct {
	index, line   int
	wanted, found string
}

// findNearest finds the run of lines that is most like the needle, or nil. It works
// in two stages (performance, "What the spikes taught"): lines that survived vote
// for the place; then all runs are measured whose pieces of text promise most, in a
// file of some thousand lines simply all.
func findNearest(ctx context.Context, t *text.Text, needle []string) (*run, error) {
	if t.LineCount() == 0 || isBlankRun(needle) {
		return nil, nil
	}
	m := newMeasure(t, needle)
	best := m.grown(m.bestOf(votes(t, needle), nil))
	if best != nil && best.similarity >= surelyNearest {
		return best, nil
	}
	firsts, err := likely(ctx, t.Folded(), needle, m.affordable())
	if err != nil {
		return nil, err
	}
	nearest := 0.0
	if best != nil {
		nearest = best.similarity
	}
	windows, err := m.nearestOf(ctx, firsts, nearest)
	if err != nil {
		return nil, err
	}
	return m.grown(m.bestOf(windows, best)), nil
}

// nearestOf are those of the runs, as long as the needle, from some first lines on, in
// rising order, that are most like the needle, if nearest or more: the first of those
// that are equally near, as many as are named.
func (m *measure) nearestOf(ctx context.Context, firsts []int, nearest float64) ([]window, error) {
	if len(firsts) == 0 {
		return nil, nil
	}
	n := min(len(m.needle), m.text.LineCount())
	bounds := m.bounds(firsts, n)
	// Most runs are not measured, once one that is near is known.
	if most := slices.Index(bounds, slices.Max(bounds)); bounds[most] > nearest {
		nearest = max(nearest, m.similarity(firsts[most], firsts[most]+n, nearest))
	}
	var windows []window
	for i, first := range firsts {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if bounds[i] < nearest || bounds[i] == nearest && len(windows) > mostOthers {
			continue
		}
		switch s := m.similarity(first, first+n, nearest); {
		case s > nearest:
			nearest, windows = s, []window{{first, first + n}}
		case s == nearest && s > 0 && len(windows) <= mostOthers:
			windows = append(windows, window{first, first + n})
		}
	}
	return windows, nil
}

// grown lets a run move, take in lines at its ends, or leave out those that have no
// partner, while that makes it more like the needle: a model may have left lines out,
// or put some in. It finds out where the run differs.
func (m *measure) grown(best *run) *run {
	for better := best != nil; better; {
		better = false
		at, end := best.first, best.first+best.lines
		best.differs = m.differs(at, end)
		windows := []window{{at - 1, end}, {at, end + 1}, {at - 1, end - 1}, {at + 1, end + 1}}
		for _, d := range best.differs {
			if d.index < 0 && d.line == at && best.lines > 1 {
				windows = append(windows, window{at + 1, end})
			}
			if d.index < 0 && d.line == end-1 && best.lines > 1 {
				windows = append(windows, window{at, end - 1})
			}
		}
		for _, w := range windows {
			if w.first < 0 || w.end > m.text.LineCount() {
				continue
			}
			if s := m.similarity(w.first, w.end, best.similarity); s > best.similarity {
				best, better = w.run(s), true
			}
		}
	}
	return best
}

// surelyNearest is the similarity of a run, found by lines that survived, from which
// no nearer one is looked for: it would be nearer by little.
const surelyNearest = 0.8

func isBlankRun(lines []string) bool {
	return !slices.ContainsFunc(lines, func(l string) bool { return !text.IsBlank(l) })
}

// window is a run of lines from first to before end that may be the nearest.
type window struct{ first, end int }

// run is the run of a window, of which is not known yet where it differs.
func (w window) run(similarity float64) *run {
	return &run{first: w.first, lines: w.end - w.first, similarity: similarity}
}

// bestOf compares the needle with each window.
func (m *measure) bestOf(windows []window, best *run) *run {
	for _, w := range windows {
		least := 0.0
		if best != nil {
			least = best.similarity
		}
		s := m.similarity(w.first, w.end, least)
		switch {
		case best == nil || s > best.similarity:
			best = w.run(s)
		case s == best.similarity && w.first != best.first && !slices.Contains(best.others, w.first):
			if w.first < best.first {
				r := w.run(s)
				r.others = append(append(r.others, best.first), best.others...)
				best = r
			} else if len(best.others) < mostOthers {
				best.others = append(best.others, w.first)
			}
			slices.Sort(best.others)
		}
	}
	return best
}
