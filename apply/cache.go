package apply

import (
	"cmp"
	"hash/maphash"
	"sync"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Cache holds plans of targets by all that they depend on: a plan that is made with it is
// what a fresh one would be. It keeps what the current and the previous plan asked for. It
// is safe for concurrent use, and its zero value is empty.
type Cache struct {
	mu                sync.Mutex
	current, previous map[planKey]*targetPlan
}

// planKey is what the plan of a target depends on. The content is the text itself, which
// never changes; of the blocks it is a hash with a seed that no document knows.
type planKey struct {
	content                                                  *text.Text
	exists, protected, confirmed, moves, independent, writes bool
	blocks                                                   uint64
}

var seed = maphash.MakeSeed()

// keyOf returns the key of a target. A chat that is its own target has none, since its
// plan depends on the rest of the chat too, nor have several files.
func (t *target) keyOf() planKey {
	file := t.names[0]
	k := planKey{exists: file.Exists, protected: file.Protected, confirmed: t.confirmed, moves: t.moves, independent: t.independent, writes: t.writes}
	if file.File != nil {
		k.content = file.File.Text
	}
	var h maphash.Hash
	h.SetSeed(seed)
	var lines []string
	for i, b := range t.blocks {
		if b.applied != nil {
			maphash.WriteComparable(&h, *b.applied)
		}
		maphash.WriteComparable(&h, asked{
			b.alone, b.Dialect.FirstMatchWins, b.InsideLines(), b.EmptyFind, b.Operation, b.NearLine, b.ExactLine,
			b.Leading.Len(), b.Old.Len(), b.New.Len(), b.Trailing.Len(),
		})
		lines = t.doc.AppendLines(lines[:0], b.Block, b.Leading, b.Old, b.New, b.Trailing)
		for _, l := range lines {
			_, _ = h.WriteString(l)
			_ = h.WriteByte('\n') // no line holds one
		}
		if !b.Dialect.Patch {
			continue
		}
		// A patch says more than its lines do.
		same := i > 0 && sameSection(t.blocks[i-1].Block, b.Block)
		maphash.WriteComparable(&h, patchAsked{b.Dialect.Numbered, same})
		for l := b.Start; l <= b.End; l++ {
			_, _ = h.WriteString(t.doc.Text.Line(l))
			_, _ = h.WriteString(cmp.Or(t.doc.Text.Ending(l), text.LF))
		}
	}
	k.blocks = h.Sum64()
	return k
}

// asked is what a block asks of its target, beside its lines.
type asked struct {
	alone, firstMatchWins, insideLines, emptyFind bool
	operation                                     parse.Operation
	near                                          text.Line
	exact                                         bool
	leading, old, new, trailing                   int
}

// patchAsked is what a block of a patch asks beside the lines that it is in.
type patchAsked struct{ numbered, sameSection bool }

// lookup gives targets the plans that are known, and returns those without one. It begins
// a new generation: what nobody asks for until the next one is forgotten.
func (c *Cache) lookup(targets []*target) (unknown []*target) {
	if c == nil {
		return targets
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.previous, c.current = c.current, make(map[planKey]*targetPlan, len(targets))
	for _, t := range targets {
		if len(t.names) == 1 && !isOwn(t.names[0], t.doc) {
			t.key = t.keyOf()
			t.plan = c.previous[t.key]
		}
		if t.plan == nil {
			unknown = append(unknown, t)
			continue
		}
		c.current[t.key] = t.plan
	}
	return unknown
}

// keep adds the plans of targets that were unknown.
func (c *Cache) keep(targets []*target) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range targets {
		if t.key != (planKey{}) {
			c.current[t.key] = t.plan
		}
	}
}
