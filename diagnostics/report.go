package diagnostics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Block is the result of one block. Its Finding has no code if there's nothing to report.
type Block struct {
	*apply.Outcome
	Finding
	*diagnosis
	key diagnosisKey // set if a needle is missing
	// Estimated is the current target line probably meant, or None.
	Estimated text.Line
	Warnings  []Finding
	// MergesWith is the block above to merge it with, or -1.
	MergesWith int
	// Candidates are the files that a missing target's path may mean, the likeliest first. meant is whether one
	// of them counts: it holds the old lines, or its path ends like the block's.
	Candidates []string
	// Meant is the only candidate, or nil, and MeantAt where it holds the old lines, or text.None.
	Meant   *workspace.Target
	MeantAt text.Line
	meant   bool
}

// Report is the report for a document.
type Report struct {
	Plan     *apply.Plan
	Blocks   []Block
	Problems []Finding
	Shell    []Finding
	// Proposals are the code blocks, if the options ask for them. Offered counts those that can be written,
	// NotRead the fences of the live turns that name a file but whose place in it isn't clear.
	Proposals        []*apply.Proposal
	Offered, NotRead int
	// examples: the document is about a format, and its blocks are patches or calls that show it.
	examples bool
}

// newReport adds findings about several blocks and other parts of the chat.
func newReport(plan *apply.Plan, blocks []Block, o Options) *Report {
	r := &Report{Plan: plan, Blocks: blocks}
	suggestMerges(r.Blocks)
	for i := range r.Blocks {
		r.Blocks[i].choose()
	}
	doc := r.Plan.Document
	about := len(doc.Blocks) > 0 && o.isAbout(plan, blocks)
	r.examples = about && !slices.ContainsFunc(doc.Blocks, func(b parse.Block) bool { return !b.Dialect.Quiet })
	for _, p := range doc.Problems {
		if about && p.Quiet {
			continue
		}
		r.Problems = append(r.Problems, problem(p, doc.Live(p.Turn, o.Scope)))
	}
	for _, s := range doc.Shell {
		code := codes.ShellSuggestion
		r.Shell = append(r.Shell, Finding{
			Code: code, Severity: code.Severity(), Headline: code.Headline() + ": " + s.Command,
			First: s.Line, End: s.Line + 1, Counts: doc.Live(s.Turn, o.Scope),
		})
	}
	return r
}

// isAbout reports whether the document describes a format: no block has an existing target, creates a file
// or is applied, as the renaming of a file is. One with
// turns is an answer, and so is one whose wrong path means a file.
func (o Options) isAbout(plan *apply.Plan, blocks []Block) bool {
	if o.IsAnswer || len(plan.Document.Turns) > 0 || slices.ContainsFunc(blocks, func(b Block) bool { return b.meant }) {
		return false
	}
	paths := map[string]bool{}
	for _, o := range plan.Outcomes {
		if o.Target.Exists || o.Status == apply.AlreadyApplied || o.Block.Operation == parse.Create && !o.Block.Incomplete {
			return false
		}
		paths[o.Block.Path.Fallback] = true
	}
	// A block may edit the file that a fence proposes.
	return len(paths) == 0 || !slices.ContainsFunc(plan.Document.Proposals, func(p parse.Proposal) bool { return p.Unread == "" && p.Path.Named() && paths[p.Path.Fallback] })
}

func problem(p parse.Problem, live bool) Finding {
	f := Finding{
		Code: p.Code, Severity: p.Code.Severity(),
		First: p.Start, End: p.End + 1, Counts: live,
	}
	headline, cause := p.Code.Headline("why", p.Detail), p.Detail
	if strings.Contains(headline, cause) {
		cause = ""
	}
	f.setHeadline(headline, cause)
	if !live {
		f.Severity = codes.Hint
	}
	return f
}

// describe makes a diagnosed block's findings. about means that the document describes a format.
func (b *Block) describe(about bool) {
	o := b.Outcome
	b.Finding.First, b.End = o.Block.Start, o.Block.End+1
	b.Counts = o.Live
	// In a document about a format, patches and calls are examples, unless their path must be refused.
	if o.Status == apply.Incomplete || about && o.Block.Dialect.Quiet && o.Target.Refusal == nil {
		return
	}
	if o.Reason != "" {
		b.describeReason(about)
	}
	if o.Status == apply.Stale {
		b.Code, b.Severity, b.Faded = codes.StaleEdit, codes.Hint, true
		b.Finding.First, b.End = o.Block.Start, o.Block.End+1
	}
	b.warn()
}

