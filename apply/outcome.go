package apply

import (
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Status is what became of a block.
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

// Outcome is what becomes of one block.
type Outcome struct {
	Block *parse.Block
	// Document holds the block's lines.
	Document *parse.Result
	// Target is shared by all outcomes of blocks with the same path, and never nil.
	Target *workspace.Target
	// NewTarget is where the block's file gets another name, by this block or by one of the
	// same section of a patch; else nil.
	NewTarget *workspace.Target
	// Live: the block takes part in the order and counts.
	Live bool
	// Failure is what would be the status of a stale block in a live turn.
	Failure Status
	// Fit names other blocks by their indexes in the document.
	Fit
}

// Fit says how a block fits its target. It depends on nothing but the target's content,
// the blocks for that target and the options. As [planTarget] makes it, it names other
// blocks by their indexes among those of the target.
type Fit struct {
	Status Status
	// Reason is why, or empty for a plain validated block.
	Reason codes.Code
	// NeedsConfirmation: the block is never part of "apply all", though it may be
	// validated: its target is protected, or it would write a marker line.
	NeedsConfirmation bool
	// Matches are the present lines of the needle's first line, at most 100 of
	// them, and MatchCount is how many there are.
	Matches    []text.Line
	MatchCount int
	// Chosen is the present line of the match that is meant, or text.None.
	Chosen text.Line
	// Ambiguous: several matches, and the first was taken without a hint.
	Ambiguous bool
	// NoChange: old and new lines are the same.
	NoChange bool
	// InsideLine: the text was found inside lines, not as whole lines.
	InsideLine bool
	// Estimated is the present line where the edit was meant, as far as the anchor
	// tells, or text.None.
	Estimated text.Line
	// First and Last are the present lines of the needle's first and last line,
	// where the block applies.
	First, Last text.Line
	// Applied is where the block was seen being applied, or nil; see [Options].
	Applied *AppliedAt
	// Bare: the block's second reading is meant (see parse.Result.Bare).
	Bare bool
	// Miss says more of a needle that was not found, else nil.
	Miss *Miss
	// Blocker is the failed block that this one was skipped for, or -1.
	Blocker int
	// ByItself is what such a block would be by itself where that isn't a block that applies,
	// else nil. Blocks have no names in it.
	ByItself *Fit
	// DependsOn is the last block above that wrote lines which the needle holds, and
	// SpoiledBy the one without which it would have been found; -1 where there is none.
	DependsOn, SpoiledBy int
}

// newFit returns the fit of a block that is not located yet.
func newFit() Fit {
	return Fit{Chosen: text.None, Estimated: text.None, Blocker: -1, DependsOn: -1, SpoiledBy: -1}
}

// skip makes f the fit of a block after a failed one, unless its result is there already.
// It keeps the places of a block that fits.
func (f *Fit) skip(blocker int) {
	if f.Status == AlreadyApplied {
		return
	}
	if f.Status != Validated {
		alone := *f
		*f = newFit()
		f.ByItself, f.NeedsConfirmation = &alone, alone.NeedsConfirmation
	}
	f.Status, f.Reason, f.Blocker = Skipped, codes.PreviousEditFailed, blocker
}

// FitsAlone reports whether a block that is skipped after a failed one would apply by
// itself.
func (f *Fit) FitsAlone() bool { return f.Blocker >= 0 && f.ByItself == nil }

// Miss is what was in the target when a needle was not found there.
type Miss struct {
	// File is the draft that the block met. It does not change any more.
	File *Draft
	// Agreed is how many lines of the needle are found from line At of the draft on, where
	// the anchor was found; At is -1 where it was not.
	At, Agreed int
}

// Lines returns the lines of one section of the block.
func (o *Outcome) Lines(s parse.Section) []string { return o.Document.Lines(o.Block, s) }

// Needle returns the lines that must be in the target.
func (o *Outcome) Needle() []string { return o.Document.Needle(o.Block) }

// Replacement returns the lines that take the needle's place.
func (o *Outcome) Replacement() []string { return o.Document.Replacement(o.Block) }
