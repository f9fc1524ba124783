package snippet

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// style is how a source is indented, text in strings aside.
type style struct {
	tabs bool
	unit int // columns of one step
}

func (s style) step() string {
	if s.tabs {
		return "\t"
	}
	return strings.Repeat(" ", s.unit)
}

func (s *source) style() style {
	st, tabs, spaces := style{}, 0, 0
	least := tabWidth // more is several steps
	for i := range s.rows {
		switch l := s.lines[s.rows[i].first]; {
		case strings.HasPrefix(l, "\t"):
			tabs++
		case strings.HasPrefix(l, "  "):
			spaces++
			if w := width(l, s.tab); w%2 == 0 {
				least = min(least, w)
			}
		}
	}
	st.tabs = tabs > spaces
	if st.unit = s.tab; !st.tabs { // [steps-of-tabs-of-eight]
		st.unit = least
	}
	return st
}

// isAsWritten reports whether most lines that a fence has of the file are indented as in it, so that the others are
// too, whatever tabs and spaces they begin with [tabs-and-spaces].
func (p *placer) isAsWritten() bool {
	isIndented := func(r row) bool { return r.width > 0 }
	if !slices.ContainsFunc(p.file.rows, isIndented) {
		return true
	}
	equal, known := 0, 0
	for _, r := range p.block.rows {
		at := p.file.at[r.text]
		if len(at) == 0 || isTrivial(r.text) {
			continue
		}
		switch was := p.file.lines[at[0]]; {
		case r.width == 0 && width(was, p.file.tab) == 0:
			continue
		case was == p.block.lines[r.first]:
			equal++
		}
		known++
	}
	return 2*equal > known
}

// shifted returns lines of the fence, indented as `now` where the fence has `was`.
func (p *placer) shifted(was, now string, from, to int) []string {
	out := make([]string, 0, to-from)
	for _, l := range p.block.lines[from:to] {
		out = append(out, p.shift(l, was, now))
	}
	return out
}

func (p *placer) shift(l, was, now string) string {
	if text.IsBlank(l) {
		return ""
	}
	if p.asWritten || was == now && p.fileStyle.tabs == p.blockStyle.tabs { // [goes-on-with-tabs] [new-function-with-tabs]
		return l
	}
	if rest, ok := strings.CutPrefix(l, was); ok && (p.fileStyle.tabs == p.blockStyle.tabs || rest[0] != ' ' && rest[0] != '\t') {
		return now + rest
	}
	deeper := width(l, p.block.tab) - width(was, p.block.tab)
	body := strings.TrimLeft(l, " \t")
	if deeper < 0 {
		if p.fileStyle.tabs {
			deeper /= p.blockStyle.unit // a tab for each step [left-of-a-line-with-tabs]
		}
		return now[:max(0, len(now)+deeper)] + body
	}
	steps, columns := deeper/p.blockStyle.unit, deeper%p.blockStyle.unit
	return now + strings.Repeat(p.fileStyle.step(), steps) + strings.Repeat(" ", columns) + body
}

// indentation returns that of an item's head.
func (s *source) indentation(it *item) string { return text.Indentation(s.lines[it.row.first]) }

// prefix returns the indentation of a level.
func (s *source) prefix(l *level) string {
	for i := range l.items {
		if r := l.items[i].row; !s.isDirective(r.text) && !r.rest { // [directive-at-the-margin] [end-of-a-comment-above]
			return s.indentation(&l.items[i])
		}
	}
	if len(l.items) > 0 {
		return s.indentation(&l.items[0])
	}
	return ""
}

// leastSpaces is how many lines with fewer than eight spaces make a file one with wide tabs.
const leastSpaces = 3

// tabOf returns how many columns a tab of a file takes at most: eight if several lines of code begin with fewer spaces,
// and with tabs for more [tabs-of-eight], text in strings aside [spaces-in-a-string].
func (l *language) tabOf(lines []string) int {
	if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "\t") }) {
		return tabWidth
	}
	tabs, spaces, more := 0, 0, 0
	scan := scanner{language: l}
	for _, line := range lines {
		found := scan.line(line)
		if found.continues || found.inComment || found.codeEnd == 0 {
			continue
		}
		switch indented := text.Indentation(line); {
		case strings.HasPrefix(indented, strings.Repeat(" ", wideTab)):
			more++
		case strings.HasPrefix(indented, "\t"):
			tabs++
		case len(indented) > 1:
			spaces++
		}
	}
	if tabs > 5*more && spaces >= leastSpaces {
		return wideTab
	}
	return tabWidth
}

// width returns how many columns a line is indented by.
func width(line string, tab int) int {
	w := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			w++
		case '\t':
			w += tab - w%tab
		default:
			return w
		}
	}
	return w
}
