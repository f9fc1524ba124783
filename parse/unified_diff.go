package parse

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// unifiedDiff is the format of diff and git.
var unifiedDiff = &Dialect{
	Name:  "unified-diff",
	Patch: true,
	Quiet: true, Numbered: true,
	Forms:    []*Form{{Name: "unified-diff", spellings: hunkSpellings, write: writeUnifiedDiff, fits: fitsUnifiedDiff}},
	marker:   unifiedDiffMarker,
	begins:   "d-+@",
	read:     readUnifiedDiff,
	hints:    unifiedDiffHints,
	newPath:  renamedTo,
	mayStart: (*here).mayBeDiff,
	settle:   settleBare,
	// Rules and comments may begin like the other lines.
	distinct: func(t token) bool { return t.kind == gitHeader },
}

const (
	gitMark      = "diff --git "
	ccMark       = "diff --cc "
	combMark     = "diff --combined "
	oldMark      = "--- "
	newMark      = "+++ "
	hunkMark     = "@@"
	combinedMark = "@@@"
)

// The kinds of start tokens, indexes of diffMarks.
const (
	gitHeader = iota
	oldHeader
	newHeader
	hunkHeader
)

// diffMarks begin the lines that may begin a diff.
var diffMarks = [...]string{gitHeader: gitMark, oldHeader: oldMark, newHeader: newMark, hunkHeader: hunkMark}

func unifiedDiffMarker(line, trimmed string) (token, bool) {
	t := token{role: possibleStart, indent: int32(strings.IndexByte(line, trimmed[0]))}
	for kind, mark := range diffMarks {
		if strings.HasPrefix(trimmed, mark) || kind == gitHeader && isCombined(trimmed) {
			if t.kind = uint8(kind); kind == gitHeader {
				t.role = keyword
			}
			return t, true
		}
	}
	return token{}, false
}

// isCombined reports whether a line is the header of a combined diff.
func isCombined(line string) bool {
	return strings.HasPrefix(line, ccMark) || strings.HasPrefix(line, combMark)
}

// isFileHeader reports whether lines begin with a file header.
func isFileHeader(lines []string) bool {
	return len(lines) > 1 && strings.HasPrefix(lines[0], oldMark) && strings.HasPrefix(lines[1], newMark)
}

const (
	diffBinary   = "binary files can't be changed by a text diff"
	diffCopies   = "copies of files can't be applied"
	diffCombined = "combined diffs can't be applied"
	diffNoFile   = "a symlink or submodule can't be changed by a text diff"
	diffNoRename = "expected `rename to` below `rename from`"
	diffNoLines  = "expected lines with a space, `-` or `+` below `@@`"
	diffKept     = "expected `+` at the start of each line of a new file"
	diffShort    = "expected as many lines as the `@@` line says"
)

// diff reads the diff of one file: its header, then its hunks, into r. What patchText says: the lines,
// which at returns without the fence's indentation, end at limit; open means that no closing fence is
// there; fenced means inside any fence.
type diff struct {
	*patchText
	r reading
	// tagged means inside a fence for diffs, where lines of a hunk may lack their sign.
	tagged bool
	header fileHeader
}

// readUnifiedDiff reads the diff of one file. It is indented like its fence or, in a fence, not at all.
func readUnifiedDiff(h here, start token) reading {
	d := &diff{patchText: h.patchText(start), r: begun(start)}
	d.tagged = d.fenced && d.fence.tag == diffTag
	if !h.mayBeDiff(start) || start.line >= d.limit || h.indent(start) != d.indent && !(d.fenced && start.indent == 0) {
		d.r.plain("")
	} else if l, ok := d.readHeader(start); ok {
		d.read(l)
	} else {
		d.r.plain("")
	}
	return d.r
}

// mayBeDiff is a quick check: many texts have lines that resemble a diff.
func (h *here) mayBeDiff(start token) bool {
	if f, ok := h.inside.top(); ok && f.tag == diffTag || start.kind == gitHeader {
		return true
	}
	below := start.line + 1
	return start.kind == oldHeader && int(below) < h.text.LineCount() && strings.HasPrefix(strings.TrimSpace(h.text.Line(below)), newMark)
}

