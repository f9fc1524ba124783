package snippet

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// takeImports removes the imports at the beginning of the fence if all are new, and puts them below the file's last one
// of their kind [import-above-a-class] [import-alone], or if the file has them all [import-above-a-method]. It reports
// whether it did. Else one that is in the file, in some version, shows where the others go.
func (p *placer) takeImports() bool {
	s := &p.fence
	n := 0
	for n < len(s.items) && isImport(s.items[n].row.text) && s.items[n].row.role == code {
		n++
	}
	modules, wanted := map[string]bool{}, map[string]bool{} // wanted are rows that the file may have
	for i := range s.items {
		it := &s.items[i]
		if it.row.role != code || !isImport(it.row.text) {
			continue
		} else if i >= n {
			return false
		}
		modules[module(it)] = true
		wanted[it.row.text] = wanted[it.row.text] || len(it.clauses) == 1
	}
	have := 0
	last := map[string]*item{}
	for i := range p.root.items {
		f := &p.root.items[i]
		if f.definition != "" {
			break
		}
		if f.row.role != code || !isImport(f.row.text) && kindOfImport(f.row.text) == "" {
			continue
		}
		last[kindOfImport(f.row.text)], last[""] = f, f
		switch {
		case wanted[f.row.text]:
			wanted[f.row.text] = false
			have++
		case modules[module(f)]:
			return false
		}
		for k := range f.rows {
			if t := "import " + f.rows[k].text; wanted[t] { // [import-of-a-group]
				wanted[t] = false
				have++
			}
		}
	}
	if n == 0 || last[""] == nil || have > 0 && have < n {
		return false
	}
	for i := range n - have {
		it := &s.items[i]
		f := last[kindOfImport(it.row.text)]
		if f == nil {
			f = last[""]
		}
		lines := p.shifted(p.block.indentation(it), p.file.indentation(f), it.first, it.end)
		p.imports = append(p.imports, edit{f.end, f.end, lines})
	}
	p.fence.items, p.fence.elided, p.fence.first = s.items[n:], s.elided[n:], s.items[n-1].end
	return true
}

// importsLess reports whether an import has no name that the file's lacks: a fence shows those that it needs
// [import-of-fewer-names].
func (p *placer) importsLess(it, was *item) bool {
	if it.row.role != code || !isImport(it.row.text) {
		return false
	}
	names := func(lines []string) []string {
		return strings.FieldsFunc(strings.Join(lines, "\n"), func(r rune) bool { return r < utf8.RuneSelf && !isWord(byte(r)) })
	}
	all := map[string]bool{}
	for _, name := range names(p.file.lines[was.first:was.end]) {
		all[name] = true
	}
	return !slices.ContainsFunc(names(p.block.lines[it.first:it.end]), func(name string) bool { return !all[name] })
}

// kindOfImport returns how a row brings names into the file, or "".
func kindOfImport(t string) string {
	for _, kind := range []string{"import ", "from ", "using ", "use ", "pub use ", "#include <", "#include \"", "require"} {
		if strings.HasPrefix(t, kind) {
			return kind
		}
	}
	return ""
}

// module returns what an import names first: the last string in it, or the word after `from` or `import`. Of two imports
// with the same one, one may be the other's new version [import-of-the-same-module]. A comment is none, whatever it says
// [import-in-a-comment].
func module(it *item) string {
	t := it.clauses[len(it.clauses)-1].text
	if end := strings.LastIndexAny(t, `"'`); end > 0 {
		if begin := strings.LastIndexByte(t[:end], t[end]); begin >= 0 {
			return t[begin : end+1]
		}
	}
	words := strings.Fields(strings.TrimPrefix(it.row.text, "pub "))
	if len(words) < 2 {
		return t
	}
	return words[0] + " " + strings.Trim(words[1], ";,{")
}
