package snippet

import (
	"slices"
	"strings"
)

// cutString ends the comment or string of a fence that an elision is in. What is of the file goes with it, and so does
// its end; the end of a comment may be a changed one [elision-in-a-comment] [elision-in-a-docstring]. It returns the
// line to go on with.
func (s *source) cutString(p *placer, i int, within byte) int {
	last, end := &s.rows[len(s.rows)-1], s.endOfString(i+1, within)
	_, last.end = trimBlank(s.lines, last.first, i)
	switch known := p.knows(s.lines[last.first:i]); {
	case last.role == comment && known:
		last.role = elision
	case last.role != comment:
		last.text, last.tail = strings.TrimSpace(s.lines[last.first]), ""
		known = slices.ContainsFunc(p.file.rows, func(r row) bool { // [elision-in-another-docstring]
			return strings.HasPrefix(r.text, last.text) && p.isWithin(s.lines[last.first:last.end], &r)
		})
		last.cut, s.elidesInString = true, s.elidesInString || !known || !p.knows(s.lines[i+1:end]) || !s.isDocstring()
	}
	r := row{first: i, end: end, width: width(s.lines[i], s.tab), text: strings.TrimSpace(s.lines[i]), role: elision}
	if within == 'c' && !p.knows(s.lines[i+1:end]) {
		r.end = i + 1
		s.rows = append(s.rows, r)
		r.first, r.end, r.role, r.text = i+1, end, comment, joined(s.lines[i+1:end])
	}
	s.rows = append(s.rows, r)
	return end
}

// isDocstring reports whether the last row is a string that begins a file or body.
func (s *source) isDocstring() bool {
	n := len(s.rows) - 1
	return isDocstring(&item{row: &row{text: strings.TrimSpace(s.lines[s.rows[n].first])}}) && (n == 0 || s.rows[n-1].last == ':')
}

// ends are how comments and strings end.
var ends = map[byte]string{'c': "*/", 'a': "-->", '"': `"""`, '\'': "'''"}

// endOfString returns the line below the end of a comment or string that goes on below an elision, or the line
// itself if another one begins first, or none ends.
func (s *source) endOfString(from int, within byte) int {
	found := 0
	for i := from; i < len(s.lines); i++ {
		l, end := s.lines[i], ends[within]
		if within == 'c' && strings.Contains(l, "/*") || within == 'a' && strings.Contains(l, "<!--") {
			return from
		}
		if strings.Contains(l, end) && (within == 'c' || within == 'a') {
			return i + 1
		}
		found += strings.Count(l, end)
	}
	if found%2 == 0 {
		return from
	}
	for i := from; ; i++ {
		if strings.Contains(s.lines[i], ends[within]) {
			return i + 1
		}
	}
}

// belowString returns the line below the string that a fence begins in, if its lines are the file's, else 0
// [begins-in-a-docstring].
func (s *source) belowString(p *placer) int {
	if p == nil || !s.triple {
		return 0
	}
	end := s.endOfString(0, '"')
	if end == 0 || !p.knows(s.lines[:end]) {
		return 0
	}
	last := strings.TrimSpace(s.lines[end-1])
	for i := range p.file.rows {
		if r := &p.file.rows[i]; r.end > r.first+1 && strings.TrimSpace(p.file.lines[r.end-1]) == last && strings.Count(last, `"""`) == 1 {
			s.rows = append(s.rows, row{end: end, text: "...", role: elision})
			return end
		}
	}
	return 0
}

// knows reports whether all lines of a fence are in the file, but for blank ones and elisions.
func (p *placer) knows(lines []string) bool {
	for _, l := range lines {
		if t := strings.TrimSpace(l); t != "" && len(p.at[t]) == 0 && !p.isElision(l) {
			return false
		}
	}
	return true
}
