package parse

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// read reads a chat and checks the package's invariants on the result.
func read(t *testing.T, chat string, o Options) *Result {
	t.Helper()
	return readWith(t, nil, chat, o)
}

func readWith(t *testing.T, m *Memo, chat string, o Options) *Result {
	t.Helper()
	r, err := Document(t.Context(), text.New(chat), o, m)
	require.NoError(t, err)
	if fault := unsound(r, o); fault != "" {
		t.Fatalf("%s in\n%s", fault, chat)
	}
	return r
}

// unsound names the first invariant that a result breaks, or "".
func unsound(r *Result, o Options) string {
	t := r.Text
	end := text.Line(t.LineCount())
	behind := text.Line(0)
	for i := range r.Blocks {
		b := &r.Blocks[i]
		at := fmt.Sprintf("block %d at line %d", i, b.Start.Number())
		switch {
		case b.Index != i:
			return at + ": index"
		case b.Start < behind && b.Operation != Rename && !(b.Dialect == strReplace && b.Start == behind-1) || b.End < b.Start || b.End >= end:
			return at + ": not in order, or outside the text"
		case b.Incomplete && (!o.Growing || i != len(r.Blocks)-1):
			return at + ": incomplete in a finished document, or not the last"
		case !b.Dialect.Patch && b.Markers()[0] != b.Start || !b.Dialect.Patch && !b.Incomplete && b.Markers()[len(b.Markers())-1] != b.End:
			return at + ": markers do not begin and end it"
		case !slices.IsSorted(b.Markers()):
			return at + ": markers out of order"
		case b.Turn < -1 || b.Turn >= len(r.Turns):
			return at + ": turn"
		}
		if fault := unsoundPath(r, b); fault != "" {
			return at + ": " + fault
		}
		if fault := unsoundSections(r, b); fault != "" {
			return at + ": " + fault
		}
		if b.Operation != Rename { // it comes after the changes of its file, but may be above them
			behind = b.End + 1
		}
	}
	last := text.None
	for _, p := range r.Problems {
		at := fmt.Sprintf("problem at line %d", p.Start.Number())
		if p.Start <= last || p.End < p.Start || p.End >= end || p.Detail == "" {
			return at + ": not in order, outside the text or without words"
		}
		for i := range r.Blocks {
			b := &r.Blocks[i]
			if p.Start <= b.End && b.Start <= p.End {
				return at + ": overlaps a block"
			}
		}
		last = p.End
	}
	for _, s := range r.Shell {
		if !strings.Contains(t.Line(s.Line), s.Command) {
			return fmt.Sprintf("command in line %d is not where it says", s.Line.Number())
		}
	}
	last = text.None
	for i, turn := range r.Turns {
		if goesOn := i == len(r.Turns)-1 && turn.End == never; turn.First < last || turn.End <= turn.First || turn.End > end && !goesOn {
			return fmt.Sprintf("turn at line %d: not in order, or outside the text", turn.First.Number())
		}
		last = turn.End
	}
	return ""
}

func unsoundPath(r *Result, b *Block) string {
	p := b.Path
	switch {
	case !p.Named():
		if b.Dialect != findReplace {
			return "no path"
		}
		return ""
	case !slices.Contains(p.Readings, p.Fallback):
		return "the fallback is no reading"
	case b.Dialect == strReplace:
		return "" // its path may be anywhere
	case p.Line != text.None && (p.Line < 0 || p.Line > b.Start || p.Line == b.Start && b.Layout != LayoutXML && b.Layout != LayoutHeading) && !b.Dialect.Patch:
		return "the path is not above"
	}
	for i := range r.Blocks[:b.Index] {
		o := &r.Blocks[i]
		// A patch and a call name their files themselves and put them in force, and a heading that of what is below.
		if o.Start <= p.Line && p.Line <= o.End && !o.Dialect.Patch && o.Dialect != strReplace && o.Layout != LayoutHeading {
			return "the path is a line of an earlier block"
		}
	}
	return ""
}

