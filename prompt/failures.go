package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Failures returns the live blocks that don't apply, and the problems, in order, and the code that isn't
// read. It omits skipped blocks that fit alone.
func Failures(r *diagnostics.Report) []Failure {
	var failures []Failure
	problems := r.Problems
	before := func(l text.Line) {
		for len(problems) > 0 && problems[0].First < l {
			if problems[0].Counts {
				failures = append(failures, failedProblem(r, problems[0]))
			}
			problems = problems[1:]
		}
	}
	for i := range r.Blocks {
		b := &r.Blocks[i]
		before(b.Outcome.Block.Start)
		if b.IsFailure() && !b.FitsAlone() && b.Waits < 0 {
			failures = append(failures, failureOf(b))
		}
	}
	before(text.Line(r.Plan.Document.Text.LineCount()))
	for _, p := range r.Proposals {
		if p.IsUnread() {
			failures = append(failures, Unread(p))
		}
	}
	return failures
}

// Unread returns what a model needs to write code as edit blocks whose place isn't clear.
func Unread(p *apply.Proposal) Failure {
	f := Failure{Path: p.Target.Path, Code: p.Code, Message: p.Message(), Line: p.Start.Number()}
	if file := p.Target.File; file != nil && !p.Target.Protected && file.Text.LineCount() <= shortFile {
		f.File, f.Places = file.Text, []text.LineRange{{End: text.Line(file.Text.LineCount())}}
	}
	return f
}

// FailuresOf returns what a model needs to rewrite one block: it and its blocker. It returns nil unless
// the block failed in a live turn.
func FailuresOf(r *diagnostics.Report, index int) []Failure {
	b := &r.Blocks[index]
	switch b.Status {
	case apply.Failed, apply.Skipped, apply.NotInContext:
	default:
		return nil
	}
	if b.Blocker >= 0 {
		return []Failure{failureOf(&r.Blocks[b.Blocker]), failureOf(b)}
	}
	return []Failure{failureOf(b)}
}

// linesOfProblem limits the lines shown of a problem.
const linesOfProblem = 8

func failedProblem(r *diagnostics.Report, p diagnostics.Finding) Failure {
	t := r.Plan.Document.Text
	first := p.First
	if first > 0 && p.Code != codes.MissingPath && !text.IsBlank(t.Line(first-1)) {
		first-- // probably the path
	}
	f := Failure{
		Code: p.Code, Message: p.InOneLine(), Advice: retryOf(p.Code), Line: p.First.Number(),
		Lines: t.Lines(first, min(p.End, first+linesOfProblem)),
		Call: slices.ContainsFunc(r.Plan.Document.Problems, func(q parse.Problem) bool {
			return q.Call && q.Start == p.First && q.Code == p.Code
		}),
	}
	if f.Call {
		f.Advice = "" // it's about markers
	}
	return f
}

func failureOf(b *diagnostics.Block) Failure {
	blk := b.Outcome.Block
	f := Failure{
		Path: cmp.Or(b.Target.Path, blk.Path.Fallback), Code: b.Code, Message: messageOf(b), Line: blk.Start.Number(),
		Advice: adviceFor(b), Call: blk.Dialect.Called,
	}
	switch {
	case f.Code == codes.AmbiguousMatch:
		f.Message = b.Headline
	case b.Target.Protected:
		// The message quotes lines of the file, which may hold secrets.
		f.Message = b.Headline + "; the lines of a protected file are not shown"
	}
	needle := b.Needle()
	if i := slices.IndexFunc(needle, func(l string) bool { return !text.IsBlank(l) }); i >= 0 {
		f.Begins = text.Quote(strings.TrimSpace(needle[i]))
	}
	if file := b.Target.File; file != nil && f.Code != codes.PreviousEditFailed && !b.Target.Protected {
		f.File, f.Places = file.Text, toShow(b, file.Text)
	}
	if len(b.Candidates) == 1 && b.Meant != nil && !b.Meant.Protected {
		f.Path, f.File = b.Meant.Path, b.Meant.File.Text
		f.Places = []text.LineRange{{End: min(shortFile, text.Line(f.File.LineCount()))}}
		if at := b.MeantAt; at != text.None {
			f.Places = []text.LineRange{{First: at - around, End: at + text.Line(len(needle)) + around}}
		}
	}
	return f
}

