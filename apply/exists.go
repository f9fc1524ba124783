package apply

import (
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Overwrite is what it takes to put the lines of a block that creates a file in place
// of all that stands in it, (formats, "Create, insert, delete"). It is nil for a block that did not fail because its file exists.
func (p *Plan) Overwrite(index int) *FileEdit {
	return p.onExisting(index, func(v *Virtual) (pos, int) { return v.start(), v.base.LineCount() })
}

// Append is for the end of the file what Overwrite is for all of it.
func (p *Plan) Append(index int) *FileEdit {
	return p.onExisting(index, func(v *Virtual) (pos, int) { return pos{line: text.Line(v.base.LineCount())}, 0 })
}

func (p *Plan) onExisting(index int, where func(*Virtual) (pos, int)) *FileEdit {
	o := p.Outcomes[index]
	if o.Reason != codes.FileExists || o.Target.File == nil {
		return nil
	}
	v := virtualOf(o.Target, p.Document)
	first, count := where(v)
	v.apply(place{first: first, count: count, lines: o.Lines(o.Block.New)}, index)
	return (&file{target: o.Target, virtual: v, blocks: []int{index}}).edits()
}
