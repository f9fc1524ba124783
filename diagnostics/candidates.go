package diagnostics

import (
	"context"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/snippet"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

const (
	// maxCandidates limits the files named for a missing one, maxMeant those compared with its lines.
	maxCandidates = 3
	maxMeant      = 10
	// maxMissing limits the missing names that are searched for in one check.
	maxMissing = 20
)

// finder finds the files that missing names may mean. Targets that can't look around aren't finders.
type finder interface {
	Similar(ctx context.Context, names []string, limit int) map[string][]string
}

// findCandidates finds the files that the paths of missing targets may mean (did-you-mean/mean-missing-folder).
// Nothing tells when a folder changes, so it looks around for each check.
func findCandidates(ctx context.Context, blocks []Block, targets apply.Targets) error {
	f, ok := targets.(finder)
	if !ok {
		return nil
	}
	var names []string
	for i := range blocks {
		if name := blocks[i].missingName(); name != "" && len(names) < maxMissing && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	similar := f.Similar(ctx, names, maxMeant)
	for i := range blocks {
		if b := &blocks[i]; b.missingName() != "" {
			if err := b.rank(ctx, similar[b.missingName()], targets); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// missingName returns the name of a missing target that a file could have, or "".
func (b *Block) missingName() string {
	if !b.Live || b.Reason != codes.FileNotFound || b.Outcome.Block.Operation != parse.Modify {
		return ""
	}
	return b.Target.Path
}

// rank puts the files that hold the block's lines first. If one alone does, only that is meant.
func (b *Block) rank(ctx context.Context, names []string, targets apply.Targets) error {
	var holding, others []string
	found := map[string]*workspace.Target{}
	b.MeantAt = text.None
	for _, name := range names {
		t := targets.Target(ctx, name)
		if t.File == nil {
			continue
		}
		found[name] = &t
		places, err := findEqual(ctx, t.File.Text, b.Needle(), asIs)
		switch {
		case err != nil:
			return err
		case len(places) > 0:
			holding = append(holding, name)
			b.MeantAt = places[0]
		default:
			others = append(others, name)
		}
	}
	b.Candidates = append(holding, others...)
	if len(holding) == 1 {
		b.Candidates = holding
	}
	b.Candidates = b.Candidates[:min(len(b.Candidates), maxCandidates)]
	if len(b.Candidates) == 1 {
		b.Meant = found[b.Candidates[0]]
	}
	b.meant = len(holding) > 0 || slices.ContainsFunc(b.Candidates, func(name string) bool { return sharesEnd(name, b.Target.Path) })
	return nil
}

// sharesEnd reports whether two paths share their two last segments.
func sharesEnd(a, b string) bool {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	return len(as) > 1 && len(bs) > 1 && slices.Equal(as[len(as)-2:], bs[len(bs)-2:])
}

// didYouMean returns the question about a missing file's candidates, or "".
func (b *Block) didYouMean() string { return didYouMean(b.Candidates) }

func didYouMean(candidates []string) string {
	if len(candidates) == 0 {
		return ""
	}
	names := make([]string, len(candidates))
	for i, name := range candidates {
		names[i] = text.Escape(name)
	}
	return "did you mean " + text.OneOf(names) + "?"
}

// meanOthers adds to the reason of code blocks that are parts of a missing file which files may be meant: those whose
// paths end with the missing one (code-blocks/method-of-a-missing-file). A code block that would create a file, but is
// a part of such a one, is refused (code-blocks/function-of-a-missing-file).
func meanOthers(ctx context.Context, doc *parse.Result, proposals []*apply.Proposal, targets apply.Targets) {
	f, ok := targets.(finder)
	var names []string
	for _, p := range proposals {
		if p.Code == codes.PathEscape {
			meanInside(ctx, p, targets)
		}
		if (p.Why == string(snippet.NoFile) || mayMeanAnother(doc, p)) && len(names) < maxMissing && !slices.Contains(names, p.Target.Path) {
			names = append(names, p.Target.Path)
		}
	}
	if !ok || len(names) == 0 {
		return
	}
	similar := f.Similar(ctx, names, maxMeant)
	for _, p := range proposals {
		creates := mayMeanAnother(doc, p)
		if p.Why != string(snippet.NoFile) && !creates {
			continue
		}
		var meant []string
		for _, name := range similar[p.Target.Path] {
			hasMore := !creates && strings.HasSuffix(p.Target.Path, "/"+name) // (code-blocks/path-with-a-folder-too-many)
			if !hasMore && !strings.HasSuffix(name, "/"+p.Target.Path) || len(meant) == maxCandidates {
				continue
			}
			if t := targets.Target(ctx, name); !creates || doc.SaysToChange(p.Path) || p.IsPartOf(&t) {
				meant = append(meant, name)
			}
		}
		switch {
		case len(meant) == 0:
		case creates:
			p.Refuse("the file doesn't exist; " + didYouMean(meant))
		default:
			p.Why += "; " + didYouMean(meant)
		}
	}
}

// meanInside says which file of the workspace a path from the root of the disk may mean.
func meanInside(ctx context.Context, p *apply.Proposal, targets apply.Targets) {
	name := strings.TrimLeft(p.Path.Fallback, "/")
	if name == p.Path.Fallback {
		return
	}
	if t := targets.Target(ctx, name); t.Exists && t.Refusal == nil {
		p.Why = didYouMean([]string{t.Path})
	}
}

// mayMeanAnother reports whether the path of a new file may lack its folder: it has none that exists, and the words
// around it don't say that the file is new.
func mayMeanAnother(doc *parse.Result, p *apply.Proposal) bool {
	return p.Edit != nil && p.Edit.Create && p.InFence() && !doc.SaysNew(p.Path) && (!strings.Contains(p.Target.Path, "/") || !p.Target.ParentExists)
}
