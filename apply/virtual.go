package apply

import (
	"sort"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Virtual is a target as the blocks above leave it: the lines of its present text
// with runs of them replaced. Virtual lines are counted from 0.
type Virtual struct {
	base  *text.Text
	index *text.Index
	// pieces follow one another without gap, in the base as in the virtual file.
	pieces []piece
	// starts holds the virtual line at which each piece begins, and behind them
	// the number of virtual lines.
	starts []int
	exists bool
}

// piece is a run of base lines, or of new lines that stand in their place.
type piece struct {
	from, to text.Line
	// put: the piece is lines, not those of the base.
	put   bool
	lines []newLine
}

func (p piece) len() int {
	if p.put {
		return len(p.lines)
	}
	return int(p.to - p.from)
}

// newLine is a line that a block brings in.
type newLine struct {
	text string
	// ending is the line's own ending; empty means the target's dominant one.
	ending string
	// present is the present line that it counts as (formats, "Order").
	present text.Line
	// block is the index of the block that it comes from.
	block int
}

// newVirtual makes the virtual file of a target without edits. A missing file is
// the empty text.
func newVirtual(base *text.Text, index *text.Index, exists bool) *Virtual {
	v := &Virtual{base: base, index: index, exists: exists}
	if n := base.LineCount(); n > 0 {
		v.pieces = []piece{{from: 0, to: text.Line(n)}}
	}
	v.count()
	return v
}

func (v *Virtual) count() {
	v.starts = make([]int, len(v.pieces)+1)
	for i, p := range v.pieces {
		v.starts[i+1] = v.starts[i] + p.len()
	}
}

// LineCount is the number of virtual lines.
func (v *Virtual) LineCount() int { return v.starts[len(v.pieces)] }

// piece is the index of the piece that holds virtual line i.
func (v *Virtual) piece(i int) int {
	return sort.Search(len(v.pieces), func(p int) bool { return v.starts[p+1] > i })
}

// Line is the content of virtual line i.
func (v *Virtual) Line(i int) string {
	p := v.piece(i)
	if at := i - v.starts[p]; v.pieces[p].put {
		return v.pieces[p].lines[at].text
	} else {
		return v.base.Line(v.pieces[p].from + text.Line(at))
	}
}

// ending is the line ending of virtual line i, or empty for the dominant one.
func (v *Virtual) ending(i int) string {
	p := v.piece(i)
	if at := i - v.starts[p]; v.pieces[p].put {
		return v.pieces[p].lines[at].ending
	} else {
		return v.base.Ending(v.pieces[p].from + text.Line(at))
	}
}

// Present is the line of the present text that virtual line i counts as; past the
// end it is the last line.
func (v *Virtual) Present(i int) text.Line {
	if i >= v.LineCount() {
		return max(0, text.Line(v.base.LineCount()-1))
	}
	p := v.piece(i)
	if at := i - v.starts[p]; v.pieces[p].put {
		return v.pieces[p].lines[at].present
	} else {
		return v.pieces[p].from + text.Line(at)
	}
}

// writer is the index of the block that put virtual line i in, or -1.
func (v *Virtual) writer(i int) int {
	p := v.piece(i)
	if !v.pieces[p].put {
		return -1
	}
	return v.pieces[p].lines[i-v.starts[p]].block
}

// Base is the present text of the target.
func (v *Virtual) Base() *text.Text { return v.base }

// Edited tells whether blocks have changed anything.
func (v *Virtual) Edited() bool { return len(v.pieces) > 1 || len(v.pieces) == 1 && v.pieces[0].put }

// Text is the virtual file as a text of its own, with LF endings. Its line i is
// virtual line i.
func (v *Virtual) Text() *text.Text {
	if !v.Edited() {
		return v.base
	}
	var b []byte
	for i := range v.LineCount() {
		b = append(append(b, v.Line(i)...), '\n')
	}
	return text.New(string(b))
}

// replace puts lines in place of the virtual lines from first to before end.
func (v *Virtual) replace(first, end int, lines []newLine) {
	i := v.split(first)
	j := v.split(end)
	new := piece{put: true, lines: lines}
	switch {
	case i < j:
		new.from, new.to = v.pieces[i].from, v.pieces[j-1].to
	case i > 0:
		new.from = v.pieces[i-1].to
		new.to = new.from
	}
	pieces := append([]piece{}, v.pieces[:i]...)
	if len(lines) > 0 || new.from < new.to {
		pieces = append(pieces, new)
	}
	v.pieces = append(pieces, v.pieces[j:]...)
	v.exists = true
	v.count()
}

// split makes a piece begin at virtual line i and gives its index.
func (v *Virtual) split(i int) int {
	p := v.piece(i)
	if p == len(v.pieces) || v.starts[p] == i {
		// A piece of no lines that stands right before line i belongs to what is before.
		return p
	}
	at := i - v.starts[p]
	left, right := v.pieces[p], v.pieces[p]
	if left.put {
		// The base lines go with the left part: both are written as one edit.
		left.lines, right.lines = left.lines[:at:at], right.lines[at:]
		right.from = right.to
	} else {
		left.to = left.from + text.Line(at)
		right.from = left.to
	}
	pieces := append([]piece{}, v.pieces[:p]...)
	pieces = append(pieces, left, right)
	v.pieces = append(pieces, v.pieces[p+1:]...)
	v.count()
	return p + 1
}

// Edits are the edits of the present text that make the virtual file: sorted, not
// overlapping, whole lines, and not touching one another.
func (v *Virtual) Edits() []text.Edit {
	var edits []text.Edit
	b := v.base
	eol := b.DominantEnding()
	unended := b.LineCount() > 0 && !b.EndsWithNewline()
	for i := 0; i < len(v.pieces); i++ {
		if !v.pieces[i].put {
			continue
		}
		e := text.Edit{Start: b.Start(v.pieces[i].from)}
		var s []byte
		if unended && int(v.pieces[i].from) == b.LineCount() {
			s = append(s, eol...)
		}
		for ; i < len(v.pieces) && v.pieces[i].put; i++ {
			e.End = b.Start(v.pieces[i].to)
			for _, l := range v.pieces[i].lines {
				s = append(s, l.text...)
				if l.ending == "" {
					s = append(s, eol...)
				} else {
					s = append(s, l.ending...)
				}
			}
		}
		e.New = string(s)
		edits = append(edits, e)
	}
	// A file that is changed gets the final newline that it lacks.
	if n := len(edits); n > 0 && unended && edits[n-1].End < b.Len() {
		edits = append(edits, text.Edit{Start: b.Len(), End: b.Len(), New: eol})
	}
	return edits
}

// clone is a virtual file that can be changed without changing v.
func (v *Virtual) clone() *Virtual {
	c := *v
	return &c
}
