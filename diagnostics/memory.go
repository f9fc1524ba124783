package diagnostics

import (
	"context"

	"github.com/edit-lsp/edit-lsp/apply"
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
	// blocks are what was said of the outcomes of the last plan, and diagnoses why
	// needles were not found.
	blocks    map[*apply.Outcome]Block
	diagnoses map[*apply.Miss]diagnosis
	about     bool
}

// NewMemory makes a memory for a document.
func NewMemory() *Memory { return &Memory{parser: parse.NewParser()} }

// Judge is [Judge] for the next version of the document.
func (m *Memory) Judge(ctx context.Context, t *text.Text, targets apply.Targets, o Options) (*Report, error) {
	doc, err := m.parser.Parse(ctx, t, o.Parse)
	if err != nil {
		return nil, err
	}
	plan, err := apply.Again(ctx, m.plan, doc, targets, o.plan(doc))
	if err != nil {
		return nil, err
	}
	m.plan = plan
	return m.check(ctx, plan, o)
}

// check makes the report of a plan.
func (m *Memory) check(ctx context.Context, plan *apply.Plan, o Options) (*Report, error) {
	r := &Report{Plan: plan, Blocks: make([]Block, len(plan.Outcomes))}
	about := aboutFormat(plan)
	if about != m.about {
		m.about, m.blocks = about, nil
	}
	said := make(map[*apply.Outcome]Block, len(plan.Outcomes))
	search := &search{known: m.diagnoses, left: o.Search}
	if o.Search <= 0 {
		search.left = -1
	}
	// What counts is searched for before what is past.
	for _, live := range []bool{true, false} {
		for i, outcome := range plan.Outcomes {
			if outcome.Live != live {
				continue
			}
			b, ok := m.blocks[outcome]
			if !ok || b.Unsearched {
				var err error
				if b, err = newBlock(ctx, outcome, about, search); err != nil {
					return nil, err
				}
			}
			said[outcome] = b
			b.Warnings = b.Warnings[:len(b.Warnings):len(b.Warnings)]
			r.Blocks[i] = b
		}
	}
	m.blocks = said
	m.diagnoses = make(map[*apply.Miss]diagnosis, len(search.known))
	for i := range r.Blocks {
		if b := &r.Blocks[i]; b.Miss != nil && !b.Unsearched {
			m.diagnoses[b.Miss] = b.diagnosis
		}
	}
	r.finish(o.Scope)
	return r, nil
}

// diagnosis says why a needle was not found.
type diagnosis struct {
	// Cause is why the needle was not found, or empty.
	Cause Cause
	// Nearest is the closest run of lines of the target, or nil.
	Nearest *Nearest
	// Unsearched: the file was not looked through for the cause, since there was too
	// much to look through ([Options.Search]).
	Unsearched bool
	// nearest is Nearest in the virtual file; unlikely is the closest run where even
	// that is not near; sections are where the parts of the needle stand if they stand
	// apart.
	nearest  *run
	unlikely *run
	sections []text.Line
	// estimated is the block's own Estimated.
	estimated text.Line
}

// search is what is known of needles that were not found, and how much may be looked
// through for more.
type search struct {
	known map[*apply.Miss]diagnosis
	// left is the number of lines that may still be looked through; negative for any.
	left int
}

// of finds out why the needle of a failed block is not found.
func (s *search) of(ctx context.Context, b *Block) error {
	if d, ok := s.known[b.Miss]; ok {
		b.diagnosis, b.Estimated = d, d.estimated
		return nil
	}
	if lines := b.Miss.File.Text().LineCount(); s.left >= 0 {
		if s.left == 0 {
			b.Unsearched = true
			return nil
		}
		s.left = max(0, s.left-lines)
	}
	err := b.diagnose(ctx)
	b.estimated = b.Estimated
	return err
}
