package snippet

import (
	"slices"
	"strings"
)

// PlaceCalled returns the lines of a file with the fence right below an item of it that words call by a name, or right
// above: "after `load`". If the fence's definitions are beside that item already, it's [Place]. The error is a [Refusal].
func PlaceCalled(name string, lines, block []string, called string, below bool) ([]string, error) {
	p := newPlacer(name, lines, block)
	p.collect(&p.root)
	found := p.called(called)
	switch {
	case p.file.open || p.block.open:
		return nil, OpenString
	case len(p.fence.items) == 0:
		return nil, OnlyElisions
	case slices.ContainsFunc(block, p.isElision):
		return nil, LeavesLinesOut
	case len(found) == 0:
		return nil, Refusal("not found: " + called)
	case len(found) > 1:
		return nil, SeveralPlaces
	case p.beside(found[0]):
		_, now, err := Place(name, lines, block)
		return now, err
	}
	first, end := p.fence.items[0].first, p.fence.items[len(p.fence.items)-1].end
	fresh := p.shifted(p.block.prefix(&p.fence), p.file.prefix(found[0].level), first, end)
	of := found[0].item
	at, blank := of.end, make([]string, p.blankBeside(found[0]))
	if fresh = append(blank, fresh...); !below {
		at, fresh = of.first, append(fresh[len(blank):], blank...)
	}
	if goes := lines[at:min(at+len(fresh), len(lines))]; slices.Equal(fresh, goes) || !below && at >= len(fresh) && slices.Equal(fresh, lines[at-len(fresh):at]) {
		return nil, ChangesNothing
	}
	return slices.Concat(lines[:at], fresh, lines[at:]), nil
}

// called returns the items of the file that have a name: those that define it, else those that give it a value, else
// those that begin with it.
func (p *placer) called(name string) (all []found) {
	name = strings.TrimSuffix(name, "()")
	is := []func(*item) bool{
		func(it *item) bool { n := nameOf(it.definition); return n == name || strings.HasSuffix(n, "."+name) },
		func(it *item) bool { return it.key[strings.LastIndexByte(it.key, ' ')+1:] == name },
		func(it *item) bool { return strings.HasPrefix(it.row.text, name) && hasWord(it.row.text, name, "") },
	}
	for i := 0; i < len(is) && len(all) == 0; i++ {
		for _, l := range p.levels {
			for k := range l.items {
				if is[i](&l.items[k]) {
					all = append(all, found{&l.items[k], l})
				}
			}
		}
	}
	return all
}

// beside reports whether a definition of the fence is in the level of an item.
func (p *placer) beside(of found) bool {
	return slices.ContainsFunc(p.fence.items, func(it item) bool {
		return it.definition != "" && slices.ContainsFunc(of.level.items, func(f item) bool { return f.definition == it.definition })
	})
}

// blankBeside returns how many blank lines are between an item and its neighbour: none if it or the fence's has no body.
func (p *placer) blankBeside(of found) int {
	it := &p.fence.items[0]
	i := slices.IndexFunc(of.level.items, func(f item) bool { return f.first == of.item.first })
	switch {
	case !hasBody(of.item) || !hasBody(it):
		return 0
	case i+1 < len(of.level.items):
		return of.level.items[i+1].first - of.item.end
	case i > 0:
		return of.item.first - of.level.items[i-1].end
	}
	return 1
}
