package apply

import (
	"hash/maphash"

	"github.com/edit-lsp/edit-lsp/internal/snippet"
)

// placement is what [snippet.Place] returns, or [snippet.Defines].
type placement struct {
	kind    snippet.Kind
	now     []string
	err     error
	defines bool
}

// turnPlacements begins a new generation: placements that aren't used are dropped at the next one.
func (c *Cache) turnPlacements() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.earlier, c.placements = c.placements, map[uint64]placement{}
}

// placed is [snippet.Place], memoized.
func (c *Cache) placed(name string, was, block []string) (snippet.Kind, []string, error) {
	p := c.memoized([]string{name}, was, block, func() (p placement) {
		p.kind, p.now, p.err = snippet.Place(name, was, block)
		return p
	})
	return p.kind, p.now, p.err
}

// defines is [snippet.Defines], memoized.
func (c *Cache) defines(name string, was, block []string) bool {
	return c.memoized([]string{name, "defines"}, was, block, func() (p placement) {
		p.defines = snippet.Defines(name, was, block)
		return p
	}).defines
}

// memoized returns what was computed of a file and a block, by a hash of all that it depends on, seeded against
// collisions.
func (c *Cache) memoized(of, was, block []string, compute func() placement) placement {
	if c == nil {
		return compute()
	}
	var h maphash.Hash
	h.SetSeed(seed)
	for _, lines := range [][]string{of, was, block} {
		maphash.WriteComparable(&h, len(lines))
		for _, l := range lines {
			_, _ = h.WriteString(l)
			_ = h.WriteByte('\n') // no line contains one
		}
	}
	key := h.Sum64()
	c.mu.Lock()
	p, known := c.placements[key]
	if !known {
		p, known = c.earlier[key]
	}
	c.mu.Unlock()
	if !known {
		p = compute()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.placements == nil {
		c.placements = map[uint64]placement{}
	}
	c.placements[key] = p
	return p
}
