package text

import (
	"fmt"
	"strings"
)

// Edit replaces the bytes Start to End (exclusive) with New.
type Edit struct {
	Start, End Offset
	New        string
}

// Apply returns the text after the edits, which must be sorted, inside the content and not overlapping.
// Otherwise it panics: that is a bug that would write a wrong file.
func (t *Text) Apply(edits []Edit) *Text {
	at := Offset(0)
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > t.Len() {
			panic(fmt.Sprintf("text: edit %d-%d does not follow %d in %d bytes", e.Start, e.End, at, t.Len()))
		}
		at = e.End
	}
	n := &Text{hasBOM: t.hasBOM, clientBOM: t.clientBOM}
	if len(t.pages) > 1 {
		n.assemble(t.splice(edits))
	} else {
		whole := t.edited(edits)
		n.assemble(cut(nil, whole))
		n.whole.Store(&whole)
	}
	return n
}

// edited returns the content after edits.
func (t *Text) edited(edits []Edit) string {
	was, at, size := t.String(), Offset(0), int(t.Len())
	for _, e := range edits {
		size += len(e.New) - int(e.End-e.Start)
	}
	var b strings.Builder
	b.Grow(size)
	for _, e := range edits {
		b.WriteString(was[at:e.Start])
		b.WriteString(e.New)
		at = e.End
	}
	b.WriteString(was[at:])
	return b.String()
}
