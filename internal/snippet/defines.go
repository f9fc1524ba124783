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
	if isSection(lines, block) {
		return true
	}
	if !slices.ContainsFunc(alone.items, func(it item) bool { return it.identity() != "" }) {
		return false // the file needn't be read
	}
	p := newPlacer(name, lines, block)
	p.collect(&p.root)
	inFile := map[string]bool{}
	for _, level := range p.levels {
		for i := range level.items {
			inFile[level.items[i].identity()] = true
		}
	}
	known := false
	for i := range p.fence.items {
		it := &p.fence.items[i]
		defined := it.identity()
		if defined == "" && it.row.role != comment && !it.isImport() {
			return false
		}
		known = known || defined != "" && inFile[defined]
	}
	return known
}

// OnlyDefines reports whether a fence is nothing but definitions, variables and imports: what words further above say
// to add (code-blocks/far-says-what-is-not-added).
func OnlyDefines(name string, block []string) bool {
	l := languageOf(name)
	alone := read(block, l, nil).tree()
	defines := func(it item) bool {
		w := firstWord(strings.TrimPrefix(it.row.text, "export "))
		return it.definition != "" || it.key != "" && (holders[w] || modifiers[w])
	}
	return !l.data && slices.ContainsFunc(alone.items, defines) && !slices.ContainsFunc(alone.items, func(it item) bool {
		return it.row.role == code && !defines(it) && !it.isImport()
	})
}

// HasType reports whether a fence defines a type.
func HasType(name string, block []string, class string) bool {
	return slices.ContainsFunc(read(block, languageOf(name), nil).tree().items, func(it item) bool { return nameOf(it.definition) == class })
}

// isSection reports whether a fence is sections of a component, or tables of TOML, and the file has the first of them
// (code-blocks/far-section).
func isSection(lines, block []string) bool {
	from, to := trimBlank(block, 0, len(block))
	if from == to {
		return false
	}
	first, last := strings.TrimSpace(block[from]), strings.TrimSpace(block[to-1])
	name, isTag := strings.CutPrefix(first, "<")
	if strings.HasPrefix(first, "[") && strings.HasSuffix(first, "]") {
		return slices.Contains(lines, first)
	}
	return isTag && slices.Contains([]string{"template", "script", "style"}, firstWord(name)) &&
		strings.HasPrefix(last, "</") && slices.Contains(lines, first)
}

// defined returns what an item defines, also if it is a constant (code-blocks/far-constant).
func (it *item) defined() string {
	switch {
	case it.definition != "" || it.row.role != code:
		return it.definition
	case it.isConstant():
		return it.key
	}
	return ""
}

// identity returns what an item defines, or the head of a call with a function in it, such as a route's
// (code-blocks/far-route).
func (it *item) identity() string {
	if defined := it.defined(); defined != "" || it.row.width > 0 || it.row.last != '{' || !hasBody(it) || control[firstWord(it.row.text)] {
		return defined
	}
	if _, arguments, calls := strings.Cut(it.row.text, "("); calls && strings.Contains(arguments, "(") {
		return it.row.text
	}
	return ""
}

// minName is how long a name is that says what it is of, in bytes: `x` is of anything.
const minName = 3

// isConstant reports whether an item gives a value to a name that is all capitals, outside of any body.
func (it *item) isConstant() bool {
	return len(it.key) >= minName && it.row.width == 0 && strings.Trim(it.key, "_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

// isSetting reports whether an item is a constant, or what the fence gives a value to outside of any body and shows
// alone, if only one row of the file gives it one [value-alone].
func (p *placer) isSetting(it *item) bool {
	return it.isConstant() || it.row.width == 0 && it.key != "" && it.key == p.setting
}

// settingAlone returns the name that a fence gives a value to, if it does nothing else and the file does it once.
func (p *placer) settingAlone() string {
	if len(p.fence.items) != 1 {
		return ""
	}
	n, key := 0, p.fence.items[0].key
	if len(key) < minName || control[key] {
		return ""
	}
	for i := range p.file.rows {
		if assigned(p.file.rows[i].text) == key {
			n++
		}
	}
	if n != 1 {
		return ""
	}
	return key
}

// Imports reports whether a fence is imports for a file that has some, and none of the file itself, as where its use is
// shown (code-blocks/far-import).
func Imports(name string, lines, block []string) bool {
	p := newPlacer(name, lines, block)
	name, _, _ = strings.Cut(path.Base(name), ".")
	ofFile := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
	for i := range p.fence.items {
		it := &p.fence.items[i]
		if it.row.role != comment && !it.isImport() || slices.ContainsFunc(block[it.first:it.end], ofFile.MatchString) {
			return false
		}
	}
	return len(p.fence.items) > 0 && slices.ContainsFunc(p.root.items, func(it item) bool { return it.isImport() })
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
