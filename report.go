package editlsp

import (
	"slices"
	"strconv"

	"github.com/edit-lsp/edit-lsp/diagnostics"
)

// SchemaVersion is the version of the JSON document.
const SchemaVersion = 1

// Results is the JSON document of --format json and of the language server's editLsp.status.
// docs/json.md in the repository documents every key. Keys are never missing, and lists are never
// null.
type Results struct {
	Version   int       `json:"version"`
	Documents []*Report `json:"documents"`
	Summary   Summary   `json:"summary"`
}

// Report is the result of checking a chat, made by [Workspace.Check].
type Report struct {
	// Path is the chat's path as given, with slashes.
	Path string `json:"path"`
	// Blocks are in the order of the chat.
	Blocks []Block `json:"blocks"`
	// Problems are parts of the chat that look like blocks but can't be parsed.
	Problems         []Problem         `json:"problems"`
	ShellSuggestions []ShellSuggestion `json:"shell_suggestions"`
	// Files are the files that [Report.Apply] would change or, afterwards, has changed.
	Files []File `json:"files"`
	// Proposals are code blocks, if [Options.CodeBlocks] is set. Their indexes continue those of
	// the blocks.
	Proposals []Proposal `json:"proposals"`

	// found and workspace are for Apply. Only Check sets workspace.
	found     *diagnostics.Report
	workspace *Workspace
}

// Block is the result for one edit block.
type Block struct {
	// Index is the 0-based index among the chat's blocks.
	Index int `json:"index"`
	// Number is what the command line counts it by, from 1.
	Number int `json:"number"`
	// Candidates are the files that a missing target's path may mean, the likeliest first.
	Candidates []string `json:"candidates"`
	// Dialect is the block's format, such as search-replace. Layout is the variant, usually empty.
	Dialect string `json:"dialect"`
	Layout  string `json:"layout"`
	// Path is the target file, relative to the workspace, with slashes.
	Path      string    `json:"path"`
	Operation Operation `json:"operation"`
	// NewPath is the file's new name if Operation is Rename.
	NewPath string `json:"new_path"`
	// Line and EndLine are the chat lines of the start and end marker. PathLine is the one that
	// names the target.
	Line     int    `json:"line"`
	EndLine  int    `json:"end_line"`
	PathLine Line   `json:"path_line"`
	Status   Status `json:"status"`
	// Code is the finding, such as old-lines-not-found. `edit-lsp explain` lists all codes. Without
	// a finding, Code, Message and Severity are empty.
	Code string `json:"code"`
	// Cause is why the text wasn't found, or empty.
	Cause Cause `json:"cause"`
	// Message is the headline of the finding, Details the lines below it.
	Message  string   `json:"message"`
	Details  []string `json:"details"`
	Severity Severity `json:"severity"`
	// EstimatedLine is the target line that the edit was meant for.
	EstimatedLine Line `json:"estimated_line"`
	// Matches are the target lines where the old text begins, at most 100. MatchCount counts all
	// matches, also several on one line.
	Matches    []int `json:"matches"`
	MatchCount int   `json:"match_count"`
	// Similarity is how much of the text the closest target lines have, from 0 to 1, nil if they
	// weren't searched for. Nearest are those lines, nil if none are close.
	Similarity *float64 `json:"similarity"`
	Nearest    *Nearest `json:"nearest"`
	// The previews are the first line of each part, cut to 50 characters.
	AnchorPreview string `json:"anchor_preview"`
	OldPreview    string `json:"old_preview"`
	NewPreview    string `json:"new_preview"`
	// Added and Removed count the changed lines.
	Added   int `json:"added"`
	Removed int `json:"removed"`
	// Warnings are findings other than Code.
	Warnings []Warning `json:"warnings"`
}

// Line is a 1-based line number. None is 0, and null in JSON.
type Line int

// MarshalJSON implements [json.Marshaler].
func (l Line) MarshalJSON() ([]byte, error) {
	if l == 0 {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(l), 10), nil
}

// Operation is what a block does to its target.
type Operation string

// The operations.
const (
	Modify Operation = "modify"
	Create Operation = "create"
	Delete Operation = "delete"
	Rename Operation = "rename"
)

// Status is the result of checking a block.
type Status string

// The statuses.
const (
	// Validated means that the block would apply now, after the blocks above it.
	Validated Status = "validated"
	// Applied means that the block was written.
	Applied Status = "applied"
	// AlreadyApplied means that the target already has the block's result.
	AlreadyApplied Status = "already-applied"
	// Failed means that the block doesn't apply. Its code says why.
	Failed Status = "failed"
	// Skipped means that the block wasn't tried. Its code says why.
	Skipped Status = "skipped"
	// NotInContext means that the model hasn't seen the target.
	NotInContext Status = "not-in-context"
	// Stale means that the block is in an earlier turn and doesn't apply.
	Stale Status = "stale"
	// Incomplete means that the block is at the end of the chat and still being written.
	Incomplete Status = "incomplete"
)

// Severity is the severity of a finding, empty without one.
type Severity string

// The severities.
const (
	Error       Severity = "error"
	Warn        Severity = "warning"
	Information Severity = "information"
	Hint        Severity = "hint"
)

// Cause is why the text that a block looks for isn't in its target.
type Cause string

