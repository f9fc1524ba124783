package snippet

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// isThere reports whether the file has the fence's lines in order and as they are indented, with other lines only where
// the fence leaves some out, as deep as it says so [there-below-an-elision] [there-above-a-class], and with nothing below
// that goes on deeper [there-but-for-its-end] unless that is left out [there-up-to-an-elision]: what was applied before
// changes nothing.
func (p *placer) isThere() bool {
	first := slices.IndexFunc(p.block.lines, func(l string) bool { return !text.IsBlank(l) && !p.isElision(l) })
	if first < 0 {
		return false
	}
	all := p.file.at[strings.TrimSpace(p.block.lines[first])]
	return slices.ContainsFunc(all[:min(len(all), maxPairs)], func(at int32) bool { return p.isThereFrom(first, int(at)) })
}

// isThereFrom is isThere from these lines of the fence and of the file on.
func (p *placer) isThereFrom(first, at int) bool {
	lines, block := p.file.lines, p.block.lines
	by, deeper := strings.CutSuffix(text.Indentation(lines[at]), text.Indentation(block[first]))
	if !deeper {
		return false
	}
	least, gap := width(block[first], p.block.tab), -1 // the width of an elision above
	for _, l := range block[first:] {
		w := width(l, p.block.tab)
		switch {
		case text.IsBlank(l):
			continue
		case p.isElision(l):
			gap = w
			continue
		}
		least = min(least, w)
		for {
			if at = skipBlank(lines, at); at == len(lines) {
				return false
			}
			if strings.TrimRight(lines[at], " \t") == by+strings.TrimRight(l, " \t") {
				break
			}
			if gap < 0 || width(lines[at], p.file.tab) < width(by, p.file.tab)+gap {
				return false
			}
			at++
		}
		at, gap = at+1, -1
	}
	at = skipBlank(lines, at)
	return gap >= 0 || at == len(lines) || width(lines[at], p.file.tab) <= width(by, p.file.tab)+least
}

// skipBlank returns the first line from one on that isn't blank.
func skipBlank(lines []string, at int) int {
	for at < len(lines) && text.IsBlank(lines[at]) {
		at++
	}
	return at
}
