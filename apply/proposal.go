package apply

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/aymanbagabas/go-udiff/lcs"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/snippet"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Proposal is the result for a code block: a fence with a file or a part of one. It isn't a block and is in
// "apply all" only on request.
type Proposal struct {
	*parse.Proposal
	// Index continues after the document's blocks.
	Index  int
	Target *workspace.Target
	// Kind is empty if that isn't clear or wasn't looked at.
	Kind snippet.Kind
	// Code is why it isn't written or needs confirmation, or empty. Why is the reason of [codes.NotPlaced], and more
	// about other codes.
	Code codes.Code
	Why  string
	// NeedsConfirmation: the file exists or is protected.
	NeedsConfirmation bool
	// Edit is nil if the proposal is refused or changes nothing. It is of the current text, unless the proposal needs
	// what is above it.
	Edit *FileEdit
	// Applied are its changes that are known to be applied, in the order of the file.
	Applied []*AppliedAt
	// sought is the lines that the first fence of a pair looks for, or nil.
	sought []string
	// done: the rest of the answer would undo it.
	done bool
	// now is the file after all blocks and after the proposals above and this one.
	now []string
}

// Status is the proposal's status among those of blocks.
func (p *Proposal) Status() Status {
	switch {
	case p.Edit != nil:
		return Validated
	case p.Code == codes.AlreadyApplied:
		return AlreadyApplied
	case p.Code == codes.StaleEdit:
		return Stale
	case p.Code == codes.NotInContext:
		return NotInContext
	case p.Code == codes.NotPlaced || p.Code == codes.AmbiguousRoot:
		return Failed
	}
	return Skipped
}

// Message says in words what the code means, or is empty.
func (p *Proposal) Message() string {
	switch p.Code {
	case "":
		return ""
	case codes.NotPlaced:
		return text.Escape(p.Why)
	case codes.AlreadyApplied:
		if slices.ContainsFunc(p.Applied, func(at *AppliedAt) bool { return at.Changed }) {
			return AppliedSince
		}
	case codes.StaleEdit, codes.MergeSuggested:
		return text.Escape(cmp.Or(p.Why, p.Code.Headline("line", "above")))
	case codes.PathEscape:
		if p.Why != "" {
			return text.Escape(p.Code.Headline("path", p.Target.Path)) + "; " + p.Why
		}
	}
	return text.Escape(p.Code.Headline("why", p.Why, "path", p.Target.Path))
}

// IsRefused reports whether the proposal can't be written even if confirmed.
func (p *Proposal) IsRefused() bool {
	return p.Edit == nil && p.Code != codes.AlreadyApplied && p.Code != codes.StaleEdit
}

// IsUnread reports whether the fence isn't used because its place in the file isn't clear.
func (p *Proposal) IsUnread() bool { return p.Code == codes.NotPlaced }

// Changed counts the lines added and removed.
func (p *Proposal) Changed() (added, removed int) {
	for _, h := range p.Hunks() {
		added, removed = added+int(h.New.End-h.New.First), removed+int(h.Old.End-h.Old.First)
	}
	return added, removed
}

// FirstChanged returns the first line of its file that a code block changes or has changed, else text.None.
func (p *Proposal) FirstChanged() text.Line {
	switch hunks := p.Hunks(); {
	case len(hunks) > 0 && !p.Edit.Create:
		return hunks[0].Old.First
	case len(p.Applied) > 0:
		return p.Applied[0].Lines.First
	}
	return text.None
}

// Hunks returns the changes of the edit, none without one.
func (p *Proposal) Hunks() []Hunk {
	if p.Edit == nil {
		return nil
	}
	return p.Edit.Hunks()
}

// Propose returns the code blocks of the document. It ignores paths that don't exist and have no extension or may
// name a language. Each is checked against its file as the blocks and the code blocks above leave it. cache
// may be nil.
func (p *Plan) Propose(ctx context.Context, targets Targets, o Options, cache *Cache) ([]*Proposal, error) {
	var all []*Proposal
	if cache == nil {
		cache = &Cache{} // a fence is placed more than once
	}
	cache.turnPlacements()
	changed := sync.OnceValue(p.changed)
	for _, found := range p.Document.Proposals {
		parsed := &found // a copy, whose path may change
		t := targetOf(ctx, &parsed.Path, targets)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		named := t.Exists || parsed.Whole || parsed.Path.IsOfFile() && !parsed.Unsure
		if len(parsed.Far) > 0 && !t.Exists && (!named || parsed.Member) {
			if far := p.farTarget(ctx, parsed, targets, all, cache); far != nil {
				t, named = *far, true
			}
		}
		if !named || parsed.Unread == parse.IsQuote && (changed()[parsed.Path.Fallback] || hasLines(t.File, p.quoted(parsed))) {
			continue
		}
		if parsed.Unread == parse.HasVersions && hasLines(t.File, parse.Versions(p.Document.Proposed(parsed))) {
			parsed.Unread = "" // (code-blocks/before-and-after-in-a-fence)
		}
		all = append(all, &Proposal{Proposal: parsed, Index: len(p.Outcomes) + len(all), Target: &t})
	}
	resolved := make([]*workspace.Target, len(all))
	for i, one := range all {
		resolved[i] = one.Target
	}
	workspace.ProtectRepositories(resolved)
	if o.Applied != nil {
		for i, list := range o.Applied.Changes(p.Document, all) {
			all[i].Applied = list
		}
	}
	p.markDone(all, o, cache)
	if err := p.placeInOrder(ctx, all, o, cache); err != nil {
		return nil, err
	}
	return all, nil
}

