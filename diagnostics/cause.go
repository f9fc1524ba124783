package diagnostics

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/nearest"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Cause is why a needle is not found in the target.
type Cause string

// The causes, in the order in which they are tried.
const (
	Whitespace Cause = "whitespace"
	LetterCase Cause = "case"
	Moved      Cause = "moved"
	Near       Cause = "near"
	Absent     Cause = "absent"
)

// Nearest is the place of the target that is closest to a needle.
type Nearest struct {
	// First and Last are lines of the present text; Similarity is 0..1.
	First, Last text.Line
	Similarity  float64
	// Differs are the lines that differ, in the needle's order.
	Differs []Difference
	// Others are the first lines of further places that are just as close.
	Others []text.Line
	// words shows Differs in a message. It is made with the diagnosis, which is cached.
	words []string
}

// Percent is the similarity in percent, rounded down. What only looks equal to the search
// is not called 100%.
func (n *Nearest) Percent() int { return min(99, percent(n.Similarity)) }

// Difference is a line of the needle and the target's line for it.
type Difference struct {
	// Index is the line's index in the needle, or -1 for a line of the target that
	// the needle lacks.
	Index int
	// Line is the line of the present text; for a line that only the needle has, the
	// one before which it is missing.
	Line text.Line
	// Missing: only the needle has the line.
	Missing bool
	// Wanted and Found are the contents; a missing one is empty.
	Wanted, Found string
}

// diagnosis says why a needle was not found. Blocks that miss the same lines share it.
type diagnosis struct {
	// Cause is why the needle was not found, or empty.
	Cause Cause
	// Nearest is the closest match in the target, or nil.
	Nearest *Nearest
	// Match is Nearest in the draft that the block met.
	Match *nearest.Match
	// Unlikely is the closest match in the draft where even that is not near; Sections are
	// where the parts of the needle are if they are apart.
	Unlikely *nearest.Match
	Sections []text.Line
	// Done says where what the block leaves is already but for whitespace; mostly it isn't.
	Done string
	// estimated is the block's own Estimated.
	estimated text.Line
}

// nothingMissed is the diagnosis of a block that fails for another reason, or not at all.
var nothingMissed = &diagnosis{}

// isMissed reports whether the block's needle was looked for and not found.
func (b *Block) isMissed() bool { return b.Miss != nil && b.Status != apply.Incomplete }

// diagnose finds out why the needle of a block was not found, if it wasn't. The only error
// is the context's.
func (b *Block) diagnose(ctx context.Context) error {
	b.diagnosis = nothingMissed
	if !b.isMissed() {
		return nil
	}
	b.diagnosis = &diagnosis{}
	if err := b.findCause(ctx); err != nil {
		return err
	}
	if err := b.findDone(ctx); err != nil {
		return err
	}
	b.estimated = b.Estimated
	return nil
}

// findCause tries one cause after another.
func (b *Block) findCause(ctx context.Context) error {
	t, needle := b.Miss.File.Text(), b.Needle()
	equal, err := b.findEqual(ctx, t, needle)
	if err != nil {
		return err
	}
	if equal {
		return b.estimate(ctx)
	}
	moved, err := b.isMoved(ctx)
	if err != nil {
		return err
	}
	m, found, err := nearest.Find(ctx, t, needle)
	if err != nil {
		return err
	}
	switch {
	case moved:
		b.Cause = Moved
	case found && m.Similarity >= NearEnough:
		b.Cause = Near
		b.setNearest(m)
	default:
		b.Cause = Absent
		if found && m.Similarity > worthNaming {
			b.Unlikely = &m
		}
	}
	return b.estimate(ctx)
}

// findEqual tries the causes of lines that are equal in some form. Mostly there are none, and
// one look is enough. A needle of nothing but whitespace is nowhere.
func (b *Block) findEqual(ctx context.Context, t *text.Text, needle []string) (bool, error) {
	if text.IsBlank(strings.Join(needle, "")) {
		return false, nil
	}
	for _, try := range []struct {
		cause Cause
		form  form
	}{
		{"", withoutBoth},
		{Whitespace, withoutBlanks},
		{LetterCase, withoutCase},
	} {
		places, err := findEqual(ctx, t, needle, try.form)
		switch {
		case err != nil || try.cause == "" && len(places) == 0:
			return false, err
		case try.cause != "" && len(places) > 0:
			b.Cause = try.cause
			b.setNearest(matchOf(places, len(needle)))
			return true, nil
		}
	}
	return false, nil
}

