package snippet

import (
	"slices"
	"sort"
	"strings"
)

// source is a file or a fence.
type source struct {
	*language
	lines []string
	rows  []row
	// open: a string or comment never ends; part: the source is a fence; unclear: so is which body rows are in.
	open, part, unclear bool
	// parts: each line of a decorator is a row.
	parts bool
	// tab is how many columns a tab takes at most.
	tab int
	// at has the lines of each trimmed line and of the text of each row, see index.
	at map[string][]int32
	// decorated are the statements that are so in the file of a fence, which may leave that out [annotation-left-out].
	decorated map[string]bool
}

// index notes where each line and each row of a source is.
func (s *source) index() {
	s.at = make(map[string][]int32, len(s.rows))
	firsts := make([]int32, 0, len(s.lines)) // most lines are there once
	note := func(t string, l int32) {
		if at, known := s.at[t]; known {
			s.at[t] = append(at, l)
			return
		}
		firsts = append(firsts, l)
		n := len(firsts)
		s.at[t] = firsts[n-1 : n : n]
	}
	for i := range s.rows {
		r := &s.rows[i]
		for l := r.first; l < r.end; l++ {
			t := strings.TrimSpace(s.lines[l])
			note(t, int32(l))
			if l == r.first && t != r.text {
				note(r.text, int32(l))
			}
		}
	}
}

// roleOf returns what a line of a source is, the last one of several.
func (s *source) roleOf(trimmed string) (r role, ok bool) {
	if s.at == nil {
		s.index()
	}
	for _, l := range slices.Backward(s.at[trimmed]) {
		if strings.TrimSpace(s.lines[l]) == trimmed {
			return s.rows[sort.Search(len(s.rows), func(i int) bool { return s.rows[i].end > int(l) })].role, true
		}
	}
	return code, false
}
