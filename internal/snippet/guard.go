package snippet

import (
	"cmp"
	"slices"
	"strings"
)

// guard refuses a complete level that would drop definitions, or containers or most of a body if more of it is elided
// inside [container-left-out]. An element of a page goes only if another one comes [element-left-out], as does what a rule
// of CSS declares, if the fence shows none of that as it is [declarations-left-out] [nested-declarations-left-out].
func (p *placer) guard(s, f *level, a alignment) error {
	kept := map[int]bool{}
	shows := slices.ContainsFunc(s.items, func(it item) bool { return !hasBody(&it) && len(p.file.at[it.row.text]) > 0 })
	named := func(it *item) string {
		if p.file.css && !shows || p.isElement(it) || s.elides() && p.file.isContainer(it) {
			return cmp.Or(p.named(it), it.called())
		}
		return p.named(it)
	}
	var fresh []*item
	for i, j := range a.partner {
		if j != unmatched {
			kept[j] = true
		} else if named(&s.items[i]) != "" {
			fresh = append(fresh, &s.items[i])
		}
	}
	all, gone, missing := 0, 0, ""
	for j := range f.items {
		if f.items[j].row.role != code {
			continue
		}
		if all++; kept[j] {
			continue
		}
		gone++
		if name := named(&f.items[j]); name != "" {
			renamed := slices.IndexFunc(fresh, func(it *item) bool { return p.mayRename(it, &f.items[j]) })
			if renamed >= 0 {
				fresh = slices.Delete(fresh, renamed, renamed+1)
			} else if missing == "" {
				missing = name
			}
		}
	}
	switch {
	case missing != "":
		return drops(missing)
	case len(s.items) == 0 && all > 0, s.elides() && 2*gone > all: // [empty-body] [comment-that-is-a-body]
		return DropsMost
	}
	return nil
}

// mayRename reports whether a new definition or container may be the other name of one that goes. In data, keys come
// and go, so what is below them is mostly equal [other-key] [object-for-a-value] [value-for-an-object]. So do rules of
// CSS, not what they declare [other-name-of-a-declaration].
func (p *placer) mayRename(it, was *item) bool {
	if !p.file.data && !p.file.css || !hasBody(it) && !hasBody(was) {
		return true
	}
	return p.share(it, was) > 0.5
}

// named returns the name of a definition, the line of a key in data, or "".
func (p *placer) named(it *item) string {
	if p.file.data && it.row.role == code { // [comment-for-a-key]
		return strings.TrimRight(it.row.text, ",{[")
	}
	return nameOf(it.definition)
}

// isElement reports whether an item is an element of a page or of XML.
func (p *placer) isElement(it *item) bool { return p.file.language == markup && it.row.text[0] == '<' }

// losesDefinitions reports whether more definitions of the file are missing than new ones come, or more keys of data,
// elements of a page or lines of CSS that the fence covers in part [sparse-keys-of-yaml] [element-left-out]
// [rule-of-a-whole-file], not comments [comment-for-a-key-of-a-whole-file] or text [text-of-a-whole-page], a container
// of the outermost ones that aren't alone [section-of-a-whole-file], or a constant or variable that the fence uses
// [drops-a-constant], but no key of data [keys-of-a-whole-file].
func (p *placer) losesDefinitions(cover float64) bool {
	balance := 0
	counts := func(it *item) bool {
		return it.definition != "" || cover < wholeCover && it.row.role == code && (p.file.data || p.file.css || p.isElement(it))
	}
	var each func(l *level, by int)
	each = func(l *level, by int) {
		for i := range l.items {
			if counts(&l.items[i]) {
				balance += by
			}
			for k := range l.items[i].clauses {
				each(&l.items[i].clauses[k].body, by)
			}
		}
	}
	each(&p.root, 1)
	each(&p.fence, -1)
	f, s := &p.root, &p.fence
	for was, is := f.only(), s.only(); was != nil && is != nil; was, is = f.only(), s.only() {
		f, s = &was.clauses[0].body, &is.clauses[0].body
	}
	return balance > 0 || p.losesPackage() || len(p.file.containers(f.items)) > len(p.block.containers(s.items)) || slices.ContainsFunc(p.root.items, func(it item) bool {
		name := lineName(it)
		if name == "" || control[name] || p.file.data || slices.ContainsFunc(p.fence.items, func(s item) bool { return nameOf(s.definition) == name || lineName(s) == name }) {
			return false
		}
		return slices.ContainsFunc(p.block.lines, func(l string) bool { return hasWord(l, name) })
	})
}

// lineName returns the name of a constant, a variable or, on its line, a type, or "" [drops-a-type].
func lineName(it item) string {
	if words := strings.Fields(it.row.text); it.definition == "" && len(words) > 2 && words[0] == "type" {
		return words[1]
	}
	return it.key
}

// losesPackage reports whether a fence has no line of the kind that says what a file is part of
// [namespace-of-a-whole-file] [whole-file-without-its-package].
func (p *placer) losesPackage() bool {
	return slices.ContainsFunc(p.root.items, isPackage) && !slices.ContainsFunc(p.fence.items, isPackage)
}

// isPackage reports whether an item says what a file is part of. Another may take its place [another-package].
func isPackage(it item) bool {
	w := firstWord(it.row.text)
	return w == "package" || w == "namespace"
}
