package apply

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/parse"
)

// endings are the line endings that a hunk shows: those of the lines that it finds, and those
// of the lines that take their place. Most hunks show none.
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

// fit reports whether the lines of a draft from line n on end as the hunk shows. Then it is
// one of this file, and the new lines are to end as it shows, too.
func (e endings) fit(d *Draft, n int) bool { return len(e.old) > 0 && d.endAs(n, e.old) }

// areApplied reports whether a hunk that changes nothing but line endings has been applied at
// line n.
func (e endings) areApplied(r *request, d *Draft, n int) bool {
	return len(e.new) > 0 && slices.Equal(r.needle, r.result) && !slices.Equal(e.old, e.new) && d.endAs(n, e.new)
}

// of returns the endings of some old and new lines.
func (e endings) of(old, oldEnd, new, newEnd int) endings {
	if e.new == nil {
		return e
	}
	return endings{e.old[old:oldEnd], e.new[new:newEnd]}
}

// before returns old lines with their endings, as far as they are known, and after new ones.
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

// endAs reports whether lines from line n on have the listed endings.
func (d *Draft) endAs(n int, endings []string) bool {
	for i, want := range endings {
		if l := d.at(n + i); l.eol(d.base, "") != want {
			return false
		}
	}
	return true
}
