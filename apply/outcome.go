package apply

import (
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Status is what became of a block (results, "Status of a block").
type Status string

// The statuses.
const (
	Validated      Status = "validated"
	Applied        Status = "applied"
	AlreadyApplied Status = "already-applied"
	Failed         Status = "failed"
	Skipped        Status = "skipped"
	NotInContext   Status = "not-in-context"
	Stale          Status = "stale"
	Incomplete     Status = "incomplete"
)

// mostMatches is how many matches are listed; all are counted.
const mostMatches = 100

// Outcome is the result of one block.
type Outcome struct {
	Block *parse.Block
	// Document holds the block's lines.
	Document *parse.Result
	// Target is shared by all outcomes of blocks with the same path, and never nil.
	Target *workspace.Target
	Status Status
	// Reason is why the block has its status, or empty for a plain validated block.
	Reason codes.Code
	// Live: the block takes part in the order and counts (formats, "Turns").
	Live bool
	// Held: the block is never part of "apply all", though it may be validated: its
	// target is protected, or it would write a marker line.
	Held bool
	// Failure is what would be the status of a stale block in a live turn.
	Failure Status
	// Matches are the present lines of the needle's first line, at most 100 of
	// them, and MatchCount is how many there are.
	Matches    []text.Line
	MatchCount int
	// Chosen is the present line of the match that is meant, or text.None.
	Chosen text.Line
	// Ambiguous: several matches, of which the first was taken without a hint.
	Ambiguous bool
	// NoChange: old and new lines are the same.
	NoChange bool
	// Estimated is the present line where the edit was meant, as far as the anchor
	// tells, or text.None.
	Estimated text.Line
	// Miss says more of a needle that was not found, else nil.
	Miss *Miss
	// Blocker is the index of the failed block that this one was skipped for, or -1.
	Blocker int
	// First and Last are the present lines of the needle's first and last line,
	// where the block applies.
	First, Last text.Line
	// DependsOn is the index of the last block above that wrote lines which the
	// needle holds, and SpoiledBy that of the one without which it would have been
	// found; -1 where there is none.
	DependsOn, SpoiledBy int
	// InsideLine: the text was found inside lines, not as whole lines.
	InsideLine bool
	// together: the block was judged in order with others of its file.
	together bool
	// match holds the only match of most blocks.
	match [1]text.Line
}

// newOutcome is the outcome of a block before it is judged.
func newOutcome(doc *parse.Result, b *parse.Block, t *workspace.Target) *Outcome {
	o := &Outcome{}
	o.start(doc, b, t)
	return o
}

// Lines returns the lines of one section of the block.
func (o *Outcome) Lines(s parse.Section) []string { return o.Document.Lines(o.Block, s) }

// Needle returns the lines that must stand in the target.
func (o *Outcome) Needle() []string { return o.Document.Needle(o.Block) }

// Replacement returns the lines that take the needle's place.
func (o *Outcome) Replacement() []string { return o.Document.Replacement(o.Block) }

// start makes a zero outcome that of a block which is not judged yet.
func (o *Outcome) start(doc *parse.Result, b *parse.Block, t *workspace.Target) {
	o.Document, o.Block, o.Target, o.Chosen, o.Estimated, o.Blocker, o.DependsOn, o.SpoiledBy = doc, b, t, text.None, text.None, -1, -1, -1
}

// Miss is what stood in the target when a needle was not found there.
type Miss struct {
	// File is the virtual file that the block met.
	File *Virtual
	// Agreed is how many lines of the needle stand from line At of the file's Text on,
	// where the anchor was found; At is -1 where it was not.
	At, Agreed int
}

// place is a run of virtual lines, and what a block puts there.
type place struct {
	first pos
	count int
	lines []string
	// present is the present line that the lines count as, and ending what the last of
	// them has, or empty for the dominant one.
	present text.Line
	ending  string
}
