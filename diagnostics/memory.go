package diagnostics

import (
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/nearest"
	"github.com/edit-lsp/edit-lsp/internal/parallel"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Memory judges the versions of one document, one after another. What is said of a
// block depends on the block, on what stands above it for the same file, and on the
// file: where all of that is as it was in the last version, so is what is said.
//
// A Memory is not safe for concurrent use; the reports are.
type Memory struct {
	parser *parse.Parser
	plan   *apply.Plan
	// blocks are what was said of each outcome of the last plan by itself, in their order,
	// and diagnoses why needles were not found.
	blocks    []Block
	diagnoses map[*apply.Miss]*diagnosis
	about     bool
}

// NewMemory makes a memory for a document.
func NewMemory() *Memory { return &Memory{parser: parse.NewParser()} }

// Parse reads the next version of the document, which is then at hand for [Memory.Judge].
func (m *Memory) Parse(ctx context.Context, t *text.Text, o parse.Options) (*parse.Result, error) {
	return m.parser.Parse(ctx, t, o)
}

// Judge is [Judge] for the next version of the document.
func (m *Memory) Judge(ctx context.Context, t *text.Text, targets apply.Targets, o Options) (*Report, error) {
	doc, err := m.Parse(ctx, t, o.Parse)
	if err != nil {
		return nil, err
	}
	plan, err := apply.Again(ctx, m.plan, doc, targets, o.plan(doc))
	if err != nil {
		return nil, err
	}
	m.plan = plan
	said, err := m.check(ctx, plan, o)
	if err != nil {
		return nil, err
	}
	m.blocks = said
	m.forget()
	// A report adds to its blocks what is said of them together.
	return newReport(plan, slices.Clone(said), o), nil
}

// check finds what there is to say of each outcome of a plan by itself.
func (m *Memory) check(ctx context.Context, plan *apply.Plan, o Options) ([]Block, error) {
	about := aboutFormat(plan)
	if about != m.about {
		m.about, m.blocks = about, nil
	}
	said := make([]Block, len(plan.Outcomes))
	if m.diagnoses == nil {
		m.diagnoses = map[*apply.Miss]*diagnosis{}
	}
	search := &search{known: m.diagnoses, left: o.Search}
	if o.Search <= 0 {
		search.left = -1
	}
	// What counts is searched for before what is past.
	var live, past []int
	m.recall(plan.Outcomes, said, func(i int) {
		if plan.Outcomes[i].Live {
			live = append(live, i)
		} else {
			past = append(past, i)
		}
	})
	slices.Sort(live)
	slices.Sort(past)
	unknown := slices.Concat(live, past)
	makes := make([]bool, len(unknown)) // whether the diagnosis is still to be made
	for k, i := range unknown {
		said[i].Outcome = plan.Outcomes[i]
		said[i].diagnosis, makes[k] = search.of(plan.Outcomes[i])
	}
	parallel.Each(len(unknown), func(k int) {
		if ctx.Err() == nil {
			_ = said[unknown[k]].judge(ctx, makes[k], about)
		}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for _, i := range unknown {
		if b := &said[i]; b.Miss != nil && !b.Unsearched {
			m.diagnoses[b.Miss] = b.diagnosis
		}
	}
	return said, nil
}

// recall puts into said what was said of the outcomes that the last plan had, and calls
// unknown with the indexes of those of which nothing is known, or not all. Versions
// differ in few blocks, so both lists are gone through from their ends.
func (m *Memory) recall(outcomes []*apply.Outcome, said []Block, unknown func(int)) {
	was := m.blocks
	take := func(i, from int) {
		said[i] = was[from]
		if was[from].Unsearched {
			unknown(i)
		}
	}
	head := 0
	for ; head < len(was) && head < len(outcomes) && was[head].Outcome == outcomes[head]; head++ {
		take(head, head)
	}
	moved := len(was) - len(outcomes)
	end := len(outcomes)
	for ; end > head && end+moved > head && was[end+moved-1].Outcome == outcomes[end-1]; end-- {
		take(end-1, end+moved-1)
	}
	if head == end {
		return
	}
	if end+moved == head { // all are new
		for i := head; i < end; i++ {
			unknown(i)
		}
		return
	}
	between := make(map[*apply.Outcome]int, end-head)
	for i := head; i < end+moved; i++ {
		between[was[i].Outcome] = i
	}
	for i := head; i < end; i++ {
		if from, ok := between[outcomes[i]]; ok {
			take(i, from)
		} else {
			unknown(i)
		}
	}
}

// forget drops the diagnoses of needles that no block has any more, once they are most.
func (m *Memory) forget() {
	if len(m.diagnoses) < 2*len(m.blocks)+64 {
		return
	}
	kept := make(map[*apply.Miss]*diagnosis, len(m.blocks))
	for i := range m.blocks {
		if b := &m.blocks[i]; b.Miss != nil && !b.Unsearched {
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
