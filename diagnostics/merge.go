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

// touching is the distance in lines up to which blocks should be merged.
const touching = 3

// suggestMerges suggests at a block to merge it with one above that it overlaps, touches or depends on:
// once per target and turn, never within a patch.
func suggestMerges(blocks []Block) {
	type once struct {
		target string
		turn   int
	}
	said := map[once]bool{}
	files := map[string]*extents{}
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
				here = &extents{}
				files[b.Target.Key] = here
			}
			with = max(with, here.near(b))
			here.add(b)
		}
		if with >= 0 && !onePatch(blocks[with:i+1]) && !blocks[with].Outcome.Block.Dialect.Called && !b.Outcome.Block.Dialect.Called {
			b.MergesWith, said[this] = with, true
			f := b.beside(codes.MergeSuggested, b.Outcome.Block.Start)
			f.Headline = f.Code.Headline("line", fmt.Sprint(blocks[with].Outcome.Block.Start.Number()))
			b.Warnings = append(b.Warnings, f)
		}
	}
}

// onePatch reports whether blocks are hunks with only blank lines and file headers between them.
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
			if line := b.Document.Text.Line(l); !text.IsBlank(line) && !parse.IsPatchHeader(line) && !parse.PartsHunks(line) {
				return false
			}
		}
	}
	return true
}

// extents are a file's blocks by first current line. longest is the longest span, how far near must look
// back.
type extents struct {
	list    []extent
	longest text.Line
}

type extent struct {
	first, last text.Line
	block       int
}

func (p *extents) search(first text.Line) int {
	return sort.Search(len(p.list), func(i int) bool { return p.list[i].first >= first })
}

func (p *extents) add(b *Block) {
	p.list = slices.Insert(p.list, p.search(b.Outcome.First), extent{b.Outcome.First, b.Last, b.Outcome.Block.Index})
	p.longest = max(p.longest, b.Last-b.Outcome.First)
}

// near returns the index of the last block that overlaps or touches b, or -1.
func (p *extents) near(b *Block) int {
	found := -1
	for i := p.search(b.Outcome.First - touching - p.longest); i < len(p.list) && p.list[i].first <= b.Last+touching; i++ {
		if o := p.list[i]; b.Outcome.First <= o.last+touching {
			found = max(found, o.block)
		}
	}
	return found
}
