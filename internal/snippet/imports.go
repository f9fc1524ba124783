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
	for n < len(s.items) && s.items[n].isImport() {
		n++
	}
	modules, wanted := map[string]bool{}, map[string]bool{} // wanted are rows that the file may have
	for i := range s.items {
		it := &s.items[i]
		if !it.isImport() {
			continue
		} else if i >= n {
			return false
		}
		modules[module(it)] = true
		wanted[it.row.text] = len(it.clauses) == 1
	}
	have, grouped := 0, false // of the wanted ones, in a group like Go's
	last := map[string]*item{}
	for i := range p.root.items {
		f := &p.root.items[i]
		if f.definition != "" {
			break
		}
		if !f.isImport() {
			continue
		}
		last[kindOfImport(f.row.text)], last[""] = f, f
		switch {
		case wanted[f.row.text]:
			wanted[f.row.text] = false
			have++
		case modules[module(f)] && !(n == len(s.items) && p.sharesAllOrNone(f)):
			return false
		}
		for k := range f.rows {
			if t := "import " + f.rows[k].text; wanted[t] { // [import-of-a-group]
				wanted[t], grouped = false, true
				have++
			}
		}
	}
	besideThem := func(f item) bool {
		return f.row.text == s.items[n].row.text || f.definition != "" && f.definition == s.items[n].definition
	}
	if n == 0 || last[""] == nil || p.file.css || // their order counts [rules-used]
		have > 0 && (have < n || !grouped && (n == len(s.items) || slices.ContainsFunc(p.root.items, besideThem))) {
		return false
	}
	p.insertImports(s.items[:n-have], last)
	p.fence.items, p.fence.elided, p.fence.first = s.items[n:], s.elided[n:], s.items[n-1].end
	return true
}

// insertImports puts the imports of the fence that the file doesn't have [import-group-that-is-there] below its last one
// of their kind.
func (p *placer) insertImports(items []item, last map[string]*item) {
	for i := range items {
		it := &items[i]
		if p.isBrought(it) {
			continue
		}
		f := last[kindOfImport(it.row.text)]
		if f == nil {
			f = last[""]
		}
		lines := p.shifted(p.block.indentation(it), p.file.indentation(f), it.first, it.end)
		p.imports = append(p.imports, edit{f.end, f.end, lines})
	}
}

// isBrought reports whether an import of the file brings all that one of the fence does [import-without-a-name].
func (p *placer) isBrought(it *item) bool {
	all := p.block.broughtBy(it)
	return len(all) > 0 && !slices.ContainsFunc(all, func(b brought) bool { return p.brings[b.name] != "" })
}

// sharesAllOrNone reports whether the imports of the fence bring all that one of the file from the same module does, so that
// one of them replaces it, or nothing of that, so that it stays [import-alone-with-more-names] [import-alone-of-other-names]
// [import-alone-with-other-names].
func (p *placer) sharesAllOrNone(f *item) bool {
	all, shared := p.file.broughtBy(f), 0
	for _, it := range p.block.imports(&p.fence) {
		for _, b := range p.block.broughtBy(it) {
			if slices.Contains(all, b) {
				shared++
			}
		}
	}
	return len(all) > 0 && (shared == 0 || shared == len(all))
}

// importsLess reports whether an import has no name that the file's lacks: a fence shows those that it needs
// [import-of-fewer-names]. It notes those that it doesn't show, in no other import either [import-of-a-moved-name]
// [import-moved-in-lines].
func (p *placer) importsLess(it, was *item) bool {
	if !it.isImport() {
		return false
	}
	all := p.file.broughtBy(was)
	if slices.ContainsFunc(p.block.broughtBy(it), func(b brought) bool { return !slices.Contains(all, b) }) {
		return false // from elsewhere, or all of it [import-from-a-shorter-path] [import-of-all-before]
	}
	shown, have := p.block.names(it), p.file.names(was)
	if slices.ContainsFunc(shown, func(name string) bool { return !slices.Contains(have, name) }) {
		return false
	}
	have = slices.DeleteFunc(have, func(name string) bool {
		return slices.ContainsFunc(p.fence.items, func(it item) bool {
			return it.isImport() && slices.Contains(p.block.names(&it), name)
		})
	})
	if len(have) > 0 && p.unused == nil {
		p.notShown = append(p.notShown, have...)
		return true
	}
	return len(have) > 0 && !slices.Contains(p.unused, have[0])
}

