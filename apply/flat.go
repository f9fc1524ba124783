package apply

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// flat is a virtual file counted through: its lines by number.
type flat struct {
	text    *text.Text
	present []text.Line
}

// flatten counts the file through, once. Requests may ask for it at the same time; what
// each would make is the same.
func (v *Virtual) flatten() *flat {
	if f := v.flat.Load(); f != nil {
		return f
	}
	f := &flat{present: make([]text.Line, 0, v.base.LineCount())}
	var b strings.Builder
	b.Grow(int(v.base.Len()))
	for c := v.cursor(v.start()); !c.end(); c.forward() {
		b.WriteString(v.line(c.pos))
		b.WriteString(text.LF)
		f.present = append(f.present, v.present(c.pos))
	}
	f.text = text.New(b.String())
	if !v.flat.CompareAndSwap(nil, f) {
		return v.flat.Load()
	}
	return f
}

// Text is the virtual file as a text of its own: its line i is virtual line i.
func (v *Virtual) Text() *text.Text {
	if !v.Edited() {
		return v.base
	}
	return v.flatten().text
}

// Present is the line of the present text that line i of [Virtual.Text] counts as; past
// the end it is the last line.
func (v *Virtual) Present(i int) text.Line {
	if !v.Edited() {
		return v.present(pos{line: text.Line(i)})
	}
	if f := v.flatten(); i < len(f.present) {
		return f.present[i]
	}
	return v.present(pos{line: text.Line(v.base.LineCount())})
}

// number is the virtual line at p, counted from 0.
func (v *Virtual) number(p pos) int {
	if p.edit == nil && !v.Edited() {
		return int(p.line)
	}
	n := 0
	for c := v.cursor(v.start()); c.pos != p; c.forward() {
		n++
	}
	return n
}
