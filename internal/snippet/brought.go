package snippet

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// brought is what an import brings into a file: what it is where it comes from, and its name in the file.
type brought struct{ what, name string }

// bring notes the names that the imports of the fence bring, and the first line of each, but for those that are an
// import of the file or less than one.
func (p *placer) bring() {
	p.brings = map[string]string{}
	var in map[brought]map[int]bool // the imports of the file that bring it
	for _, it := range p.block.imports(&p.fence) {
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
				p.brings[b.name] = strings.TrimSpace(p.block.lines[it.row.first])
			}
		}
	}
}

// broughtToFile returns which of the file's imports bring something.
func (p *placer) broughtToFile() map[brought]map[int]bool {
	in := map[brought]map[int]bool{}
	for i, it := range p.file.imports(&p.root) {
		for _, b := range p.file.broughtBy(it) {
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
// several lines that become one [imports-become-one], one from another path [import-of-a-name-from-elsewhere]. One that
// would go in part is refused where a name can't be brought twice, as it can in Go and Python [import-covered-in-part].
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
	isOnlyHere := func(b brought) bool { return p.brings[b.name] == "" || !written[p.brings[b.name]] }
	edits := p.edits
	for _, f := range p.file.imports(&p.root) {
		all := p.file.broughtBy(f)
		isEdited := func(e edit) bool { return e.first < f.end && f.row.first < e.end }
		if len(all) == 0 || slices.ContainsFunc(edits, isEdited) {
			continue
		}
		switch stays := slices.IndexFunc(all, isOnlyHere); {
		case stays < 0 && p.moveImport(f, p.brings[all[0].name]):
		case stays < 0:
			e := edit{first: f.first, end: f.end}
			goesOn := func(o edit) bool { return o.first <= e.end && e.end <= o.end }
			if e.first > 0 && e.end < len(p.file.lines) && text.IsBlank(p.file.lines[e.first-1]) && text.IsBlank(p.file.lines[e.end]) && !slices.ContainsFunc(edits, goesOn) {
				e.end++
			}
			p.edits = append(p.edits, e)
		case p.file.language != golang && p.file.language != python && slices.ContainsFunc(all, func(b brought) bool { return !isOnlyHere(b) }):
			return drops(all[stays].name)
		}
	}
	return nil
}

// moveImport puts a new import that begins with a line where one of the file is that it replaces, and reports whether it
// did.
func (p *placer) moveImport(was *item, line string) bool {
	for i := range p.imports {
		if e := &p.edits[i]; e.first == e.end && e.lines[0] == line {
			e.first, e.end = was.first, was.end
			return true
		}
	}
	return false
}

// imports returns those of a level and of a script that is in it [import-in-a-script].
func (s *source) imports(l *level) (all []*item) {
	for i := range l.items {
		if it := &l.items[i]; it.isImport() {
			all = append(all, it)
		} else if s.language == mixed && strings.HasPrefix(it.row.text, "<script") {
			all = append(all, s.imports(&it.clauses[0].body)...)
		}
	}
	return all
}

// broughtBy returns what an import brings into a file, nothing in languages where it doesn't say.
func (s *source) broughtBy(it *item) []brought {
	lines := s.lines[it.row.first:it.end]
	switch s.language {
	case golang:
		return broughtToGo(lines)
	case python:
		return broughtToPython(lines)
	case script, mixed:
		return broughtToScript(lines)
	case braces:
		return broughtByPath(lines)
	}
	return nil
}

func broughtToGo(lines []string) (all []brought) {
	for _, l := range lines {
		alias, rest, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(l), "import "), `"`)
		if path, _, ends := strings.Cut(rest, `"`); ends {
			if alias = strings.TrimSpace(alias); alias == "" {
				alias = path
			} else if alias == "_" || alias == "." {
				alias += " " + path
			}
			all = append(all, brought{path, alias})
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
		if what = strings.TrimSpace(what); what == "*" && !renamed {
			name = from + what // any names
		}
		if what != "" {
			all = append(all, brought{from + what, strings.TrimSpace(name)})
		}
	}
	return all
}

// broughtByPath returns what lines such as `import a.B;`, `use a::{B as C, D};` and `use A\B;` bring.
func broughtByPath(lines []string) []brought {
	word, list, _ := strings.Cut(strings.TrimRight(strings.TrimSpace(strings.Join(lines, " ")), "; "), " ")
	if word != "import" && word != "use" || strings.ContainsAny(list, `"'`) {
		return nil
	}
	from, names, grouped := strings.Cut(list, "{")
	if !grouped {
		from, names = "", list
	}
	all := named(strings.NewReplacer("{", ",", "}", ",").Replace(names), from)
	for i, b := range all {
		if b.name == "self" {
			b.name = strings.TrimRight(from, ":")
		}
		if name := b.name[strings.LastIndexAny(b.name, `.:\ `)+1:]; name != "*" {
			all[i].name = name
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