// dropsImports notes the names of imports that the fence doesn't show, if nothing uses them any more though something
// in the file does [import-not-used-any-more].
func (p *placer) dropsImports(now []string) bool {
	if len(p.notShown) == 0 {
		return false
	}
	if after := read(now, p.file.language, nil); slices.ContainsFunc(p.notShown, after.uses) {
		return false
	}
	p.unused = p.notShown
	return slices.ContainsFunc(p.unused, p.file.uses)
}

// losesImport returns a name that the file imports and a result uses, but neither imports nor defines, else ""
// [used-import] [used-import-between-lines].
func (p *placer) losesImport(now []string) string {
	end := 0
	for _, it := range p.file.imports(&p.root) {
		end = it.end
	}
	if end <= len(now) && slices.Equal(now[:end], p.file.lines[:end]) {
		return "" // reading the result takes as long as reading the file (BenchmarkPlace)
	}
	after := read(now, p.file.language, nil)
	root := after.tree()
	have := after.importedIn(&root)
	for _, name := range p.file.importedIn(&p.root) {
		isThere := func(other string) bool { return other == name || p.file.isSamePackage(name, other) }
		if !slices.ContainsFunc(have, isThere) && after.uses(name) && !after.hasOwn(name) {
			return name
		}
	}
	return ""
}

// hasOwn reports whether a file defines a name at the margin [import-becomes-a-definition] [definition-in-a-comment],
// not in a function [import-used-beside-a-variable-of-a-function], or imports it in a block [import-in-a-block].
func (s *source) hasOwn(name string) bool {
	return slices.ContainsFunc(s.rows, func(r row) bool {
		return r.width == 0 && r.defines(name) || r.width > 0 && r.onlyImports() && hasWord(r.text, name)
	})
}

// defines reports whether a row gives a name to something.
func (r *row) defines(name string) bool {
	return r.role == code && slices.ContainsFunc([]string{"const", "let", "var", "def", "class", "function"}, func(word string) bool {
		return hasWord(r.text, word+" "+name)
	})
}

// isSamePackage reports whether two imports of Go may bring the same name, from other paths [another-path-of-a-package]
// [another-path-of-a-name].
func (s *source) isSamePackage(a, b string) bool {
	return s.language == golang && slices.ContainsFunc(packages(a), func(name string) bool { return slices.Contains(packages(b), name) })
}

// importedIn returns the names that the imports of a level bring into the file.
func (s *source) importedIn(l *level) (names []string) {
	for _, it := range s.imports(l) {
		for _, b := range s.broughtBy(it) {
			names = append(names, b.name)
		}
	}
	return names
}

// names returns those that an import brings into the file, or its words where it doesn't say
// [import-not-used-under-its-name] [require-of-another-file].
func (s *source) names(it *item) []string {
	if all := s.importedIn(&level{items: []item{*it}}); len(all) > 0 {
		return all
	}
	return strings.FieldsFunc(strings.Join(s.lines[it.first:it.end], "\n"), isNoWord)
}

