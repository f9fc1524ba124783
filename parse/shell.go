package parse

import (
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// shellCommands are the commands that count as suggestions.
var shellCommands = []string{"git rm ", "git mv ", "mkdir -p ", "rm -rf "}

var backtickedCommand = expression("`((?:git rm|git mv|mkdir -p|rm -rf) [^`]+)`")

// command is a suggested command, by its place in its line.
type command struct {
	line     text.Line
	from, to int // bytes
	turn     int
}

// suggest finds the suggested commands outside blocks, quotes and users' turns: in
// backticks, on lines of a shell fence, and behind a dollar sign.
func (p *Parser) suggest(r *Result, w *walk) {
	// Those above where the scan was taken up are known, but for those in a fence that
	// was open there, and in the last turns.
	known := w.since
	if w.layout != noLayout {
		known = min(known, w.fixed)
	}
	if p.last == nil || p.suggested != w {
		known, p.suggested = 0, w
	}
	n := sort.Search(len(p.commands), func(i int) bool { return p.commands[i].line >= known })
	found := p.commands[:n]
	lines := w.tokens.commands
	for _, l := range lines[sort.Search(len(lines), func(i int) bool { return lines[i] >= known }):] {
		turn := turnAt(r.Turns, l)
		if turn >= 0 && r.Turns[turn].Role == User || w.inBlock(l) || w.isOff(l) {
			continue
		}
		for _, c := range w.commands(l) {
			c.turn = turn
			found = append(found, c)
		}
	}
	p.commands = found
	if len(found) > 0 {
		r.Shell = make([]Shell, len(found))
	}
	for i, c := range found {
		start := r.Text.Start(c.line)
		r.Shell[i] = Shell{
			Command: r.Text.Line(c.line)[c.from:c.to], Line: c.line, Turn: c.turn,
			Start: start + text.Offset(c.from), End: start + text.Offset(c.to),
		}
	}
}

func (w *walk) inBlock(l text.Line) bool {
	blocks := w.all.blocks
	i := sort.Search(len(blocks), func(i int) bool { return blocks[i].End >= l })
	return i < len(blocks) && blocks[i].Start <= l
}

func (w *walk) isOff(l text.Line) bool {
	i := sort.Search(len(w.all.offs), func(i int) bool { return w.all.offs[i][1] > l })
	return i < len(w.all.offs) && w.all.offs[i][0] <= l
}

func (w *walk) commands(l text.Line) []command {
	line := w.text.Line(l)
	trimmed := strings.TrimSpace(line)
	if strings.HasPrefix(trimmed, ">") {
		return nil
	}
	f, fenced := w.fenceAt(l)
	rest := strings.TrimSpace(strings.TrimPrefix(trimmed, "$ "))
	if rest != trimmed || fenced && f.tag == shellTag {
		for _, c := range shellCommands {
			if strings.HasPrefix(rest, c) {
				i := strings.Index(line, rest)
				return []command{{line: l, from: i, to: i + len(rest)}}
			}
		}
	}
	if fenced {
		return nil
	}
	var found []command
	if strings.IndexByte(line, '`') < 0 {
		return nil
	}
	for _, m := range backtickedCommand().FindAllStringSubmatchIndex(line, -1) {
		found = append(found, command{line: l, from: m[2], to: m[3]})
	}
	return found
}

func (w *walk) fenceAt(l text.Line) (fence, bool) {
	i := sort.Search(len(w.all.spans), func(i int) bool { return w.all.spans[i].end >= l })
	if i < len(w.all.spans) && w.all.spans[i].open.line < l {
		return w.all.spans[i].open, true
	}
	return fence{}, false
}
