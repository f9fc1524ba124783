package apply

import (
	"context"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// mostContext bounds the lines by which a needle is made unique.
const mostContext = 30

// Above gives the fewest lines above the match at present line at which, put before the
// needle, make it stand there alone; nil where no lines do. The last of them is the one
// right above the match. begin tells whether a line may be the first of them; nil allows
// all.
func (p *Plan) Above(ctx context.Context, index int, at text.Line, begin func(string) bool) ([]string, error) {
	o := p.Outcomes[index]
	if o.Target.File == nil || o.InsideLine {
		return nil, nil
	}
	base := o.Target.File.Text
	v := virtualOf(o.Target, p.Document)
	for n := text.Line(1); n <= mostContext && n <= at; n++ {
		above := base.Lines(at-n, at)
		if begin != nil && !begin(above[0]) {
			continue
		}
		count := 0
		err := v.find(ctx, append(above, o.Needle()...), func(pos) bool {
			count++
			return count < 2
		})
		if err != nil {
			return nil, err
		}
		if count == 1 {
			return above, nil
		}
	}
	return nil, nil
}
