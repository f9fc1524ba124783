package repair

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Rename changes the name in a block's path line, if that then leads to a file or the block creates it.
func (r *Repairs) Rename(ctx context.Context, index int, title, name string) (*Repair, string, error) {
	return r.rename(ctx, Repair{Title: title, Index: index}, map[int]string{index: name})
}

// FixPaths changes all path lines whose file is missing and that can mean only one file.
func (r *Repairs) FixPaths(ctx context.Context) (*Repair, string, error) {
	names := map[int]string{}
	for i := range r.Report.Blocks {
		if b := &r.Report.Blocks[i]; MeansOne(b) {
			names[i] = b.Candidates[0]
		}
	}
	if len(names) == 0 {
		return nil, "no path means just one other file", nil
	}
	return r.rename(ctx, Repair{Title: fmt.Sprintf("Fix all %d paths", len(names)), Index: -1}, names)
}

// MeansOne reports whether a block's file is missing, and its path can mean only one other.
func MeansOne(b *diagnostics.Block) bool {
	return b.Live && b.Reason == codes.FileNotFound && len(b.Candidates) == 1
}

// rename changes the names in the path lines of blocks. Blocks may share one.
func (r *Repairs) rename(ctx context.Context, repair Repair, names map[int]string) (*Repair, string, error) {
	was := r.Report.Plan.Document
	for index, name := range names {
		path := was.Blocks[index].Path
		if path.Line == text.None {
			return nil, "no line names the file", nil
		}
		at := strings.LastIndex(was.Text.Line(path.Line), path.Fallback)
		if at < 0 {
			return nil, "the line doesn't have the path in this spelling", nil
		}
		start := was.Text.Start(path.Line) + text.Offset(at)
		repair.Edits = append(repair.Edits, text.Edit{Start: start, End: start + text.Offset(len(path.Fallback)), New: name})
	}
	slices.SortFunc(repair.Edits, func(a, b text.Edit) int { return cmp.Compare(a.Start, b.Start) })
	repair.Edits = slices.Compact(repair.Edits)
	return r.try(ctx, repair, func(now *apply.Plan) bool {
		equal := func(a, b parse.Block) bool { return sameLines(was, &a, now.Document, &b) }
		if !slices.EqualFunc(was.Blocks, now.Document.Blocks, equal) || !sameRest(was, now.Document) {
			return false
		}
		for index, name := range names {
			o := now.Outcomes[index]
			if o.Target.Name != name || !o.Target.Exists && o.Block.Operation != parse.Create {
				return false
			}
		}
		return true
	})
}
