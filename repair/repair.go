// Package repair rewrites blocks in a chat so that they apply, are merged or use another dialect. Each
// repair was tried before it is offered: the result in the edited chat is as intended and all other
// blocks are unchanged. [Repairs.Untried] is the exception.
//
// Methods that can't offer a repair return a reason that completes "not offered: …".
//
// The package may change at any time: programs can rely on the module's root, package editlsp.
package repair

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Repairs makes the repairs of a chat's blocks.
type Repairs struct {
	Report *diagnostics.Report
	// Targets and Options are those of the report. Cache is the chat's, or nil.
	Targets apply.Targets
	Options diagnostics.Options
	Cache   *diagnostics.Cache
	// Untried lists possible repairs quickly: they have no plan and may turn out not to work.
	Untried bool
	// applied also takes repairs that show that the block is applied already.
	applied bool
}

// sideEffect is why a repair that changes more than its block isn't offered.
const sideEffect = "the chat would be read differently"

// Repair is an edit of the chat.
type Repair struct {
	Title string
	// Edits are sorted and don't overlap.
	Edits []text.Edit
	// Plan is the edited chat's, Index the block's index in it or -1.
	Plan  *apply.Plan
	Index int
	// report is the edited chat's.
	report *diagnostics.Report
}

// Fix rewrites a failed block with the file's lines from its closest match, unless it would be a guess.
func (r *Repairs) Fix(ctx context.Context, index int) (*Repair, string, error) {
	b := &r.Report.Blocks[index]
	if b.Status != apply.Failed && b.Failure != apply.Failed {
		return nil, "the block did not fail", nil
	}
	m, reason := fix(b)
	if m == nil {
		return nil, reason, nil
	}
	title := cmp.Or(titles[b.Cause], "Use the file's text here")
	return r.tryBlock(ctx, Repair{Title: title, Edits: r.write(b.Outcome.Block, m), Index: index}, func(o *apply.Outcome) bool {
		isThere := o.Status == apply.Validated && !o.Ambiguous && o.First == b.Nearest.First
		return (isThere || r.applied && o.Status == apply.AlreadyApplied) &&
			slices.Equal(o.Needle(), m.needle()) && slices.Equal(o.Replacement(), m.replacement())
	})
}

// titles are those of the exact repairs.
var titles = map[diagnostics.Cause]string{
	diagnostics.Whitespace:  "Fix whitespace in this block",
	diagnostics.BlankLines:  "Fix blank lines in this block",
	diagnostics.LineNumbers: "Remove the line numbers from this block",
	diagnostics.Escapes:     "Remove the backslashes from this block",
	diagnostics.Quotes:      "Use plain quotes in this block",
}

// Extend prepends file lines to an ambiguous needle so that it matches only at current line at.
func (r *Repairs) Extend(ctx context.Context, index int, at text.Line) (*Repair, string, error) {
	// A find text loses its leading blank lines.
	above, reason, err := r.Report.Plan.Above(ctx, index, at, func(l string) bool { return !text.IsBlank(l) })
	if err != nil || above == nil {
		return nil, reason, err
	}
	o := r.Report.Blocks[index].Outcome
	b := o.Block
	m := &fixed{leading: o.Lines(b.Leading), old: o.Lines(b.Old), new: o.Lines(b.New), trailing: o.Lines(b.Trailing)}
	if b.Dialect.HasAnchors {
		m.leading = slices.Concat(above, m.leading)
	} else {
		m.old, m.new = slices.Concat(above, m.old), slices.Concat(above, m.new)
	}
	title := fmt.Sprintf("Extend the anchor to mean line %d", at.Number())
	return r.tryBlock(ctx, Repair{Title: title, Edits: r.write(b, m), Index: index}, func(o *apply.Outcome) bool {
		return o.Status == apply.Validated && o.MatchCount == 1 && o.First == at-text.Line(len(above)) &&
			slices.Equal(o.Needle(), m.needle()) && slices.Equal(o.Replacement(), m.replacement())
	})
}

// tryBlock is try for one block: it must be good and all others unchanged.
func (r *Repairs) tryBlock(ctx context.Context, repair Repair, good func(*apply.Outcome) bool) (*Repair, string, error) {
	was, index := r.Report.Plan.Document, repair.Index
	others := func(doc *parse.Result) []parse.Block { return slices.Delete(slices.Clone(doc.Blocks), index, index+1) }
	return r.try(ctx, repair, func(now *apply.Plan) bool {
		return len(now.Document.Blocks) == len(was.Blocks) && same(was, others(was), now.Document, others(now.Document)) &&
			sameRest(was, now.Document) && good(now.Outcomes[index])
	})
}

// try checks the edited chat and returns the repair with its plan if good.
func (r *Repairs) try(ctx context.Context, repair Repair, good func(*apply.Plan) bool) (*Repair, string, error) {
	if r.Untried {
		return &repair, "", nil
	}
	chat := r.Report.Plan.Document.Text.Apply(repair.Edits)
	now, err := diagnostics.Check(ctx, chat, r.Targets, r.Options, r.Cache)
	if err != nil {
		return nil, "", err
	}
	if !good(now.Plan) {
		return nil, sideEffect, nil
	}
	repair.Plan, repair.report = now.Plan, now
	return &repair, "", nil
}

