package cli

import (
	"bufio"
	"io"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
)

// table is rows of cells in aligned columns. On a terminal it fits the width: the last cell of a row wraps, below the
// others if some have no room beside them, and what is still too wide is shortened in the middle.
type table struct {
	colours
	rows [][]cell
}

// cell is a text without line breaks, and the escape sequence of its colour or "".
type cell struct{ text, colour string }

func (t *table) row(cells ...cell) { t.rows = append(t.rows, cells) }

func (t *table) texts(texts ...string) {
	var cells []cell
	for _, s := range texts {
		cells = append(cells, cell{text: s})
	}
	t.row(cells...)
}

const (
	tableGap    = 2
	belowIndent = 4
	// minColumn is what a column is never shortened below, minLast the room for last cells beside the others.
	minColumn, minLast = 5, 20
)

// write writes the rows, which fit the width unless that is 0.
func (t *table) write(out io.Writer, width int) error {
	columns, isBelow := t.fit(width)
	buffered := bufio.NewWriterSize(out, atOnce)
	for _, row := range t.rows {
		if _, err := buffered.WriteString(t.format(row, columns, isBelow, width)); err != nil {
			return err
		}
	}
	return buffered.Flush()
}

// format returns a row's lines: its last cell is wrapped, and below the others if isBelow.
func (t *table) format(row []cell, columns []int, isBelow bool, width int) string {
	var b strings.Builder
	last, at := len(row)-1, 0
	for i, c := range row[:last] {
		s := shorten(c.text, columns[i])
		at += columns[i] + tableGap
		b.WriteString(t.in(c.colour, s))
		if !isBelow || i < last-1 {
			b.WriteString(strings.Repeat(" ", columns[i]+tableGap-widthIn(s)))
		}
	}
	if isBelow && last > 0 {
		at = belowIndent
		b.WriteString(newLine(at))
	}
	for i, line := range wrapped(row[last].text, max(width-at, 0)) {
		if i > 0 {
			b.WriteString(newLine(at))
		}
		b.WriteString(t.in(row[last].colour, line))
	}
	b.WriteByte('\n')
	return b.String()
}

// widthIn returns the width of a text in columns. Nearly all are ASCII, which need no tables.
func widthIn(s string) int {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return runewidth.StringWidth(s)
		}
	}
	return len(s)
}

func newLine(indent int) string { return "\n" + strings.Repeat(" ", indent) }

// fit returns the widths of the columns without the last cells of the rows, and whether those go below the others.
func (t *table) fit(width int) (columns []int, isBelow bool) {
	for _, row := range t.rows {
		for i, c := range row[:len(row)-1] {
			if i == len(columns) {
				columns = append(columns, 0)
			}
			columns[i] = max(columns[i], widthIn(c.text))
		}
	}
	if width == 0 {
		return columns, false
	}
	for _, row := range t.rows {
		room := width
		for _, n := range columns[:len(row)-1] {
			room -= n + tableGap
		}
		isBelow = isBelow || len(row) > 1 && room < min(widthIn(row[len(row)-1].text), minLast)
	}
	if isBelow {
		excess := -tableGap - width
		for _, n := range columns {
			excess += n + tableGap
		}
		shrink(columns, excess)
	}
	return columns, isBelow
}

// shrink takes excess from the widest columns.
func shrink(columns []int, excess int) {
	for ; excess > 0; excess-- {
		widest := slices.Index(columns, slices.Max(columns))
		if columns[widest] <= minColumn {
			return
		}
		columns[widest]--
	}
}

// shorten leaves out the middle of a text that is wider than width.
func shorten(s string, width int) string {
	all := widthIn(s)
	if all <= width {
		return s
	}
	head := runewidth.Truncate(s, width/2-1, "")
	tail := width - widthIn(head) - widthIn("…")
	return head + "…" + runewidth.TruncateLeft(s, all-tail, "")
}

// wrapped returns a text in lines of at most width, broken between words if it can be. A width of 0 is none.
func wrapped(s string, width int) []string {
	if width == 0 || widthIn(s) <= width {
		return []string{s}
	}
	var lines []string
	line, n := "", 0
	for i, word := range strings.Split(s, " ") {
		length := widthIn(word)
		switch {
		case i == 0:
		case n+1+length > width && n > 0:
			lines, line, n = append(lines, line), "", 0
		default:
			line, n = line+" ", n+1
		}
		for n+length > width {
			part := runewidth.Truncate(word, max(width-n, 1), "")
			if part == "" {
				break
			}
			lines, line, n = append(lines, line+part), "", 0
			word = word[len(part):]
			length = widthIn(word)
		}
		line, n = line+word, n+length
	}
	return append(lines, line)
}
