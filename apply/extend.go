package apply

import (
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// maxContext bounds the lines by which a needle is made unique.
const maxContext = 30

// Why lines above a match don't make it unique.
const (
	notWholeLines = "the match is not of whole lines"
	notUnique     = "no lines above the match make it unique"
)

// Above returns the fewest lines above the match at present line at which, put before the
// needle, make the match the only one, or the reason why there are none. The last of them
// is the one right above the match. begin reports whether a line may be the first of them;
// nil allows all.
func (p *Plan) Above(ctx context.Context, index int, at text.Line, begin func(string) bool) ([]string, string, error) {
	o := p.Outcomes[index]
	if o.Target.File == nil || o.InsideLine {
		return nil, notWholeLines, nil
	}
	base, needle := o.Target.File.Text, o.Needle()
	d := newDraft(o.Target, p.Document)
	for n := text.Line(1); n <= maxContext && n <= at; n++ {
		above := base.Lines(at-n, at)
		if begin != nil && !begin(above[0]) {
			continue
		}
		_, ok, err := d.only(ctx, slices.Concat(above, needle), false)
		if err != nil {
			return nil, "", err
		}
		if ok {
			return above, "", nil
		}
	}
	return nil, notUnique, nil
}
