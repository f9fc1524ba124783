package apply

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// flat is a virtual file counted through: its lines by number.
type flat struct {
	text    *text.Text
	present []text.Line
	index   *text.Index
}

func (v *Virtual) flatten() *flat {
	if v.flat == nil {
		f := &flat{}
		var b strings.Builder
		for c := v.cursor(v.start()); !c.end(); c.forward() {
			b.WriteString(v.line(c.pos))
			b.WriteString(text.LF)
			f.present = append(f.present, v.present(c.pos))
		}
		f.text = text.New(b.String())
		v.flat = f
	}
	return v.flat
}

// Text is the virtual file as a text of its own: its line i is virtual line i.
func (v *Virtual) Text() *text.Text {
	if !v.Edited() {
		return v.base
	}
	return v.flatten().text
}

// TrimmedIndex finds lines of [Virtual.Text] that are equal but for blanks around them.
func (v *Virtual) TrimmedIndex() *text.Index {
	if !v.Edited() {
		return v.trimmed()
	}
	f := v.flatten()
	if f.index == nil {
		f.index = text.NewIndex(f.text, strings.TrimSpace)
	}
	return f.index
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
