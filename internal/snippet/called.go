package snippet

import (
	"slices"
	"strings"
)

// Called is an item of a file that words call by a name, in the class that they say if there is one with the item, and
// where a fence goes.
type Called struct {
	Name, Class string
	Where       Where
}

// Where is where a fence goes.
type Where int8

// The places. [Instead] is for another name of the item that is replaced.
const (
	Instead Where = iota
	Below
	Above
)

// PlaceCalled returns the lines of a file with the fence instead of an item that words call by a name, right below it
// or above. It's [Place] if the fence shows the item, or if one of its definitions or keys is there already. Lines that
// are in the item's body already aren't put there twice. The error is a [Refusal].
func PlaceCalled(name string, lines, block []string, c Called) (Kind, []string, error) {
	p := newPlacer(name, lines, block)
	p.collect(&p.root)
	of := p.called(c)
	switch {
	case p.file.open || p.block.open || len(p.fence.items) == 0, c.Where == Instead && len(of) > 1,
		len(of) == 1 && (p.beside(of[0]) || p.shows(of[0].item)):
		return Place(name, lines, block)
	case len(of) == 0:
		kind, now, err := Place(name, lines, block)
		if err == NoLine {
			err = Refusal("not found: " + c.Name)
		}
		return kind, now, err
	case p.fence.elides():
		return Part, nil, LeavesLinesOut
	case len(of) > 1:
		return Part, nil, SeveralPlaces
	}
	first, end := p.fence.items[0].first, p.fence.items[len(p.fence.items)-1].end
	fresh := p.shifted(p.block.prefix(&p.fence), p.file.prefix(of[0].level), first, end)
	now := p.besideIt(of[0], fresh, c.Where)
	if now == nil {
		return Part, nil, ChangesNothing
	}
	if p.file.language == json {
		now = withCommas(lines, now)
	}
	return Part, now, nil
}

// Calls reports whether a file has an item that is called by a name, and only one.
func Calls(name string, lines []string, c Called) bool {
	p := newPlacer(name, lines, nil)
	p.collect(&p.root)
	return len(p.called(c)) == 1
}

// besideIt returns the lines of the file with fresh ones where they go, nil if they are there.
func (p *placer) besideIt(of found, fresh []string, where Where) []string {
	lines, at, end := p.file.lines, of.item.end, of.item.end
	blank := make([]string, p.blankBeside(of))
	switch where {
	case Instead:
		at = of.item.row.first
		if len(p.fence.items[0].above) > 0 {
			at = of.item.first
		}
	case Below:
		fresh = append(blank, fresh...)
	case Above:
		at, end, fresh = of.item.first, of.item.first, append(fresh, blank...)
	}
	from, to := trimBlank(fresh, 0, len(fresh))
	if len(placesOf(lines[of.level.first:max(of.level.first, of.level.end)], fresh[from:to])) > 0 {
		return nil
	}
	return slices.Concat(lines[:at], fresh, lines[end:])
}

// called returns the items of the file that have a name: those that define it, else those that give it a value, else
// those that begin with it, though a definition doesn't go instead of a call.
func (p *placer) called(c Called) (all []found) {
	name, of := strings.Trim(strings.TrimSuffix(c.Name, "()"), `"'`), []found(nil)
	is := []func(*item) bool{
		func(it *item) bool { n := nameOf(it.definition); return n == name || strings.HasSuffix(n, "."+name) },
		func(it *item) bool { return it.key[strings.LastIndexByte(it.key, ' ')+1:] == name },
		func(it *item) bool {
			return strings.HasPrefix(it.row.text, name) && hasWord(it.row.text, name) && !(c.Where == Instead && p.fence.defines())
		},
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
	for _, class := range p.levels {
		for i := range class.items {
			if it := &class.items[i]; c.Class != "" && it.definition == "type "+c.Class {
				of = append(of, slices.DeleteFunc(slices.Clone(all), func(f found) bool { return f.item.first < it.first || f.item.end > it.end })...)
			}
		}
	}
	if len(of) == 1 {
		return of
	}
	return all
}

// defines reports whether an item of a level is a definition.
func (l *level) defines() bool {
	return slices.ContainsFunc(l.items, func(it item) bool { return it.definition != "" })
}

// shows reports whether an item of the file is one of the fence's.
func (p *placer) shows(it *item) bool {
	return slices.ContainsFunc(p.fence.items, func(s item) bool { return s.row.text == it.row.text })
}

// beside reports whether the level of an item has, in some version, what the fence defines or gives a value to.
func (p *placer) beside(of found) bool {
	return slices.ContainsFunc(p.fence.items, func(it item) bool {
		isSame := func(f item) bool {
			return it.definition != "" && f.definition == it.definition || it.key != "" && f.key == it.key && !control[it.key]
		}
		return slices.ContainsFunc(of.level.items, isSame)
	})
}

// blankBeside returns how many blank lines are between an item and its neighbour: none if it or the fence's has no
// body.
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