// uses reports whether a row that isn't of an import has a name, in Go that of a package. What an import has on lines
// below its own is of it [import-not-used-in-lines], not a name with a comma in other code [import-used-in-a-list]
// [import-used-in-an-object]. A name of a property or an argument isn't it, nor a word in a comment without tags
// [import-not-used-in-words] [import-used-in-a-tag-of-a-comment], nor that of a variable
// [import-not-used-beside-a-variable] [import-used-below-a-key], nor a word of Go without a point after it
// [import-not-used-in-a-tag].
func (s *source) uses(name string) bool {
	names, below := []string{name}, ""
	if s.language == golang {
		below = "."
		if names = slices.Compact(packages(name)); strings.Contains(name, " ") {
			return true // [import-for-what-it-does]
		}
	}
	if s.language == mixed {
		names = append(names, strings.ToLower(name)) // `<foo-bar>` is FooBar [import-in-a-script]
	}
	isUse := func(before, after string) bool {
		isProperty := strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "..") || strings.HasSuffix(before, "->")
		isArgument := strings.HasPrefix(after, "=") && !strings.HasPrefix(after, "==")
		return strings.HasPrefix(after, below) && !isProperty && !isArgument
	}
	open, scope := 0, 0 // brackets of an import, and how far what has a variable of this name is indented
	for i := range s.rows {
		r := &s.rows[i]
		if open > 0 || r.onlyImports() {
			open += r.open
			continue
		}
		if r.width < scope {
			scope = 0
		}
		if scope > 0 || isDocstring(&item{row: r}) || r.role == comment && !strings.Contains(r.text, "@") {
			continue
		}
		t := r.text
		if r.givesValue(names[0]) {
			_, t, _ = strings.Cut(t, "=")
			scope = r.width
		}
		if s.language == mixed {
			t += " " + strings.ToLower(strings.ReplaceAll(t, "-", ""))
		}
		if slices.ContainsFunc(names, func(name string) bool { return wordIn(t, name, isUse) }) {
			return true
		}
	}
	return false
}

// givesValue reports whether a row is a statement that gives a new variable of a name its value, not a type
// [import-used-as-a-type], nor one of a condition [import-used-below-a-condition].
func (r *row) givesValue(name string) bool {
	left, _, is := strings.Cut(r.text, "=")
	left, short := strings.CutSuffix(left, ":")
	return is && !control[firstWord(left)] && (short || holders[firstWord(left)]) && !strings.Contains(left, ":") && hasWord(left, name)
}

// onlyImports reports whether a row brings names into the file and does nothing else, so that it uses none
// [import-used-beside-another].
func (r *row) onlyImports() bool {
	if !isImport(r.text) || strings.Contains(strings.TrimSuffix(r.text, ";"), ";") {
		return false
	}
	switch firstWord(r.text) {
	case "import", "from", "use":
		return true
	}
	return false // [import-in-a-message]
}

// hasWord reports whether a line has a word that isn't part of another.
func hasWord(l, word string) bool {
	return wordIn(l, word, func(_, _ string) bool { return true })
}

// wordIn is hasWord for one between what is before and after it.
func wordIn(l, word string, isOne func(before, after string) bool) bool {
	for i := 0; i+len(word) <= len(l); i++ {
		if end := i + len(word); l[i:end] == word && (i == 0 || !isWord(l[i-1])) && (end == len(l) || !isWord(l[end])) && isOne(l[:i], l[end:]) {
			return true
		}
	}
	return false
}

// packages returns what a package of Go may be called: by its other name or the words of its path's end
// [import-used-by-its-version].
func packages(path string) []string {
	elements := strings.Split(path, "/")
	if n := len(elements) - 1; n > 0 && strings.Trim(elements[n], "v0123456789") == "" {
		elements = elements[:n]
	}
	return append(strings.FieldsFunc(elements[len(elements)-1], isNoWord), path)
}

func isNoWord(r rune) bool { return r < utf8.RuneSelf && !isWord(byte(r)) }

// kindOfImport returns how a row brings names into the file, or "".
func kindOfImport(t string) string {
	for _, kind := range []string{"import ", "from ", "using ", "use ", "pub use ", "#include <", "#include", "@use ", "@forward ", "@import ", "require ", "require("} {
		if strings.HasPrefix(t, kind) {
			return kind
		}
	}
	return ""
}

// module returns what an import names first: the last string in it, or the word after `from` or `import`. Of two
// imports with the same one, one may be the other's new version [import-of-the-same-module]. A comment is none,
// whatever it says [import-in-a-comment].
func module(it *item) string {
	t := it.clauses[len(it.clauses)-1].text
	if end := strings.LastIndexAny(t, `"'`); end > 0 {
		if begin := strings.LastIndexByte(t[:end], t[end]); begin >= 0 {
			return t[begin+1 : end] // whatever the quotes [import-in-other-quotes]
		}
	}
	words := strings.Fields(strings.TrimPrefix(it.row.text, "pub "))
	if len(words) < 2 {
		return t
	}
	return words[0] + " " + strings.Trim(words[1], ";,{")
}
