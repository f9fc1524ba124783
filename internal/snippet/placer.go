package snippet

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
)

// placer places one fence in one file.
type placer struct {
	file, block *source
	fileStyle   style
	blockStyle  style
	// asWritten: the fence is indented as the file is.
	asWritten   bool
	root, fence level
	// levels are all of the file.
	levels []*level
	// lines are the fence's, setting is what it gives a value to, see isSetting. names are what the file defines, given
	// what they do; nil until a note asks.
	lines        []string
	setting      string
	names, given map[string]bool
	// exact: only equal lines are partners, see anchored. closers are those of the fence, with the file's.
	exact   bool
	closers map[int]int
	// late: of equally good alignments the last is taken.
	late  bool
	steps int
	// talks: a comment may stand for code of the file.
	talks bool
	// adds: keys of other names are other ones (code-blocks/added-keys).
	adds  bool
	edits []edit
	// notShown are names of imports that the fence leaves out, unused those that nothing uses afterwards.
	notShown, unused []string
	// imports are edits of the imports at the file's head, brings is what the fence's new ones bring.
	imports []edit
	brings  map[string]string
}

// edit replaces lines first to end (exclusive) of the file.
type edit struct {
	first, end int
	lines      []string
}

// maxSteps limits the comparisons for one fence, whatever its nesting.
const maxSteps = 4 << 20

// spend counts steps and reports whether too many were made.
func (p *placer) spend(n int) bool {
	p.steps = min(p.steps+n, maxSteps+1)
	return p.steps > maxSteps
}

// place returns the lines of the file with the fence in its place.
func (p *placer) place() ([]string, error) {
	p.collect(&p.root)
	p.bring()
	all := p.fence
	if p.takeImports() {
		levels := p.levels
		if len(p.imports) > 0 {
			levels = levels[:1]
		}
		if now, err := p.placeIn(levels); err == nil {
			return now, nil
		}
		p.fence, p.imports = all, nil
	}
	return p.placeIn(p.levels)
}

// placeIn is place with the fence's outermost level in one of these.
func (p *placer) placeIn(levels []*level) ([]string, error) {
	if len(p.fence.items) == 0 {
		return p.merged(func() error { return nil })
	}
	if p.fence.isCut(true, math.MaxInt) {
		return p.both(&p.root)
	}
	var found []candidate
	if f, was := p.fence.object(), p.root.object(); f != nil && was != nil &&
		(p.share(f, was) > 0 || hasKeys(p.root.outermost(), p.fence.outermost())) { // [other-values-of-all-keys]
		found = []candidate{{&p.root, p.align(&p.fence, &p.root, true, nil)}}
	} else {
		found = p.candidates(&p.fence, levels)
	}
	if p.steps > maxSteps {
		return nil, TooLarge
	}
	if len(found) == 0 && p.block.goesOn(p.fence.items[0].row.text) {
		return nil, InsideBlock // [case-alone]
	} else if len(found) == 0 {
		return nil, NoLine
	}
	if now, err := p.oneByOne(found[0]); now != nil || err != nil {
		return now, err
	}
	now, err := p.both(found[0].level)
	if p.steps > maxSteps {
		return nil, TooLarge
	}
	if err != nil {
		return nil, err
	}
	for _, o := range found[1:] {
		if found[0].score-o.score >= clearly {
			break
		}
		if there, err := p.both(o.level); err == nil && !slices.Equal(now, there) {
			return nil, SeveralPlaces
		}
	}
	return now, nil
}

// both merges the fence into a level with the first and the last best alignment.
func (p *placer) both(f *level) ([]string, error) {
	return p.twice(func() error { return p.merge(&p.fence, f, true) })
}

// twice is merged with the first and the last best alignments.
func (p *placer) twice(do func() error) ([]string, error) {
	p.late = false
	first, err := p.merged(do)
	if err != nil {
		return nil, err
	}
	p.late = true
	last, err := p.merged(do)
	if err != nil || !slices.Equal(first, last) {
		return nil, SeveralPlaces
	}
	return first, nil
}

// merged returns the lines of the file after the edits that do makes.
func (p *placer) merged(do func() error) ([]string, error) {
	p.edits, p.notShown = slices.Clone(p.imports), nil
	if err := do(); err != nil {
		return nil, err
	}
	if err := p.dropCovered(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(p.edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.end, b.end)) })
	now := make([]string, 0, len(p.file.lines)+len(p.block.lines))
	from := 0
	for _, e := range p.edits {
		if e.first < from {
			return nil, SeveralPlaces // two items of the fence claim one of the file
		}
		if line := p.standsForCode(e); line != "" {
			p.talks = true
			return nil, drops(line)
		}
		if slices.ContainsFunc(e.lines, p.isElision) {
			return nil, Refusal(notFoundLine + strings.TrimSpace(e.lines[0])) // it ends in lines that are left out
		}
		now = append(append(now, p.file.lines[from:e.first]...), e.lines...)
		from = e.end
	}
	return append(now, p.file.lines[from:]...), nil
}

func (p *placer) collect(l *level) {
	p.levels = append(p.levels, l)
	for i := range l.items {
		for k := range l.items[i].clauses {
			if body := &l.items[i].clauses[k].body; len(body.items) > 0 {
				p.collect(body)
			}
		}
	}
}

