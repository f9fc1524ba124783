package text

// Agree returns how many of lines, which have no LF, match from line l on.
func (t *Text) Agree(l Line, lines []string) int {
	if l < 0 || int(l) >= t.LineCount() {
		return 0
	}
	c, s, i := t.chunkOf(l)
	agreed := c.agree(int(c.starts[i]), lines)
	for agreed < len(lines) && l+Line(agreed) == Line(s.lines)+Line(len(c.starts)) && int(l)+agreed < t.LineCount() {
		c, s, _ = t.chunkOf(l + Line(agreed))
		more := c.agree(0, lines[agreed:])
		if agreed += more; more == 0 {
			break
		}
	}
	return agreed
}

// agree returns how many of lines match from a line start in the chunk.
func (c *chunk) agree(at int, lines []string) int {
	content := c.content
	for n, l := range lines {
		end := at + len(l)
		if at == len(content) || end > len(content) || content[at:end] != l {
			return n
		}
		switch {
		case end == len(content):
			at = end
		case content[end] == '\n':
			// CRLF doesn't match a line that ends with CR.
			if l != "" && l[len(l)-1] == '\r' {
				return n
			}
			at = end + 1
		case content[end] == '\r' && end+1 < len(content) && content[end+1] == '\n':
			at = end + 2
		default:
			return n
		}
	}
	return len(lines)
}
