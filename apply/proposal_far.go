package apply

import (
	"context"
	"errors"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/snippet"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// mayBeSeveral means that words name several files that a fence may be for.
const mayBeSeveral = "it may be for several files named above"

// farTarget returns the file among those that only words further above name which a fence is for, and makes its path the
// fence's, or nil. A pair of fences, or what words call a place for, is for the first of a list even if that doesn't have it.
func (p *Plan) farTarget(ctx context.Context, parsed *parse.Proposal, targets Targets, above []*Proposal, cache *Cache) *workspace.Target {
	var files []workspace.Target
	var paths []parse.Path
	for i := range parsed.Far {
		if t := targetOf(ctx, &parsed.Far[i], targets); p.isOf(&t, parsed, cache) || p.isOfMore(&t, parsed, above, cache) {
			files, paths = append(files, t), append(paths, parsed.Far[i])
		}
	}
	if first := parsed.Far[len(parsed.Far)-1]; len(files) == 0 && (p.Document.Sought(parsed) != nil || parsed.Adds.Called != "") {
		if t := targetOf(ctx, &first, targets); t.File != nil {
			files, paths = append(files, t), append(paths, first)
		}
	}
	if len(files) > 1 && parsed.Unread == "" {
		parsed.Unread = mayBeSeveral
	}
	if len(files) == 0 {
		return nil
	}
	parsed.Path = paths[0]
	return &files[0]
}

// isOf reports whether a fence that only words further above give to a file holds what that file defines, or is said to
// be the new file.
func (p *Plan) isOf(t *workspace.Target, parsed *parse.Proposal, cache *Cache) bool {
	switch {
	case parsed.Unread != "" && !parsed.Alternative:
		return false
	case parsed.Creates: // also when it has been created
		return t.Exists || parsed.Far[0].IsOfFile()
	case t.File == nil || t.Refusal != nil:
		return false
	}
	if sought := p.Document.Sought(parsed); sought != nil {
		_, err := snippet.PlaceFound(linesOf(t.File.Text), p.Document.Proposed(parsed), sought)
		return !errors.Is(err, snippet.NotFound)
	}
	block := p.Document.Proposed(parsed)
	return parsed.Adds.AtEnd || parsed.Adds.New && snippet.OnlyDefines(t.Path, block) ||
		cache.defines(t.Path, t.File.Text, block, parsed.Adds) || parsed.Imports && snippet.Imports(t.Path, linesOf(t.File.Text), block)
}

// maxAbove limits the code blocks above that may put into a file what one further below is about.
const maxAbove = 8

// isOfMore reports whether a fence is about what a code block above puts into the file (code-blocks/far-on-a-code-block).
func (p *Plan) isOfMore(t *workspace.Target, parsed *parse.Proposal, above []*Proposal, cache *Cache) bool {
	if parsed.Unread != "" || t.Refusal != nil {
		return false
	}
	block := p.Document.Proposed(parsed)
	return slices.ContainsFunc(above[max(0, len(above)-maxAbove):], func(one *Proposal) bool {
		return one.Target.Key == t.Key && one.Turn == parsed.Turn && one.Unread == "" &&
			cache.definesToo(t.Path, p.Document.Proposed(one.Proposal), block, parsed.Adds)
	})
}
