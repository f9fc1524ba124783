package apply

import (
	"context"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// request is a block prepared for locating.
type request struct {
	*parse.Block
	// old is part of needle, new of result, which replaces the needle.
	needle, old, new, result []string
	// writer is the block's index among its target's blocks, copies the number of the same ones above.
	writer, copies int
	// taken are the current lines of the same blocks that are known to be applied, done how many of these are above.
	taken []text.LineRange
	done  int
	doc   *parse.Result
	// These are for patches. at is the draft line where a chunk was placed, or -1.
	hints   parse.Hints
	section *section
	at      int
}

func newRequest(doc *parse.Result, b *parse.Block, writer int) request {
	leading, trailing := b.Leading.Len(), b.Trailing.Len()
	needle, result := doc.Needle(b), doc.Replacement(b)
	return request{
		Block: b, needle: needle, old: needle[leading : len(needle)-trailing],
		new: result[leading : len(result)-trailing], result: result, writer: writer,
		doc: doc, hints: doc.Hints(b), at: -1,
	}
}

// locate finds where a block applies; c is its change if it is validated. The results of a cancelled
// context are meaningless.
func locate(ctx context.Context, r *request, d *Draft) (f Fit, c change) {
	f = newFit()
	switch {
	case r.EmptyFind:
		f.Status, f.Reason = Skipped, codes.EmptyFind
	case r.Operation == parse.Create:
		c = f.create(ctx, r, d)
	case !d.exists:
		f.Status, f.Reason = Failed, codes.FileNotFound
	case r.Operation == parse.Delete:
		f.delete(r, d)
	case r.Dialect.Patch:
		c = f.locateChunk(ctx, r, d)
	case r.Inserts():
		c = f.insertAt(r, d)
	case r.Dialect.Exact:
		c = f.exact(ctx, r, d)
	default:
		c = f.modify(ctx, r, d)
	}
	return f, c
}

// create locates a block that creates a file or fills an empty one.
func (f *Fit) create(ctx context.Context, r *request, d *Draft) change {
	blank, equal := true, d.exists && d.count == len(r.new)
	for n, l := range d.lines(ctx) {
		blank = blank && text.IsBlank(l.String())
		equal = equal && l.is(r.new[n])
		if !blank && !equal {
			break
		}
	}
	switch {
	case equal:
		f.Status, f.Reason = AlreadyApplied, codes.AlreadyApplied
		return change{}
	case !blank:
		f.Status, f.Reason = Failed, codes.FileExists
		return change{}
	}
	f.Status = Validated
	_, shown := r.shown()
	c := change{count: d.count, lines: newLines(shown, 0, r.writer)}
	r.end(&c, d)
	return c
}

func (f *Fit) modify(ctx context.Context, r *request, d *Draft) change {
	m, hinted := f.match(ctx, r, d)
	all := func() []int { return d.find(ctx, r.needle) }
	if len(r.taken) > 0 && r.Dialect.FirstMatchWins && f.MatchCount > 1 && !m.inside && !hinted {
		if free := r.free(d, all()); len(free) > 0 && len(free) < f.MatchCount {
			f.keep(free, d)
			m.n, all = free[0], func() []int { return free }
			left := *r
			left.copies -= r.done
			r = &left
		}
	}
	if r.copies > 0 && r.copies < f.MatchCount && !m.inside && r.isInserted(ctx, d, []int{m.n}) {
		m.n = all()[r.copies]
	}
	f.NoChange = slices.Equal(r.old, r.new)
	several := f.MatchCount > 1 && !r.Dialect.FirstMatchWins
	meant := []int{m.n}
	if several {
		meant = all()
	}
	switch {
	case f.MatchCount == 0:
		f.miss(ctx, r, d)
		return change{}
	case r.isUsed(f.MatchCount), m.inside && r.isExtended(d, m), !m.inside && r.isInserted(ctx, d, meant):
		f.Status, f.Reason = AlreadyApplied, codes.AlreadyApplied
		return change{}
	case several:
		f.Status, f.Reason, f.Ambiguous = Failed, codes.AmbiguousMatch, true
		return change{}
	}
	f.Status = Validated
	f.Ambiguous = f.MatchCount > 1 && !hinted
	f.Chosen = d.Present(m.n)
	switch {
	case hinted:
		f.Estimated = f.Chosen
	case f.Ambiguous:
		f.ResultAt = r.resultOutside(ctx, d)
	}
	return f.settle(r, d, m)
}

// isUsed reports whether the blocks above that are the same have all matches, one each.
func (r *request) isUsed(matches int) bool {
	return matches > 0 && r.copies >= matches && r.keepsNeedle()
}

// resultOutside returns the current line of a block's result outside its matches, or text.None. It
// tries so many places, and not the lines that blocks above bring in.
func (r *request) resultOutside(ctx context.Context, d *Draft) text.Line {
	at, tries := text.None, 0
	if strings.TrimSpace(strings.Join(r.result, "")) == "" || r.keepsNeedle() {
		return at
	}
	d.matches(ctx, r.result, r.InsideLines(), func(m match) bool {
		tries++
		if d.lastWriter(m.n, m.n+len(r.result)) < 0 && !r.touches(d, m) {
			at = d.Present(m.n)
		}
		return at == text.None && tries < maxTries
	})
	return at
}

// touches reports whether a match shares lines, or text of a line, with a place of the result.
func (r *request) touches(d *Draft, result match) bool {
	if result.inside {
		old := strings.Join(r.needle, text.LF)
		before, after := d.around(result, len(r.result), len(old)-1)
		return strings.Contains(before+strings.Join(r.result, text.LF)+after, old)
	}
	first := max(0, result.n-min(len(r.needle)-1, maxTries))
	for n := first; n < result.n+min(len(r.result), maxTries); n++ {
		if d.agree(n, r.needle) == len(r.needle) {
			return true
		}
	}
	return false
}

// MaxMatches limits [Fit.Matches].
const MaxMatches = 100

// match records the needle's matches and returns the one to use (the first, or the nearest to a line
// hint) and whether a hint decided.
func (f *Fit) match(ctx context.Context, r *request, d *Draft) (meant match, hinted bool) {
	var distance text.Line
	hint := r.NearLine != text.None
	last := -1
	d.matches(ctx, r.needle, r.InsideLines(), func(m match) bool {
		f.MatchCount++
		if m.n == last || len(f.Matches) == MaxMatches && !hint {
			return true
		}
		last = m.n
		l := d.Present(m.n)
		if n := len(f.Matches); n < MaxMatches && (n == 0 || f.Matches[n-1] != l) {
			f.Matches = append(f.Matches, l)
		}
		far := max(l-r.NearLine, r.NearLine-l)
		if f.MatchCount == 1 || hint && far < distance && (far == 0 || !r.ExactLine) {
			meant, distance = m, far
		}
		return true
	})
	if f.MatchCount > 0 {
		f.Estimated, f.InsideLine = f.Matches[0], meant.inside
	}
	return meant, hint && (distance == 0 || !r.ExactLine)
}

// settle returns the change of a block whose needle is at m.
func (f *Fit) settle(r *request, d *Draft, m match) change {
	end := m.n + len(r.needle)
	f.First, f.Last, f.DependsOn = d.Present(m.n), d.Present(end-1), d.lastWriter(m.n, end)
	if m.inside {
		return change{at: m.n, count: len(r.needle), lines: join(d.at(m.n), m.start, r.new, d.at(end-1), m.end, r.writer)}
	}
	return r.group(d, m.n+r.Leading.Len(), r.old, r.new)
}

// miss finds out which part of a needle is missing, unless its result is there.
func (f *Fit) miss(ctx context.Context, r *request, d *Draft) {
	if at, ok := findResult(ctx, r, d); ok {
		f.Status, f.Reason, f.Estimated = AlreadyApplied, codes.AlreadyApplied, d.Present(at)
		return
	}
	f.Status = Failed
	f.Miss = &Miss{File: d, At: -1}
	anchor := r.Leading.Len()
	switch {
	case anchor > 0:
		f.Reason = codes.LeadingAnchorNotFound
	case len(r.old) > 0:
		anchor, f.Reason = len(r.old), codes.OldLinesNotFound
	default:
		f.Reason = codes.TrailingAnchorNotFound
		return
	}
	at, agreed := d.longest(ctx, r.needle, anchor)
	if agreed == 0 {
		return
	}
	f.Miss.At, f.Miss.Agreed = at, agreed
	f.Estimated = d.Present(at + agreed)
	if f.Reason = codes.TrailingAnchorNotFound; agreed < r.Leading.Len()+r.Old.Len() {
		f.Reason = codes.OldLinesMismatch
	}
}

// findResult returns the line of a block's result if that proves that the block was applied. A deletion
// without anchors proves nothing.
func findResult(ctx context.Context, r *request, d *Draft) (at int, ok bool) {
	switch {
	case r.Dialect.Patch && !r.saysEnough(), len(r.result) == 0,
		len(r.new) == 0 && (r.Leading.Len() == 0 || r.Trailing.Len() == 0):
		return 0, false
	}
	// A short result may occur by chance, above all inside the old text.
	inside := r.InsideLines() && !strings.Contains(strings.Join(r.old, text.LF), strings.Join(r.result, text.LF))
	d.matches(ctx, r.result, inside, func(m match) bool { at, ok = m.n, true; return false })
	return at, ok
}

// isInserted reports whether a block that adds lines was applied before: its result covers each match
// meant. It only can if it contains the needle.
func (r *request) isInserted(ctx context.Context, d *Draft, meant []int) bool {
	if len(r.result) <= len(r.needle) {
		return false
	}
	results := d.find(ctx, r.result)
	for _, n := range meant {
		// Both are in order, so a result that ends before this match covers no later one.
		for len(results) > 0 && results[0]+len(r.result) < n+len(r.needle) {
			results = results[1:]
		}
		numbered := r.hints.From != text.None && r.section.before(n) == int(r.hints.From)
		if !slices.ContainsFunc(results, func(at int) bool { return at <= n && (!numbered || at == int(r.hints.To)) }) {
			return false
		}
	}
	return true
}

// keepsNeedle reports whether the result has the needle in it.
func (r *request) keepsNeedle() bool {
	old, new := strings.Join(r.needle, text.LF), strings.Join(r.result, text.LF)
	return strings.Contains(new, old) && (r.InsideLines() || strings.Contains(text.LF+new+text.LF, text.LF+old+text.LF))
}

// maxTries limits the places in a result where a match may be.
const maxTries = 100

// isExtended reports whether a match inside lines is part of the result, as isInserted does for whole
// lines. It must not go on as a word: `port = 10` is no part of `port = 100`.
func (r *request) isExtended(d *Draft, m match) bool {
	old, new := strings.Join(r.needle, text.LF), strings.Join(r.result, text.LF)
	if old == new {
		return false
	}
	before, after := d.around(m, len(r.needle), len(new)+1)
	there := before + old + after
	from := 0
	for range maxTries {
		n := strings.Index(new[from:], old)
		if n < 0 {
			return false
		}
		from += n + 1
		start := len(before) - (from - 1)
		end := start + len(new)
		if start >= 0 && end <= len(there) && there[start:end] == new && !splitsWord(there, start) && !splitsWord(there, end) {
			return true
		}
	}
	return false
}

// splitsWord reports whether the bytes on both sides of an index belong to a word.
func splitsWord(s string, at int) bool {
	return at > 0 && at < len(s) && text.IsWord(s[at-1]) && text.IsWord(s[at])
}
