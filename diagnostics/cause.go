package diagnostics

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

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
	needle := b.Outcome.Block.Needle()
	tries := []struct {
		cause Cause
		equal func(a, b string) bool
	}{
		{Whitespace, equalButBlanks},
		{LetterCase, strings.EqualFold},
	}
	equals := make([]func(a, b string) bool, len(tries))
	for i, try := range tries {
		equals[i] = try.equal
	}
	places, err := findEqual(ctx, t, needle, equals)
	if err != nil {
		return err
	}
	for i, p := range places {
		if p.first < 0 {
			continue
		}
		b.Cause = tries[i].cause
		b.setNearest(compare(needle, t, p.first, p.first+len(needle)))
		for _, l := range p.others {
			b.Nearest.Others = append(b.Nearest.Others, file.Present(l))
		}
		return b.estimate(ctx)
	}
	moved, err := b.isMoved(ctx)
	if err != nil {
		return err
	}
	near, err := findNearest(ctx, t, file.TrimmedIndex(), needle)
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
	for _, s := range [][]string{blk.Leading.Lines, blk.Old.Lines, blk.Trailing.Lines} {
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
	for _, s := range [][]string{blk.Leading.Lines, blk.Old.Lines, blk.Trailing.Lines} {
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

// details are what the message says beyond the catalogue's text.
func (b *Block) details() []string {
	if b.Miss == nil {
		return nil
	}
	at := b.at
	var details []string
	if b.Miss.At >= 0 && b.Cause != Whitespace && b.Cause != LetterCase {
		details = append(details, fmt.Sprintf("%s differs%s", at(b.Outcome.Estimated), b.against(b.Miss.Agreed)))
	}
	switch b.Cause {
	case Whitespace:
		details = append(details, "only blanks differ from "+at(b.Nearest.First))
		details = append(details, blankDetails(b.Nearest.Differs)...)
	case LetterCase:
		details = append(details, "only letter case differs from "+at(b.Nearest.First))
	case Moved:
		places := make([]string, len(b.sections))
		for i, l := range b.sections {
			places[i] = fmt.Sprint(l.Number())
		}
		details = append(details, "its parts stand apart, at lines "+strings.Join(places, " and "))
	case Near:
		details = append(details, fmt.Sprintf("nearest lines at %s (%d %% alike)", at(b.Nearest.First), percent(b.Nearest.Similarity)))
		if len(b.Nearest.Differs) > 0 && b.Miss.At < 0 {
			details = append(details, b.Nearest.Differs[0].words())
		}
	case Absent:
		if b.unlikely == nil {
			details = append(details, "nothing similar in the file")
		} else {
			details = append(details, fmt.Sprintf("nothing similar in the file, at most the lines at %s (%d %% alike)",
				at(b.Miss.File.Present(b.unlikely.first)), percent(b.unlikely.similarity)))
		}
	}
	if b.Unsearched {
		details = append(details, "too much to look through for the nearest lines at once")
	}
	if b.Nearest != nil && len(b.Nearest.Others) > 0 {
		details = append(details, fmt.Sprintf("%d other places are as near, the next at line %d", len(b.Nearest.Others), b.Nearest.Others[0].Number()))
	}
	if b.SpoiledBy >= 0 {
		details = append(details, fmt.Sprintf("it would fit without block %d", b.SpoiledBy+1))
	}
	return details
}

// against words what line i of the needle wants and what stands in its place.
func (b *Block) against(i int) string {
	needle := b.Outcome.Block.Needle()
	at := b.Miss.At + i
	found := "the end of the file"
	if t := b.Miss.File.Text(); at < t.LineCount() {
		found = quote(t.Line(text.Line(at)))
	}
	return fmt.Sprintf(": wanted %s, found %s", quote(needle[i]), found)
}

func (d Difference) words() string {
	switch {
	case d.Index < 0:
		return fmt.Sprintf("line %d, %s, is not in the block", d.Line.Number(), quote(d.Found))
	case d.Found == "" && d.Wanted != "":
		return fmt.Sprintf("%s is missing at line %d", quote(d.Wanted), d.Line.Number())
	default:
		return fmt.Sprintf("line %d: wanted %s, found %s", d.Line.Number(), quote(d.Wanted), quote(d.Found))
	}
}

func percent(similarity float64) int { return int(similarity * 100) }

// longestQuote bounds the text of a line in a message, in characters.
const longestQuote = 60

// quote shows a line inside a message, with invisible characters made visible.
func quote(line string) string {
	var b strings.Builder
	n := 0
	for _, r := range line {
		if n++; n > longestQuote {
			b.WriteString("…")
			break
		}
		switch {
		case r == '\t':
			b.WriteString("→")
		case r == '`':
			b.WriteRune('\'')
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "<U+%04X>", r)
		}
	}
	return "`" + b.String() + "`"
}

// equalButBlanks tells whether two lines are equal once all blanks are taken out.
func equalButBlanks(a, b string) bool {
	for {
		a, b = unspaced(a), unspaced(b)
		if a == "" || b == "" {
			return a == b
		}
		n := 0
		for n < len(a) && n < len(b) && a[n] == b[n] && a[n] > ' ' && a[n] < 0x80 {
			n++
		}
		if n == 0 {
			x, size := utf8.DecodeRuneInString(a)
			if y, _ := utf8.DecodeRuneInString(b); x != y {
				return false
			}
			n = size
		}
		a, b = a[n:], b[n:]
	}
}

// unspaced is s without the blanks of all kinds that it begins with.
func unspaced(s string) string {
	if s = unindented(s); s == "" || letter(s[0]) != 0 {
		return s
	}
	return strings.TrimLeftFunc(s, unicode.IsSpace)
}

// mostOthers bounds the further places that are named.
const mostOthers = 10

// equalPlaces are where a needle stands if lines are compared in some way: at line
// first, or at -1 nowhere, and at some others.
type equalPlaces struct {
	first  int
	others []int
}

// findEqual finds the places where the needle stands if lines are compared by each of
// equals, which must not overlook more than blanks and the case of letters. It reads
// the text once. A needle of nothing but blanks stands nowhere.
func findEqual(ctx context.Context, t *text.Text, needle []string, equals []func(a, b string) bool) ([]equalPlaces, error) {
	places := make([]equalPlaces, len(equals))
	for i := range places {
		places[i].first = -1
	}
	// The longest line is looked at first: it is the least likely to stand elsewhere.
	probe := 0
	for i, l := range needle {
		if len(l) > len(needle[probe]) && !text.IsBlank(l) || text.IsBlank(needle[probe]) {
			probe = i
		}
	}
	if text.IsBlank(needle[probe]) {
		return places, nil
	}
	last, first := lastLetter(needle[probe]), firstLetter(needle[probe])
	end := t.LineCount() - len(needle) + probe + 1
	t.Each(text.Line(probe), text.Line(end), func(l text.Line, line string) bool {
		if l%checkEvery == 0 && ctx.Err() != nil {
			return false
		}
		// Of most lines the last letter or the first tells that they are others.
		if c := lastLetter(line); c != last && c != 0 && last != 0 {
			return true
		}
		if c := firstLetter(line); c != first && c != 0 && first != 0 {
			return true
		}
		for i, equal := range equals {
			p := &places[i]
			switch at := int(l) - probe; {
			case !equal(line, needle[probe]) || !equalRun(t, at, needle, equal):
			case p.first < 0:
				p.first = at
			case len(p.others) < mostOthers:
				p.others = append(p.others, at)
			}
		}
		return true
	})
	return places, ctx.Err()
}

// firstLetter is the first character behind a line's blanks, in lower case; 0 for one
// that is not ASCII, for a control character, and for none.
func firstLetter(line string) byte {
	if line = unindented(line); line == "" {
		return 0
	}
	return letter(line[0])
}

// lastLetter is a line's last character likewise; 0 for a blank too.
func lastLetter(line string) byte {
	if line == "" {
		return 0
	}
	return letter(line[len(line)-1])
}

// letter is a byte in lower case; 0 for a blank, and for what is no character by itself.
func letter(c byte) byte {
	switch {
	case c <= ' ' || c >= 0x7F:
		return 0
	case 'A' <= c && c <= 'Z':
		return c | 0x20
	}
	return c
}

// equalRun tells whether the needle stands at line at if lines are compared by equal.
func equalRun(t *text.Text, at int, needle []string, equal func(a, b string) bool) bool {
	for i, l := range needle {
		if !equal(t.Line(text.Line(at+i)), l) {
			return false
		}
	}
	return true
}

// checkEvery is how many lines go by between two looks at the context.
const checkEvery = 4096

// mostBlankDetails bounds the lines that are described one by one.
const mostBlankDetails = 3

// blankDetails say in what way the blanks of lines differ.
func blankDetails(differs []Difference) []string {
	var details []string
	for i, d := range differs {
		if i == mostBlankDetails {
			details = append(details, fmt.Sprintf("and %d more lines", len(differs)-i))
			break
		}
		details = append(details, fmt.Sprintf("line %d: %s", d.Line.Number(), blankDifference(d.Wanted, d.Found)))
	}
	return details
}

func blankDifference(wanted, found string) string {
	wi, fi := indentation(wanted), indentation(found)
	trim := strings.TrimSpace
	switch {
	case wi != fi && strings.ContainsRune(wi, '\t') != strings.ContainsRune(fi, '\t'):
		return fmt.Sprintf("indented by %s, in the block by %s", kindOfBlanks(fi), kindOfBlanks(wi))
	case wi != fi && trim(wanted) == trim(found):
		return fmt.Sprintf("indented by %d, in the block by %d", len(fi), len(wi))
	case trim(wanted) != trim(found):
		return "blanks inside the line differ"
	case len(found)-len(strings.TrimRight(found, " \t")) > 0:
		return "trailing blanks, not in the block"
	default:
		return "no trailing blanks, but in the block"
	}
}

func indentation(s string) string { return s[:len(s)-len(strings.TrimLeft(s, " \t"))] }

func kindOfBlanks(s string) string {
	tabs := strings.Count(s, "\t")
	switch {
	case s == "":
		return "nothing"
	case tabs == len(s):
		return plural(tabs, "tab")
	case tabs == 0:
		return plural(len(s), "space")
	default:
		return plural(tabs, "tab") + " and " + plural(len(s)-tabs, "space")
	}
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
