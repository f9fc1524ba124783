package apply

import (
	"encoding/binary"
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
	content                      *text.Text
	exists, protected, confirmed bool
	blocks                       uint64
}

var seed = maphash.MakeSeed()

// keyOf returns the key of a target. A chat that is its own target has none: its plan
// depends on the rest of the chat too.
func (t *target) keyOf(h *hasher) planKey {
	k := planKey{exists: t.Exists, protected: t.Protected, confirmed: t.confirmed}
	if t.File != nil {
		k.content = t.File.Text
	}
	h.bytes = h.bytes[:0]
	for i, b := range t.blocks {
		h.add(t.doc, b, t.alone[i])
	}
	k.blocks = maphash.Bytes(seed, h.bytes)
	return k
}

// hasher writes blocks down as bytes: two are written the same only if they ask the same.
type hasher struct {
	bytes []byte
	lines []string
}

func (h *hasher) add(doc *parse.Result, b *parse.Block, alone bool) {
	h.number(len(b.Operation))
	h.bytes = append(h.bytes, b.Operation...)
	for _, flag := range []bool{alone, b.Dialect.FirstMatchWins, b.Dialect.InsideLines, b.EmptyFind} {
		if flag {
			h.number(1)
		} else {
			h.number(0)
		}
	}
	h.number(int(b.NearLine))
	for _, s := range []parse.Section{b.Leading, b.Old, b.New, b.Trailing} {
		h.lines = doc.AppendLines(h.lines[:0], b, s)
		h.number(len(h.lines))
		for _, l := range h.lines {
			h.number(len(l))
			h.bytes = append(h.bytes, l...)
		}
	}
}

func (h *hasher) number(n int) { h.bytes = binary.AppendVarint(h.bytes, int64(n)) }

// lookup gives targets the plans that are known, and returns those without one. It begins
// a new generation: what nobody asks for until the next one is forgotten.
func (c *Cache) lookup(targets []*target) (unknown []*target) {
	if c == nil {
		return targets
	}
	var h hasher
	c.mu.Lock()
	defer c.mu.Unlock()
	c.previous, c.current = c.current, make(map[planKey]*targetPlan, len(targets))
	for _, t := range targets {
		if t.cached = !isOwn(t.Target, t.doc); t.cached {
			t.key = t.keyOf(&h)
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
		if t.cached {
			c.current[t.key] = t.plan
		}
	}
}