// unsoundSections checks that sections are the chat's lines, in order between the markers.
func unsoundSections(r *Result, b *Block) string {
	switch {
	case b.Dialect == strReplace:
		return unsoundCall(r, b)
	case b.Layout == LayoutXML && !b.Incomplete:
		return unsoundText(r, b)
	case b.Dialect.Patch:
		return unsoundBody(r, b)
	}
	at := b.Start + 1
	for i, s := range []Section{b.Leading, b.Old, b.New, b.Trailing} {
		if s.Len() == 0 {
			continue
		}
		if s.First < at || s.End > b.End {
			return fmt.Sprintf("section %d is out of place", i)
		}
		for k, l := range r.Lines(b, s) {
			whole := r.Text.Line(s.First + text.Line(k))
			if !strings.HasSuffix(whole, l) || !text.IsBlank(strings.Trim(strings.TrimSuffix(whole, l), bom+`\`)) {
				return fmt.Sprintf("section %d has %q, the chat %q", i, l, whole)
			}
			if slices.Contains(b.Markers(), s.First+text.Line(k)) {
				return fmt.Sprintf("section %d holds a marker of the block", i)
			}
		}
		at = s.End
	}
	return ""
}

// unsoundCall checks that the lines of a call are on lines of the chat that are its.
func unsoundCall(r *Result, b *Block) string {
	for _, s := range []Section{b.Old, b.New} {
		lines := r.Lines(b, s)
		if len(lines) != s.Len() {
			return fmt.Sprintf("%d lines, of %d", len(lines), s.Len())
		}
		for i := range lines {
			if at := r.LineOf(b, i, s); at < b.Start || at > b.End {
				return fmt.Sprintf("line %d is at line %d", i, at)
			}
		}
	}
	return ""
}

// unsoundBody checks that a patch's old and new lines are the chat's, in place.
func unsoundBody(r *Result, b *Block) string {
	for _, s := range []Section{b.Old, b.New} {
		lines := r.Lines(b, s)
		if len(lines) != s.Len() {
			return fmt.Sprintf("%d lines, of %d", len(lines), s.Len())
		}
		for i, l := range lines {
			at := r.LineOf(b, i, s)
			if k, ok := r.IndexOf(b, s, at); !ok || k != i || at < b.Start || at > b.End {
				return fmt.Sprintf("line %d is at line %d, which is line %d", i, at, k)
			}
			if !strings.HasSuffix(r.Text.Line(at), l) {
				return fmt.Sprintf("line %d is %q, in the chat %q", i, l, r.Text.Line(at))
			}
		}
	}
	if b.Operation == Rename && !b.Incomplete && r.NewPath(b) == "" {
		return "a file without its new name"
	}
	return ""
}

func lines(l ...string) string { return strings.Join(l, "\n") + "\n" }

// told formats a result, a line for each block (`5-9 edit-repl a.py`, with `+` if incomplete) and
// problem (`! 5-9 unclosed-block`).
func told(r *Result) []string {
	type row struct {
		line text.Line
		word string
	}
	var rows []row
	for i := range r.Blocks {
		b := &r.Blocks[i]
		mark := ""
		if b.Incomplete {
			mark = "+"
		}
		name := b.Path.Fallback
		if name == "" {
			name = "?"
		}
		rows = append(rows, row{b.Start, fmt.Sprintf("%d-%d%s %s %s", b.Start.Number(), b.End.Number(), mark, b.Dialect, name)})
	}
	for _, p := range r.Problems {
		rows = append(rows, row{p.Start, fmt.Sprintf("! %d-%d %s", p.Start.Number(), p.End.Number(), p.Code)})
	}
	slices.SortStableFunc(rows, func(a, b row) int { return int(a.line - b.line) })
	var words []string
	for _, r := range rows {
		words = append(words, r.word)
	}
	return words
}

type chatCase struct {
	name, chat string
	want       []string
}

func runChats(t *testing.T, o Options, cases []chatCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := told(read(t, c.chat, o)); !slices.Equal(c.want, got) {
				t.Errorf("expected %q\nactual   %q", c.want, got) // testify's message has 13 lines
			}
		})
	}
}

// unsoundText checks that sections between tags are the chat's text, in order.
func unsoundText(r *Result, b *Block) string {
	at := b.Start
	for i, s := range []Section{b.Old, b.New} {
		if s.First < at || s.End > b.End+1 {
			return fmt.Sprintf("section %d is out of place", i)
		}
		for k, l := range r.Lines(b, s) {
			if !strings.Contains(r.Text.Line(s.First+text.Line(k)), l) {
				return fmt.Sprintf("section %d has %q, the chat %q", i, l, r.Text.Line(s.First+text.Line(k)))
			}
		}
		at = max(at, s.End-1)
	}
	return ""
}

// Blocks of each dialect with one old and one new line.
func editReplBlock(path string) string {
	return lines(path, "««« EDIT", "old", "═══════ REPL", "new", "»»» EDIT END")
}

func anchoredBlock(path string) string {
	return lines(path, "««« EDIT", "───────", "old", "═══════", "new", "───────", "»»»")
}

func searchReplaceBlock(path string) string {
	return lines(path, "<<<<<<< SEARCH", "old", "=======", "new", ">>>>>>> REPLACE")
}

func findReplaceBlock(path string) string {
	return lines("FILE: "+path, "FIND:", "old", "REPLACE:", "new", "END")
}
