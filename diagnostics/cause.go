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

// Cause is why a needle isn't in the target.
type Cause string

// The causes, in the order they are tried.
const (
	Whitespace  Cause = "whitespace"
	BlankLines  Cause = "blank-lines"
	LineNumbers Cause = "line-numbers"
	Escapes     Cause = "escapes"
	Quotes      Cause = "quotes"
	Elided      Cause = "elided"
	LetterCase  Cause = "case"
	Moved       Cause = "moved"
	Near        Cause = "near"
	Absent      Cause = "absent"
)

// Nearest is the place in the target closest to a needle.
type Nearest struct {
	// First and Last are current target lines; Similarity is 0..1.
	First, Last text.Line
	Similarity  float64
	// Differs are the differing lines in needle order.
	Differs []Difference
	// Others are the first lines of equally close places.
	Others []text.Line
	words  []string
}

// Percent returns the similarity in percent, rounded down, at most 99: only an exact match is 100%
// similar.
func (n *Nearest) Percent() int { return min(99, percent(n.Similarity)) }

// Difference is a needle line and its counterpart in the target.
type Difference struct {
	// Index is in the needle, or -1 for a line that it lacks.
	Index int
	// Line is the current target line, or the one before which it is missing.
	Line text.Line
	// Missing means that the target lacks the line.
	Missing bool
	// Wanted and Found are both lines, empty if missing.
	Wanted, Found string
}

// diagnosis explains a missing needle. Blocks that miss the same lines share it.
type diagnosis struct {
	// Cause is empty if the needle was found or the search gave up.
	Cause Cause
	// FixLine undoes the mistake that is the cause. It is nil if there is none.
	FixLine LineFix
	// Nearest is the closest match, or nil.
	Nearest *Nearest
	// Match is Nearest in draft lines.
	Match *nearest.Match
	// Unlikely is the closest draft match if it isn't near. Sections are the lines of needle parts that
	// are apart.
	Unlikely *nearest.Match
	Sections []text.Line
	// Done describes where the block's result is already, except for whitespace; usually empty.
	Done      string
	estimated text.Line
}

// nothingMissed is the diagnosis of blocks that miss nothing.
var nothingMissed = &diagnosis{}

func (b *Block) isMissed() bool { return b.Miss != nil && b.Status != apply.Incomplete }

// diagnose explains a missing needle. It fails only if the context is cancelled.
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

// findEqual tries the causes that normalize lines. Usually the first search rules out whitespace and letter
// case. A blank needle has no match.
func (b *Block) findEqual(ctx context.Context, t *text.Text, needle []string) (bool, error) {
	if text.IsBlank(strings.Join(needle, "")) {
		return false, nil
	}
	either, err := findEqual(ctx, t, needle, withoutBoth)
	if err != nil {
		return false, err
	}
	try := func(cause Cause, f *form) (bool, error) {
		if len(either) == 0 {
			return false, nil
		}
		places, err := findEqual(ctx, t, needle, f)
		if err == nil && len(places) > 0 {
			b.Cause = cause
			b.setNearest(matchOf(places, len(needle)))
		}
		return len(places) > 0, err
	}
	if found, err := try(Whitespace, withoutBlanks); found || err != nil {
		return found, err
	}
	if found, err := b.findMistake(ctx, t, needle); found || err != nil {
		return found, err
	}
	return try(LetterCase, withoutCase)
}

// The least similarities of a near and of an unlikely match.
const (
	NearEnough  = 0.5
	worthNaming = 0.3
)

// setNearest converts a match from draft lines to current lines.
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

// differences returns the pairs of a match that differ or are out of order.
func differences(m nearest.Match, needle []string, t *text.Text) []Difference {
	var list []Difference
	next := m.Lines.First // the line after the last one paired
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

// isMoved reports whether the needle has several sections and the file has all of them.
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

// hasWord reports whether lines have a letter or digit. Braces and blank lines are everywhere.
func hasWord(lines []string) bool {
	isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return slices.ContainsFunc(lines, func(l string) bool { return strings.ContainsFunc(l, isWord) })
}

// firstWrong returns the index of the first mismatching needle line.
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

// Similarity returns the similarity to the closest lines, and whether it was measured.
func (b *Block) Similarity() (similarity float64, measured bool) {
	switch {
	case b.Nearest != nil:
		return b.Nearest.Similarity, true
	case b.Unlikely != nil:
		return b.Unlikely.Similarity, true
	}
	return 0, false
}
