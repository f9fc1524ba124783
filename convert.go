package editlsp

import (
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// NewReport converts the results of package diagnostics for the chat at path. It is for this
// module's command line and language server. Other programs use [Workspace.Check].
func NewReport(path string, found *diagnostics.Report) *Report {
	r := &Report{
		Path: path, Blocks: make([]Block, len(found.Blocks)), Problems: []Problem{},
		ShellSuggestions: []ShellSuggestion{}, Files: []File{}, Proposals: []Proposal{}, found: found,
	}
	for i := range found.Blocks {
		r.Blocks[i] = newBlock(&found.Blocks[i])
	}
	for i := range found.Problems {
		p := &found.Problems[i]
		r.Problems = append(r.Problems, Problem{
			Code: string(p.Code), Message: p.InOneLine(), Line: p.First.Number(), EndLine: int(p.End), Severity: Severity(p.Severity.String()),
		})
	}
	for _, s := range found.Plan.Document.Shell {
		r.ShellSuggestions = append(r.ShellSuggestions, ShellSuggestion{Command: s.Command, Line: s.Line.Number()})
	}
	for _, f := range found.Plan.Files {
		r.Files = append(r.Files, newFile(f))
	}
	for _, p := range found.Proposals {
		r.Proposals = append(r.Proposals, newProposal(p))
	}
	return r
}

func newProposal(p *apply.Proposal) Proposal {
	operation := Create
	if p.Target.Exists {
		operation = Modify
	}
	path := p.Target.Path
	if path == "" {
		path = p.Path.Fallback
	}
	all := Proposal{
		Number: p.Index + 1, Path: path, Operation: operation, Kind: string(p.Kind), Line: p.Start.Number(), EndLine: p.End.Number(),
		Status: Status(p.Status()), Code: string(p.Code), Message: p.Message(), Hunks: []Hunk{},
	}
	all.Added, all.Removed = p.Changed()
	for _, h := range p.Hunks() {
		all.Hunks = append(all.Hunks, Hunk{
			Line: h.Old.First.Number(), EndLine: int(h.Old.End), Added: int(h.New.End - h.New.First), Removed: int(h.Old.End - h.Old.First),
		})
	}
	return all
}

func newFile(f *apply.FileEdit) File {
	operation := Modify
	switch {
	case f.Delete:
		operation = Delete
	case f.NewTarget != nil:
		operation = Rename
	case f.Create:
		operation = Create
	}
	return File{Path: f.Target.Path, Operation: operation, Blocks: append([]int{}, f.Blocks...)}
}

func newBlock(b *diagnostics.Block) Block {
	parsed := b.Outcome.Block
	code, message, severity := b.Code, b.Headline, b.Severity
	if code == "" && b.Reason != "" { // an example, which no diagnostic shows
		code, message, severity = b.Reason, b.Reason.Headline("path", b.Target.Path), codes.Information
	}
	block := Block{
		Index: parsed.Index, Number: parsed.Index + 1, Candidates: append([]string{}, b.Candidates...), Dialect: parsed.Dialect.Name, Layout: parsed.Layout.String(),
		Path: b.Target.Path, Operation: Operation(parsed.Operation.String()),
		Line: parsed.Start.Number(), EndLine: parsed.End.Number(), PathLine: lineOf(parsed.Path.Line),
		Status: Status(b.Status), Code: string(code), Cause: Cause(b.Cause),
		Message: message, Details: append([]string{}, b.Details()...), Severity: Severity(severity.String()),
		EstimatedLine: lineOf(b.Estimated), Matches: make([]int, len(b.Matches)), MatchCount: b.MatchCount,
		AnchorPreview: preview(b, parsed.Leading), OldPreview: preview(b, parsed.Old), NewPreview: preview(b, parsed.New),
		Warnings: []Warning{},
	}
	if parsed.Operation == parse.Rename && !parsed.Incomplete {
		if block.NewPath = b.Document.NewPath(parsed); b.Outcome.NewTarget != nil {
			block.NewPath = b.Outcome.NewTarget.Path
		}
	}
	if block.Path == "" {
		block.Path = parsed.Path.Fallback
	}
	for i, l := range b.Matches {
		block.Matches[i] = l.Number()
	}
	if similarity, ok := b.Similarity(); ok {
		block.Similarity = &similarity
	}
	if b.Nearest != nil {
		block.Nearest = newNearest(b.Nearest)
	}
	block.Added, block.Removed = b.Document.Changed(parsed)
	for i := range b.Warnings {
		w := &b.Warnings[i]
		block.Warnings = append(block.Warnings, Warning{Code: string(w.Code), Message: w.InOneLine(), Line: w.First.Number()})
	}
	return block
}

func newNearest(n *diagnostics.Nearest) *Nearest {
	nearest := &Nearest{Line: n.First.Number(), EndLine: n.Last.Number(), Similarity: n.Similarity, Differs: []Difference{}}
	for _, d := range n.Differs {
		line := Difference{Line: d.Line.Number(), Missing: d.Missing}
		if d.Index >= 0 {
			line.Needle = &d.Index
		}
		nearest.Differs = append(nearest.Differs, line)
	}
	return nearest
}

func lineOf(l text.Line) Line {
	if l == text.None {
		return 0
	}
	return Line(l.Number())
}

// maxPreview bounds a preview, in characters.
const maxPreview = 50

func preview(b *diagnostics.Block, s parse.Section) string {
	if s.Len() == 0 {
		return ""
	}
	line := b.Document.Lines(b.Outcome.Block, s)[0]
	if len(line) <= maxPreview || utf8.RuneCountInString(line) <= maxPreview {
		return line
	}
	return string([]rune(line)[:maxPreview])
}
