package snippet

import (
	"slices"
	"strings"
)

// isRenamed reports whether a definition of the fence is one of the file with another name: it has the same body, or
// leaves lines out of it, with a line that the file has nowhere else. Neither name is of anything else in the file
// [renamed-and-used].
func (p *placer) isRenamed(s, f *item) bool {
	kind, name, _ := strings.Cut(f.definition, " ")
	if s.definition == "" || f.definition == "" || !p.file.css && len(s.rows) < 3 || // one line may be of many
		!strings.HasPrefix(s.definition, kind+" ") ||
		!hasSameRows(s, f) && !(s.elides && p.share(s, f) == 1) || !p.has(f, s) || p.root.defines(s.definition) || p.fence.defines(f.definition) {
		return false
	}
	if p.file.css {
		first := strings.TrimSpace(p.block.lines[s.row.first])
		return s.row.text == first || !strings.Contains(f.row.text, "\n"+first+"\n") // [selectors-cut]
	}
	return !slices.ContainsFunc([][]string{p.file.lines[:f.first], p.file.lines[f.end:]}, func(lines []string) bool {
		return slices.ContainsFunc(lines, func(l string) bool { return hasWord(l, name, "") })
	})
}

// defines reports whether a level has a definition, or one below it.
func (l *level) defines(definition string) bool {
	return slices.ContainsFunc(l.items, func(it item) bool {
		return it.definition == definition || slices.ContainsFunc(it.clauses, func(c clause) bool { return c.body.defines(definition) })
	})
}
