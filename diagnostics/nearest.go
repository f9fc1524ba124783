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
	m := newMeasure(needle)
	best := grown(t, needle, bestOf(t, needle, votes(t, needle), nil))
	most := m.affordable()
	if best != nil && best.similarity >= surelyNearest {
		return best, nil
	}
	firsts, err := likely(ctx, t.Folded(), needle, most)
	if err != nil {
		return nil, err
	}
	n := min(len(needle), t.LineCount())
	nearest := 0.0
	if best != nil {
		nearest = best.similarity
	}
	var windows []window
	for i, first := range firsts {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		switch s := m.similarity(t, first, first+n); {
		case s > nearest:
			nearest, windows = s, []window{{first, first + n}}
		case s == nearest && s > 0 && len(windows) <= mostOthers:
			windows = append(windows, window{first, first + n})
		}
	}
	return grown(t, needle, bestOf(t, needle, windows, best)), nil
}

// grown lets a run move, take in lines at its ends, or leave out those that have no
// partner, while that makes it more like the needle: a model may have left lines out,
// or put some in.
func grown(t *text.Text, needle []string, best *run) *run {
	for better := best != nil; better; {
		better = false
		at, end := best.first, best.first+best.lines
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
			if w.first < 0 || w.end > t.LineCount() {
				continue
			}
			if r := compare(needle, t, w.first, w.end); r.similarity > best.similarity {
				best, better = &r, true
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

// bestOf compares the needle with each window.
func bestOf(t *text.Text, needle []string, windows []window, best *run) *run {
	for _, w := range windows {
		r := compare(needle, t, w.first, w.end)
		switch {
		case best == nil || r.similarity > best.similarity:
			best = &r
		case r.similarity == best.similarity && r.first != best.first && !slices.Contains(best.others, r.first):
			if r.first < best.first {
				r.others = append(r.others, best.first)
				r.others = append(r.others, best.others...)
				best = &r
			} else if len(best.others) < mostOthers {
				best.others = append(best.others, r.first)
			}
			slices.Sort(best.others)
		}
	}
	return best
}
