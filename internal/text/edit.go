package text

import (
	"fmt"
	"strings"
)

// Edit replaces the bytes from Start to before End by New.
type Edit struct {
	Start, End Offset
	New        string
}

// Apply makes the text that the edits leave. They must be sorted, must not
// overlap and must lie inside the content; it panics where they do not, since
// that is a fault of the program and would write a wrong file.
func (t *Text) Apply(edits []Edit) *Text {
	var b strings.Builder
	at := Offset(0)
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > t.Len() {
			panic(fmt.Sprintf("text: edit %d-%d does not follow %d in %d bytes", e.Start, e.End, at, t.Len()))
		}
		b.WriteString(t.content[at:e.Start])
		b.WriteString(e.New)
		at = e.End
	}
	b.WriteString(t.content[at:])
	return t.with(b.String())
}

// with makes a text of other content that keeps this one's byte order mark.
func (t *Text) with(content string) *Text {
	n := &Text{content: content, hasBOM: t.hasBOM, clientBOM: t.clientBOM}
	n.scan()
	return n
}
