package apply

import (
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Status is the result for a block.
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

// Outcome is the result for one block.
type Outcome struct {
	Block    *parse.Block
	Document *parse.Result
	// Target is shared by all blocks with the same path and is never nil.
	Target *workspace.Target
	// NewTarget is the new location if this block, or another of its section in a patch, renames the
	// file; else nil.
	NewTarget *workspace.Target
	// Live means that the block takes part in the order and counts.
	Live bool
	// Failure is the status that a stale block would have in a live turn.
	Failure Status
	// Fit's block indexes refer to the document.
	Fit
}

// Protected returns the protected file that the block changes or renames a file to, or nil.
func (o *Outcome) Protected() *workspace.Target {
	switch {
	case o.Target.Protected:
		return o.Target
	case o.NewTarget == nil || !o.NewTarget.Protected:
	case o.Block.Operation == parse.Rename, !o.Target.Exists:
		return o.NewTarget
	}
	return nil
}

// Fit is how a block fits its target. It depends only on the target's content, the target's blocks and
// the options. In the result of [planTarget], block indexes refer to the target's blocks.
type Fit struct {
	Status Status
	// Reason is the code of the status, or empty for a plain validated block.
	Reason codes.Code
	// NeedsConfirmation excludes the block from "apply all", even if validated: it deletes or renames a
	// file, its target is protected, or it would write a marker line.
	NeedsConfirmation bool
	// Matches are the current lines where matches begin, at most 100; MatchCount counts all.
	Matches    []text.Line
	MatchCount int
	// Chosen is the current line of the chosen match, or text.None.
	Chosen text.Line
	// Ambiguous means several matches without a deciding hint.
	Ambiguous bool
	// NoChange means that old and new lines are equal.
	NoChange bool
	// InsideLine means that the text was found inside lines.
	InsideLine bool
	// Estimated is the current line where the edit was probably meant, or text.None.
	Estimated text.Line
	// First and Last are the current lines of the needle's first and last line, if the block applies.
	First, Last text.Line
	// Applied is where the block was applied earlier, or nil; see [Options].
	Applied *AppliedAt
	// Bare selects the block's second reading (see parse.Result.Bare).
	Bare bool
	// Miss has details if the needle wasn't found, else nil.
	Miss *Miss
	// Blocker is the failed block that caused this one to be skipped, or -1.
	Blocker int
	// ByItself is the fit of a skipped block that wouldn't apply alone either, else nil. It names no
	// other blocks.
	ByItself *Fit
	// DependsOn is the last block above that wrote lines of the needle, SpoiledBy the one that changed
	// the needle's lines; or -1.
	DependsOn, SpoiledBy int
}

func newFit() Fit {
	return Fit{Chosen: text.None, Estimated: text.None, Blocker: -1, DependsOn: -1, SpoiledBy: -1}
}

// skip skips a block after a failed one, unless its result is already there. If the block fits, its
// place is kept.
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

// FitsAlone reports whether a skipped block would apply alone.
func (f *Fit) FitsAlone() bool { return f.Blocker >= 0 && f.ByItself == nil }

// Miss describes the target where a needle wasn't found.
type Miss struct {
	// File is the draft at that point. It is immutable.
	File *Draft
	// Agreed is how many needle lines match from draft line At on. At is -1 if the anchor wasn't found.
	At, Agreed int
}

// Lines returns the lines of one section of the block.
func (o *Outcome) Lines(s parse.Section) []string { return o.Document.Lines(o.Block, s) }

// Needle returns the lines that the target must have.
func (o *Outcome) Needle() []string { return o.Document.Needle(o.Block) }

// Replacement returns the lines that replace the needle.
func (o *Outcome) Replacement() []string { return o.Document.Replacement(o.Block) }
