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
func (d *Draft) findChunk(ctx context.Context, needle []string) []int {
	found := d.find(ctx, needle)
	if len(found) < 2 || !d.Edited() {
		return found
	}
	own := map[text.Line]bool{}
	isOwn := func(n int) bool { l, _ := d.written(n); return l == nil }
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
	if r.keepsEnd {
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
		for _, n := range found {
			if r.section.before(n) == line {
				return n, true
			}
		}
	}
	return 0, false
}

// maxScopes limits the scope lines of a chunk. A longer chain counts as ambiguous.
const maxScopes = 64

// scope returns the last scope's line if the scopes are found in order, and the number of ways: 0, 1,
// or 2 for more.
func (d *Draft) scope(ctx context.Context, scopes []string) (last, ways int) {
	switch {
	case len(scopes) == 0:
		return 0, 0
	case len(scopes) > maxScopes:
		return 0, 2
	}
	// found[i] counts the ways to find the first i scopes.
	found := make([]int, len(scopes)+1)
	found[0] = 1
	for k, at := range d.scopeLines(ctx, scopes) {
		if k%checkEvery == 0 && ctx.Err() != nil || found[len(scopes)] > 1 {
			break
		}
		for i, s := range slices.Backward(scopes) {
			if found[i] == 0 || s != at.content {
				continue
			}
			if found[i+1] = min(2, found[i+1]+found[i]); i == len(scopes)-1 {
				last = at.n
			}
		}
	}
	return last, found[len(scopes)]
}

// scopeLine is a line of a draft that equals a scope, except for whitespace at its ends.
type scopeLine struct {
	n       int
	content string
}

// scopeLines returns the lines that equal one of the scopes, in order.
func (d *Draft) scopeLines(ctx context.Context, scopes []string) []scopeLine {
	if d.trimmed == nil {
		d.trimmed = trimmedLines(ctx, d.base)
	}
	var list []scopeLine
	for i, s := range scopes {
		if slices.Contains(scopes[:i], s) {
			continue
		}
		h := uint64(text.Hash(s))
		k, _ := slices.BinarySearch(d.trimmed, h<<32)
		for ; k < len(d.trimmed) && d.trimmed[k]>>32 == h; k++ {
			l := text.Line(uint32(d.trimmed[k]))
			if n, ok := d.number(l); ok && strings.TrimSpace(d.base.Line(l)) == s {
				list = append(list, scopeLine{n, s})
			}
		}
	}
	for _, h := range d.hunks {
		for i := range h.lines {
			if content := strings.TrimSpace(h.lines[i].String()); slices.Contains(scopes, content) {
				list = append(list, scopeLine{h.first + i, content})
			}
		}
	}
	slices.SortFunc(list, func(a, b scopeLine) int { return a.n - b.n })
	return list
}

// trimmedLines returns the lines of a text sorted by the hash of their trimmed content: the hash in the
// upper half, the line in the lower.
func trimmedLines(ctx context.Context, t *text.Text) []uint64 {
	lines := make([]uint64, 0, t.LineCount())
	t.Each(0, text.Line(t.LineCount()), func(l text.Line, content string) bool {
		lines = append(lines, uint64(text.Hash(strings.TrimSpace(content)))<<32|uint64(l))
		return l%checkEvery != 0 || ctx.Err() == nil
	})
	slices.Sort(lines)
	return lines
}

// maxLooked limits the lines of a draft that are searched for chunks below. After that, chunks with
// several matches are ambiguous.
const maxLooked = 1 << 25

// between returns the only match between the nearest unique chunks above and below.
func (r *request) between(ctx context.Context, d *Draft, found []int) (n int, ok bool) {
	s := r.section
	if s == nil {
		return 0, false
	}
	above, below := text.None, -1
	for _, c := range s.placed {
		above = max(above, c.last)
	}
	for _, b := range s.below {
		if !sameSection(s.of, b.Block) || b.alone {
			break
		}
		needle := s.doc.Needle(b.Block)
		if b.Operation != parse.Modify || len(needle) == 0 {
			continue
		}
		if d.looked += d.count; d.looked > maxLooked {
			return 0, false
		}
		if at := d.findChunk(ctx, needle); len(at) == 1 {
			below = at[0]
			break
		}
	}
	if above == text.None || below < 0 {
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
