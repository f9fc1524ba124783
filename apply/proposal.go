package apply

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/aymanbagabas/go-udiff/lcs"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Proposal is the result for a proposed whole file. It isn't a block and is in "apply all" only on
// request.
type Proposal struct {
	*parse.Proposal
	// Index continues after the document's blocks.
	Index  int
	Target *workspace.Target
	// Code is why it isn't written or needs confirmation, or empty. Why says it in words where it is a part.
	Code codes.Code
	Why  string
	// NeedsConfirmation: the file exists or is protected.
	NeedsConfirmation bool
	// Edit is nil if the proposal is refused or changes nothing.
	Edit *FileEdit
}

// IsRefused reports whether the proposal can't be written even if confirmed.
func (p *Proposal) IsRefused() bool {
	return p.Edit == nil && p.Code != codes.AlreadyApplied && p.Code != codes.StaleEdit
}

// Changed counts the lines added and removed.
func (p *Proposal) Changed() (added, removed int) {
	if p.Edit == nil {
		return 0, 0
	}
	for _, c := range compare(p.Edit.Before, p.Edit.After(), p.Edit.Edits(), 0) {
		added, removed = added+int(c.new.End-c.new.First), removed+int(c.old.End-c.old.First)
	}
	return added, removed
}

// Propose returns the whole files that the document proposes. It ignores paths that don't exist and
// have no extension or may name a language, and refuses files that blocks change. leavesOut reports
// whether a line of the file at path is a placeholder.
func (p *Plan) Propose(ctx context.Context, targets Targets, o Options, leavesOut func(path, line string) bool) ([]*Proposal, error) {
	var all []*Proposal
	found := p.Document.Proposals()
	for i := range found {
		parsed := &found[i]
		t := targetOf(ctx, &parsed.Path, targets)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if t.Exists || parsed.Path.HasExtension() && !parsed.Unsure {
			all = append(all, &Proposal{Proposal: parsed, Index: len(p.Outcomes) + len(all), Target: &t})
		}
	}
	resolved := make([]*workspace.Target, len(all))
	for i, one := range all {
		resolved[i] = one.Target
	}
	workspace.ProtectRepositories(resolved)
	taken := map[string]codes.Code{} // why further proposals are refused
	for _, f := range p.Files {
		taken[f.Target.Key] = codes.MergeSuggested
		if f.NewTarget != nil {
			taken[f.NewTarget.Key] = codes.MergeSuggested
		}
	}
	for _, one := range slices.Backward(all) {
		one.locate(p.Document, o, leavesOut)
		if !o.takesPart(one.Index) || one.Edit == nil {
			continue
		}
		if why := taken[one.Target.Key]; why != "" {
			one.Code, one.Edit, one.NeedsConfirmation = why, nil, false
			continue
		}
		taken[one.Target.Key] = codes.StaleEdit // the last version of a file wins
	}
	return all, nil
}

func (o Options) takesPart(index int) bool { return o.Only == nil || o.Only[index] }

func (p *Proposal) locate(doc *parse.Result, o Options, leavesOut func(path, line string) bool) {
	t := p.Target
	switch {
	case t.Refusal != nil:
		p.Code = t.Refusal.Code
		return
	case t.Exists && o.InContext != nil && !o.InContext(t.Path):
		p.Code = codes.NotInContext
		return
	}
	before := text.New("")
	if t.File != nil {
		before = t.File.Text
	}
	was, now := before.Lines(0, text.Line(before.LineCount())), doc.Proposed(p.Proposal)
	if p.Commented && (len(was) == 0 || was[0] != now[0]) {
		now = now[1:]
	}
	fresh := func(line string) bool { return !slices.Contains(was, line) }
	switch {
	case t.File != nil && slices.Equal(was, now):
		p.Code = codes.AlreadyApplied
		return
	case !o.isLive(doc, p.Turn, p.Index):
		p.Code = codes.StaleEdit
		return
	case slices.ContainsFunc(now, func(line string) bool { return leavesOut(t.Path, line) && fresh(line) }):
		p.Code, p.Why = codes.Placeholder, "it leaves lines out"
		return
	case p.Part != "":
		p.Code, p.Why = codes.Placeholder, p.Part
		return
	case takesMost(was, now):
		p.Code, p.Why = codes.Placeholder, "it would take more than half of the file's code lines away"
		return
	case slices.ContainsFunc(now, func(line string) bool { return len(text.Hidden(line)) > 0 && fresh(line) }):
		p.Code, p.NeedsConfirmation = codes.HiddenUnicode, true
	}
	if t.Protected {
		p.Code, p.NeedsConfirmation = codes.ProtectedPath, true
	}
	p.NeedsConfirmation = p.NeedsConfirmation || t.File != nil
	p.Edit = replaceAll(t, before, was, now)
}

// fewLines may go from a short file, since little is lost.
const fewLines = 3

// takesMost reports whether more than half of a file's code lines would go (whole-file/part-of-the-file).
func takesMost(was, now []string) bool {
	stays := map[string]int{}
	for _, l := range now {
		stays[strings.TrimSpace(l)]++
	}
	all, gone := 0, 0
	for _, l := range was {
		if l = strings.TrimSpace(l); l == "" {
			continue
		}
		all++
		if stays[l]--; stays[l] < 0 {
			gone++
		}
	}
	return 2*gone > all && gone > fewLines
}

// replaceAll returns the edit of a file from was to now.
func replaceAll(t *workspace.Target, before *text.Text, was, now []string) *FileEdit {
	d := newDraft(before)
	diffs := lcs.DiffLines(was, now)
	for _, c := range slices.Backward(diffs) {
		d.apply(change{at: c.Start, count: c.End - c.Start, lines: newLines(now[c.ReplStart:c.ReplEnd], d.Present(c.Start), 0)})
	}
	return &FileEdit{Target: *t, Create: t.File == nil, Before: before, edits: sync.OnceValue(d.Edits)}
}

// With returns the plan with the proposals that take part.
func (p *Plan) With(proposals []*Proposal, o Options) *Plan {
	with := *p
	with.Files = slices.Clone(p.Files)
	for _, one := range proposals {
		if one.Edit != nil && o.takesPart(one.Index) && (!one.NeedsConfirmation || o.Confirmed) {
			with.Files = append(with.Files, one.Edit)
		}
	}
	return &with
}
