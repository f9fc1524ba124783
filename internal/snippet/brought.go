package snippet

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// brought is what an import brings into a file: what it is where it comes from, and its name in the file.
type brought struct{ what, name string }

// bring notes what the imports of the fence bring, but for those that are an import of the file or less than one.
func (p *placer) bring() {
	p.brings = map[brought]bool{}
	for i := range p.fence.items {
		all := p.block.broughtBy(&p.fence.items[i])
		isThere := func(f item) bool {
			has := p.file.broughtBy(&f)
			return !slices.ContainsFunc(all, func(b brought) bool { return !slices.Contains(has, b) })
		}
		if slices.ContainsFunc(p.root.items, isThere) {
			continue
		}
		for _, b := range all {
			p.brings[b] = true
		}
	}
}

// dropCovered removes imports of the file all of whose names the fence's bring, too: `import "a"` if that is in a new
// group of Go's [import-becomes-a-group], several lines that become one [imports-become-one]. In a script a name can't
// be brought twice, so one that would go with them is refused [import-covered-in-part].
func (p *placer) dropCovered() error {
	for i := range p.root.items {
		f := &p.root.items[i]
		all := p.file.broughtBy(f)
		isNew := func(b brought) bool { return !p.brings[b] }
		isEdited := func(e edit) bool { return e.first < f.end && f.row.first < e.end }
		if len(p.brings) == 0 || len(all) == 0 || slices.ContainsFunc(p.edits, isEdited) {
			continue
		}
		switch stays := slices.IndexFunc(all, isNew); {
		case stays < 0:
			e := edit{first: f.first, end: f.end}
			if e.first > 0 && e.end < len(p.file.lines) && text.IsBlank(p.file.lines[e.first-1]) && text.IsBlank(p.file.lines[e.end]) {
				e.end++
			}
			p.edits = append(p.edits, e)
		case p.file.language == script && slices.ContainsFunc(all, func(b brought) bool { return p.brings[b] }):
			return drops(all[stays].name)
		}
	}
	return nil
}

// broughtBy returns what an import brings into a file of Go, Python or JavaScript, nothing of other languages.
func (s *source) broughtBy(it *item) []brought {
	if it.row.role != code || !isImport(it.row.text) {
		return nil
	}
	lines := s.lines[it.row.first:it.end]
	switch s.language {
	case golang:
		return broughtToGo(lines)
	case python:
		return broughtToPython(lines)
	case script:
		return broughtToScript(lines)
	}
	return nil
}

func broughtToGo(lines []string) (all []brought) {
	for _, l := range lines {
		alias, rest, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(l), "import "), `"`)
		if path, _, ends := strings.Cut(rest, `"`); ends {
			all = append(all, brought{path, strings.TrimSpace(alias)})
		}
	}
	return all
}

func broughtToPython(lines []string) (all []brought) {
	var b strings.Builder
	for _, l := range lines {
		l, _, _ = strings.Cut(l, "#")
		b.WriteString(strings.NewReplacer("(", " ", ")", " ", "\\", " ").Replace(l) + " ")
	}
	from, names, _ := strings.Cut(" "+b.String(), " import ")
	if from = strings.TrimPrefix(strings.TrimSpace(from), "from "); from != "" {
		from += "."
	}
	return named(names, from)
}

// named returns what a list of names brings, such as `a, b as c`.
func named(list, from string) (all []brought) {
	for part := range strings.SplitSeq(list, ",") {
		what, name, renamed := strings.Cut(strings.TrimSpace(part), " as ")
		if !renamed {
			name = what
		}
		if what = strings.TrimSpace(what); what != "" {
			all = append(all, brought{from + what, strings.TrimSpace(name)})
		}
	}
	return all
}

func broughtToScript(lines []string) []brought {
	t := strings.TrimSpace(strings.Join(lines, " "))
	t = strings.TrimSpace(strings.TrimSuffix(t, ";"))
	list, from, _ := strings.Cut(t, " from ")
	list, ok := strings.CutPrefix(list, "import ")
	if !ok || from == "" || strings.Contains(t, "//") || strings.Contains(t, "/*") {
		return nil
	}
	isType := strings.HasPrefix(list, "type ")
	outside, inside, _ := strings.Cut(strings.TrimPrefix(list, "type "), "{")
	inside, after, _ := strings.Cut(inside, "}")
	from = strings.Trim(from, `"'`) + " "
	if isType {
		from += "type "
	}
	return slices.Concat(named(outside+after, from+"default "), named(inside, from))
}
