package text

// Agree returns how many of lines, which have no LF, match from line l on.
func (t *Text) Agree(l Line, lines []string) int {
	n := 0
	for l >= 0 && n < len(lines) && int(l)+n < t.LineCount() && t.Line(l+Line(n)) == lines[n] {
		n++
	}
	return n
}