func retryOf(c codes.Code) string {
	row, _ := codes.Lookup(c)
	return row.Retry
}

// adviceFor returns what a model should do about a block.
func adviceFor(b *diagnostics.Block) string {
	blk, refusal := b.Outcome.Block, b.Target.Refusal
	if to := b.Outcome.NewTarget; refusal == nil && to != nil {
		refusal = to.Refusal
	}
	switch {
	case b.SpoiledBy >= 0:
		return "Write this edit, and those above it that touch the same lines, as one block."
	case refusal != nil && refusal.Unreadable:
		return "The user has to make the file readable. Write the edit again, unchanged."
	case b.Code == codes.FileNotFound && blk.Operation == parse.Modify:
		if create := formatOf(blk.Dialect).lesson.create; create != "" {
			return retryOf(b.Code) + " To create the file, " + create
		}
	}
	return retryOf(b.Code)
}

// messageOf returns a block's message and first difference on one line, without advice about a refused
// path, which is for users.
func messageOf(b *diagnostics.Block) string {
	f := b.Finding
	if r := b.Target.Refusal; r != nil {
		f.Notes = slices.DeleteFunc(slices.Clone(f.Notes), func(n string) bool { return n == r.Advice })
	}
	message := f.InOneLine()
	if len(f.Differs) == 0 {
		return message
	}
	wanted, isWanted := strings.CutPrefix(f.Differs[0], "- ")
	found, isFound := strings.CutPrefix(f.Differs[min(1, len(f.Differs)-1)], "+ ")
	switch {
	case isWanted && isFound:
		return fmt.Sprintf("%s; the block has %s, the file %s", message, text.Quote(wanted), text.Quote(found))
	case isWanted:
		return fmt.Sprintf("%s; the file lacks %s", message, text.Quote(wanted))
	case isFound:
		return fmt.Sprintf("%s; the block lacks %s", message, text.Quote(found))
	}
	return message
}

const (
	// around is how many lines are shown around a place.
	around = 3
	// headAbove is how far above a line its heads are searched; mostHeads is how many are shown: a
	// method, its class, a namespace.
	headAbove        = 500
	mostHeads        = 3
	mostMatchesShown = 5
	// shortFile is the length up to which a whole file is shown if nothing resembles the block.
	shortFile = 60
)

// toShow returns the target lines that a model needs to rewrite the block.
func toShow(b *diagnostics.Block, t *text.Text) []text.LineRange {
	n := text.Line(len(b.Needle()))
	near := func(first, end text.Line) text.LineRange {
		return text.LineRange{First: first - around, End: end + around}
	}
	whole := text.LineRange{End: text.Line(t.LineCount())}
	var list []text.LineRange
	switch {
	case b.Reason == codes.FileExists, b.Reason == codes.NotInContext:
		list = append(list, whole)
	case b.Reason == codes.AmbiguousMatch:
		for _, l := range b.Matches[:min(len(b.Matches), mostMatchesShown)] {
			list = append(list, near(l, l+n))
			for range mostHeads {
				if l = head(t, l); l == text.None {
					break
				}
				list = append(list, text.LineRange{First: l, End: l + 1})
			}
		}
	case b.Miss == nil:
	case b.Nearest != nil:
		list = append(list, near(b.Nearest.First, b.Nearest.Last+1))
	case b.Cause == diagnostics.Moved:
		for _, l := range b.Sections {
			list = append(list, near(l, l+1))
		}
	case b.Miss.At >= 0:
		first := b.Estimated - text.Line(b.Miss.Agreed)
		list = append(list, near(first, first+n))
	case t.LineCount() <= shortFile:
		list = append(list, whole)
	case b.Unlikely != nil:
		present := b.Miss.File.Present
		list = append(list, near(present(int(b.Unlikely.Lines.First)), present(int(b.Unlikely.Lines.End-1))+1))
	}
	return list
}

// head returns the nearest line above l that is indented less and has a letter or digit, as the head of
// a function has, or None.
func head(t *text.Text, l text.Line) text.Line {
	indent := len(text.Indentation(t.Line(l)))
	for at := l - 1; at >= 0 && at >= l-headAbove; at-- {
		line := t.Line(at)
		if !text.IsBlank(line) && len(text.Indentation(line)) < indent && strings.ContainsFunc(line, isTelling) {
			return at
		}
	}
	return text.None
}

func isTelling(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
