package lsp

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// skeleton is an empty block in the form that models are taught.
type skeleton struct {
	form  *parse.Form
	lines []string
	// path, start and end are line indexes of the path and of the first and last marker. markers
	// are those of all markers.
	path, start, end int
	markers          []int
	// new is the index of the section with the new lines. Each marker begins a section.
	new int
}

// Lines of a skeleton to fill in.
const (
	emptyPath = "path/to/file"
	emptyLine = "\x00"
)

var skeletons = sync.OnceValue(func() []skeleton {
	var all []skeleton
	for _, f := range parse.Forms() {
		if f.Dialect.Called {
			continue // nobody types a call
		}
		edit := parse.Edit{Path: emptyPath, Old: []string{emptyLine + "old"}, New: []string{emptyLine + "new"}}
		if f.Dialect.HasAnchors && !f.Dialect.AnchorTwice {
			edit.Leading, edit.Trailing = []string{emptyLine + "leading"}, []string{emptyLine + "trailing"}
		}
		written, err := f.Write(edit)
		if err != nil {
			continue // the form can't write a plain edit
		}
		doc, err := parse.Document(context.Background(), text.New(written), parse.Options{}, nil)
		if err != nil || len(doc.Blocks) != 1 {
			continue
		}
		b := &doc.Blocks[0]
		k := skeleton{
			form: f, lines: strings.Split(strings.TrimSuffix(written, "\n"), "\n"),
			path: int(b.Path.Line), start: int(b.Start), end: int(b.End),
		}
		for i, m := range b.Markers() {
			k.markers = append(k.markers, int(m))
			if m < b.New.First {
				k.new = i
			}
		}
		all = append(all, k)
	}
	return all
})

// pathInside reports whether the path is inside the fence. The parser takes such a block for one
// with the path above.
func (k *skeleton) pathInside() bool { return k.path > 0 }

// first returns the lines that can begin a block: its start marker and its path keyword. A patch
// begins with its envelope or file header.
func (k *skeleton) first() []string {
	if k.form.Dialect.Patch {
		head, _, _ := strings.Cut(k.unfenced()[0], emptyPath)
		return []string{head}
	}
	if keyword, _, ok := strings.Cut(k.lines[k.path], " "); ok {
		return []string{keyword, k.lines[k.start]}
	}
	return k.lines[k.start : k.start+1]
}

// unfenced returns the lines inside the skeleton's own fence.
func (k *skeleton) unfenced() []string {
	if isFence(k.lines[0]) {
		return k.lines[1 : len(k.lines)-1]
	}
	return k.lines
}

// filled returns the text to insert. A snippet has tab stops.
func filled(lines []string, snippet bool) string {
	var b strings.Builder
	places, named := 0, 0
	place := func(what string) {
		places++
		switch {
		case !snippet:
			b.WriteString(what)
		case what == "":
			fmt.Fprintf(&b, "$%d", places)
		default:
			fmt.Fprintf(&b, "${%d:%s}", places, what)
		}
	}
	for i, l := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		sign, _, empty := strings.Cut(l, emptyLine)
		before, path := strings.CutSuffix(l, emptyPath)
		switch {
		case empty:
			b.WriteString(sign)
			place("")
		case path:
			b.WriteString(before)
			if snippet && named > 0 { // typed once
				fmt.Fprintf(&b, "$%d", named)
				continue
			}
			place(emptyPath)
			named = places
		case snippet:
			b.WriteString(snippetSigns.Replace(l))
		default:
			b.WriteString(l)
		}
	}
	if snippet {
		b.WriteString("\n$0")
	}
	return b.String()
}

var snippetSigns = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`)

// isMarker reports whether a line is one of the skeleton's later markers.
func (k *skeleton) isMarker(line string) bool {
	line = strings.TrimSpace(line)
	for _, m := range k.markers[1:] {
		if line == k.lines[m] {
			return true
		}
	}
	return false
}
