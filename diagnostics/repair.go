package diagnostics

import (
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Repair is an edit of the chat that makes a failed block name the lines that really
// stand in the file, so that it is found.
type Repair struct {
	Title string
	// Edits are edits of the chat, sorted and not overlapping.
	Edits []text.Edit
}

// Repair rewrites the needle of a block to the nearest run of lines, or is nil where
// there is none, where several are as near, or where the two differ by more than the
// text of single lines: a line that only one of them has could be lost, or come twice.
//
// Lines that the block keeps unchanged in its new lines change with the needle, and
// new lines are indented as the file is.
func (b *Block) Repair(chat *text.Text) *Repair {
	if b.Nearest == nil || !b.Nearest.aligned || len(b.Nearest.Others) > 0 {
		return nil
	}
	blk := b.Outcome.Block
	r := &repairer{chat: chat, lines: map[text.Line]string{}}
	changed := map[string]string{}
	for _, d := range b.Nearest.Differs {
		r.set(needleLine(blk, d.Index), d.Wanted, d.Found)
		if d.Index < len(blk.Leading.Lines) && blk.Dialect == parse.EditRepl {
			// The anchor stands in both sections.
			r.set(blk.New.First-text.Line(len(blk.Leading.Lines)-d.Index), d.Wanted, d.Found)
		}
		changed[d.Wanted] = d.Found
	}
	indent := indentationOf(b.Nearest.Differs)
	for i, l := range blk.New.Lines {
		found, same := changed[l]
		switch {
		case same:
		case b.Cause == Whitespace:
			found = indent.of(l)
		default:
			continue
		}
		r.set(blk.New.First+text.Line(i), l, found)
	}
	title := "Use the file's text here"
	if b.Cause == Whitespace {
		title = "Fix whitespace in this block"
	}
	return &Repair{Title: title, Edits: r.edits()}
}

// repairer collects the lines of a chat that are rewritten.
type repairer struct {
	chat  *text.Text
	lines map[text.Line]string
}

// set rewrites the section's line was, which stands in line l of the chat, indented as
// its fence is.
func (r *repairer) set(l text.Line, was, now string) {
	raw := r.chat.Line(l)
	r.lines[l] = strings.TrimSuffix(raw, was) + now
}

func (r *repairer) edits() []text.Edit {
	lines := make([]text.Line, 0, len(r.lines))
	for l := range r.lines {
		lines = append(lines, l)
	}
	sort.Slice(lines, func(i, j int) bool { return lines[i] < lines[j] })
	var edits []text.Edit
	for _, l := range lines {
		if r.chat.Line(l) != r.lines[l] {
			edits = append(edits, text.Edit{Start: r.chat.Start(l), End: r.chat.End(l), New: r.lines[l]})
		}
	}
	return edits
}

// indents are the blanks that the block has at the start of lines, and those that the
// file has in their place, the longest first.
type indents [][2]string

func indentationOf(differs []Difference) indents {
	var list indents
	seen := map[string]bool{}
	for _, d := range differs {
		if w := indentation(d.Wanted); !seen[w] {
			seen[w] = true
			list = append(list, [2]string{w, indentation(d.Found)})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return len(list[i][0]) > len(list[j][0]) })
	return list
}

// of indents a new line as the file would: the longest beginning that is known is
// changed, and what is deeper is added in the same measure.
func (in indents) of(line string) string {
	own := indentation(line)
	if own == line {
		return line
	}
	for _, p := range in {
		rest, ok := strings.CutPrefix(own, p[0])
		if !ok {
			continue
		}
		// One step of the block's indentation is one step of the file's, where both
		// are known by two lines.
		for _, q := range in {
			if step := strings.TrimPrefix(p[0], q[0]); q[0] != p[0] && step != "" && strings.HasPrefix(p[1], q[1]) {
				rest = strings.ReplaceAll(rest, step, strings.TrimPrefix(p[1], q[1]))
				break
			}
		}
		return p[1] + rest + line[len(own):]
	}
	return line
}

// Extend puts lines of the file before the needle of a block, and before its new lines
// where those hold the context too, so that it stands in one place only.
func (b *Block) Extend(chat *text.Text, above []string) *Repair {
	blk := b.Outcome.Block
	at := []text.Line{blk.Leading.First}
	switch blk.Dialect {
	case parse.EditRepl:
		at = append(at, blk.New.First-text.Line(len(blk.Leading.Lines)))
	case parse.Anchored:
	default:
		at = []text.Line{blk.Old.First, blk.New.First}
	}
	// What the block's own lines are indented by in the chat, in a list item say.
	raw, line := chat.Line(needleLine(blk, 0)), blk.Needle()[0]
	indent := strings.TrimSuffix(raw, line)
	var lines strings.Builder
	for _, l := range above {
		lines.WriteString(indent + l + chat.DominantEnding())
	}
	r := &Repair{}
	for _, l := range at {
		r.Edits = append(r.Edits, text.Edit{Start: chat.Start(l), End: chat.Start(l), New: lines.String()})
	}
	return r
}
