package apply

import (
	"context"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// exact locates a block of a dialect in which each occurrence of the text counts, as whole lines or inside lines. There
// must be one, or with Every at least one.
func (f *Fit) exact(ctx context.Context, r *request, d *Draft) change {
	found := r.occurrences(ctx, d)
	f.NoChange = slices.Equal(r.old, r.new)
	if len(found) == 0 {
		f.miss(ctx, r, d)
		return change{}
	}
	f.MatchCount, f.InsideLine = len(found), found[0].inside
	for _, m := range found[:min(len(found), MaxMatches)] {
		if l := d.Present(m.n); len(f.Matches) == 0 || f.Matches[len(f.Matches)-1] != l {
			f.Matches = append(f.Matches, l)
		}
	}
	f.Estimated = f.Matches[0]
	found = r.withoutDone(ctx, d, found)
	switch {
	case len(found) == 0, r.isUsed(f.MatchCount):
		f.Status, f.Reason = AlreadyApplied, codes.AlreadyApplied
		return change{}
	case f.MatchCount > 1 && !r.Every:
		f.Status, f.Reason, f.Ambiguous = Failed, codes.AmbiguousMatch, true
		return change{}
	}
	f.Status = Validated
	first, last := found[0], found[len(found)-1]
	f.Chosen = d.Present(first.n)
	f.First, f.Last = f.Chosen, d.Present(last.n+len(r.needle)-1)
	f.DependsOn = d.lastWriter(first.n, last.n+len(r.needle))
	var changes []change
	for len(found) > 0 {
		n := 1
		for n < len(found) && found[n].n < found[n-1].n+len(r.needle) {
			n++
		}
		changes = append(changes, r.replace(d, found[:n]))
		found = found[n:]
	}
	slices.Reverse(changes) // bottom up
	c := changes[0]
	c.others = changes[1:]
	return c
}

// occurrences returns where the needle is, without those that overlap the one before.
func (r *request) occurrences(ctx context.Context, d *Draft) (found []match) {
	d.findInside(ctx, r.needle, func(m match) bool {
		last := m.n + len(r.needle) - 1
		size := func(n int) int { l := d.at(n); return l.size() }
		if r.LineEnd && m.end < size(last) {
			return true
		}
		if n := len(found) - 1; n >= 0 {
			before := found[n].n + len(r.needle) - 1
			if m.n < before || m.n == before && (!found[n].inside || m.start < found[n].end) {
				return true
			}
		}
		m.inside = m.start > 0 || m.end < size(last)
		found = append(found, m)
		return true
	})
	return found
}

// withoutDone leaves out the matches that are part of the result: what was replaced before.
func (r *request) withoutDone(ctx context.Context, d *Draft, found []match) []match {
	var lines []int
	for _, m := range found {
		if !m.inside {
			lines = append(lines, m.n)
		}
	}
	inserted := len(lines) > 0 && r.isInserted(ctx, d, lines)
	return slices.DeleteFunc(found, func(m match) bool {
		return !m.inside && inserted || m.inside && r.isExtended(d, m)
	})
}

// replace returns the change of matches that share lines.
func (r *request) replace(d *Draft, found []match) change {
	first, last := found[0], found[len(found)-1]
	if !first.inside {
		return r.group(d, first.n, r.old, r.new)
	}
	end := last.n + len(r.needle) - 1
	var made strings.Builder
	new := strings.Join(r.new, text.LF)
	for i, m := range found {
		if made.WriteString(new); i+1 < len(found) {
			l := d.at(found[i+1].n)
			made.WriteString(l.slice(m.end, found[i+1].start))
		}
	}
	lines := strings.Split(made.String(), text.LF)
	return d.narrow(change{at: first.n, count: end - first.n + 1, lines: join(d.at(first.n), first.start, lines, d.at(end), last.end, r.writer)})
}

// insertAt locates a block without old text, which says the line that its lines go before.
func (f *Fit) insertAt(r *request, d *Draft) change {
	at := int(r.NearLine)
	made := at
	switch {
	case r.NearLine == parse.FileEnd:
		at, made = d.count, max(0, d.count-len(r.new))
	case at > d.count:
		f.Status, f.Reason = Failed, codes.AmbiguousMatch
		return change{}
	}
	if f.Estimated = d.Present(made); d.agree(made, r.new) == len(r.new) {
		f.Status, f.Reason = AlreadyApplied, codes.AlreadyApplied
		return change{}
	}
	f.Estimated = d.Present(at)
	f.Status, f.Chosen, f.First, f.Last = Validated, f.Estimated, f.Estimated, f.Estimated
	c := change{at: at, lines: newLines(r.new, f.Estimated, r.writer)}
	r.end(&c, d)
	return c
}
