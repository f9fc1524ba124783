package diagnostics

import (
	"fmt"
	"slices"
	"sort"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// touching is how many lines two blocks that should be one may be apart at most: the last
// line of the one and the first of the other.
const touching = 3

// suggestMerges says, at the later of two blocks, that they should be one: they overlap,
// touch, or one depends on the other. Once is enough for a target in a turn, and the hunks
// of a patch are one already.
func suggestMerges(blocks []Block) {
	type once struct {
		target string
		turn   int
	}
	said := map[once]bool{}
	files := map[string]*places{}
	for i := range blocks {
		b := &blocks[i]
		b.MergesWith = -1
		this := once{b.Target.Key, b.Outcome.Block.Turn}
		if !b.Live || b.Target.Key == "" || b.Status == apply.Skipped || said[this] {
			continue
		}
		with := max(b.SpoiledBy, b.DependsOn)
		if b.Status == apply.Validated && b.Outcome.Block.Operation == parse.Modify {
			here := files[b.Target.Key]
			if here == nil {
				here = &places{}
				files[b.Target.Key] = here
			}
			with = max(with, here.near(b))
			here.add(b)
		}
		if with >= 0 && !onePatch(blocks[with:i+1]) {
			b.MergesWith, said[this] = with, true
			f := b.beside(codes.MergeSuggested, b.Outcome.Block.Start)
			f.Headline = f.Code.Headline("line", fmt.Sprint(blocks[with].Outcome.Block.Start.Number()))
			b.Warnings = append(b.Warnings, f)
		}
	}
}

// onePatch reports whether blocks are hunks that follow one another in the chat.
func onePatch(blocks []Block) bool {
	for i := range blocks {
		b := &blocks[i]
		if !b.Outcome.Block.Dialect.Patch {
			return false
		}
		if i == 0 {
			continue
		}
		for l := blocks[i-1].Outcome.Block.End + 1; l < b.Outcome.Block.Start; l++ {
			if !text.IsBlank(b.Document.Text.Line(l)) {
				return false
			}
		}
	}
	return true
}

// places are where the blocks of a file are in its current text, by their first
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
	p.list = slices.Insert(p.list, p.search(b.Outcome.First), place{b.Outcome.First, b.Last, b.Outcome.Block.Index})
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
