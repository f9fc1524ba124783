package snippet

import "strings"

// cutComment ends the comment of a fence that an elision is in. What is of the file goes with it, and so does its end,
// unless that is a changed one [elision-in-a-comment]. It returns the line to go on with.
func (s *source) cutComment(p *placer, i int, within byte) int {
	last, end := &s.rows[len(s.rows)-1], s.endOfString(i+1, within)
	_, last.end = trimBlank(s.lines, last.first, i)
	if p.knows(s.lines[last.first:i]) {
		last.role = elision
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

// ends are how comments and strings end.
var ends = map[byte]string{'c': "*/", 'a': "-->", '"': `"""`}

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
