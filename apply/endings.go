package apply

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/parse"
)

// endings are the line endings that a hunk shows, of its needle and of its result. Most show none.
type endings struct{ old, new []string }

func endingsOf(r *request) endings {
	var e endings
	if !r.hints.Endings {
		return e
	}
	for _, p := range r.doc.Parts(r.Block) {
		for l := p.First; l < p.End; l++ {
			ending := r.doc.ShownEnding(r.Block, l)
			if p.Kind != parse.NewLines {
				e.old = append(e.old, ending)
			}
			if p.Kind != parse.OldLines {
				e.new = append(e.new, ending)
			}
		}
	}
	return e
}

// fit reports whether the draft's lines from n on have the old endings: then the new lines get theirs.
func (e endings) fit(d *Draft, n int) bool { return len(e.old) > 0 && d.endAs(n, e.old) }

// areApplied reports whether a hunk that changes only line endings was applied at line n.
func (e endings) areApplied(r *request, d *Draft, n int) bool {
	return len(e.new) > 0 && slices.Equal(r.needle, r.result) && !slices.Equal(e.old, e.new) && d.endAs(n, e.new)
}

func (e endings) of(old, oldEnd, new, newEnd int) endings {
	if e.new == nil {
		return e
	}
	return endings{e.old[old:oldEnd], e.new[new:newEnd]}
}

// before returns the old lines with their endings, if known, and after the new ones.
func (e endings) before(lines []string) []string { return withEndings(lines, e.old) }
func (e endings) after(lines []string) []string  { return withEndings(lines, e.new) }

func withEndings(lines, endings []string) []string {
	if endings == nil {
		return lines
	}
	all := make([]string, len(lines))
	for i, l := range lines {
		all[i] = l + endings[i]
	}
	return all
}

// endAs reports whether the lines from n on have these endings.
func (d *Draft) endAs(n int, endings []string) bool {
	for i, want := range endings {
		if l := d.at(n + i); l.eol(d.base, "") != want {
			return false
		}
	}
	return true
}