// The causes.
const (
	// Whitespace means that only whitespace differs.
	Whitespace Cause = "whitespace"
	// BlankLines means that only the number of blank lines between the others differs.
	BlankLines Cause = "blank-lines"
	// LineNumbers means that each line has a number in front.
	LineNumbers Cause = "line-numbers"
	// Escapes means that only backslashes differ.
	Escapes Cause = "escapes"
	// Quotes means that only typographic quotes, dashes and spaces differ.
	Quotes Cause = "quotes"
	// Elided means that a line stands for others, such as `...`.
	Elided Cause = "elided"
	// LetterCase means that only letter case differs.
	LetterCase Cause = "case"
	// Moved means that all parts are there, but not consecutively.
	Moved Cause = "moved"
	// Near means that there are similar lines.
	Near Cause = "near"
	// Absent means that there is nothing similar.
	Absent Cause = "absent"
)

// Nearest is the part of the target most similar to what a block looks for.
type Nearest struct {
	Line       int          `json:"line"`
	EndLine    int          `json:"end_line"`
	Similarity float64      `json:"similarity"`
	Differs    []Difference `json:"differs"`
}

// Difference is a line that differs.
type Difference struct {
	// Needle is the 0-based index among the lines that the block looks for, nil for a line that
	// only the target has.
	Needle *int `json:"needle"`
	// Line is the target line. If Missing is set, the needle's line is missing before it.
	Line    int  `json:"line"`
	Missing bool `json:"missing"`
}

// Warning is a further finding about a block, at a line of the chat.
type Warning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Line    int    `json:"line"`
}

// Problem is a part of a chat that looks like a block but can't be parsed.
type Problem struct {
	Code     string   `json:"code"`
	Message  string   `json:"message"`
	Line     int      `json:"line"`
	EndLine  int      `json:"end_line"`
	Severity Severity `json:"severity"`
}

// ShellSuggestion is a command suggested on a line of the chat. It is never run.
type ShellSuggestion struct {
	Command string `json:"command"`
	Line    int    `json:"line"`
}

// Proposal is a code block: a fence of the chat that names a file and holds it or a part of it. It isn't an edit
// block.
type Proposal struct {
	// Number is what the command line counts it by, on from the blocks.
	Number int    `json:"number"`
	Path   string `json:"path"`
	// Operation is Create, or Modify if the file exists.
	Operation Operation `json:"operation"`
	// Kind is "whole", "part", or empty if that isn't clear.
	Kind string `json:"kind"`
	// Line and EndLine are the chat lines of the fence.
	Line    int    `json:"line"`
	EndLine int    `json:"end_line"`
	Status  Status `json:"status"`
	// Code is why the file isn't written or needs attention, such as not-placed, already-applied
	// or protected-path, or empty. Message says it in words.
	Code    string `json:"code"`
	Message string `json:"message"`
	// Added and Removed count the changed lines, Hunks has them one by one.
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	Hunks   []Hunk `json:"hunks"`
}

// Hunk is a change of adjacent lines of a file. Line and EndLine are those that it replaces. If Removed is 0, it
// inserts lines above Line, and EndLine is the line before.
type Hunk struct {
	Line    int `json:"line"`
	EndLine int `json:"end_line"`
	Added   int `json:"added"`
	Removed int `json:"removed"`
}

// File is a file changed by the blocks with these indexes, or by a code block if there are none.
type File struct {
	Path      string    `json:"path"`
	Operation Operation `json:"operation"`
	Blocks    []int     `json:"blocks"`
	// Written means that the file was written.
	Written bool `json:"-"`
	// NotKept lists the attributes of a written file that changed, such as its owner.
	NotKept []string `json:"-"`
}

// Summary counts the blocks of all documents by status.
type Summary struct {
	Blocks         int `json:"blocks"`
	Validated      int `json:"validated"`
	Applied        int `json:"applied"`
	AlreadyApplied int `json:"already_applied"`
	Failed         int `json:"failed"`
	Skipped        int `json:"skipped"`
	NotInContext   int `json:"not_in_context"`
	Stale          int `json:"stale"`
	Incomplete     int `json:"incomplete"`
	// CodeBlocks counts the code blocks that can be written, whether or not they are read.
	CodeBlocks int `json:"code_blocks"`
	// NotRead counts the fences that name a file but whose place in it isn't clear.
	NotRead int `json:"not_read"`
	// FilesModified are the written files. FilesAutoAdded would have to be added to the context.
	FilesModified  []string `json:"files_modified"`
	FilesAutoAdded []string `json:"files_auto_added"`
}

// NewResults returns the document for these reports.
func NewResults(reports ...*Report) *Results {
	r := &Results{
		Version: SchemaVersion, Documents: append([]*Report{}, reports...),
		Summary: Summary{FilesModified: []string{}, FilesAutoAdded: []string{}},
	}
	for _, report := range reports {
		r.Summary.add(report)
	}
	return r
}

func (s *Summary) add(r *Report) {
	s.Blocks += len(r.Blocks)
	if r.found != nil {
		s.CodeBlocks += r.found.Offered
		s.NotRead += r.found.NotRead
	}
	for i := range r.Blocks {
		switch b := &r.Blocks[i]; b.Status {
		case Validated:
			s.Validated++
		case Applied:
			s.Applied++
		case AlreadyApplied:
			s.AlreadyApplied++
		case Failed:
			s.Failed++
		case Skipped:
			s.Skipped++
		case NotInContext:
			s.NotInContext++
			s.FilesAutoAdded = appendNew(s.FilesAutoAdded, b.Path)
		case Stale:
			s.Stale++
		case Incomplete:
			s.Incomplete++
		}
	}
	for _, f := range r.Files {
		if f.Written {
			s.FilesModified = appendNew(s.FilesModified, f.Path)
		}
	}
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
