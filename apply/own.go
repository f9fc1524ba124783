package apply

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Masked replaces block lines in the draft of a chat that is its own target. No text contains it: files
// with a NUL are refused.
const Masked = "\x00"

// draftOf returns a target's draft. In the chat itself block lines are masked, since a block always
// contains what it searches for.
func draftOf(t *workspace.Target, doc *parse.Result) *Draft {
	if t.File == nil {
		d := newDraft(text.New(""))
		d.exists = false
		return d
	}
	if !isOwn(t, doc) {
		return newDraft(t.File.Text)
	}
	var edits []text.Edit
	at := text.Line(0)
	for i := range doc.Blocks {
		first, end := max(at, doc.Blocks[i].Start), doc.Blocks[i].End+1
		if at = max(at, end); first < end {
			masks := strings.Repeat(Masked+text.LF, int(end-first))
			edits = append(edits, text.Edit{Start: doc.Text.Start(first), End: doc.Text.Start(end), New: masks})
		}
	}
	d := newDraft(doc.Text.Apply(edits))
	d.own = t.File.Text
	return d
}

// isOwn reports whether a target is the chat itself, not just a file with the same text.
func isOwn(t *workspace.Target, doc *parse.Result) bool {
	if !t.Own || t.File == nil {
		return false
	}
	now := t.File.Text
	return now == doc.Text || now.Len() == doc.Text.Len() && now.String() == doc.Text.String()
}