// Why code blocks of a live turn are stale.
const (
	changedByOthers = "The rest of the answer changes it"
	replacedByOther = "A later whole file replaces it"
)

func (o Options) takesPart(index int) bool { return o.Only == nil || o.Only[index] }

func linesOf(t *text.Text) []string { return t.Lines(0, text.Line(t.LineCount())) }

func (p *Proposal) locate(doc *parse.Result, o Options, draft *draftLines, cache *Cache) {
	t := p.Target
	switch {
	case t.Refusal != nil:
		p.Code = t.Refusal.Code
		return
	case t.Exists && o.InContext != nil && !o.InContext(t.Path):
		p.Code = codes.NotInContext
		return
	case !o.isLive(doc, p.Turn, p.Index):
		p.Code = codes.StaleEdit
		return
	case p.done:
		p.Code, p.Why = codes.StaleEdit, changedByOthers
		return
	case p.Unread != "":
		p.Code, p.Why = codes.NotPlaced, p.Unread
		return
	}
	before := text.New("")
	if t.File != nil {
		before = t.File.Text
	}
	was := linesOf(before)
	block := p.block(doc, was)
	p.sought = p.withoutComment(doc.Sought(p.Proposal), was)
	now, err := p.place(was, block, cache)
	if errors.Is(err, errEqual) {
		p.Code = codes.AlreadyApplied
		return
	}
	p.now = now
	if draft != nil && (p.Kind != snippet.Whole || t.File == nil) {
		now, err = p.placeAbove(was, draft.lines, now, block, cache)
	}
	var refusal snippet.Refusal
	switch {
	case errors.Is(err, errEqual):
		p.Code = codes.AlreadyApplied
		return
	case errors.As(err, &refusal):
		p.Code, p.Why = codes.NotPlaced, refusal.Error()
		return
	}
	p.Edit = replaceAll(t, before, was, now)
	p.Edit.Code = []*Proposal{p}
	p.careful(was, block)
}

// block returns the lines of the fence, without a comment with the path that the file doesn't begin with.
func (p *Proposal) block(doc *parse.Result, was []string) []string {
	return p.withoutComment(doc.Proposed(p.Proposal), was)
}

func (p *Proposal) withoutComment(lines, was []string) []string {
	from, to := int(p.Comment.First), int(p.Comment.End)
	if to == 0 || to > len(lines) || to <= len(was) && slices.Equal(was[from:to], lines[from:to]) {
		return lines
	}
	above, below := lines[:from], lines[to:]
	if strings.HasPrefix(lines[from], "<?php ") { // code-blocks/path-below-an-opening-line
		above = slices.Concat(above, []string{"<?php"})
	}
	for (len(above) == 0 || text.IsBlank(above[len(above)-1])) && len(below) > 0 && text.IsBlank(below[0]) {
		below = below[1:]
	}
	return slices.Concat(above, below)
}

// As returns the proposal as it is if its fence is of a kind that somebody chose, since that isn't clear; or the
// reason why it can't be.
func (p *Proposal) As(doc *parse.Result, kind snippet.Kind) (chosen *Proposal, reason string) {
	if p.Why != string(snippet.NotClear) || p.Target.File == nil {
		return nil, "it is clear what the code block is of its file"
	}
	one, before := *p, p.Target.File.Text
	was := linesOf(before)
	block := p.block(doc, was)
	now, err := snippet.PlaceAs(kind, p.Target.Path, was, block)
	if err != nil {
		return nil, err.Error()
	}
	one.Kind, one.Code, one.Why, one.now = kind, "", "", now
	one.Edit = replaceAll(p.Target, before, was, now)
	one.Edit.Code = []*Proposal{&one}
	one.careful(was, block)
	return &one, ""
}

// placeAbove places the fence in its file as others leave it, which may be needed, or be in the way. now is the
// file with the fence alone, or nil.
func (p *Proposal) placeAbove(was, draft, now, block []string, cache *Cache) ([]string, error) {
	alone, said := p.Kind, p.Range
	p.Range = moved(said, was, draft)
	defer func() { p.Range = said }()
	var err error
	p.now, err = p.place(draft, block, cache)
	switch {
	case err != nil && p.Target.File == nil && errors.As(err, new(snippet.Refusal)):
		if alone == snippet.Whole && hasHeads(block, draft) {
			p.Kind, p.now, err = alone, now, nil // another version of a new file
			break
		}
		now = nil
		if alone == snippet.Whole {
			err = versionOrMore
		} else if errors.Is(err, snippet.NoLine) {
			err = noLineAbove
		}
	case now == nil || p.Target.File == nil:
		now = p.now
	}
	return now, err
}

