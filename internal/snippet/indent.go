package snippet

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// style is how a source is indented, text in strings aside.
type style struct {
	tabs bool
	unit int // columns of one step
}

func (s *source) style() style {
	st, tabs, spaces := style{unit: tabWidth}, 0, 0
	least := tabWidth // more is several steps
	for i := range s.rows {
		switch l := s.lines[s.rows[i].first]; {
		case strings.HasPrefix(l, "\t"):
			tabs++
		case strings.HasPrefix(l, "  "):
			spaces++
			if w := width(l); w%2 == 0 {
				least = min(least, w)
			}
		}
	}
	st.tabs = tabs > spaces
	if !st.tabs {
		st.unit = least
	}
	return st
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
	if rest, ok := strings.CutPrefix(l, was); ok && (p.fileStyle.tabs == p.blockStyle.tabs || rest[0] != ' ' && rest[0] != '\t') {
		return now + rest
	}
	deeper := width(l) - width(was)
	body := strings.TrimLeft(l, " \t")
	if deeper < 0 {
		if p.fileStyle.tabs {
			deeper /= tabWidth
		}
		return now[:max(0, len(now)+deeper)] + body
	}
	steps, columns := deeper/p.blockStyle.unit, deeper%p.blockStyle.unit
	step := "\t"
	if !p.fileStyle.tabs {
		step = strings.Repeat(" ", p.fileStyle.unit)
	}
	return now + strings.Repeat(step, steps) + strings.Repeat(" ", columns) + body
}

// indentation returns that of an item's head.
func (s *source) indentation(it *item) string { return text.Indentation(s.lines[it.row.first]) }

// prefix returns the indentation of a level.
func (s *source) prefix(l *level) string {
	for i := range l.items {
		if l.items[i].row.role == code {
			return s.indentation(&l.items[i])
		}
	}
	if len(l.items) > 0 {
		return s.indentation(&l.items[0])
	}
	return ""
}
