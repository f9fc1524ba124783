package snippet

import (
	"math"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/nearest"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// unmatched is an item of a fence that isn't in the file's level.
const unmatched = -1

// What a pair of items gains, and what others cost.
const (
	definedGain = 30.0       // same kind and name
	equalGain   = 10.0       // equal heads
	onceGain    = 24.0       // equal heads that the file has once [line-that-is-there-once]
	trivialGain = 6.5        // equal heads that say little: `}`, `return`
	bodyGain    = 14.0       // times the share of the body that is in the file's item
	likeGain    = 4.7        // times likeness: two similar pairs gain less than an equal one
	newCost     = 0.5        // an item of the fence without partner
	goneCost    = 1.625      // an item of the file that would go, or stay though nothing is elided there
	stayCost    = 1.0 / 1024 // one that stays between outermost items, so that the nearest partner is taken
)

// alignment has the partner of each item of a fence's level in a file's level.
type alignment struct {
	partner []int
	score   float64
	// strong: a partner is the same definition or an equal line that says something.
	strong bool
}

// align pairs the items in order. Of equally good alignments it returns the first, or the last with p.late.
func (p *placer) align(s, f *level, outer bool, shift *int) alignment {
	n, m := len(s.items), len(f.items)
	if p.spend((n + 1) * (m + 1)) {
		return alignment{}
	}
	g := grid{placer: p, s: s, f: f, width: m + 1, best: make([]float64, (n+1)*(m+1)), steps: make([]step, (n+1)*(m+1)), shift: shift, heads: map[string]bool{}}
	for i := range s.items {
		g.heads[s.items[i].row.text] = false
	}
	for i := range f.items {
		if it := &f.items[i]; it.definition != "" {
			if _, asked := g.heads[it.row.text]; asked {
				g.heads[it.row.text] = true
			}
		}
	}
	open := s.sparse() || outer
	for i := 0; i <= n; i++ {
		cost := goneCost
		switch {
		case s.elided[i] || open && (i == 0 || i == n):
			cost = 0
		case outer && !p.exact && apart(&s.items[i-1], &s.items[i]):
			cost = stayCost
		}
		for j := 0; j <= m; j++ {
			if i > 0 || j > 0 {
				g.fill(i, j, cost)
			}
		}
	}
	a := alignment{partner: make([]int, n), score: g.best[len(g.best)-1]}
	for i, j := n, m; i > 0; {
		a.partner[i-1] = unmatched
		switch g.steps[i*g.width+j] {
		case paired:
			i, j = i-1, j-1
			a.partner[i] = j
			a.strong = a.strong || p.isStrong(&s.items[i], &f.items[j])
		case added:
			i--
		default:
			j--
		}
	}
	return a
}

// grid has the best score of each number of items of the fence with each number of the file's, and the last
// step to it (Needleman-Wunsch).
type grid struct {
	*placer
	s, f  *level
	width int
	best  []float64
	steps []step
	shift *int
	// heads are those of the fence, and whether definitions of the file have them.
	heads map[string]bool
}

type step uint8

const (
	gone   step = iota // the file's item has no partner
	added              // the fence's item has none
	paired             // they are partners
)

// fill scores the first i items of the fence with the first j of the file. Each more that the file has there costs.
func (g *grid) fill(i, j int, cost float64) {
	at := i*g.width + j
	score, last := -1e9, gone
	if j > 0 {
		score = g.best[at-1]
		if g.f.items[j-1].row.role == code {
			score -= cost
		}
	}
	if i > 0 {
		if v := g.best[at-g.width] - newCost; v > score || v == score && g.late {
			score, last = v, added
		}
	}
	if i > 0 && j > 0 {
		gain := math.Round(g.pair(&g.s.items[i-1], &g.f.items[j-1])/stayCost) * stayCost // so that equal scores are [equal-gaps]
		if v := g.best[at-g.width-1] + gain; gain > 0 && (v > score || v == score && (g.late || last == added)) {
			score, last = v, paired
		}
	}
	g.best[at], g.steps[at] = score, last
}

// pair returns what two items gain, 0 for those that aren't one another.
func (g *grid) pair(s, f *item) float64 {
	if g.shift == nil {
		if s.definition != "" && s.row.text != f.row.text && g.heads[s.row.text] {
			return 0 // an overload of it [overload-beside-alone]
		}
		return g.gain(s, f)
	}
	if f.row.width != g.columns(s.row)+*g.shift {
		return 0
	}
	if g.exact {
		return g.equalLines(s, f)
	}
	return g.gain(s, f)
}

// isStrong reports whether a pair alone shows that the fence is about this level, by its heads, or by what is below a
// head that says little [equal-bodies-below-a-word] or is changed [changed-head-alone], by a line of a comment
// [changed-comment-alone], or by the name of a constant [constant-alone].
func (p *placer) isStrong(s, f *item) bool {
	if s.definition == "" && (s.row.role == comment || isDocstring(s) || hasBody(s) && hasBody(f) && p.share(s, f) > 0.5) && p.has(f, s) {
		return true
	}
	return s.definition != "" && s.definition == f.definition || p.isSetting(s) && p.isSetting(f) && s.key == f.key ||
		s.row.text == f.row.text && (!isTrivial(s.row.text) || hasBody(s) && hasBody(f) && p.share(s, f) > 0.5)
}

// has reports whether a line of an item of the fence is in one of the file, and nowhere else.
func (p *placer) has(f, s *item) bool {
	return slices.ContainsFunc(p.block.lines[s.first:s.end], func(l string) bool {
		l = strings.TrimSpace(l)
		at := p.file.at[l]
		return !isTrivial(l) && len(at) == 1 && f.first <= int(at[0]) && int(at[0]) < f.end
	})
}

// isTrivial reports whether a line says little: it has fewer than three letters, or is one word.
func isTrivial(t string) bool {
	letters, spaces := 0, 0
	for i := 0; i < len(t); i++ {
		if isWord(t[i]) {
			letters++
		} else {
			spaces++
		}
	}
	return letters < 4 || spaces == 0 || trivial[t]
}

var trivial = map[string]bool{"return;": true, "break;": true, "continue;": true, "else:": true, "try:": true, "finally:": true, "try {": true, "else {": true, "} else {": true, "default:": true, "return nil": true,
	"return None": true, "return null;": true, "return true": true, "return false": true, "return True": true, "return False": true, "return true;": true, "return false;": true, "return err": true, "if err != nil {": true}

// gain returns how well two items fit, 0 for those that aren't one another.
func (p *placer) gain(s, f *item) float64 {
	switch {
	case s.row.role != f.row.role:
		return 0
	case s.definition != "" && s.definition == f.definition && p.isRule(s, f):
		g := definedGain + bodyGain*p.share(s, f)
		if s.row.text == f.row.text {
			g += equalGain / 2
		}
		return g
	case s.definition != "" && (f.definition != "" || s.row.text != f.row.text), // [definition-for-a-line]
		p.file.isOther(s.row, f.row), p.adds && s.key != f.key:
		return 0
	}
	if !p.sameRow(s.row, f.row) {
		if p.isOf(s, f) {
			return onceGain // [quoted-below] [changed-line-of-a-comment]
		}
		return p.like(s, f)
	}
	g := equalGain
	if isTrivial(s.row.text) {
		g = trivialGain
	} else if len(p.file.at[s.row.text]) == 1 {
		g = onceGain
	}
	if hasBody(s) && hasBody(f) {
		share := p.share(s, f)
		if share == 0 && s.row.text[0] == '<' && !s.elides && (isTag(s.row.text) || len(p.file.at[s.row.text]) > 1) {
			return 0 // another element of its kind [element-alone] [element-with-attributes]
		}
		if share == 0 && isGroup(s.row.text) && !s.elides && !s.declares(f) {
			return 0 // [another-group]
		}
		g += bodyGain * share
		if hasSameRows(s, f) {
			g += equalGain // [equal-element]
		}
	}
	return g
}

// sameRow reports whether two rows have the same code, perhaps cut short, or without a rule's first selectors
// [last-selector], but not without the beginning of a statement [end-of-a-statement].
func (p *placer) sameRow(r, was *row) bool {
	if r.text == was.text || p.file.css && strings.HasSuffix(was.text, "\n"+r.text+"\n") {
		return true
	}
	n, m := r.end-r.first, was.end-was.first
	return (r.cut || r.depth > 0 && m > n) && strings.HasPrefix(was.text, r.text)
}

// isRule reports whether an item with the last line of the selectors of one of the file is that rule. One without the
// lines above it is if it leaves lines out or has one of the file's [last-selector-alone]. Else at least half of all
// selectors are of both [selectors] [other-selector] [other-selector-beside-a-rule].
func (p *placer) isRule(s, f *item) bool {
	if !p.file.css || s.row.text == f.row.text {
		return true
	}
	a, b := selectors(s.row.text), selectors(f.row.text)
	shared := 0
	for _, selector := range b {
		if slices.Contains(a, selector) {
			shared++
		}
	}
	if !p.sameRow(s.row, f.row) {
		return 2*shared >= len(a)+len(b)-shared
	}
	return s.elides || slices.ContainsFunc(s.rows, func(r row) bool {
		return r.role == code && !isCloser(r.text) && p.within(r.text, f) > 0
	})
}

// selectors returns those of a rule's head.
func selectors(head string) (all []string) {
	depth, from := 0, 0
	add := func(to int) {
		if selector := strings.Join(strings.Fields(head[from:to]), " "); selector != "" {
			all = append(all, selector)
		}
		from = to + 1
	}
	head, _ = ruleHead(head)
	for i := range len(head) {
		switch c := head[i]; {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ',' && depth == 0:
			add(i)
		}
	}
	add(len(head))
	return all
}

func hasBody(it *item) bool {
	return len(it.clauses) > 0 && (len(it.clauses[0].body.items) > 0 || it.clauses[0].body.sparse())
}

const (
	leastLike = 0.42
	sameKey   = 0.6 // how similar items with the same key are if one of them is a block
	keyLike   = 0.3 // how much more similar lines with the same key are
	// alikeHeads is how similar heads must be if their bodies have nothing in common.
	alikeHeads = 0.6
)

// like returns the gain of items that aren't equal but may be versions of one another.
func (p *placer) like(s, f *item) float64 {
	l, body := p.likeness(s, f), 0.0
	if hasBody(s) && hasBody(f) && firstControl(s.row.text) == firstControl(f.row.text) {
		if body = p.share(s, f); body > 0.5 {
			l = max(l, leastLike)
		} else if body == 0 && !s.elides && l < alikeHeads {
			return 0
		}
	}
	if l < leastLike {
		return 0
	}
	return likeGain*l + bodyGain*body/2
}

// likeness returns how similar the heads of two items are, 0 to 1.
func (p *placer) likeness(s, f *item) float64 {
	if (hasBody(s) != hasBody(f) || p.isSetting(s) && p.isSetting(f)) && s.key != "" && s.key == f.key {
		return sameKey
	}
	if hasBody(s) != hasBody(f) || s.row.role == code && firstControl(s.row.text) != firstControl(f.row.text) {
		return 0
	}
	if p.spend(4) {
		return 0
	}
	for _, it := range []*item{s, f} {
		if it.measured == nil {
			it.measured = nearest.Measure(it.row.text)
		}
	}
	l := s.measured.Likeness(f.measured)
	if inserted(s.row.text, f.row.text) {
		l = max(l, 0.6)
	} else if strings.TrimSuffix(s.row.text, ",") == strings.TrimSuffix(f.row.text, ",") {
		l = 1 // [last-of-a-list]
	}
	if s.key != "" && s.key == f.key {
		l = min(1, l+keyLike)
	} else if s.key != "" && f.key != "" && (p.file.language != script || !s.isImport()) {
		l *= 0.8 // the key of an import is where it's from [import-from-another-path]
	}
	return l
}

// inserted reports whether one line is the other with something inserted at one place [only-adds].
func inserted(a, b string) bool {
	prefix, suffix := text.Shared([]byte(a), []byte(b))
	return prefix > 3 && prefix+suffix >= min(len(a), len(b))
}

// firstControl returns the word that begins a statement such as `if`, else "".
func firstControl(t string) string {
	w := firstWord(t)
	switch w {
	case "if", "for", "while", "switch", "try", "with", "return", "raise", "throw", "import", "from":
		return w
	}
	return ""
}
