package snippet

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// brought is what an import brings into a file: what it is where it comes from, and its name in the file.
type brought struct{ what, name string }

// bring notes what the imports of the fence bring, and the first line of each, but for those that are an import of the
// file or less than one.
func (p *placer) bring() {
	p.brings = map[brought]string{}
	var in map[brought]map[int]bool // the imports of the file that bring it
	for i := range p.fence.items {
		it := &p.fence.items[i]
		all, isThere := p.block.broughtBy(it), false
		if len(all) == 0 {
			continue
		}
		if in == nil {
			in = p.broughtToFile()
		}
		if p.spend(len(in[all[0]]) * len(all)) {
			return
		}
		for j := range in[all[0]] {
			isThere = isThere || !slices.ContainsFunc(all, func(b brought) bool { return !in[b][j] })
		}
		for _, b := range all {
			if !isThere {
				p.brings[b] = strings.TrimSpace(p.block.lines[it.row.first])
			}
		}
	}
}

// broughtToFile returns which of the file's outermost items bring something.
func (p *placer) broughtToFile() map[brought]map[int]bool {
	in := map[brought]map[int]bool{}
	for i := range p.root.items {
		for _, b := range p.file.broughtBy(&p.root.items[i]) {
			if in[b] == nil {
				in[b] = map[int]bool{}
			}
			in[b][i] = true
		}
	}
	return in
}

// dropCovered removes imports of the file all of whose names the fence's bring, too, if these are written at the margin
// [import-in-a-function]: `import "a"` if that is in a new group of Go's [import-becomes-a-group] [import-group-alone],
// several lines that become one [imports-become-one]. In a script a name can't be brought twice, so one that would go
// with them is refused [import-covered-in-part].
func (p *placer) dropCovered() error {
	if len(p.brings) == 0 {
		return nil
	}
	written := map[string]bool{}
	for _, e := range p.edits {
		for _, l := range e.lines {
			written[l] = true
		}
	}
	isOnlyHere := func(b brought) bool { return p.brings[b] == "" || !written[p.brings[b]] }
	edits := p.edits
	for i := range p.root.items {
		f := &p.root.items[i]
		all := p.file.broughtBy(f)
		isEdited := func(e edit) bool { return e.first < f.end && f.row.first < e.end }
		if len(all) == 0 || slices.ContainsFunc(edits, isEdited) {
			continue
		}
		switch stays := slices.IndexFunc(all, isOnlyHere); {
		case stays < 0:
			e := edit{first: f.first, end: f.end}
			goesOn := func(o edit) bool { return o.first <= e.end && e.end <= o.end }
			if e.first > 0 && e.end < len(p.file.lines) && text.IsBlank(p.file.lines[e.first-1]) && text.IsBlank(p.file.lines[e.end]) && !slices.ContainsFunc(edits, goesOn) {
				e.end++
			}
			p.edits = append(p.edits, e)
		case p.file.language == script && slices.ContainsFunc(all, func(b brought) bool { return !isOnlyHere(b) }):
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
		l, _, _ = strings.Cut(l, "#") // [import-with-a-comment]
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

// broughtToScript is broughtBy for imports and for what is required [require-of-another-path], by several names in a
// statement too [requires-in-a-statement]. A comment at the end of a line names nothing [import-with-comments].
func broughtToScript(lines []string) (all []brought) {
	var b strings.Builder
	for _, l := range lines {
		l, _, _ = strings.Cut(l, " //")
		b.WriteString(strings.TrimSpace(l) + " ")
	}
	t := strings.TrimSpace(b.String())
	t = strings.TrimSpace(strings.TrimSuffix(t, ";"))
	list, from, _ := strings.Cut(t, " from ")
	if list, ok := strings.CutPrefix(list, "import "); ok && from != "" {
		return broughtFrom(list, from)
	}
	_, t, _ = strings.Cut(t, " ")
	for {
		names, called, requires := strings.Cut(t, " = require(")
		if !requires {
			return all
		}
		from, t, _ = strings.Cut(called, ",")
		all = append(all, broughtFrom(names, strings.TrimSuffix(from, ")"))...)
	}
}

// broughtFrom returns what a list such as `a, { b as c, type D }` brings from a module.
func broughtFrom(list, from string) []brought {
	outside, inside, _ := strings.Cut(strings.TrimPrefix(list, "type "), "{")
	inside, after, _ := strings.Cut(inside, "}")
	from = strings.Trim(from, `"'`) + " "
	inside = strings.ReplaceAll(" "+strings.TrimSpace(inside), " type ", " ") // [import-of-a-type]
	return slices.Concat(named(outside+after, from+"default "), named(inside, from))
}
