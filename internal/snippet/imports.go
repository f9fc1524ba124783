package snippet

import (
	"slices"
	"strings"
)

// takeImports removes new imports from the beginning of the fence, and puts them below the file's last one of their
// kind [import-above-a-class] [import-alone]. If any import of the fence is in the file, in some version, it shows
// where the others go, and nothing is done.
func (p *placer) takeImports() {
	s := &p.fence
	n := 0
	for n < len(s.items) && isImport(s.items[n].row.text) && s.items[n].row.role == code {
		n++
	}
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
		if slices.ContainsFunc(s.items, func(it item) bool { return isOfModule(&it, f) }) {
			return
		}
	}
	if n == 0 || last[""] == nil || slices.ContainsFunc(s.items[n:], func(it item) bool { return it.row.role == code && isImport(it.row.text) }) {
		return
	}
	for i := range n {
		it := &s.items[i]
		f := last[kindOfImport(it.row.text)]
		if f == nil {
			f = last[""]
		}
		lines := p.shifted(p.block.indentation(it), p.file.indentation(f), it.first, it.end)
		p.imports = append(p.imports, edit{f.end, f.end, lines})
	}
	p.fence.items, p.fence.elided, p.fence.first = s.items[n:], s.elided[n:], s.items[n-1].end
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

// isOfModule reports whether two imports bring names from the same module, so that one may be the other's new version
// [import-of-the-same-module]. A comment is none, whatever it says [import-in-a-comment].
func isOfModule(it, f *item) bool {
	return it.row.role == code && isImport(it.row.text) && (sameRow(it.row, f.row) || module(it) == module(f))
}

// module returns what an import names first: the last string in it, or the word after `from` or `import`.
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
