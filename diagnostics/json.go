package diagnostics

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// SchemaVersion is the version of the JSON document (results, "JSON").
const SchemaVersion = 1

// JSON is the result document of one run. Keys are never missing; line numbers are
// 1-based.
type JSON struct {
	Version   int            `json:"version"`
	Documents []JSONDocument `json:"documents"`
	Summary   JSONSummary    `json:"summary"`
}

// JSONDocument is one chat document.
type JSONDocument struct {
	Path      string        `json:"path"`
	Blocks    []JSONBlock   `json:"blocks"`
	Problems  []JSONProblem `json:"problems"`
	ShellList []JSONShell   `json:"shell_suggestions"`
	Files     []JSONFile    `json:"files"`
}

// JSONBlock is the result of one block.
type JSONBlock struct {
	Index         int             `json:"index"`
	Dialect       string          `json:"dialect"`
	Layout        parse.Layout    `json:"layout"`
	Path          string          `json:"path"`
	Operation     parse.Operation `json:"operation"`
	Line          int             `json:"line"`
	EndLine       int             `json:"end_line"`
	PathLine      *int            `json:"path_line"`
	Status        apply.Status    `json:"status"`
	Code          codes.Code      `json:"code"`
	Cause         Cause           `json:"cause"`
	Message       string          `json:"message"`
	Details       []string        `json:"details"`
	Severity      string          `json:"severity"`
	EstimatedLine *int            `json:"estimated_line"`
	Matches       []int           `json:"matches"`
	MatchCount    int             `json:"match_count"`
	Similarity    *float64        `json:"similarity"`
	Nearest       *JSONNearest    `json:"nearest"`
	AnchorPreview string          `json:"anchor_preview"`
	OldPreview    string          `json:"old_preview"`
	NewPreview    string          `json:"new_preview"`
	Added         int             `json:"added"`
	Removed       int             `json:"removed"`
	Warnings      []JSONWarning   `json:"warnings"`
}

// JSONNearest is the place of the target that is closest to the needle.
type JSONNearest struct {
	Line       int           `json:"line"`
	EndLine    int           `json:"end_line"`
	Similarity float64       `json:"similarity"`
	Differs    []JSONDiffers `json:"differs"`
}

// JSONDiffers is a line that differs: of the needle, counted from 0, and of the target.
// Needle is null for a line that only the target has; a line that only the needle has is
// missing before Line.
type JSONDiffers struct {
	Needle  *int `json:"needle"`
	Line    int  `json:"line"`
	Missing bool `json:"missing"`
}

// JSONWarning is a further finding of a block, at a line of the chat. Its message holds
// what details there are.
type JSONWarning struct {
	Code    codes.Code `json:"code"`
	Message string     `json:"message"`
	Line    int        `json:"line"`
}

// JSONProblem is a fault of the document.
type JSONProblem struct {
	Code     codes.Code `json:"code"`
	Message  string     `json:"message"`
	Line     int        `json:"line"`
	EndLine  int        `json:"end_line"`
	Severity string     `json:"severity"`
}

// JSONShell is a suggested command.
type JSONShell struct {
	Command string `json:"command"`
	Line    int    `json:"line"`
}

// JSONFile is a file that "apply all" would touch, or did write.
type JSONFile struct {
	Path      string          `json:"path"`
	Operation parse.Operation `json:"operation"`
	Blocks    []int           `json:"blocks"`
}

// JSONSummary counts the blocks of all documents by status.
type JSONSummary struct {
	Blocks         int      `json:"blocks"`
	Validated      int      `json:"validated"`
	Applied        int      `json:"applied"`
	AlreadyApplied int      `json:"already_applied"`
	Failed         int      `json:"failed"`
	Skipped        int      `json:"skipped"`
	NotInContext   int      `json:"not_in_context"`
	Stale          int      `json:"stale"`
	Incomplete     int      `json:"incomplete"`
	FilesModified  []string `json:"files_modified"`
	FilesAutoAdded []string `json:"files_auto_added"`
}

// NewJSON makes an empty result document.
func NewJSON() *JSON {
	return &JSON{
		Version: SchemaVersion, Documents: []JSONDocument{},
		Summary: JSONSummary{FilesModified: []string{}, FilesAutoAdded: []string{}},
	}
}

// Add adds the report of the document named path.
func (j *JSON) Add(path string, r *Report) {
	d := JSONDocument{
		Path: path, Blocks: []JSONBlock{}, Problems: []JSONProblem{}, ShellList: []JSONShell{}, Files: []JSONFile{},
	}
	for i := range r.Blocks {
		b := &r.Blocks[i]
		d.Blocks = append(d.Blocks, b.json())
		j.Summary.count(b)
	}
	for _, p := range r.Problems {
		d.Problems = append(d.Problems, JSONProblem{
			Code: p.Code, Message: p.inOneLine(), Line: p.First.Number(), EndLine: int(p.End), Severity: p.Severity.String(),
		})
	}
	for _, s := range r.Plan.Document.Shell {
		d.ShellList = append(d.ShellList, JSONShell{Command: s.Command, Line: s.Line.Number()})
	}
	d.Files = append(d.Files, r.Files()...)
	j.Documents = append(j.Documents, d)
}

