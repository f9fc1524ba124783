package diagnostics

import (
	"slices"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

const (
	// mostVotes bounds the places for which one line votes: a line that stands
	// everywhere says nothing.
	mostVotes = 64
	// mostWindows bounds the places that are compared in full.
	mostWindows = 12
)

// votes lets each line of the needle that stands in the text, but for blanks
// around it, vote for the place that it would give the run. Rare and long lines
// weigh more.
func votes(t *text.Text, needle []string) []window {
	type place struct {
		weight      float64
		first, last int // where lines of the needle were met
		firstIndex  int
		lastIndex   int
	}
	places := map[int]*place{}
	survived := survivors(t, needle)
	for i, l := range needle {
		trimmed := strings.TrimSpace(l)
		lines := survived[trimmed]
		if len(lines) == 0 || len(lines) > mostVotes {
			continue
		}
		weight := float64(len(trimmed)) / float64(len(lines))
		for _, at := range lines {
			start := at - i
			p := places[start]
			if p == nil {
				p = &place{first: at, firstIndex: i}
				places[start] = p
			}
			p.weight += weight
			p.last, p.lastIndex = at, i
		}
	}
	starts := make([]int, 0, len(places))
	for s := range places {
		starts = append(starts, s)
	}
	sort.Slice(starts, func(i, j int) bool {
		if wi, wj := places[starts[i]].weight, places[starts[j]].weight; wi != wj {
			return wi > wj
		}
		return starts[i] < starts[j]
	})
	var windows []window
	add := func(first, end int) {
		w := window{max(0, first), min(t.LineCount(), end)}
		if w.first < w.end && !slices.Contains(windows, w) {
			windows = append(windows, w)
		}
	}
	// Lines added to or missing from the file shift the places for which the lines
	// behind them vote: places close together may be one.
	slack := len(needle)/4 + 3
	for _, s := range starts[:min(len(starts), mostWindows)] {
		first, end := s, s+len(needle)
		for _, o := range starts {
			p := places[o]
			if d := o - s; d == 0 || d > slack || d < -slack {
				continue
			}
			if p.firstIndex < places[s].firstIndex {
				first = min(first, p.first-p.firstIndex)
			}
			if p.lastIndex > places[s].lastIndex {
				end = max(end, p.last+len(needle)-p.lastIndex)
			}
		}
		add(s, s+len(needle))
		add(first, end)
	}
	return windows
}

// survivors are the lines of the text that are equal to those of the needle but for the
// blanks around them, by what both are without these: of each the first, one more than
// may vote. Blank lines are none.
func survivors(t *text.Text, needle []string) map[string][]int {
	survived := make(map[string][]int, len(needle))
	// The keys of lines that are not found often enough yet, and of how many.
	var wanted keySet
	open := map[uint16]int{}
	for _, l := range needle {
		trimmed := strings.TrimSpace(l)
		if _, known := survived[trimmed]; trimmed != "" && !known {
			survived[trimmed] = nil
			key := text.Key(l)
			wanted.set(key, 1)
			open[key]++
		}
	}
	for l, key := range t.Folded().Keys() {
		if !wanted.has(key) {
			continue
		}
		trimmed := strings.TrimSpace(t.Line(text.Line(l)))
		lines, known := survived[trimmed]
		if !known || len(lines) > mostVotes {
			continue
		}
		survived[trimmed] = append(lines, l)
		if len(lines) < mostVotes {
			continue
		}
		if open[key]--; open[key] == 0 {
			wanted.set(key, 0)
		}
	}
	return survived
}

// keySet holds a bit for each key.
type keySet [1 << 16 / 64]uint64

func (s *keySet) has(key uint16) bool { return s[key/64]>>(key%64)&1 != 0 }

func (s *keySet) set(key uint16, bit uint64) {
	s[key/64] = s[key/64]&^(1<<(key%64)) | bit<<(key%64)
}
