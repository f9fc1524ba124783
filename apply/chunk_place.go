package apply

import (
	"context"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// findChunk returns the matches of a chunk. Of those at one present line, it prefers the one that begins
// with a line of the file to those that begin with lines that an earlier block inserted before it.
//
// A patch may repeat an ambiguous chunk hundreds of times, so the last search is kept until the draft changes.
func (d *Draft) findChunk(ctx context.Context, needle []string) []int {
	if !slices.Equal(d.sought, needle) {
		d.sought, d.found = needle, d.ownMatches(d.find(ctx, needle))
	}
	return d.found
}

// ownMatches returns the matches that findChunk prefers.
func (d *Draft) ownMatches(found []int) []int {
	if len(found) < 2 || !d.Edited() {
		return found
	}
	isOwn := func(n int) bool { l, _ := d.written(n); return l == nil }
	if !slices.ContainsFunc(found, func(n int) bool { return !isOwn(n) }) {
		return found
	}
	own := map[text.Line]bool{}
	for _, n := range found {
		if isOwn(n) {
			own[d.Present(n)] = true
		}
	}
	return slices.DeleteFunc(found, func(n int) bool { return !isOwn(n) && own[d.Present(n)] })
}

func (r *request) choose(ctx context.Context, d *Draft, found []int) (n int, ok bool) {
	if len(found) == 1 {
		return found[0], true
	}
	h := r.hints
	if h.From != text.None {
		return r.numbered(found)
	}
	if last := found[len(found)-1]; h.EndOfFile && last+len(r.needle) == d.count {
		return last, true
	}
	if scope, ways := d.scope(ctx, h.Scopes); ways == 1 {
		if i, _ := slices.BinarySearch(found, scope+1); i < len(found) {
			return found[i], true
		}
	}
	if r.Dialect.Numbered {
		return 0, false
	}
	return r.between(ctx, d, found)
}

// numbered returns the match at the hunk's line number, possibly shifted like the hunk above.
func (r *request) numbered(found []int) (int, bool) {
	want := []int{int(r.hints.From)}
	if s := r.section; s != nil && s.last != nil && s.last.from != text.None {
		want = append(want, want[0]+s.last.at-int(s.last.from))
	}
	for _, line := range want {
		if i := slices.IndexFunc(found, func(n int) bool { return r.section.before(n) == line }); i >= 0 {
			return found[i], true
		}
	}
	return 0, false
}

// maxScopes limits the scope lines of a chunk. A longer chain counts as ambiguous.
const maxScopes = 64

// scope returns the last scope's line if the scopes are found in order, ignoring whitespace at line
// ends, and the number of ways: 0, 1, or 2 for more.
func (d *Draft) scope(ctx context.Context, scopes []string) (last, ways int) {
	switch {
	case len(scopes) == 0:
		return 0, 0
	case len(scopes) > maxScopes || !d.mayLook():
		return 0, 2
	}
	// found[i] counts the ways to find the first i scopes.
	found := make([]int, len(scopes)+1)
	found[0] = 1
	for n, l := range d.lines(ctx) {
		content := strings.TrimSpace(l.String())
		for i, s := range slices.Backward(scopes) {
			if found[i] == 0 || s != content {
				continue
			}
			if found[i+1] = min(2, found[i+1]+found[i]); i == len(scopes)-1 {
				last = n
			}
		}
		if found[len(scopes)] > 1 {
			break
		}
	}
	return last, found[len(scopes)]
}

// maxLooked limits the lines of a draft that are searched for scopes and for chunks below. After that,
// chunks with several matches are ambiguous.
const maxLooked = 1 << 25

// mayLook reports whether the draft may be searched once more.
func (d *Draft) mayLook() bool {
	d.looked += d.count
	return d.looked <= maxLooked
}

// between returns the only match between the nearest unique chunks above and below.
func (r *request) between(ctx context.Context, d *Draft, found []int) (n int, ok bool) {
	s := r.section
	if s == nil {
		return 0, false
	}
	above := text.None
	for _, c := range s.placed {
		above = max(above, c.last)
	}
	if above == text.None {
		return 0, false
	}
	if s.unique.placed != len(s.placed) || s.unique.below >= len(s.below) {
		s.unique = s.uniqueBelow(ctx, d)
	}
	below := s.unique.at
	if below < 0 {
		return 0, false
	}
	count := 0
	for _, m := range found {
		if d.Present(m) > above && m+len(r.needle) <= below {
			n = m
			count++
		}
	}
	return n, count == 1
}

func (s *section) uniqueBelow(ctx context.Context, d *Draft) uniqueChunk {
	found := uniqueChunk{at: -1, placed: len(s.placed)}
	for i, b := range s.below {
		if !sameSection(s.of, b.Block) || b.alone {
			break
		}
		needle := s.doc.Needle(b.Block)
		if b.Operation != parse.Modify || len(needle) == 0 {
			continue
		}
		if !d.mayLook() {
			break
		}
		if at := d.findChunk(ctx, needle); len(at) == 1 {
			found.at, found.below = at[0], len(s.below)-1-i
			break
		}
	}
	return found
}
