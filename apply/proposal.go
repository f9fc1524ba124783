package apply

import (
	"context"
	"slices"
	"sync"

	"github.com/aymanbagabas/go-udiff/lcs"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Proposal is what becomes of a whole file that a chat proposes. It isn't a block, and part of
// "apply all" only where that is asked for.
type Proposal struct {
	*parse.Proposal
	// Index counts on from the blocks of the document.
	Index  int
	Target *workspace.Target
	// Code is why the file isn't written, or what a person must know first; empty where
	// there is nothing to say.
	Code codes.Code
	// NeedsConfirmation: it replaces a file, or a protected one.
	NeedsConfirmation bool
	// Edit is what it does to the file; nil if it is refused, or the file is like that.
	Edit *FileEdit
}

// IsRefused reports whether the proposal can't be written, confirmed or not.
func (p *Proposal) IsRefused() bool {
	return p.Edit == nil && p.Code != codes.AlreadyApplied && p.Code != codes.StaleEdit
}

// Changed counts the lines that the proposal brings in and takes out.
func (p *Proposal) Changed() (added, removed int) {
	if p.Edit == nil {
		return 0, 0
	}
	for _, c := range compare(p.Edit.Before, p.Edit.After(), p.Edit.Edits(), 0) {
		added, removed = added+int(c.new.End-c.new.First), removed+int(c.old.End-c.old.First)
	}
	return added, removed
}

// Propose finds out what becomes of the whole files that the document proposes. A fence
// whose path has no extension or may be a language's name, and names no file, is none. A file that blocks change isn't
// replaced. leavesOut reports whether a line stands for others of the file at a path.
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
	taken := map[string]codes.Code{} // why no other proposal for a file is written
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
		taken[one.Target.Key] = codes.StaleEdit // the last version of a file is meant
	}
	return all, nil
}

func (o Options) takesPart(index int) bool { return o.Only == nil || o.Only[index] }

// locate finds out what becomes of a proposal by itself.
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
		p.Code = codes.Placeholder
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

// replaceAll returns the edit that makes lines of a file's lines.
func replaceAll(t *workspace.Target, before *text.Text, was, now []string) *FileEdit {
	d := newDraft(before)
	diffs := lcs.DiffLines(was, now)
	for _, c := range slices.Backward(diffs) {
		d.apply(change{at: c.Start, count: c.End - c.Start, lines: newLines(now[c.ReplStart:c.ReplEnd], d.Present(c.Start), 0)})
	}
	return &FileEdit{Target: *t, Create: t.File == nil, Before: before, edits: sync.OnceValue(d.Edits)}
}

// With returns the plan that also writes the proposals which take part.
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