func (b *Block) describeReason(about bool) {
	b.Code, b.Severity = b.Reason, b.Reason.Severity()
	b.explain()
	b.Finding.First, b.End = b.where()
	switch b.Reason {
	case codes.AlreadyApplied:
		b.Faded = true
		b.Finding.First, b.End = b.Outcome.Block.Start, b.Outcome.Block.Start+1
	case codes.FileNotFound, codes.PreviousEditFailed:
		if about {
			b.Severity = codes.Information
		}
	case codes.AmbiguousMatch:
		b.Related = b.places()
	}
	if b.Nearest != nil {
		b.Related = append(b.Related, b.related(b.Nearest.First, "the closest match begins here"))
	} else if b.Miss != nil && b.Estimated != text.None {
		b.Related = append(b.Related, b.related(b.Estimated, "the first line that differs"))
	}
}

// where returns the finding's lines: if possible the first wrong line rather than the block.
func (b *Block) where() (first, end text.Line) {
	blk := b.Outcome.Block
	line := blk.Start
	switch {
	case b.Miss != nil:
		line = b.needleLine(b.firstWrong())
	case b.Reason == codes.AmbiguousMatch:
		line = b.needleLine(0)
	case b.Target.Refusal != nil, b.Reason == codes.FileNotFound, b.Reason == codes.FileExists,
		b.Reason == codes.NotInContext:
		line = b.pathLine()
	}
	return line, line + 1
}

func (b *Block) needleLine(i int) text.Line {
	blk := b.Outcome.Block
	return b.Document.LineOf(blk, i, blk.Leading, blk.Old, blk.Trailing)
}

func (b *Block) related(l text.Line, message string) Related {
	return Related{Abs: b.Target.Abs, Line: l, Message: message}
}

func (b *Block) places() []Related {
	var places []Related
	for i, l := range b.Matches[:min(len(b.Matches), maxListed)] {
		places = append(places, b.related(l, fmt.Sprintf("match %d of %d", i+1, b.MatchCount)))
	}
	return places
}

// choose makes the most severe finding the block's own. Some codes are always warnings beside it.
func (b *Block) choose() {
	if len(b.Warnings) == 0 {
		return
	}
	var own, beside []Finding
	for _, w := range b.Warnings {
		if row, _ := codes.Lookup(w.Code); row.Aside {
			beside = append(beside, w)
		} else {
			own = append(own, w)
		}
	}
	if b.Code != "" {
		own = append(own, b.Finding)
	}
	if len(own) == 0 {
		b.Warnings = beside
		return
	}
	slices.SortStableFunc(own, func(x, y Finding) int {
		if x.Severity != y.Severity {
			return int(x.Severity) - int(y.Severity)
		}
		return codes.Compare(x.Code, y.Code)
	})
	b.Finding = own[0]
	b.Warnings = append(own[1:], beside...)
}

// IsFailure reports whether the block affects the exit status (see [Report.Count]).
func (b *Block) IsFailure() bool {
	switch b.Status {
	case apply.Failed, apply.Skipped:
		return b.Severity == codes.Error || b.Severity == codes.Warning
	case apply.NotInContext:
		return true
	}
	return false
}

// MarkApplied marks the blocks of written files as applied.
func (r *Report) MarkApplied(written []apply.Written) {
	for _, w := range written {
		if w.Err != nil {
			continue
		}
		for _, i := range w.File.Blocks {
			// The plan is immutable.
			o := *r.Blocks[i].Outcome
			o.Status = apply.Applied
			r.Blocks[i].Outcome = &o
		}
	}
}

// Count counts the findings that cause exit status 1: blocks that don't apply, and problems.
func (r *Report) Count() int {
	n := 0
	for i := range r.Blocks {
		if r.Blocks[i].IsFailure() {
			n++
		}
	}
	for _, p := range r.Problems {
		if p.Counts {
			n++
		}
	}
	return n
}