// read reads the hunks from line l on.
func (d *diff) read(l text.Line) {
	h := &d.header
	if h.fault != "" { // one problem, down to the next file's diff
		for l < d.limit && !d.begins(l) && (d.tagged || d.at(l) != "") {
			l++
		}
		d.r.next = d.trimEmpty(h.first, l)
		d.r.problems = append(d.r.problems, d.malformed(h.first, l, h.fault))
		return
	}
	hunks, l := d.hunks(l)
	l = max(h.end, d.trimEmpty(h.first, l))
	d.r.next = l
	d.cutOff(&hunks)
	switch h.operation {
	case Create, Delete:
		d.wholeFile(hunks)
	default:
		for _, k := range hunks {
			d.keepHunk(k)
		}
	}
	if d.r.rest != whole {
		return
	}
	if h.operation == Rename {
		d.r.keep(d.blockOf(Rename, h.path, h.first, h.end-1))
	}
	if len(d.r.blocks)+len(d.r.problems) == 0 {
		d.r.plain("")
	}
}

// hunks reads the hunks from line l on, and returns the line after them.
func (d *diff) hunks(l text.Line) (all []hunk, end text.Line) {
	for l < d.limit && d.isHunk(l) {
		k := d.hunk(l)
		l = k.next
		all = append(all, k)
		for d.tagged && l < d.limit && d.at(l) == "" {
			l++
		}
	}
	return all, l
}

// cutOff drops the last hunk if the text ends inside it (unified-diff/cut-off-hunk), since its new lines may be
// missing. Without a fence, only a document that grows can end inside one. While it grows, a hunk whose numbers
// don't fit its lines may still get more. If the diff doesn't modify its file, all of it goes. Here two lines are
// missing:
//
//	@@ -1,3 +1,3 @@
//	 kept
func (d *diff) cutOff(hunks *[]hunk) {
	n := len(*hunks)
	growing := d.growsAt(d.limit)
	atEnd := d.r.next >= d.trimEmpty(d.header.first, d.limit) // only empty lines are left
	switch {
	case !d.open || !atEnd || !d.fenced && !growing:
		return
	case n == 0:
		if !growing {
			return
		}
		d.r.tail = d.header.first
	case (*hunks)[n-1].short, growing && !(*hunks)[n-1].counted, (*hunks)[n-1].first == (*hunks)[n-1].end:
		d.r.tail = (*hunks)[n-1].line
		*hunks = (*hunks)[:n-1]
	default:
		return
	}
	if d.header.operation != Modify {
		d.r.tail, *hunks = d.header.first, nil
	}
	d.r.rest, d.r.next, d.r.path, d.r.fault = cutOff, 0, d.header.path, diffShort
}

// growsAt reports whether more lines may follow at line l: it is past the last one of a document that
// is still being written.
func (d *diff) growsAt(l text.Line) bool { return d.growing && d.open && l >= d.here.end }

func (d *diff) keepHunk(k hunk) {
	if k.first == k.end {
		if !d.fenced {
			return // only the text @@, no hunk
		}
		d.r.problems = append(d.r.problems, d.malformed(k.line, k.next, diffNoLines))
		return
	}
	b := d.blockOf(Modify, d.header.path, k.line, k.next-1)
	d.body(&b, k.first, k.end)
	d.r.keep(b)
}

// wholeFile joins all hunks into the block that creates or deletes the file.
func (d *diff) wholeFile(hunks []hunk) {
	h := &d.header
	if d.r.rest == cutOff {
		return
	}
	b := d.blockOf(h.operation, h.path, h.first, d.r.next-1)
	if len(hunks) > 0 {
		first, end := hunks[0].first, hunks[len(hunks)-1].end
		d.body(&b, first, end)
		for l := first; l < end; l++ {
			line := d.at(l)
			if sign := signOf(line); h.operation == Create && (sign == oldSign || sign == keptSign && strings.TrimSpace(line) != "") {
				d.r.problems = append(d.r.problems, d.malformed(h.first, d.r.next, diffKept))
				return
			}
		}
	}
	d.r.keep(b)
}

// begins reports whether the diff of another file begins on line l: with its header, or with the line above that, which
// is `Index: a.c` by svn and `diff -u a.c b.c` by diff.
func (d *diff) begins(l text.Line) bool {
	line := d.at(l)
	switch {
	case strings.HasPrefix(line, gitMark), isCombined(line):
		return true
	case l+1 >= d.limit:
		return false
	case strings.HasPrefix(line, oldMark):
		return strings.HasPrefix(d.at(l+1), newMark)
	case strings.HasPrefix(line, "Index: "), strings.HasPrefix(line, "diff -"):
		return d.begins(l+1) || strings.HasPrefix(d.at(l+1), "====") && l+2 < d.limit && d.begins(l+2)
	}
	return false
}