// same reports whether blocks propose the same.
func same(wasDoc *parse.Result, was []parse.Block, nowDoc *parse.Result, now []parse.Block) bool {
	return slices.EqualFunc(was, now, func(a, b parse.Block) bool {
		return sameLines(wasDoc, &a, nowDoc, &b) && slices.Equal(a.Path.Readings, b.Path.Readings)
	})
}

func sameLines(aDoc *parse.Result, a *parse.Block, bDoc *parse.Result, b *parse.Block) bool {
	return a.Dialect == b.Dialect && a.Incomplete == b.Incomplete &&
		slices.Equal(aDoc.Needle(a), bDoc.Needle(b)) && slices.Equal(aDoc.Replacement(a), bDoc.Replacement(b))
}

// sameRest compares all but the blocks.
func sameRest(was, now *parse.Result) bool {
	return slices.EqualFunc(was.Problems, now.Problems, func(a, b parse.Problem) bool { return a.Code == b.Code }) &&
		slices.EqualFunc(was.Shell, now.Shell, func(a, b parse.Shell) bool { return a.Command == b.Command }) &&
		len(was.Turns) == len(now.Turns)
}

func (r *Repairs) write(b *parse.Block, m *fixed) []text.Edit {
	doc := r.Report.Plan.Document
	w := writer{chat: doc.Text}
	w.indent = w.indentOf(doc, b)
	leading, old, new := doc.Lines(b, b.Leading), doc.Lines(b, b.Old), doc.Lines(b, b.New)
	if b.Dialect.Patch {
		w.indent = doc.Indent(b)
		was := doc.Text.Lines(b.Old.First, b.Old.End)
		for i, l := range was {
			was[i] = strings.TrimPrefix(l, w.indent)
		}
		w.section(b.Old.First, was, parse.Signed(m.old, m.new))
		return w.edits
	}
	if edits, ok := encoded(doc, b, m); ok {
		return edits
	}
	if b.Dialect.AnchorTwice {
		w.section(b.Leading.First, slices.Concat(leading, old), slices.Concat(m.leading, m.old))
		w.section(b.New.First-text.Line(len(leading)), slices.Concat(leading, new), slices.Concat(m.leading, m.new))
	} else {
		w.section(b.Leading.First, leading, m.leading)
		w.section(b.Old.First, old, m.old)
		w.section(b.New.First, new, m.new)
		w.section(b.Trailing.First, doc.Lines(b, b.Trailing), m.trailing)
	}
	return w.edits
}

// encoded returns the edits of a block whose texts are strings in JSON.
func encoded(doc *parse.Result, b *parse.Block, m *fixed) ([]text.Edit, bool) {
	old, ok := doc.Encode(b, b.Old, m.old)
	new, both := doc.Encode(b, b.New, m.new)
	edits := []text.Edit{old, new}
	if new.Start < old.Start {
		slices.Reverse(edits)
	}
	return edits, ok && both
}

type writer struct {
	chat *text.Text
	// indent precedes each line of the block, as in a list item.
	indent string
	edits  []text.Edit
}

func (w *writer) indentOf(doc *parse.Result, b *parse.Block) string {
	for _, s := range []parse.Section{b.Leading, b.Old, b.New, b.Trailing} {
		for i, l := range doc.Lines(b, s) {
			if l != "" {
				return strings.TrimSuffix(w.chat.Line(s.First+text.Line(i)), l)
			}
		}
	}
	return ""
}

// section replaces lines was, at chat line first, with now, except unchanged ones.
func (w *writer) section(first text.Line, was, now []string) {
	eol := w.chat.DominantEnding()
	for _, d := range lcs.DiffLines(was, now) {
		var lines strings.Builder
		for _, l := range now[d.ReplStart:d.ReplEnd] {
			lines.WriteString(w.indent + l + eol)
		}
		w.edits = append(w.edits, text.Edit{
			Start: w.chat.Start(first + text.Line(d.Start)), End: w.chat.Start(first + text.Line(d.End)), New: lines.String(),
		})
	}
}

// indents pairs the block's indentations with the file's, longest first.
type indents [][2]string

func indentationOf(needle, lines []string, p pairing) indents {
	var list indents
	seen := map[string]bool{}
	for i, l := range needle {
		if w := text.Indentation(l); p.partner[i] >= 0 && !text.IsBlank(l) && !seen[w] {
			seen[w] = true
			list = append(list, [2]string{w, text.Indentation(lines[p.partner[i]])})
		}
	}
	slices.SortStableFunc(list, func(a, b [2]string) int { return len(b[0]) - len(a[0]) })
	return list
}

// of indents a new line like the file: it maps the longest known prefix and keeps the rest.
func (in indents) of(line string) string {
	own := text.Indentation(line)
	if own == line {
		return line
	}
	for _, p := range in {
		rest, ok := strings.CutPrefix(own, p[0])
		if !ok {
			continue
		}
		// If two lines show an indentation step in both, the rest is converted too.
		for _, q := range in {
			if step := strings.TrimPrefix(p[0], q[0]); q[0] != p[0] && step != "" && strings.HasPrefix(p[1], q[1]) {
				rest = strings.ReplaceAll(rest, step, strings.TrimPrefix(p[1], q[1]))
				break
			}
		}
		return p[1] + rest + line[len(own):]
	}
	return line
}
