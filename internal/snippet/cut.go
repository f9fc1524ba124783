package snippet

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// endOfCut returns the line below the comment that elision i is in: that of its end or, if another one begins first or
// none ends, below the elision, or below the fence if it goes on with a line of a comment
// [ends-in-a-comment-below-an-elision], rather than of code or of another comment [license-cut-above-declarations]
// [license-cut-above-another-comment]. It's 0 if code is beside the comment.
func (s *source) endOfCut(p *placer, i int) int {
	if n := len(s.rows) - 1; n < 0 || s.rows[n].role != comment {
		return 0
	}
	for k := i + 1; k < len(s.lines) && !strings.Contains(s.lines[k], "/*"); k++ {
		if _, after, ends := strings.Cut(s.lines[k], "*/"); ends && text.IsBlank(after) {
			return k + 1
		} else if ends {
			return 0
		}
	}
	for _, l := range s.lines[i+1:] {
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "/*") {
			break
		}
		if r, known := p.file.roleOf(l); known && !isTrivial(l) {
			if r == comment {
				return len(s.lines)
			}
			break
		}
	}
	return i + 1
}

// elidesComment reports whether a line within a comment of the fence stands for others, also below a star
// [elision-below-a-star]. One that is in the file doesn't [star-and-dots-in-the-file].
func (p *placer) elidesComment(line string) bool {
	words, star := strings.CutPrefix(strings.TrimSpace(line), "* ")
	return p.isElision(line) || star && len(p.file.at[strings.TrimSpace(line)]) == 0 && IsElision("// "+words)
}

// cutComment ends the comment of a fence that elision i is in, and returns the line to go on with, see endOfCut. What is
// of the file goes with it, and so does its end, unless that is a changed one [elision-in-a-comment].
func (s *source) cutComment(p *placer, i int) int {
	end := s.endOfCut(p, i)
	if end == 0 {
		return 0
	}
	last := &s.rows[len(s.rows)-1]
	_, last.end = trimBlank(s.lines, last.first, i)
	if p.knows(s.lines[last.first:i]) {
		last.role = elision
	}
	r := row{first: i, end: end, width: width(s.lines[i], s.tab), text: strings.TrimSpace(s.lines[i]), role: elision}
	if !p.knows(s.lines[i+1 : end]) {
		r.end = i + 1
		s.rows = append(s.rows, r)
		r.first, r.end, r.role, r.rest, r.text = i+1, end, comment, true, joined(s.lines[i+1:end])
	}
	s.rows = append(s.rows, r)
	return end
}

// belowString returns the line below the string that a fence begins in, if its lines are the file's, else 0
// [begins-in-a-docstring].
func (s *source) belowString(p *placer) int {
	end := slices.IndexFunc(s.lines, func(l string) bool { return strings.Contains(l, tripleQuote) })
	if p == nil || !s.triple || end < 0 || strings.Count(strings.Join(s.lines, ""), tripleQuote)%2 == 0 {
		return 0
	}
	last := strings.TrimSpace(s.lines[end])
	end++
	for i := range p.file.rows {
		if r := &p.file.rows[i]; r.end > r.first+1 && p.isWithin(s.lines[:end], r) && strings.TrimSpace(p.file.lines[r.end-1]) == last && strings.Count(last, tripleQuote) == 1 {
			s.rows = append(s.rows, row{end: end, text: "...", role: elision})
			return end
		}
	}
	return 0
}

const tripleQuote = `"""`

// knows reports whether all lines of a fence are in the file, but for blank ones and elisions.
func (p *placer) knows(lines []string) bool {
	for _, l := range lines {
		if t := strings.TrimSpace(l); t != "" && len(p.file.at[t]) == 0 && !p.isElision(l) {
			return false
		}
	}
	return true
}

// endsInComment reports whether the last row of a fence is the beginning of a comment of the file, which goes on there
// [begins-a-comment-at-the-end].
func (s *source) endsInComment(p *placer) bool {
	last := &s.rows[len(s.rows)-1]
	return last.role == comment && p.knows(s.lines[last.first:last.end])
}
