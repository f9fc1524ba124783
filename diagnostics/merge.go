package diagnostics

import (
	"fmt"
	"sort"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// touching is how many lines two blocks that should be one may be apart at most: the last
// line of the one and the first of the other.
const touching = 3

// suggestMerges says, at the later of two blocks, that they should be one: they overlap,
// touch, or one depends on the other. Once is enough for a target in a turn.
func suggestMerges(blocks []Block) {
	type once struct {
		target string
		turn   int
	}
	said := map[once]bool{}
	files := map[string]*places{}
	// Mostly the blocks of a file follow each other.
	var target *workspace.Target
	var here *places
	for i := range blocks {
		b := &blocks[i]
		b.MergesWith = -1
		this := once{b.Target.Key, b.Outcome.Block.Turn}
		// The chunks of a patch belong together as they are.
		if b.Outcome.Block.Dialect.Patch || !b.Live || b.Target.Key == "" || b.Status == apply.Skipped || said[this] {
			continue
		}
		with := max(b.SpoiledBy, b.DependsOn)
		if b.Status == apply.Validated && b.Outcome.Block.Operation == parse.Modify {
			if b.Target != target {
				target, here = b.Target, files[b.Target.Key]
				if here == nil {
					here = &places{}
					files[b.Target.Key] = here
				}
			}
			with = max(with, here.near(b))
			here.add(b)
		}
		if with >= 0 {
			b.MergesWith, said[this] = with, true
			f := b.beside(codes.MergeSuggested, b.Outcome.Block.Start)
			f.Headline = f.Code.Headline("line", fmt.Sprint(blocks[with].Outcome.Block.Start.Number()))
			b.Warnings = append(b.Warnings, f)
		}
	}
}

// places are where the blocks of a file stand in its present text, by their first
// line. A block may span others; longest bounds how far.
type places struct {
	list    []place
	longest text.Line
}

type place struct {
	first, last text.Line
	block       int
}

func (p *places) search(first text.Line) int {
	return sort.Search(len(p.list), func(i int) bool { return p.list[i].first >= first })
}

func (p *places) add(b *Block) {
	i := p.search(b.Outcome.First)
	p.list = append(p.list, place{})
	copy(p.list[i+1:], p.list[i:])
	p.list[i] = place{b.Outcome.First, b.Last, b.Outcome.Block.Index}
	p.longest = max(p.longest, b.Last-b.Outcome.First)
}

// near is the index of the last block that overlaps or touches b, or -1.
func (p *places) near(b *Block) int {
	found := -1
	for i := p.search(b.Outcome.First - touching - p.longest); i < len(p.list) && p.list[i].first <= b.Last+touching; i++ {
		if o := p.list[i]; b.Outcome.First <= o.last+touching {
			found = max(found, o.block)
		}
	}
	return found
}
