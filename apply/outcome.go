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
	// Target is shared by blocks with the same path, never nil.
	Target *workspace.Target
	// NewTarget is the new location if this block, or another of its patch section, renames the file;
	// else nil.
	NewTarget *workspace.Target
	// Live blocks take part in the order and count.
	Live bool
	// Failure is a stale block's status in a live turn.
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
// the options. As made by [planTarget], block indexes refer to the target's blocks.
type Fit struct {
	Status Status
	// Reason is empty for a plain validated block.
	Reason codes.Code
	// NeedsConfirmation excludes the block from "apply all".
	NeedsConfirmation bool
	// Applied is where the block was applied earlier, or nil.
	Applied *AppliedAt
	// taken are the lines of the same blocks that are known to be applied.
	taken []text.LineRange
	Matching
	Dependence
}

// Matching is where a block's needle is in its target.
type Matching struct {
	// Matches are the current lines that matches begin on, at most 100. MatchCount counts all matches,
	// also several on a line.
	Matches    []text.Line
	MatchCount int
	// Chosen is the current line of the match used, or text.None.
	Chosen text.Line
	// Ambiguous means several matches and no deciding hint. ResultAt is then the current line where the
	// block's result is outside them, or text.None.
	Ambiguous  bool
	ResultAt   text.Line
	NoChange   bool
	InsideLine bool
	// Estimated is the current line probably meant, or text.None.
	Estimated text.Line
	// First and Last are the needle's first and last current line, if the block applies.
	First, Last text.Line
	// Bare selects the second reading (see parse.Result.Bare).
	Bare bool
	// Miss describes a missing needle, else nil.
	Miss *Miss
}

// Dependence is how the blocks of a target above a block decide whether it fits.
type Dependence struct {
	// Blocker is the failed block that this one was skipped for, Waits the unconfirmed one without which
	// it doesn't fit; or -1.
	Blocker, Waits int
	// ByItself is a skipped block's own fit if it wouldn't apply alone either, else nil. It names no
	// other blocks.
	ByItself *Fit
	// DependsOn is the last block above that wrote needle lines. SpoiledBy is the last one that changed
	// the file, if this block would apply without those above. Both may be -1.
	DependsOn, SpoiledBy int
}

func newFit() Fit {
	return Fit{
		Matching:   Matching{Chosen: text.None, Estimated: text.None, ResultAt: text.None},
		Dependence: Dependence{Blocker: -1, Waits: -1, DependsOn: -1, SpoiledBy: -1},
	}
}

// skip skips a block after a failed one, unless it is already applied. Its place is kept if it fits.
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

// isAt reports whether a block applies in the same place as in another plan.
func (f *Fit) isAt(o *Fit) bool {
	return f.Status == Validated && f.Chosen == o.Chosen && f.First == o.First && f.Last == o.Last
}

// wait leaves out a block that doesn't fit so without one that asks first. It is skipped unless asks: then
// it asks as well, since it has several matches without the other, or that one moves the file.
func (f *Fit) wait(on int, asks bool) {
	if !asks {
		*f = newFit()
		f.Status, f.Reason = Skipped, codes.PreviousEditFailed
	}
	f.Waits, f.NeedsConfirmation = on, true
}

// FitsAlone reports whether a skipped block would apply alone.
func (f *Fit) FitsAlone() bool { return f.Blocker >= 0 && f.ByItself == nil }

// Miss describes the target where a needle wasn't found.
type Miss struct {
	// File is the draft at that point, immutable.
	File *Draft
	// Agreed needle lines match from draft line At on. At is -1 if the anchor wasn't found.
	At, Agreed int
}

// Lines returns the lines of one section of the block.
func (o *Outcome) Lines(s parse.Section) []string { return o.Document.Lines(o.Block, s) }

// Needle returns the lines that the target must have.
func (o *Outcome) Needle() []string { return o.Document.Needle(o.Block) }

// Replacement returns the lines that replace the needle.
func (o *Outcome) Replacement() []string { return o.Document.Replacement(o.Block) }
