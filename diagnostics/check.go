package diagnostics

import (
	"context"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/parallel"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Options determine a report, together with chat and targets.
type Options struct {
	// InContext is Check's own: see Context.
	apply.Options
	Parse parse.Options
	// Context adds globs to the document's own.
	Context []string
	// IsAnswer means that the chat isn't about a format: a missing file is an error.
	IsAnswer   bool
	CodeBlocks CodeBlocks
	// Offers means that code blocks are offers even if the file shows no sign of an answer.
	Offers bool
}

// Check parses a chat, plans its edits and explains those that don't apply. c may be nil; a cache only
// makes repeated checks cheaper. Check fails only if the context is cancelled.
func Check(ctx context.Context, chat *text.Text, targets apply.Targets, o Options, c *Cache) (*Report, error) {
	doc, err := c.Parse(ctx, chat, o.Parse)
	if err != nil {
		return nil, err
	}
	doc = apply.WithFiles(ctx, doc, targets)
	plan, err := apply.New(ctx, doc, targets, o.planOptions(doc), c.forPlans())
	if err != nil {
		return nil, err
	}
	blocks, err := diagnoseAll(ctx, plan, targets, o, c)
	if err != nil {
		return nil, err
	}
	r := newReport(plan, blocks, o)
	if err := r.propose(ctx, targets, o, c); err != nil {
		return nil, err
	}
	return r, nil
}

func (o Options) planOptions(doc *parse.Result) apply.Options {
	globs := append(append([]string{}, o.Context...), doc.FrontMatter.ContextFiles...)
	o.InContext = apply.Context(globs)
	return o.Options
}

func diagnoseAll(ctx context.Context, plan *apply.Plan, targets apply.Targets, o Options, c *Cache) ([]Block, error) {
	blocks := make([]Block, len(plan.Outcomes))
	for i, o := range plan.Outcomes {
		blocks[i] = Block{Outcome: o, Estimated: o.Estimated}
	}
	if err := findCandidates(ctx, blocks, targets); err != nil {
		return nil, err
	}
	about := o.isAbout(plan, blocks)
	c.lookup(blocks)
	parallel.Each(len(blocks), func(i int) {
		if b := &blocks[i]; ctx.Err() == nil {
			if b.diagnosis == nil && b.diagnose(ctx) == nil {
				c.keep(b)
			}
			b.describe(about)
		}
	})
	return blocks, ctx.Err()
}
