package diagnostics

import (
	"context"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Cause is why a needle does not stand in the target (results, "Diagnosis of a
// not-found needle").
type Cause string

// The causes, in the order in which they are tried.
const (
	Whitespace Cause = "whitespace"
	LetterCase Cause = "case"
	Moved      Cause = "moved"
	Near       Cause = "near"
	Absent     Cause = "absent"
)

// Nearest is a run of lines of the target that is like a needle.
type Nearest struct {
	// First is the run's first line in the present text; Similarity is 0..1.
	First      text.Line
	Similarity float64
	// Differs are the lines that differ, in the needle's order.
	Differs []Difference
	// Others are the first lines of further runs that are just as near.
	Others []text.Line
}

// Percent is the similarity in percent, rounded down, so that only what is equal is
// called 100 % alike.
func (n *Nearest) Percent() int { return percent(n.Similarity) }

// Difference is a line of the needle and what stands in its place.
type Difference struct {
	// Index is the line's index in the needle, or -1 for a line of the target that
	// the needle lacks.
	Index int
	// Line is the line of the present text; for a line that only the needle has, the
	// one before which it is missing.
	Line text.Line
	// Wanted and Found are the contents; a missing one is empty.
	Wanted, Found string
}

// diagnose finds out why the needle of a failed block is not found.
func (b *Block) diagnose(ctx context.Context) error {
	file := b.Miss.File
	t := file.Text()
	needle := b.Needle()
	tries := []struct {
		cause Cause
		form  func(line string) string
	}{
		{Whitespace, withoutBlanks},
		{LetterCase, withoutCase},
	}
	forms := make([]func(line string) string, len(tries))
	for i, try := range tries {
		forms[i] = try.form
	}
	places, err := findEqual(ctx, t, needle, forms)
	if err != nil {
		return err
	}
	for i, p := range places {
		if p.first < 0 {
			continue
		}
		b.Cause = tries[i].cause
		b.setNearest(newMeasure(t, needle).compare(p.first, p.first+len(needle)))
		for _, l := range p.others {
			b.Nearest.Others = append(b.Nearest.Others, file.Present(l))
		}
		return b.estimate(ctx)
	}
	moved, err := b.isMoved(ctx)
	if err != nil {
		return err
	}
	near, err := findNearest(ctx, t, needle)
	if err != nil {
		return err
	}
	switch {
	case moved:
		b.Cause = Moved
	case near != nil && near.similarity >= nearEnough:
		b.Cause = Near
		b.setNearest(*near)
	default:
		b.Cause = Absent
		if near != nil && near.similarity > worthNaming {
			b.unlikely = near
		}
	}
	return b.estimate(ctx)
}

// nearEnough is the similarity from which a run counts as near; worthNaming that
// from which it is named as unlikely.
const (
	nearEnough  = 0.5
	worthNaming = 0.3
)

// setNearest takes a run found in the virtual file, in lines of the present text.
func (b *Block) setNearest(r run) {
	file := b.Miss.File
	n := &Nearest{First: file.Present(r.first), Similarity: r.similarity}
	for _, d := range r.differs {
		n.Differs = append(n.Differs, Difference{Index: d.index, Line: file.Present(d.line), Wanted: d.wanted, Found: d.found})
	}
	for _, l := range r.others {
		n.Others = append(n.Others, file.Present(l))
	}
	b.Nearest, b.nearest = n, &r
}

// estimate follows the rule for estimated_line as far as the anchor did not decide.
func (b *Block) estimate(ctx context.Context) error {
	switch {
	case b.Estimated != text.None:
		return nil
	case b.Nearest != nil:
		b.Estimated = b.Nearest.First
		return nil
	}
	blk := b.Outcome.Block
	for _, s := range [][]string{b.Lines(blk.Leading), b.Lines(blk.Old), b.Lines(blk.Trailing)} {
		if len(s) == 0 {
			continue
		}
		if text.IsBlank(s[0]) {
			return nil
		}
		at, err := b.Miss.File.Find(ctx, s[:1])
		if err == nil && at >= 0 {
			b.Estimated = b.Miss.File.Present(at)
		}
		return err
	}
	return nil
}

// isMoved tells whether every section of the needle stands in the file, and there
// is more than one.
func (b *Block) isMoved(ctx context.Context) (bool, error) {
	blk := b.Outcome.Block
	n := 0
	for _, s := range [][]string{b.Lines(blk.Leading), b.Lines(blk.Old), b.Lines(blk.Trailing)} {
		if len(s) == 0 {
			continue
		}
		n++
		at, err := b.Miss.File.Find(ctx, s)
		if err != nil || at < 0 {
			return false, err
		}
		if !isTellingLines(s) {
			return false, nil
		}
		b.sections = append(b.sections, b.Miss.File.Present(at))
	}
	return n > 1, nil
}

// isTellingLines tells whether lines say more than a brace or a blank line, which
// stand everywhere.
func isTellingLines(lines []string) bool {
	for _, l := range lines {
		if strings.ContainsFunc(l, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			return true
		}
	}
	return false
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
