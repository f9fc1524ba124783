package diagnostics

import (
	"context"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/nearest"
	"github.com/edit-lsp/edit-lsp/internal/parallel"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Memory judges the versions of one document, one after another, by what is known of the
// version before.
//
// A Memory is not safe for concurrent use; the reports are.
type Memory struct {
	parsed parse.Memo
	plans  apply.Cache
	// diagnoses says why needles were not found.
	diagnoses map[*apply.Miss]*diagnosis
}

// NewMemory makes a memory for a document.
func NewMemory() *Memory { return &Memory{} }

// Parse reads the next version of the document, which is then at hand for [Memory.Judge].
func (m *Memory) Parse(ctx context.Context, t *text.Text, o parse.Options) (*parse.Result, error) {
	return parse.Document(ctx, t, o, &m.parsed)
}

// Judge is [Judge] for the next version of the document.
func (m *Memory) Judge(ctx context.Context, t *text.Text, targets apply.Targets, o Options) (*Report, error) {
	doc, err := m.Parse(ctx, t, o.Parse)
	if err != nil {
		return nil, err
	}
	plan, err := apply.New(ctx, doc, targets, o.plan(doc), &m.plans)
	if err != nil {
		return nil, err
	}
	said, err := m.check(ctx, plan, o)
	if err != nil {
		return nil, err
	}
	m.forget(said)
	return newReport(plan, said, o), nil
}

// check finds what there is to say of each outcome of a plan by itself.
func (m *Memory) check(ctx context.Context, plan *apply.Plan, o Options) ([]Block, error) {
	about := aboutFormat(plan)
	if m.diagnoses == nil {
		m.diagnoses = map[*apply.Miss]*diagnosis{}
	}
	search := &search{known: m.diagnoses, left: o.Search}
	if o.Search <= 0 {
		search.left = -1
	}
	said := make([]Block, len(plan.Outcomes))
	makes := make([]bool, len(said)) // whether the diagnosis is still to be made
	// What counts is searched for before what is past.
	for _, live := range []bool{true, false} {
		for i, outcome := range plan.Outcomes {
			if outcome.Live == live {
				said[i].Outcome = outcome
				said[i].diagnosis, makes[i] = search.of(outcome)
			}
		}
	}
	parallel.Each(len(said), func(i int) {
		if ctx.Err() == nil {
			_ = said[i].judge(ctx, makes[i], about)
		}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for i := range said {
		if b := &said[i]; b.Miss != nil && !b.Unsearched {
			m.diagnoses[b.Miss] = b.diagnosis
		}
	}
	return said, nil
}

// forget drops the diagnoses of needles that no block has any more, once they are most.
func (m *Memory) forget(blocks []Block) {
	if len(m.diagnoses) < 2*len(blocks)+64 {
		return
	}
	kept := make(map[*apply.Miss]*diagnosis, len(blocks))
	for i := range blocks {
		if b := &blocks[i]; b.Miss != nil && !b.Unsearched {
			kept[b.Miss] = b.diagnosis
		}
	}
	m.diagnoses = kept
}

// diagnosis says why a needle was not found. Blocks share it.
type diagnosis struct {
	// Cause is why the needle was not found, or empty.
	Cause Cause
	// Nearest is the closest run of lines of the target, or nil.
	Nearest *Nearest
	// Unsearched: the file was not looked through for the cause, since there was too
	// much to look through ([Options.Search]).
	Unsearched bool
	// match is Nearest in the virtual file; unlikely is the closest match where even
	// that is not near; sections are where the parts of the needle stand if they stand
	// apart.
	match    *nearest.Match
	unlikely *nearest.Match
	sections []text.Line
	// estimated is the block's own Estimated.
	estimated text.Line
}

// No needle was missed, or the cause was not looked for.
var (
	nothingMissed = &diagnosis{}
	notSearched   = &diagnosis{Unsearched: true}
)

// search is what is known of needles that were not found, and how much may be looked
// through for more.
type search struct {
	known map[*apply.Miss]*diagnosis
	// left is the number of lines that may still be looked through; negative for any.
	left int
}

// of is the diagnosis of an outcome; make tells that it is still to be made.
func (s *search) of(o *apply.Outcome) (d *diagnosis, make bool) {
	if o.Miss == nil || o.Status == apply.Incomplete {
		return nothingMissed, false
	}
	if d, ok := s.known[o.Miss]; ok {
		return d, false
	}
	if s.left == 0 {
		return notSearched, false
	}
	if s.left > 0 {
		s.left = max(0, s.left-o.Miss.File.Text().LineCount())
	}
	return &diagnosis{}, true
}
