package parse

import (
	"strconv"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// mailSignature precedes a mail's signature.
const (
	mailSignature = "-- "
	markdownRule  = "---"
)

// goesOn reports whether a hunk continues at l, after the number of lines in its header. In prose an
// empty line or a rule ends it, because a list or code may follow. So may prose below an empty line in
// a fence that was left open (unified-diff/counts-too-small).
func (d *diff) goesOn(l text.Line) bool {
	first := l
	for d.fenced && l < d.limit && d.at(l) == "" {
		l++
	}
	if l >= d.limit || d.isHunk(l) || d.begins(l) {
		return false
	}
	line := d.at(l)
	if !d.fenced && (line == "" || line == markdownRule) {
		return false
	}
	bare := d.tagged && !(l > first && d.open && !d.growsAt(d.limit))
	return line != mailSignature && (bare || isDiffLine(line))
}

// numbers are those of a hunk's @@ line.
type numbers struct{ from, oldCount, to, newCount int }

// take counts a line with a sign.
func (n *numbers) take(sign byte) {
	if sign == keptSign || sign == oldSign {
		n.oldCount--
	}
	if sign == keptSign || sign == newSign {
		n.newCount--
	}
}

var hunkLine = text.Expression(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

func hunkNumbers(line string) (numbers, bool) {
	m := hunkLine().FindStringSubmatch(line)
	if m == nil {
		return numbers{}, false
	}
	number := func(s string) int {
		if s == "" {
			return 1
		}
		n, _ := strconv.ParseInt(s, 10, 32) // clamped if too large
		return int(n)
	}
	return numbers{from: number(m[1]), oldCount: number(m[2]), to: number(m[3]), newCount: number(m[4])}, true
}

// ShownEnding returns the ending of the file's line on line l of a hunk, or "" above a `\ No newline`
// line.
func (r *Result) ShownEnding(b *Block, l text.Line) string {
	if l < b.End && strings.HasPrefix(r.bodyLine(b, l+1), `\`) {
		return ""
	}
	return r.Text.Ending(l)
}

var indexLine = text.Expression(`^index ([0-9a-f]{7,40})\.\.[0-9a-f]{7,40}\b`)

// blobAbove returns the old blob hash in the header of a hunk's file.
func (r *Result) blobAbove(b *Block) string {
	for l := b.Path.Line - 1; l >= 0; l-- {
		line := r.bodyLine(b, l)
		if m := indexLine().FindStringSubmatch(line); m != nil {
			return m[1]
		}
		if !strings.HasPrefix(line, oldMark) {
			break
		}
	}
	return ""
}
