package apply

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Masked is what stands in place of each line of a block in the virtual file of a chat
// that is its own target: no text has it, since a file with a NUL is refused.
const Masked = "\x00"

// virtualOf makes the virtual file of a target of a document. Where that is the
// document itself, the lines of its blocks are no place to match: what a block looks
// for always stands in the block.
func virtualOf(t *workspace.Target, doc *parse.Result) *Virtual {
	if t.File == nil {
		return newVirtual(workspace.NewFile(text.New("")), false)
	}
	// Another file may say the same: it is a place like any other.
	if now := t.File.Text; !t.Own || now != doc.Text && (now.Len() != doc.Text.Len() || now.String() != doc.Text.String()) {
		return newVirtual(t.File, true)
	}
	var b strings.Builder
	at := text.Line(0)
	for i := range doc.Blocks {
		block := &doc.Blocks[i]
		for ; at <= block.End; at++ {
			if at >= block.Start {
				b.WriteString(Masked)
			} else {
				b.WriteString(doc.Text.Line(at))
			}
			b.WriteString(doc.Text.Ending(at))
		}
	}
	b.WriteString(doc.Text.String()[doc.Text.Start(at):])
	v := newVirtual(workspace.NewFile(text.New(b.String())), true)
	v.own = t.File.Text
	return v
}

// target is the present text of the target, in which edits are counted.
func (v *Virtual) target() *text.Text {
	if v.own != nil {
		return v.own
	}
	return v.base
}
