package text

import "fmt"

// Edit replaces the bytes from Start to before End by New.
type Edit struct {
	Start, End Offset
	New        string
}

// Apply makes the text that the edits leave. They must be sorted, must not
// overlap and must lie inside the content; it panics where they do not, since
// that is a fault of the program and would write a wrong file.
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
