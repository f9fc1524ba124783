package diagnostics

import (
	"context"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Options are all that a judgement of a document depends on, besides its text and
// its targets.
type Options struct {
	Parse parse.Options
	Scope parse.Scope
	// Context are the globs of a declared context; the document's own are added.
	Context []string
	// Only and Confirmed: see apply.Options.
	Only      map[int]bool
	Confirmed bool
	// Search bounds the lines of targets, in all, that are looked through to find out
	// why needles were not found: so that many failed blocks in huge files do not keep
	// an editor waiting. Live blocks come first. What was not searched says so
	// ([Block.Unsearched]). 0 or less: no bound.
	Search int
}

func (o Options) plan(doc *parse.Result) apply.Options {
	globs := append(append([]string{}, o.Context...), doc.FrontMatter.ContextFiles...)
	return apply.Options{Scope: o.Scope, InContext: apply.Context(globs), Only: o.Only, Confirmed: o.Confirmed}
}

// Judge takes a document all the way: text, blocks, plan, report. The only error is
// the context's.
func Judge(ctx context.Context, t *text.Text, targets apply.Targets, o Options) (*Report, error) {
	doc, err := parse.Document(ctx, t, o.Parse, nil)
	if err != nil {
		return nil, err
	}
	return JudgeParsed(ctx, doc, targets, o)
}

// JudgeParsed is Judge for a document that has been parsed with o.Parse.
func JudgeParsed(ctx context.Context, doc *parse.Result, targets apply.Targets, o Options) (*Report, error) {
	plan, err := apply.New(ctx, doc, targets, o.plan(doc), nil)
	if err != nil {
		return nil, err
	}
	said, err := new(Memory).check(ctx, plan, o)
	if err != nil {
		return nil, err
	}
	return newReport(plan, said, o), nil
}