// careful notes what somebody must confirm.
func (p *Proposal) careful(was, block []string) {
	fresh := func(line string) bool { return len(text.Hidden(line)) > 0 && !slices.Contains(was, line) }
	if slices.ContainsFunc(block, fresh) {
		p.Code, p.NeedsConfirmation = codes.HiddenUnicode, true
	}
	if p.Target.Protected {
		p.Code, p.NeedsConfirmation = codes.ProtectedPath, true
	}
	p.NeedsConfirmation = p.NeedsConfirmation || p.Target.File != nil
}

// errEqual means that the file is as the fence says.
var errEqual = errors.New("the file is like that")

// place returns the lines of a file with the fence in its place.
func (p *Proposal) place(was, block []string, cache *Cache) ([]string, error) {
	var now []string
	var err error
	leavesOut := func(l string) bool { return snippet.LeavesOut(p.Target.Path, l) }
	isAll := !p.InFence() && !slices.ContainsFunc(block, leavesOut)
	switch {
	case slices.Equal(was, block):
		return nil, errEqual
	case p.sought != nil && p.Beside != parse.Replaces:
		p.Kind = snippet.Part
		now, err = snippet.PlaceBeside(was, block, p.sought, p.Beside == parse.AddsBelow)
	case p.sought != nil:
		p.Kind = snippet.Part
		now, err = snippet.PlaceFound(was, block, p.sought)
	case p.Range.End > 0:
		p.Kind = snippet.Part
		now, err = snippet.PlaceRange(p.Target.Path, was, block, snippet.Range{First: int(p.Range.First), End: int(p.Range.End), Suggested: p.Suggested})
	case p.Whole && isAll: // (tagged-files/tagged-write-to-file-without-a-function)
		p.Kind, now = snippet.Whole, block
	case !slices.ContainsFunc(was, func(l string) bool { return !text.IsBlank(l) }):
		p.Kind, now = snippet.Whole, block
		if p.isIndented(block) || p.isMember(block) || slices.ContainsFunc(block, leavesOut) {
			p.Kind, now, err = snippet.Part, nil, snippet.NoFile
		} else if p.Mentioned && p.Target.File == nil {
			now, err = nil, notSaidNew
		}
	default:
		p.Kind, now, err = cache.placed(p.Target.Path, was, block, p.Adds)
		if isAll && errors.Is(err, snippet.NoLine) { // (tagged-files/tagged-file-of-other-lines)
			p.Kind, now, err = snippet.Whole, block, nil
		}
	}
	if errors.Is(err, snippet.ChangesNothing) && !slices.ContainsFunc(block, snippet.IsElision) {
		err = errEqual
	}
	return now, err
}

// DiffLines returns the changes from was to now. Lines that only come or go begin as far down as they may, as with git:
// what is put between two functions is a function, not the end of one and the beginning of the next.
func DiffLines(was, now []string) []lcs.Diff {
	diffs := lcs.DiffLines(was, now)
	for i := range diffs {
		d, end := &diffs[i], len(was)
		if i+1 < len(diffs) {
			end = diffs[i+1].Start
		}
		for d.Start == d.End && d.End < end && now[d.ReplStart] == was[d.End] || d.ReplStart == d.ReplEnd && d.End < end && was[d.Start] == was[d.End] {
			d.Start, d.End, d.ReplStart, d.ReplEnd = d.Start+1, d.End+1, d.ReplStart+1, d.ReplEnd+1
		}
	}
	return diffs
}

// replaceAll returns the edit of a file from was to now.
func replaceAll(t *workspace.Target, before *text.Text, was, now []string) *FileEdit {
	d := newDraft(before)
	diffs := DiffLines(was, now)
	for _, c := range slices.Backward(diffs) {
		d.apply(change{at: c.Start, count: c.End - c.Start, lines: newLines(now[c.ReplStart:c.ReplEnd], d.Present(c.Start), 0)})
	}
	return &FileEdit{Target: *t, Create: t.File == nil, Before: before, edits: sync.OnceValue(d.Edits)}
}

// With returns the plan with the proposals that take part. The edits of one file are one.
func (p *Plan) With(proposals []*Proposal, o Options) *Plan {
	with := *p
	with.Files = slices.Clone(p.Files)
	for _, one := range proposals {
		if one.Edit == nil || !o.takesPart(one.Index) || one.NeedsConfirmation && !o.Confirmed {
			continue
		}
		i := slices.IndexFunc(with.Files, func(f *FileEdit) bool { return f.Target.Key == one.Target.Key })
		if i < 0 {
			with.Files = append(with.Files, one.Edit)
			continue
		}
		was := with.Files[i]
		both := replaceAll(&was.Target, was.Before, linesOf(was.Before), one.now)
		both.Create, both.Blocks, both.order = was.Create, was.Blocks, was.order
		both.Code = append(slices.Clip(was.Code), one)
		with.Files[i] = both
	}
	return &with
}
