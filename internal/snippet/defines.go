package snippet

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// Defines reports whether a fence is code of a file even if only words further above name that: it holds nothing but
// definitions and imports, one of the file's definitions at least [far-heading], or outermost keys of its data.
func Defines(name string, lines, block []string) bool {
	l := languageOf(name)
	alone := read(block, l, nil).tree()
	if l.data {
		file := read(lines, l, nil).tree()
		return hasKeys(alone.outermost(), file.outermost())
	}
	some := false
	for i := range alone.items {
		some = some || alone.items[i].definition != ""
	}
	if !some {
		return false // the file needn't be read
	}
	p := newPlacer(name, lines, block)
	p.collect(&p.root)
	inFile := map[string]bool{}
	for _, l := range p.levels {
		for i := range l.items {
			inFile[l.items[i].definition] = true
		}
	}
	known := false
	for i := range p.fence.items {
		it := &p.fence.items[i]
		if it.definition == "" && it.row.role != comment && !isImport(it.row.text) {
			return false
		}
		known = known || it.definition != "" && inFile[it.definition]
	}
	return known
}

// Imports reports whether a fence is imports for a file that has some, and none of the file itself, as where its use is
// shown (code-blocks/far-import).
func Imports(name string, lines, block []string) bool {
	p := newPlacer(name, lines, block)
	name, _, _ = strings.Cut(path.Base(name), ".")
	ofFile := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
	for i := range p.fence.items {
		it := &p.fence.items[i]
		if it.row.role != comment && !isImport(it.row.text) || slices.ContainsFunc(block[it.first:it.end], ofFile.MatchString) {
			return false
		}
	}
	return len(p.fence.items) > 0 && slices.ContainsFunc(p.root.items, func(it item) bool { return isImport(it.row.text) })
}

// hasKeys reports whether a level has keys, all of them keys of another one.
func hasKeys(s, f *level) bool {
	keys := map[string]bool{"": true} // comments have none
	for i := range f.items {
		keys[f.items[i].key] = true
	}
	some := false
	for i := range s.items {
		if !keys[s.items[i].key] {
			return false
		}
		some = some || s.items[i].key != ""
	}
	return some
}