// Files lists what "apply all" would touch.
func (r *Report) Files() []JSONFile {
	files := []JSONFile{}
	for _, f := range r.Plan.Files {
		op := parse.Modify
		if f.Create {
			op = parse.Create
		}
		files = append(files, JSONFile{Path: f.Target.Path, Operation: op, Blocks: f.Blocks})
	}
	return files
}

func (s *JSONSummary) count(b *Block) {
	s.Blocks++
	switch b.Status {
	case apply.Validated:
		s.Validated++
	case apply.Applied:
		s.Applied++
	case apply.AlreadyApplied:
		s.AlreadyApplied++
	case apply.Failed:
		s.Failed++
	case apply.Skipped:
		s.Skipped++
	case apply.NotInContext:
		s.NotInContext++
		s.FilesAutoAdded = appendNew(s.FilesAutoAdded, b.Target.Path)
	case apply.Stale:
		s.Stale++
	case apply.Incomplete:
		s.Incomplete++
	}
}

func appendNew(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}

func (b *Block) json() JSONBlock {
	blk := b.Outcome.Block
	j := JSONBlock{
		Index: blk.Index, Dialect: blk.Dialect.Name, Layout: blk.Layout, Path: b.Target.Path, Operation: blk.Operation,
		Line: blk.Start.Number(), EndLine: blk.End.Number(), PathLine: number(blk.Path.Line),
		Status: b.Status, Code: b.Code, Cause: b.Cause, Message: b.Headline, Details: append([]string{}, b.Details()...), Severity: b.Severity.String(),
		EstimatedLine: number(b.Estimated), Matches: []int{}, MatchCount: b.MatchCount,
		AnchorPreview: preview(b.Lines(blk.Leading)), OldPreview: preview(b.Lines(blk.Old)), NewPreview: preview(b.Lines(blk.New)),
		Warnings: []JSONWarning{},
	}
	if j.Path == "" {
		j.Path = blk.Path.Fallback
	}
	for _, l := range b.Matches {
		j.Matches = append(j.Matches, l.Number())
	}
	if b.Nearest != nil {
		similarity := b.Nearest.Similarity
		j.Similarity, j.Nearest = &similarity, b.Nearest.json()
	} else if b.unlikely != nil {
		j.Similarity = &b.unlikely.Similarity
	}
	j.Added, j.Removed = b.Document.Changed(blk)
	for _, w := range b.Warnings {
		j.Warnings = append(j.Warnings, JSONWarning{Code: w.Code, Message: w.inOneLine(), Line: w.First.Number()})
	}
	return j
}

func (n *Nearest) json() *JSONNearest {
	j := &JSONNearest{Line: n.First.Number(), EndLine: n.Last.Number(), Similarity: n.Similarity, Differs: []JSONDiffers{}}
	for _, d := range n.Differs {
		line := JSONDiffers{Line: d.Line.Number(), Missing: d.Missing}
		if d.Index >= 0 {
			index := d.Index
			line.Needle = &index
		}
		j.Differs = append(j.Differs, line)
	}
	return j
}

func number(l text.Line) *int {
	if l == text.None {
		return nil
	}
	n := l.Number()
	return &n
}

// longestPreview is the length of a preview, in characters.
const longestPreview = 50

func preview(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	if utf8.RuneCountInString(lines[0]) <= longestPreview {
		return lines[0]
	}
	return string([]rune(lines[0])[:longestPreview])
}

// Count counts the findings of a document that are worth an exit status of 1:
// blocks that do not apply, and problems (results, "Command line").
func (r *Report) Count() int {
	n := 0
	for i := range r.Blocks {
		switch b := &r.Blocks[i]; b.Status {
		case apply.Failed, apply.Skipped:
			if b.Severity == codes.Error || b.Severity == codes.Warning {
				n++
			}
		case apply.NotInContext:
			n++
		}
	}
	for _, p := range r.Problems {
		if p.Counts {
			n++
		}
	}
	return n
}

// Summary words the counts of a report.
func (r *Report) Summary() string {
	var s JSONSummary
	for i := range r.Blocks {
		s.count(&r.Blocks[i])
	}
	words := []string{plural(s.Blocks, "block")}
	for _, c := range []struct {
		n    int
		word string
	}{
		{s.Validated, "validated"}, {s.Applied, "applied"}, {s.AlreadyApplied, "already applied"}, {s.Failed, "failed"},
		{s.Skipped, "skipped"}, {s.NotInContext, "not in context"}, {s.Stale, "stale"}, {s.Incomplete, "incomplete"},
	} {
		if c.n > 0 {
			words = append(words, fmt.Sprintf("%d %s", c.n, c.word))
		}
	}
	if n := len(r.Problems); n > 0 {
		words = append(words, plural(n, "problem"))
	}
	return strings.Join(words, ", ")
}
