package snippet

import (
	"slices"
	"strings"
)

// guard refuses a complete level that would drop definitions, or containers or most of a body if more of it is elided
// inside [container-left-out].
func (p *placer) guard(s, f *level, a alignment) error {
	kept := map[int]bool{}
	named := func(it *item) string {
		if name := p.named(it); name != "" || !s.elides() || !p.file.isContainer(it) {
			return name
		}
		return it.called()
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
	case len(s.items) == 0 && all > 0, s.elides() && 2*gone > all:
		return DropsMost
	}
	return nil
}

// mayRename reports whether a new definition or container may be the other name of one that goes. In data, keys come
// and go, so what is below them is mostly equal [other-key].
func (p *placer) mayRename(it, was *item) bool {
	if !p.file.data || !hasBody(it) && !hasBody(was) {
		return true
	}
	return p.share(it, was) > 0.5
}

// named returns the name of a definition, the line of a key in data, or "".
func (p *placer) named(it *item) string {
	if it.definition == "" && p.file.data && it.row.role == code {
		return strings.TrimRight(it.row.text, ",{[")
	}
	return nameOf(it.definition)
}
