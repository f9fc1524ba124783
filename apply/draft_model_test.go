package apply

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// modelLine is a line of the reference model, a plain list of lines.
type modelLine struct {
	text string
	// ending is empty for the dominant one.
	ending  string
	present text.Line
	block   int
}

// modelOf splits a text without the code under test.
func modelOf(content string) []modelLine {
	content = strings.TrimPrefix(content, "\uFEFF")
	var m []modelLine
	for content != "" {
		l, rest, ok := strings.Cut(content, "\n")
		line := modelLine{text: l, present: text.Line(len(m)), block: -1}
		if ok {
			line.ending = "\n"
			if strings.HasSuffix(l, "\r") {
				line.text, line.ending = l[:len(l)-1], "\r\n"
			}
		}
		m = append(m, line)
		content = rest
	}
	return m
}

func dominant(base string) string {
	crlf := strings.Count(base, "\r\n")
	if crlf > strings.Count(base, "\n")-crlf {
		return "\r\n"
	}
	return "\n"
}

func rendered(m []modelLine, base string) string {
	var b strings.Builder
	if strings.HasPrefix(base, "\uFEFF") {
		b.WriteString("\uFEFF")
	}
	for _, l := range m {
		b.WriteString(l.text)
		if l.ending == "" {
			b.WriteString(dominant(base))
		} else {
			b.WriteString(l.ending)
		}
	}
	return b.String()
}

func texts(m []modelLine) []string {
	all := []string{}
	for _, l := range m {
		all = append(all, l.text)
	}
	return all
}

// scanned finds a needle by brute force.
func scanned(in, needle []string) []int {
	var found []int
	for i := 0; i+len(needle) <= len(in); i++ {
		if slices.Equal(in[i:i+len(needle)], needle) {
			found = append(found, i)
		}
	}
	return found
}

// scannedInside finds text inside lines by brute force, as line, start and end column.
func scannedInside(in, needle []string) [][3]int {
	var found [][3]int
	want := strings.Join(needle, "\n")
	for i := 0; i+len(needle) <= len(in); i++ {
		run := strings.Join(in[i:i+len(needle)], "\n")
		lastLine := len(run) - len(in[i+len(needle)-1])
		for col := 0; col <= len(in[i]); col++ {
			if !strings.HasPrefix(run[col:], want) {
				continue
			}
			if end := col + len(want) - lastLine; end >= 0 {
				found = append(found, [3]int{i, col, end})
			}
		}
	}
	return found
}

// tape turns bytes into choices, and returns 0 after their end.
type tape struct{ data []byte }

func (t *tape) choose(n int) int {
	if len(t.data) == 0 || n <= 1 {
		return 0
	}
	b := int(t.data[0])
	t.data = t.data[1:]
	return b % n
}

// few are the lines of files and needles: so few that they repeat.
var few = []string{"a", "b", "", "a", "ab", "b"}

func (t *tape) lines(most int) []string {
	all := make([]string, t.choose(most+1))
	for i := range all {
		all[i] = few[t.choose(len(few))]
	}
	return all
}

// file returns a target with random lines, endings, BOM and final newline.
func (t *tape) file() string {
	var b strings.Builder
	style := t.choose(16)
	if style&8 != 0 {
		b.WriteString("\uFEFF")
	}
	all := t.lines(12)
	for i, l := range all {
		b.WriteString(l)
		if i == len(all)-1 && style&4 != 0 {
			break
		}
		switch {
		case style&3 == 1, style&3 >= 2 && t.choose(2) == 1:
			b.WriteString("\r\n")
		default:
			b.WriteString("\n")
		}
	}
	return b.String()
}
