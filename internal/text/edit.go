package text

import "fmt"

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
	n.assemble(t.splice(edits))
	return n
}
