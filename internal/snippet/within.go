package snippet

import (
	"path"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// leftOut is an elision.
const leftOut = "... existing code ..."

// TheClass is the only class of a file, which words needn't name.
const TheClass = "the"

// Within returns a fence as a part of the class that the words above it say, as if it showed the class's head and left
// out what is above its end (code-blocks/added-to-a-class). It's the fence as it is if that holds more than imports and
// definitions, or the class itself, or if the file doesn't have the class. The error is a [Refusal].
func Within(name string, lines, block []string, class string) ([]string, error) {
	p := newPlacer(name, lines, block)
	n := 0
	for n < len(p.fence.items) && p.fence.items[n].isImport() {
		n++
	}
	added := p.fence.items[n:]
	if len(added) == 0 || p.file.open || p.block.open || slices.ContainsFunc(added, func(it item) bool {
		return it.definition == "" || nameOf(it.definition) == class || strings.Contains(it.definition, "::")
	}) {
		return block, nil
	}
	p.collect(&p.root)
	end := added[len(added)-1].end
	code := block[added[0].first:end]
	var part []string
	var err error
	if p.file.language == golang {
		part = p.belowMethods(class, added, code)
	} else {
		part, err = p.inBody(class, strings.HasSuffix(name, ".rs"), code, p.block.indentation(&added[0]))
	}
	if part == nil {
		return block, err
	}
	return slices.Concat(block[:added[0].first], part, block[end:]), nil
}

// inBody returns code as a part of the only class of a name, nil if there is none. In Rust its methods are in an impl.
func (p *placer) inBody(class string, impl bool, code []string, was string) ([]string, error) {
	var found []*item
	there := false
	for _, l := range p.levels {
		for i := range l.items {
			switch it := &l.items[i]; {
			case class == TheClass:
				if l == &p.root && strings.HasPrefix(it.definition, "type ") {
					found = append(found, it)
				}
			case it.definition == "impl "+class, it.definition == "type "+class && !impl:
				found = append(found, it)
			case it.definition == "type "+class:
				there = true
			}
		}
	}
	switch {
	case len(found) > 1:
		return nil, SeveralPlaces
	case len(found) == 0 && there:
		return nil, NoPlace
	case len(found) == 0:
		return nil, nil
	}
	it := found[0]
	n := len(it.clauses) - 1
	k := max(slices.IndexFunc(it.clauses, func(c clause) bool { return len(c.body.items) > 0 }), 0)
	if k > 1 || n > k+1 || n == k && !p.file.python || slices.ContainsFunc(p.file.lines[it.first:it.end], isAccess) {
		return nil, NoPlace
	}
	part, now := slices.Clone(p.file.lines[it.row.first:it.clauses[k].end]), p.file.indentation(it)+p.fileStyle.step()
	if body := &it.clauses[k].body; len(body.items) > 0 {
		now = p.file.prefix(body)
		if len(body.items) > 1 || body.items[0].row.text != "pass" {
			part = append(part, now+leftOut, "")
		}
	}
	for _, l := range code {
		if !text.IsBlank(l) && !strings.HasPrefix(l, was) {
			return nil, NoPlace
		}
		part = append(part, p.shift(l, was, now))
	}
	return append(part, p.file.lines[it.clauses[k].bodyEnd():it.end]...), nil
}

// isAccess reports whether a line of a class says who may use the members below it, so that the end of the class isn't
// the place of a new one (code-blocks/not-added-to-a-class).
func isAccess(line string) bool {
	switch strings.TrimSuffix(strings.TrimSpace(line), ":") {
	case "public", "private", "protected":
		return true
	}
	return false
}

// belowMethods returns methods in Go as a part of the file below the last method of their type, or below the type.
func (p *placer) belowMethods(class string, added []item, code []string) []string {
	of := func(it item) bool { return strings.HasPrefix(it.definition, "func "+class+".") }
	has := func(it item) bool {
		return !of(it) || slices.ContainsFunc(p.root.items, func(f item) bool { return f.definition == it.definition })
	}
	if slices.ContainsFunc(added, has) {
		return nil
	}
	var last *item
	for i := range p.root.items {
		if it := &p.root.items[i]; of(*it) || last == nil && it.definition == "type "+class {
			last = it
		}
	}
	if last == nil || len(last.clauses) != 2 {
		return nil
	}
	head := p.file.lines[last.row.first:last.clauses[0].end]
	return slices.Concat(head, []string{leftOut}, p.file.lines[last.clauses[1].first:last.end], []string{""}, code)
}

// PlaceAtEnd returns the lines of a file with a fence below them, as words above it say, in a paragraph of its own
// (code-blocks/added-at-the-end). It's [Place] for what the file defines, for a member of a body, for data, and below
// what a program does when it's run.
func PlaceAtEnd(name string, lines, block []string) (Kind, []string, error) {
	p := newPlacer(name, lines, block)
	n, m := len(p.root.items), len(p.fence.items)
	if n == 0 || m == 0 || p.file.data || p.file.open || p.block.open || p.fence.elides() || p.block.indentation(&p.fence.items[0]) != "" {
		return Place(name, lines, block)
	}
	isKnown := func(it item) bool {
		return slices.ContainsFunc(p.root.items, func(f item) bool {
			return f.row.text == it.row.text || it.definition != "" && f.definition == it.definition ||
				isList(name) && entry(f.row.text) == entry(it.row.text)
		})
	}
	from, to := trimBlank(block, 0, len(block))
	switch last := &p.root.items[n-1]; {
	case len(placesOf(lines, block[from:to])) > 0:
		return Part, nil, ChangesNothing
	case slices.ContainsFunc(p.fence.items, isKnown):
		return Place(name, lines, block)
	case p.fence.items[0].definition != "" && last.definition == "" && hasBody(last):
		kind, now, err := Place(name, lines, block)
		if err == NoLine {
			err = RunsAtEnd
		}
		return kind, now, err
	}
	blank := 0
	if !isList(name) {
		blank = p.root.blankAbove(&p.fence.items[0], p.file.python)
	}
	_, end := trimBlank(lines, 0, len(lines))
	return Part, slices.Concat(lines[:end], make([]string, blank), block[from:to]), nil
}

// isList reports whether the order of a file's lines doesn't matter, so that its end is where one is added, as with
// tables of TOML (code-blocks/added-to-a-list).
func isList(name string) bool {
	name = path.Base(name)
	return strings.HasPrefix(name, ".env") || name == ".gitignore" || name == ".dockerignore" ||
		strings.HasPrefix(name, "requirements") && strings.HasSuffix(name, ".txt")
}

// entry returns what an entry of a list is called.
func entry(line string) string {
	name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return name[:strings.IndexAny(name+"=", "=<>~![;")]
}

// PlaceAdded is [Place] for a fence whose keys words above it say to add: the keys of JSON and YAML that it doesn't
// show stay (code-blocks/added-keys).
func PlaceAdded(name string, lines, block []string) (Kind, []string, error) {
	if isTable := strings.HasSuffix(name, ".toml") && strings.HasPrefix(strings.TrimSpace(block[0]), "["); isTable || isList(name) {
		if now := withEntries(lines, block); isTable && now != nil {
			if slices.Equal(now, lines) {
				return Part, nil, ChangesNothing
			}
			return Part, now, nil
		}
		return PlaceAtEnd(name, lines, block)
	}
	p := newPlacer(name, lines, block)
	if !p.file.data || p.fence.elides() {
		return Place(name, lines, block)
	}
	if object := p.fence.object(); object != nil {
		object.elides = true
	}
	p.adds = true
	p.fence.outermost().keep(p.root.outermost())
	now, err := p.part()
	return Part, now, err
}

// keep elides the keys of the file that a level doesn't show, also below those that it shows.
func (l *level) keep(f *level) {
	isKey := func(it item) bool {
		return it.row.role == comment || it.key != "" && !strings.HasPrefix(it.row.text, "- ")
	}
	if len(l.items) == 0 || slices.ContainsFunc(l.items, func(it item) bool { return !isKey(it) }) {
		return
	}
	l.elided[0] = true
	for i := range l.items {
		it := &l.items[i]
		k := slices.IndexFunc(f.items, func(was item) bool { return it.key != "" && was.key == it.key })
		if k >= 0 && hasBody(it) && hasBody(&f.items[k]) {
			it.elides = true
			it.clauses[0].body.keep(&f.items[k].clauses[0].body)
		}
	}
}
