package parse

import (
	"slices"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// readBare reads the fences for diffs that have a path and signed lines, but no header and no `@@`, and no block of
// another format. Lines of dots part the hunks:
//
//	src/a.py
//	```diff
//	-x = 1
//	+x = 2
//	```
func (w *walk) readBare(r *Result) {
	if !w.reads[slices.Index(dialects, unifiedDiff)] {
		return
	}
	var found []Block
	last := lastFile{end: text.None}
	for _, f := range w.fenced {
		opened, _ := parseFence(w.text.Line(f.start))
		if opened.line = f.start; opened.tag != diffTag || !f.closed || f.printed || r.holdsBlock(f) {
			continue
		}
		h := here{outline: w.outline, bound: f.end, inside: fenceStack{opened}, floor: f.floor, inForce: last.above(w, f, r.Blocks, found)}
		for _, b := range h.bareHunks(f.start + 1) {
			b.Dialect = unifiedDiff
			found = append(found, b)
		}
	}
	if len(found) > 0 {
		r.Blocks = append(r.Blocks, found...)
		slices.SortStableFunc(r.Blocks, func(a, b Block) int { return int(a.Start - b.Start) })
	}
}

// lastFile is the path of the last block above a fence, until a line may name another file. read is the first line below
// the block that wasn't looked at: no line is read twice.
type lastFile struct {
	path      Path
	end, read text.Line
}

// above returns the path of the last block above fence f in its turn, if no line between may name another file
// (diff-bare/bare-below-another-of-its-file).
func (last *lastFile) above(w *walk, f fenced, lists ...[]Block) Path {
	for _, blocks := range lists {
		if n := sort.Search(len(blocks), func(i int) bool { return blocks[i].Start > f.start }); n > 0 && blocks[n-1].End > last.end {
			*last = lastFile{blocks[n-1].Path, blocks[n-1].End, blocks[n-1].End + 1}
		}
	}
	for ; last.path.Named() && last.read < f.start; last.read++ {
		if words, _ := pathWords(withoutCode(w.text.Line(last.read))); len(words) > 0 {
			last.path = Path{}
		}
	}
	if last.path.Named() && w.nextTurn(last.end) <= f.start {
		last.path = Path{}
	}
	return last.path
}

// bareHunks reads the hunks of a fence whose first line is first.
func (h here) bareHunks(first text.Line) (all []Block) {
	d := &diff{patchText: h.patchText(token{line: first}), tagged: true}
	if d.limit = min(d.limit, h.bound); d.isOther(first) {
		return nil
	}
	inForce := !d.isNamed(h.textBelow(first-1, d.limit))
	if inForce && !h.inForce.Named() {
		return nil
	} else if inForce {
		d.header.path = h.inForce
	}
	for l := first; l < d.limit; l++ {
		from := l
		for l < d.limit && !PartsHunks(d.at(l)) && !d.isHunk(l) {
			l++
		}
		if b, ok := d.bareHunk(from, l); ok {
			b.inForce = inForce
			all = append(all, b)
		}
	}
	for i := range all {
		if b := &all[i]; len(all) > 1 {
			b.Operation = Modify // nothing says where the lines of a new file would go
			d.body(b, b.Start, b.End+1)
		}
	}
	return all
}

// isNamed reports whether the path of the fence is no word of prose: it is alone on its line or in backticks. Lists of
// rules and of news are written as bare diffs, too.
func (d *diff) isNamed(first text.Line) bool {
	if !d.namedByFence(first) {
		return false
	}
	p := d.header.path
	line := d.text.Line(p.Line)
	return p.Line == d.fence.line || strings.Contains(line, "`") ||
		!strings.ContainsAny(p.Fallback, " \t") && withoutRemarks(cleanPath(line)) == p.Fallback
}

// isOther reports whether the lines are another format's. A hunk mark below others parts hunks, as dots do
// (diff-bare/bare-parted-by-a-hunk-mark).
func (d *diff) isOther(first text.Line) bool {
	if d.isHunk(first) {
		return true
	}
	for l := first; l < d.limit; l++ {
		if d.begins(l) {
			return true
		}
	}
	other := func(t token) bool {
		return (t.begins() && t.role != possibleStart || t.role == nearMiss) && !isSigned(d.at(t.line))
	}
	return notCode(d.text.Lines(first, d.limit)) != "" || slices.ContainsFunc(d.between(first, d.limit), other)
}

// PartsHunks reports whether a line of a bare diff stands for lines between two hunks.
func PartsHunks(line string) bool {
	line = strings.TrimRight(strings.TrimPrefix(line, " "), " \t")
	return line == "..." || line == "…"
}

// bareHunk reads lines as a hunk, unless they change nothing. Without old and kept lines it is a new file.
func (d *diff) bareHunk(first, end text.Line) (Block, bool) {
	for first < end && d.at(first) == "" {
		first++
	}
	if end = d.trimEmpty(first, end); first == end {
		return Block{}, false
	}
	b := d.blockOf(Modify, d.header.path, first, end-1)
	d.body(&b, first, end)
	if b.Old.Len() == 0 {
		b.Operation = Create
		d.body(&b, first, end)
	}
	b.Layout = LayoutBare
	signed := false
	for l := first; l < end; l++ {
		sign := signOf(d.at(l))
		signed = signed || sign == oldSign || sign == newSign
	}
	return b, signed
}

// settleBare drops a new file that is there with other lines, and parts a hunk that the file doesn't have as a whole.
// One that only the path in force names counts if the file has all of it.
func settleBare(r *Result, b Block, file *fileLines) []Block {
	if b.inForce && (b.Operation == Create || !r.isIn(&b, file)) {
		return nil
	}
	if b.Operation == Create && file.exists && len(file.lines) > 0 && !slices.Equal(file.lines, r.Lines(&b, b.New)) {
		return nil
	}
	if b.Operation == Create || r.isIn(&b, file) {
		return []Block{b}
	}
	return r.partBare(b, file)
}

// isIn reports whether a file has the lines of a hunk, or already those that replace them.
func (r *Result) isIn(b *Block, file *fileLines) bool {
	if bare, ok := r.Bare(b); ok && (file.has(r.Needle(bare)) || file.has(r.Replacement(bare))) {
		return true
	}
	return file.has(r.Needle(b)) || file.has(r.Replacement(b))
}

// partBare parts a hunk at its blank lines, if the file has one of its parts (diff-bare/bare-parted-at-a-blank-line).
func (r *Result) partBare(b Block, file *fileLines) []Block {
	d := &diff{patchText: &patchText{here: here{outline: &outline{text: r.Text}}, cutAs: b.cutAs, indent: r.Indent(&b)}}
	d.header.path = b.Path
	var parts []Block
	found := false
	for l := b.Start; l <= b.End; l++ {
		from := l
		for l <= b.End && !text.IsBlank(d.at(l)) {
			l++
		}
		if part, ok := d.bareHunk(from, l); ok {
			if part.Operation == Create {
				return []Block{b} // nothing says where it goes
			}
			part.Dialect, part.Turn = b.Dialect, b.Turn
			parts, found = append(parts, part), found || r.isIn(&part, file)
		}
	}
	if !found {
		return []Block{b}
	}
	return parts
}
