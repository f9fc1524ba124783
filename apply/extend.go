package apply

import (
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// maxContext limits the lines added to make a needle unique.
const maxContext = 30

// Reasons why lines above don't make a match unique.
const (
	notWholeLines = "the match is not whole lines"
	notUnique     = "no lines above the match make it unique"
)

// Above returns the fewest lines directly above the match at current line at that make the needle
// unique, or why there are none. begin reports whether a line may be the first; nil allows all.
func (p *Plan) Above(ctx context.Context, index int, at text.Line, begin func(string) bool) ([]string, string, error) {
	o := p.Outcomes[index]
	needle := o.Needle()
	if o.Target.File == nil || o.InsideLine || len(needle) == 0 {
		return nil, notWholeLines, nil
	}
	above, ok := draftOf(o.Target, p.Document).extend(ctx, at, needle, begin)
	if !ok || len(above) == 0 {
		return nil, notUnique, ctx.Err()
	}
	return above, "", ctx.Err()
}

// extend returns the fewest lines above line at that make the needle unique, for a draft without hunks.
// There are none if it already is.
func (d *Draft) extend(ctx context.Context, at text.Line, needle []string, begin func(string) bool) (above []string, ok bool) {
	for n := text.Line(0); n <= min(maxContext, at); n++ {
		above = d.base.Lines(at-n, at)
		if n > 0 && begin != nil && !begin(above[0]) {
			continue
		}
		if len(d.find(ctx, slices.Concat(above, needle))) == 1 {
			return above, true
		}
	}
	return nil, false
}
