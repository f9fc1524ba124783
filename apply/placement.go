package apply

import (
	"hash/maphash"

	"github.com/edit-lsp/edit-lsp/internal/snippet"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
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
	c.earlier, c.placements = c.placements, map[placementKey]placement{}
}

// placementKey identifies a placement by the immutable text of its file, if it isn't a draft, and a hash of all else
// that it depends on, seeded against collisions.
type placementKey struct {
	content *text.Text
	asked   uint64
}

// placed is [snippet.Place] where the words above a fence say, memoized.
func (c *Cache) placed(name string, was, block []string, adds parse.Adds) (snippet.Kind, []string, error) {
	p := c.memoized(nil, adds, [][]string{{name}, was, block}, func() (p placement) {
		switch {
		case adds.Called != "":
			p.kind, p.now, p.err = snippet.PlaceCalled(name, was, block, called(adds))
		case adds.AtEnd:
			p.kind, p.now, p.err = snippet.PlaceAtEnd(name, was, block)
		case adds.Class != "":
			if block, p.err = snippet.Within(name, was, block, adds.Class); p.err == nil {
				p.kind, p.now, p.err = snippet.Place(name, was, block)
			}
		case adds.Some:
			p.kind, p.now, p.err = snippet.PlaceAdded(name, was, block)
		default:
			p.kind, p.now, p.err = snippet.Place(name, was, block)
		}
		return p
	})
	return p.kind, p.now, p.err
}

// defines is [snippet.Defines], memoized. A history may have thousands of fences that only words further above give to
// a file, so that isn't read for each.
func (c *Cache) defines(name string, file *text.Text, block []string, adds parse.Adds) bool {
	return c.memoized(file, adds, [][]string{{name}, block}, func() placement {
		return placement{defines: defines(name, linesOf(file), block, adds)}
	}).defines
}

// definesToo is defines for what a fence further above puts into the file.
func (c *Cache) definesToo(name string, above, block []string, adds parse.Adds) bool {
	return c.memoized(nil, adds, [][]string{{name, "defines"}, above, block}, func() placement {
		return placement{defines: defines(name, above, block, adds)}
	}).defines
}

func defines(name string, lines, block []string, adds parse.Adds) bool {
	if adds.Called != "" && snippet.Calls(name, lines, called(adds)) {
		return true
	}
	var err error
	if adds.Class != "" {
		block, err = snippet.Within(name, lines, block, adds.Class)
	}
	return err != nil || snippet.Defines(name, lines, block)
}

func called(a parse.Adds) snippet.Called {
	where := map[parse.Addition]snippet.Where{parse.Replaces: snippet.Instead, parse.AddsBelow: snippet.Below, parse.AddsAbove: snippet.Above}
	return snippet.Called{Name: a.Called, Class: a.Class, Where: where[a.Where]}
}

// memoized returns what was computed of a file's text, where words say that the code goes, and lines.
func (c *Cache) memoized(content *text.Text, adds parse.Adds, asked [][]string, compute func() placement) placement {
	if c == nil {
		return compute()
	}
	var h maphash.Hash
	h.SetSeed(seed)
	maphash.WriteComparable(&h, adds)
	for _, lines := range asked {
		maphash.WriteComparable(&h, len(lines))
		hashLines(&h, lines)
	}
	key := placementKey{content, h.Sum64()}
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
		c.placements = map[placementKey]placement{}
	}
	c.placements[key] = p
	return p
}
