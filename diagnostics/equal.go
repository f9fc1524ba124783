package diagnostics

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/nearest"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// maxOthers bounds the further places that are named.
const maxOthers = 10

// checkEvery is how many lines go by between two looks at the context.
const checkEvery = 4096

// equalPlaces are where a needle stands if lines are compared in some way: at line
// first, or at -1 nowhere, and at some others.
type equalPlaces struct {
	first  int
	others []int
}

// add adds a place, and tells whether more are of use.
func (p *equalPlaces) add(at int) bool {
	if p.first < 0 {
		p.first = at
	} else {
		p.others = append(p.others, at)
	}
	return len(p.others) < maxOthers
}

// findEqual finds the places where the needle stands if lines are equal that each of
// forms makes equal; no form may overlook more than blanks and the case of letters. A
// needle of nothing but blanks stands nowhere. What it takes grows with the text and
// with the needle, whatever they hold.
func findEqual(ctx context.Context, t *text.Text, needle []string, forms []func(line string) string) ([]equalPlaces, error) {
	places := make([]equalPlaces, len(forms))
	for i := range places {
		places[i].first = -1
	}
	if isBlankRun(needle) {
		return places, nil
	}
	likely, err := likelyPlaces(ctx, t, needle)
	if err != nil || len(likely) == 0 {
		return places, err
	}
	for i, form := range forms {
		if err := confirm(ctx, t, needle, form, likely, places[i].add); err != nil {
			return nil, err
		}
	}
	return places, nil
}

// match is the first of the places as a match of a needle of so many lines.
func (p equalPlaces) match(lines int) nearest.Match {
	first := text.Line(p.first)
	m := nearest.Match{Lines: text.LineRange{First: first, End: first + text.Line(lines)}, Similarity: 1}
	for i := range lines {
		m.Pairs = append(m.Pairs, nearest.Pair{Needle: i, Line: first + text.Line(i), Likeness: 1})
	}
	for _, l := range p.others {
		m.Ties = append(m.Ties, text.Line(l))
	}
	return m
}

// likelyPlaces are where the longest line of the needle may be equal to the text's but for
// whitespace and letter case.
func likelyPlaces(ctx context.Context, t *text.Text, needle []string) ([]int, error) {
	longest := 0
	for i, l := range needle {
		if len(strings.TrimSpace(l)) > len(strings.TrimSpace(needle[longest])) {
			longest = i
		}
	}
	var places []int
	var err error
	t.Each(text.Line(longest), text.Line(t.LineCount()-len(needle)+longest+1), func(l text.Line, line string) bool {
		if l%checkEvery == 0 {
			if err = ctx.Err(); err != nil {
				return false
			}
		}
		if mayEqual(line, needle[longest]) {
			places = append(places, int(l)-longest)
		}
		return true
	})
	return places, err
}

// mayEqual reports whether two lines may be equal but for whitespace and letter case. Of
// lines in ASCII it is sure.
func mayEqual(a, b string) bool {
	i, j := 0, 0
	for {
		for i < len(a) && isASCIIBlank(a[i]) {
			i++
		}
		for j < len(b) && isASCIIBlank(b[j]) {
			j++
		}
		switch {
		case i < len(a) && a[i] >= utf8.RuneSelf, j < len(b) && b[j] >= utf8.RuneSelf:
			return true
		case i == len(a) || j == len(b):
			return i == len(a) && j == len(b)
		case a[i] != b[j] && lower(a[i]) != lower(b[j]):
			return false
		}
		i, j = i+1, j+1
	}
}

func isASCIIBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// confirm calls visit with those of some places, in rising order, at which the needle
// stands if its lines and the text's are compared in some form, until it answers false.
func confirm(ctx context.Context, t *text.Text, needle []string, form func(string) string, places []int, visit func(int) bool) error {
	// Lines of one form have one number; 0 is that of lines that the needle lacks.
	numbers := map[string]int{}
	wanted := make([]int, len(needle))
	for i, l := range needle {
		f := form(l)
		if numbers[f] == 0 {
			numbers[f] = i + 1
		}
		wanted[i] = numbers[f]
	}
	s := newSequence(wanted)
	at := 0
	for i, p := range places {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if p > at {
			at = p
			s.matched = 0
		}
		// Places overlap: each line is looked at once.
		for ; at < p+len(needle); at++ {
			if s.next(numbers[form(t.Line(text.Line(at)))]) && !visit(at+1-len(needle)) {
				return nil
			}
		}
	}
	return nil
}

// sequence finds a sequence in another one, of which each item is looked at once, by the
// method of Knuth, Morris and Pratt.
type sequence[T comparable] struct {
	wanted []T
	// shorter is, for each number of matched items, how many of them still match once one
	// more does not.
	shorter []int
	matched int
}

// newSequence makes the search for a sequence that is not empty.
func newSequence[T comparable](wanted []T) *sequence[T] {
	s := &sequence[T]{wanted: wanted, shorter: make([]int, len(wanted)+1)}
	for i := 1; i < len(wanted); i++ {
		s.next(wanted[i])
		s.shorter[i+1] = s.matched
	}
	s.matched = 0
	return s
}

// next takes the next item, and tells whether the sequence ends there.
func (s *sequence[T]) next(item T) bool {
	if s.matched == len(s.wanted) {
		s.matched = s.shorter[s.matched]
	}
	for s.matched > 0 && s.wanted[s.matched] != item {
		s.matched = s.shorter[s.matched]
	}
	if s.wanted[s.matched] == item {
		s.matched++
	}
	return s.matched == len(s.wanted)
}

// withoutBlanks is a line without its blanks of all kinds.
func withoutBlanks(line string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, line)
}

// withoutCase is a line in which characters that differ in case alone are one.
func withoutCase(line string) string { return strings.Map(leastCase, line) }

// leastCase is the least of the characters that differ from r in case alone.
func leastCase(r rune) rune {
	for {
		switch next := unicode.SimpleFold(r); {
		case next <= r:
			return next
		default:
			r = next
		}
	}
}

func isBlankRun(lines []string) bool {
	return !slices.ContainsFunc(lines, func(l string) bool { return !text.IsBlank(l) })
}