// NearEnough is the similarity from which a place counts as near; worthNaming that
// from which it is named as unlikely.
const (
	NearEnough  = 0.5
	worthNaming = 0.3
)

// setNearest takes a match in the virtual file, in lines of the present text.
func (b *Block) setNearest(m nearest.Match) {
	file := b.Miss.File
	n := &Nearest{First: file.Present(int(m.Lines.First)), Last: file.Present(int(m.Lines.End - 1)), Similarity: m.Similarity}
	for _, d := range differences(m, b.Needle(), file.Text()) {
		d.Line = file.Present(int(d.Line))
		n.Differs = append(n.Differs, d)
	}
	n.words = differing(n.Differs)
	for _, l := range m.Ties {
		n.Others = append(n.Others, file.Present(int(l)))
	}
	b.Nearest, b.Match = n, &m
}

// differences are the pairs of a match that are not two equal lines in their order.
func differences(m nearest.Match, needle []string, t *text.Text) []Difference {
	var list []Difference
	next := m.Lines.First // the line after those that were met
	for _, p := range m.Pairs {
		switch {
		case p.Line == text.None:
			list = append(list, Difference{Index: p.Needle, Line: next, Missing: true, Wanted: needle[p.Needle]})
			continue
		case p.Needle < 0:
			list = append(list, Difference{Index: -1, Line: p.Line, Found: t.Line(p.Line)})
		case p.Line < next || needle[p.Needle] != t.Line(p.Line):
			list = append(list, Difference{Index: p.Needle, Line: p.Line, Wanted: needle[p.Needle], Found: t.Line(p.Line)})
		}
		next = max(next, p.Line+1)
	}
	return list
}

// estimate follows the rule for estimated_line as far as the anchor did not decide.
func (b *Block) estimate(ctx context.Context) error {
	switch {
	case b.Estimated != text.None:
		return nil
	case b.Nearest != nil:
		b.Estimated = b.Nearest.First
		return nil
	case b.Unlikely != nil:
		b.Estimated = b.Miss.File.Present(int(b.Unlikely.Lines.First))
		return nil
	}
	first := b.Needle()[:1]
	if text.IsBlank(first[0]) {
		return nil
	}
	at, err := b.Miss.File.Find(ctx, first)
	if err == nil && at >= 0 {
		b.Estimated = b.Miss.File.Present(at)
	}
	return err
}

// isMoved reports whether every section of the needle is in the file, and there is more
// than one.
func (b *Block) isMoved(ctx context.Context) (bool, error) {
	blk := b.Outcome.Block
	sections := [][]string{b.Lines(blk.Leading), b.Lines(blk.Old), b.Lines(blk.Trailing)}
	sections = slices.DeleteFunc(sections, func(s []string) bool { return len(s) == 0 })
	if len(sections) < 2 {
		return false, nil
	}
	for _, s := range sections {
		at, err := b.Miss.File.Find(ctx, s)
		if err != nil || at < 0 || !hasWord(s) {
			return false, err
		}
		b.Sections = append(b.Sections, b.Miss.File.Present(at))
	}
	return true, nil
}

// hasWord reports whether lines say more than a brace or a blank line, which are everywhere.
func hasWord(lines []string) bool {
	isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return slices.ContainsFunc(lines, func(l string) bool { return strings.ContainsFunc(l, isWord) })
}

// firstWrong is the index in the needle of the first line that is wrong.
func (b *Block) firstWrong() int {
	if b.Miss.At >= 0 {
		return b.Miss.Agreed
	}
	if b.Nearest != nil {
		for _, d := range b.Nearest.Differs {
			if d.Index >= 0 {
				return d.Index
			}
		}
	}
	return 0
}

// Similarity returns how similar the block is to the closest lines of its target, and
// whether that was measured.
func (b *Block) Similarity() (similarity float64, measured bool) {
	switch {
	case b.Nearest != nil:
		return b.Nearest.Similarity, true
	case b.Unlikely != nil:
		return b.Unlikely.Similarity, true
	}
	return 0, false
}