// isHunk reports whether a hunk begins on line l. The @@ line may lack numbers and its end; in prose a
// signed line must follow.
func (d *diff) isHunk(l text.Line) bool {
	rest, ok := strings.CutPrefix(d.at(l), hunkMark)
	if !ok || rest != "" && rest[0] != ' ' {
		return false
	}
	if d.fenced || text.IsBlank(rest) || strings.Contains(rest, hunkMark) {
		return true
	}
	return l+1 < d.limit && isSigned(d.at(l+1))
}

// hunk is an @@ line, signed lines first to end (exclusive), and the line where reading goes on.
type hunk struct {
	line, first, end, next text.Line
	// counted: its numbers are right. short: it has too few lines.
	counted, short bool
}

func (d *diff) hunk(l text.Line) hunk {
	k := hunk{line: l, first: l + 1}
	n, numbered := hunkNumbers(d.at(l))
	if numbered {
		if end, ok := d.count(k.first, n); ok && !d.goesOn(end) {
			k.end, k.next, k.counted = end, end, true
			return k
		}
	}
	for k.end = k.first; k.end < d.limit && !d.isHunk(k.end) && !d.begins(k.end); k.end++ {
		if line := d.at(k.end); !d.tagged && line != "" && !isDiffLine(line) {
			break
		}
	}
	k.end = d.trimEmpty(k.first, k.end)
	k.next = k.end
	if numbered {
		b := d.blockOf(Modify, Path{}, k.line, k.end)
		d.body(&b, k.first, k.end)
		k.short = b.Old.Len() < n.oldCount || b.New.Len() < n.newCount
	}
	return k
}

// isDiffLine reports whether a line begins like a hunk line.
func isDiffLine(line string) bool { return strings.IndexByte(" +-\\", line[0]) >= 0 }

// count returns the line after a hunk of size n, or false if n is wrong.
func (d *diff) count(l text.Line, n numbers) (text.Line, bool) {
	for n.oldCount > 0 || n.newCount > 0 {
		if l >= d.limit || d.isHunk(l) {
			return l, false
		}
		line := d.at(l)
		if line != "" && !isDiffLine(line) && (!d.tagged || d.begins(l)) {
			return l, false
		}
		n.take(signOf(line))
		if n.oldCount < 0 || n.newCount < 0 {
			return l, false
		}
		l++
	}
	if l < d.limit && signOf(d.at(l)) == 0 {
		l++ // "\ No newline at end of file"
	}
	return l, true
}

// unifiedDiffHints reads a hunk's numbers and its new lines' endings.
func unifiedDiffHints(r *Result, b *Block) Hints {
	h := Hints{From: text.None, To: text.None}
	head := b.body().First - 1
	if b.Operation == Rename || head < b.Start {
		return h
	}
	if n, ok := hunkNumbers(r.bodyLine(b, head)); ok && b.Operation == Modify {
		h.From, h.To = text.Line(n.from-1), text.Line(n.to-1)
		if b.Old.Len() == 0 {
			h.From++ // the number is of the line before
			h.Blob = r.blobAbove(b)
		}
		if b.New.Len() == 0 {
			h.To++
		}
	}
	r.readEndings(b, head, &h)
	return h
}

// readEndings reads what the lines below a hunk's head say about line endings. A line without a sign is a mark:
// `\ No newline at end of file` is about the line above it.
func (r *Result) readEndings(b *Block, head text.Line, h *Hints) {
	ended, crlf := 0, 0 // new lines with an ending, and those with CRLF
	others := 0         // other lines with CRLF
	var sign byte
	for l := head + 1; l <= b.End; l++ {
		line := r.bodyLine(b, l)
		others += endsWithCRLF(r.Text, l)
		now := signOf(line)
		if now == 0 && line[0] != '\\' {
			continue
		}
		h.NoNewline = h.NoNewline && now != newSign || now == 0 && sign == newSign
		if sign == newSign && now != 0 {
			ended++
			crlf += endsWithCRLF(r.Text, l-1)
		}
		sign = now
	}
	if sign == newSign {
		ended++
		crlf += endsWithCRLF(r.Text, b.End)
	}
	if r.Text.Ending(head) == text.LF {
		h.CRLF, h.Endings = ended > 0 && crlf == ended, others > 0
	}
}

// endsWithCRLF counts a line that ends with CRLF as one.
func endsWithCRLF(t *text.Text, l text.Line) int {
	if t.Ending(l) == text.CRLF {
		return 1
	}
	return 0
}
