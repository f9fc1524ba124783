package apply

import (
	"cmp"
	"hash/maphash"
	"sync"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Cache memoizes plans of targets, keyed by all that they depend on: a cached plan equals a fresh one.
// It keeps what the last two plans used. It is safe for concurrent use, and its zero value is empty.
type Cache struct {
	mu                sync.Mutex
	current, previous map[planKey]*targetPlan
	// placements are those of code blocks.
	placements, earlier map[placementKey]placement
}

// planKey identifies a target's plan by the immutable text and a hash of the target's names and the
// blocks, seeded against collisions.
type planKey struct {
	content                                          *text.Text
	exists, protected, confirmed, moves, independent bool
	asked                                            uint64
}

var seed = maphash.MakeSeed()

// keyOf must not be called for several files, nor for a chat that is its own target: that plan depends
// on the rest of the chat too.
func (t *target) keyOf() planKey {
	file := t.names[0]
	k := planKey{exists: file.Exists, protected: file.Protected, confirmed: t.confirmed, moves: t.moves, independent: t.independent}
	if file.File != nil {
		k.content = file.File.Text
	}
	var h maphash.Hash
	h.SetSeed(seed)
	// The plan's edits say which file they are for. New files have no content to tell them apart.
	maphash.WriteComparable(&h, [...]string{file.Name, file.Path, file.Key, file.Root, file.Abs})
	var lines []string
	for i, b := range t.blocks {
		if b.applied != nil {
			maphash.WriteComparable(&h, *b.applied)
		}
		maphash.WriteComparable(&h, asked{
			b.Dialect, b.alone, b.chosen, b.InsideLines(), b.EmptyFind, i > 0 && sameSection(t.blocks[i-1].Block, b.Block), i > 0 && t.blocks[i-1].Turn == b.Turn,
			b.Operation, b.NearLine, b.ExactLine, b.Every, b.LineEnd, b.Leading.Len(), b.Old.Len(), b.New.Len(), b.Trailing.Len(),
		})
		lines = t.doc.AppendLines(lines[:0], b.Block, b.Leading, b.Old, b.New, b.Trailing)
		hashLines(&h, lines)
		if !b.Dialect.Patch {
			continue
		}
		for l := b.Start; l <= b.End; l++ {
			_, _ = h.WriteString(t.doc.Text.Line(l))
			_, _ = h.WriteString(cmp.Or(t.doc.Text.Ending(l), text.LF))
		}
	}
	k.asked = h.Sum64()
	return k
}

func hashLines(h *maphash.Hash, lines []string) {
	for _, l := range lines {
		_, _ = h.WriteString(l)
		_ = h.WriteByte('\n') // no line contains one
	}
}

// asked is what a block says besides its lines.
type asked struct {
	dialect                     *parse.Dialect
	alone, chosen               bool
	insideLines, emptyFind      bool
	sameSection, sameTurn       bool
	operation                   parse.Operation
	near                        text.Line
	exact, every, lineEnd       bool
	leading, old, new, trailing int
}

// lookup sets the known plans and returns the targets without one. It begins a new generation: unused
// plans are dropped at the next lookup.
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
