package diagnostics

import (
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/snippet"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Word is a block's status as shown to users; Status is for programs.
type Word string

// The words, in the order of summaries.
const (
	Ready        Word = "ready"
	AsksFirst    Word = "asks first"
	Applied      Word = "applied"
	DoesNotApply Word = "doesn't apply"
	Skipped      Word = "skipped"
	NotInContext Word = "not in context"
	EarlierTurn  Word = "earlier turn"
	Unfinished   Word = "…"
)

// The words of code blocks, besides Applied and EarlierTurn.
const (
	Creates  Word = "create"
	Replaces Word = "replace"
	Changes  Word = "change"
	// NotRead is the word for a fence that names a file but whose place in it isn't clear.
	NotRead Word = "not read"
	Refused Word = "refused"
)

// WordRow is a status with a word that users see for it.
type WordRow struct {
	Status apply.Status
	Word   Word
	Means  string
}

// Words is every pair of a status and a word, first those of blocks. The documentation has it.
var Words = []WordRow{
	{apply.Validated, Ready, "it would apply now, after the blocks above it"},
	{apply.Validated, AsksFirst, "it would apply, but only if you confirm it"},
	{apply.Applied, Applied, "`apply` wrote it"},
	{apply.AlreadyApplied, Applied, "the target already has the result; \"changed since\" if that was edited afterwards"},
	{apply.Failed, DoesNotApply, "it doesn't apply; `code` says why"},
	{apply.Skipped, Skipped, "not tried: the path is refused, the file can't be edited, or a block above failed"},
	{apply.Skipped, "fits at N", "a block above failed, but this one fits at line N of the file"},
	{apply.NotInContext, NotInContext, "not tried: the target isn't in the declared context"},
	{apply.Stale, EarlierTurn, "a block of an earlier turn that doesn't apply"},
	{apply.Validated, EarlierTurn, "a block of an earlier turn that would apply"},
	{apply.Incomplete, Unfinished, "still being written; only in editors"},
	{apply.Validated, Creates, "a code block that creates its file"},
	{apply.Validated, Replaces, "a code block that is the whole file"},
	{apply.Validated, Changes, "a code block that is a part of its file"},
	{apply.Failed, NotRead, "a code block whose place in the file isn't clear"},
	{apply.Skipped, Refused, "a code block that can't be written; `code` says why"},
}

// AppliedSince is the word for what was applied and then changed by hand.
const AppliedSince Word = "applied; changed since"

// Word returns the word that counts the block.
func (b *Block) Word() Word {
	switch {
	case b.Status == apply.Incomplete:
		return Unfinished
	case b.Status == apply.Applied || b.Status == apply.AlreadyApplied:
		return Applied
	case !b.Live:
		return EarlierTurn
	case b.Status == apply.Failed:
		return DoesNotApply
	case b.Status == apply.NotInContext:
		return NotInContext
	case b.Status == apply.Skipped:
		return Skipped
	case b.AsksFirst():
		return AsksFirst
	}
	return Ready
}

// AsksFirst reports whether a block applies, but only if somebody confirms it.
func (b *Block) AsksFirst() bool {
	return b.Live && b.Status == apply.Validated && b.NeedsConfirmation && !b.NoChange
}

// WordOfCode returns the word of a code block.
func WordOfCode(p *apply.Proposal) Word {
	switch status := p.Status(); {
	case p.IsUnread():
		return NotRead
	case status == apply.AlreadyApplied:
		return Applied
	case status == apply.Stale:
		return EarlierTurn
	case status == apply.NotInContext:
		return NotInContext
	case p.Edit == nil:
		return DoesNotApply
	case p.NeedsConfirmation:
		return AsksFirst
	}
	return Ready
}

// EffectOfCode returns the word for what a code block would do to its file, or why it does nothing.
func EffectOfCode(p *apply.Proposal) Word {
	switch word := WordOfCode(p); {
	case word == DoesNotApply:
		return Refused
	case p.Edit == nil:
		return word
	case p.Edit.Create:
		return Creates
	case p.Kind == snippet.Part:
		return Changes
	}
	return Replaces
}

// InWords returns the block's word, or where it fits.
func (b *Block) InWords() string {
	switch {
	case b.FitsAlone() && b.Chosen != text.None:
		return fmt.Sprintf("fits at %d", b.Chosen.Number())
	case b.FitsAlone():
		return "fits"
	case b.Word() == Applied && b.Outcome.Applied != nil && b.Outcome.Applied.Changed:
		return string(AppliedSince)
	}
	return string(b.Word())
}

// Change returns the size of a block's change, or what it does to its file.
func (b *Block) Change() string {
	switch b.Outcome.Block.Operation {
	case parse.Delete:
		return "delete"
	case parse.Rename:
		return "rename to " + text.Escape(b.Outcome.NewTarget.Path)
	}
	added, removed := b.Document.Changed(b.Outcome.Block)
	return fmt.Sprintf("+%d −%d", added, removed)
}

func (w Word) counted(n int) string {
	switch {
	case w == DoesNotApply && n != 1:
		return fmt.Sprintf("%d don't apply", n)
	case w == EarlierTurn:
		return fmt.Sprintf("%d of earlier turns", n)
	case w == Unfinished:
		return fmt.Sprintf("%d unfinished", n)
	}
	return fmt.Sprintf("%d %s", n, w)
}

// Summary returns the counts in words.
func (r *Report) Summary() string {
	count := map[Word]int{}
	for i := range r.Blocks {
		count[r.Blocks[i].Word()]++
	}
	list := []string{text.Count(len(r.Blocks), "block")}
	if n := max(r.Offered, len(r.Proposals)-r.NotRead); n > 0 {
		said, applied := text.Count(n, "code block"), 0
		for _, p := range r.Proposals {
			if WordOfCode(p) == Applied {
				applied++
			}
		}
		if applied > 0 {
			said += fmt.Sprintf(" (%d %s)", applied, Applied)
		}
		list = append(list, said)
	}
	if r.NotRead > 0 {
		list = append(list, fmt.Sprintf("%d %s", r.NotRead, NotRead))
	}
	for _, w := range []Word{Ready, AsksFirst, Applied, DoesNotApply, Skipped, NotInContext, EarlierTurn, Unfinished} {
		if count[w] > 0 {
			list = append(list, w.counted(count[w]))
		}
	}
	if n := len(r.Problems); n > 0 {
		list = append(list, text.Count(n, "problem"))
	}
	return strings.Join(list, ", ")
}

// LiveNumber returns a block's 1-based number among the live blocks, and their count. The number is 0
// for a block that isn't live or complete.
func (r *Report) LiveNumber(index int) (number, of int) {
	for i := range r.Blocks {
		if b := &r.Blocks[i]; b.Live && b.Status != apply.Incomplete {
			of++
			if i == index {
				number = of
			}
		}
	}
	return number, of
}

// FirstChanged returns the first current target line that a block changes, has changed or was meant to
// change, if known.
func (b *Block) FirstChanged() text.Line {
	blk := b.Outcome.Block
	switch {
	case b.Status == apply.AlreadyApplied, b.Outcome.Miss != nil, b.Ambiguous, blk.Operation == parse.Create, b.Estimated == text.None:
		return b.Estimated
	case b.InsideLine:
		return b.Outcome.First
	}
	head := text.Line(blk.Leading.Len())
	old, new := b.Lines(blk.Old), b.Lines(blk.New)
	for i := 0; i < len(old) && i < len(new) && old[i] == new[i]; i++ {
		head++
	}
	return max(b.Outcome.First, min(b.Outcome.First+head, b.Last))
}
