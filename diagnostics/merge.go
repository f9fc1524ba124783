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

// touching is the maximum distance in lines between blocks that should be merged.
const touching = 3

// suggestMerges suggests, at the later of two blocks, to merge them if they overlap or touch or one
// depends on the other. It suggests one merge per target and turn, and none within a patch.
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

// onePatch reports whether blocks are hunks with only blank lines between them.
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

// places are the blocks of a file by their first current line. longest is the longest span, so near
// knows how far to look back.
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

// near returns the index of the last block that overlaps or touches b, or -1.
func (p *places) near(b *Block) int {
	found := -1
	for i := p.search(b.Outcome.First - touching - p.longest); i < len(p.list) && p.list[i].first <= b.Last+touching; i++ {
		if o := p.list[i]; b.Outcome.First <= o.last+touching {
			found = max(found, o.block)
		}
	}
	return found
}