// candidate is a level of the file that may be the fence's outermost one.
type candidate struct {
	*level
	alignment
}

const (
	maxCandidates = 8
	// clearly is how much better than all others the best level must be: a quarter of a body.
	clearly = bodyGain / 4
)

// candidates returns the levels of the file that share items with one of the fence, best first.
func (p *placer) candidates(s *level, levels []*level) []candidate {
	gains := map[string]float64{}
	for i := range s.items {
		it := &s.items[i]
		switch {
		case it.definition != "":
			gains["\x00"+it.definition] = definedGain
			gains[it.row.text] = equalGain
		case p.isSetting(it):
			gains["\x00"+it.key], gains[it.row.text] = equalGain, equalGain
		case !isTrivial(it.row.text), hasBody(it):
			gains[it.row.text] = equalGain
		}
	}
	var roughly []rough
	for _, l := range levels {
		r := rough{level: l}
		for i := range l.items {
			name := cmp.Or(l.items[i].definition, l.items[i].key)
			if g := gains["\x00"+name]; name != "" && g > 0 {
				r.gain += g
			} else if g := gains[l.items[i].row.text]; g > 0 {
				r.gain += min(g, definedGain)
			}
		}
		if r.gain > 0 {
			roughly = append(roughly, r)
		}
	}
	if len(roughly) == 0 {
		roughly = p.aroundLines(s, levels)
	}
	slices.SortStableFunc(roughly, func(a, b rough) int { return cmp.Compare(b.gain, a.gain) })
	n := min(len(roughly), maxCandidates)
	for n > 0 && n < len(roughly) && roughly[n].gain == roughly[n-1].gain {
		n++ // else the last one may seem to be the only one [eight-places-like-it]
	}
	var all []candidate
	for _, r := range roughly[:n] {
		if c := (candidate{r.level, p.align(s, r.level, true, nil)}); c.strong {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return all
}

type rough struct {
	*level
	gain float64
}

// aroundLines returns the levels of the file around lines of the fence that are nowhere else: its heads are changed
// [changed-head-alone].
func (p *placer) aroundLines(s *level, levels []*level) (found []rough) {
	for _, l := range levels {
		r := rough{level: l}
		for i := range s.items {
			around := item{first: l.first, end: l.end}
			if !p.spend(s.items[i].end-s.items[i].first) && s.items[i].definition == "" && p.has(&around, &s.items[i]) {
				r.gain += equalGain
			}
		}
		if r.gain > 0 {
			found = append(found, r)
		}
	}
	return found
}

// oneByOne places definitions that aren't in the file's order or of several levels, if each is in the
// file. It returns nil if the best level has them all in order.
func (p *placer) oneByOne(best candidate) ([]string, error) {
	missing := false
	for i := range p.fence.items {
		it := &p.fence.items[i]
		if it.row.role == comment {
			continue
		}
		if it.definition == "" {
			return nil, nil
		}
		missing = missing || best.partner[i] == unmatched && p.find(it) != nil
	}
	if !missing {
		return nil, nil
	}
	return p.merged(func() error {
		taken := map[*item]bool{}
		for i := range p.fence.items {
			it := &p.fence.items[i]
			if it.row.role == comment {
				return NewAtEdge
			}
			f := p.find(it)
			if f == nil || taken[f.item] {
				return SeveralPlaces // two versions of one [two-versions]
			}
			taken[f.item] = true
			if err := p.item(it, f.item, false); err != nil {
				return err
			}
		}
		return nil
	})
}

type found struct {
	*item
	*level
}

// find returns the only definition of the file that an item may be, or nil.
func (p *placer) find(it *item) *found {
	var best *found
	score, second := -1.0, -1.0
	for _, l := range p.levels {
		for i := range l.items {
			f := &l.items[i]
			if f.definition != it.definition || !p.isRule(it, f) {
				continue
			}
			if g := p.gain(it, f); g > score {
				best, score, second = &found{f, l}, g, score
			} else {
				second = max(second, g)
			}
		}
	}
	if second >= 0 && score-second < clearly {
		return nil
	}
	return best
}

// share returns which share of the lines below an item's head is in another item of the file.
func (p *placer) share(s, f *item) float64 {
	all, in, small, smallIn := 0, 0, 0, 0
	for i := range s.rows {
		r := &s.rows[i]
		if r.role != code {
			continue
		}
		there := p.within(r.text, f)
		switch {
		case !isTrivial(r.text) && !isTag(r.text):
			all += 4
			in += 4 * there
		case strings.ContainsAny(r.text, "0123456789"):
			all++ // [element-by-its-number]
			in += there
		default:
			small++
			smallIn += there
		}
	}
	if all == 0 {
		all, in = small, smallIn
	}
	if all == 0 {
		return 0
	}
	return float64(in) / float64(all)
}

func (p *placer) within(t string, f *item) int {
	if p.spend(1) {
		return 0
	}
	at := p.file.at[t]
	i := sort.Search(len(at), func(i int) bool { return int(at[i]) > f.row.first })
	if i < len(at) && int(at[i]) < f.end {
		return 1
	}
	return 0
}
