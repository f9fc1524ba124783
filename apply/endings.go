package apply

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/parse"
)

// shown returns a chunk's needle and result, with the line endings that a hunk shows. Most show none.
func (r *request) shown() (old, new []string) {
	if !r.hints.Endings {
		return r.needle, r.result
	}
	for _, p := range r.doc.Parts(r.Block) {
		for l := p.First; l < p.End; l++ {
			ending := r.doc.ShownEnding(r.Block, l)
			if p.Kind != parse.NewLines {
				old = append(old, r.needle[len(old)]+ending)
			}
			if p.Kind != parse.OldLines {
				new = append(new, r.result[len(new)]+ending)
			}
		}
	}
	return old, new
}

// onlyEndings reports whether a hunk that changes only line endings was applied at line n.
func (r *request) onlyEndings(d *Draft, n int) bool {
	old, new := r.shown()
	return slices.Equal(r.needle, r.result) && !slices.Equal(old, new) && d.shows(n, new)
}

// shows reports whether the lines from n on, with their endings, are these.
func (d *Draft) shows(n int, lines []string) bool {
	for i, want := range lines {
		if l := d.at(n + i); l.String()+l.ending != want {
			return false
		}
	}
	return true
}
