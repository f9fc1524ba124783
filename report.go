package editlsp

import (
	"slices"
	"strconv"

	"github.com/edit-lsp/edit-lsp/diagnostics"
)

// SchemaVersion is the version of the JSON document.
const SchemaVersion = 1

// Results is the JSON document that edit-lsp prints with --format json, and that its
// language server answers to editLsp.status. docs/json.md in the repository explains every
// key. Keys are never missing, and lists are never null.
type Results struct {
	Version   int       `json:"version"`
	Documents []*Report `json:"documents"`
	Summary   Summary   `json:"summary"`
}

// Report says what becomes of each edit block in a chat, and why. [Workspace.Check] makes
// it.
type Report struct {
	// Path is the chat's path, as it was given, with slashes.
	Path string `json:"path"`
	// Blocks are in the order of the chat.
	Blocks []Block `json:"blocks"`
	// Problems are parts of the chat that look like blocks but can't be read as such.
	Problems         []Problem         `json:"problems"`
	ShellSuggestions []ShellSuggestion `json:"shell_suggestions"`
	// Files are the files that [Report.Apply] would change. Afterwards they're those that
	// it has changed.
	Files []File `json:"files"`
	// Proposals are whole files, if [Options.WholeFiles] asks for them. They count on from
	// the blocks.
	Proposals []Proposal `json:"proposals"`

	// found and workspace are what Apply needs. Only Check sets the workspace.
	found     *diagnostics.Report
	workspace *Workspace
}

// Block is the result of one edit block.
type Block struct {
	// Index counts the chat's blocks from 0.
	Index int `json:"index"`
	// Dialect is the format that the block is written in, such as search-replace. Layout
	// tells variants of a dialect apart; most have none.
	Dialect string `json:"dialect"`
	Layout  string `json:"layout"`
	// Path is the target file: relative to the workspace, with slashes.
	Path      string    `json:"path"`
	Operation Operation `json:"operation"`
	// NewPath is the name that the block gives the file, if it is a Rename.
	NewPath string `json:"new_path"`
	// Line and EndLine are the lines of the chat with the start marker and the end marker,
	// PathLine is the one that names the target.
	Line     int    `json:"line"`
	EndLine  int    `json:"end_line"`
	PathLine Line   `json:"path_line"`
	Status   Status `json:"status"`
	// Code names the finding, in kebab case: old-lines-not-found, say. `edit-lsp explain`
	// lists the codes. It's empty where there is nothing to say of the block; Message and
	// Severity are empty then too.
	Code string `json:"code"`
	// Cause is why the text wasn't found, or empty.
	Cause Cause `json:"cause"`
	// Message is the headline of the finding, Details the lines to show below it.
	Message  string   `json:"message"`
	Details  []string `json:"details"`
	Severity Severity `json:"severity"`
	// EstimatedLine is the line of the target where the edit was meant.
	EstimatedLine Line `json:"estimated_line"`
	// Matches are the lines of the target where the text that the block looks for begins,
	// at most 100 of them. MatchCount is how many there are.
	Matches    []int `json:"matches"`
	MatchCount int   `json:"match_count"`
	// Similarity is how much of the text the closest lines of the target have, from 0 to 1;
	// nil if that wasn't looked for. Nearest are these lines; nil if none are close.
	Similarity *float64 `json:"similarity"`
	Nearest    *Nearest `json:"nearest"`
	// The previews are the first line of each part, cut to 50 characters.
	AnchorPreview string `json:"anchor_preview"`
	OldPreview    string `json:"old_preview"`
	NewPreview    string `json:"new_preview"`
	// Added and Removed count the lines that the block changes.
	Added   int `json:"added"`
	Removed int `json:"removed"`
	// Warnings are findings beside the one that Code names.
	Warnings []Warning `json:"warnings"`
}

// Line is the number of a line, counted from 1. Where there is none it's 0, and null in
// JSON.
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

// Status is what becomes of a block.
type Status string

// The statuses.
const (
	// Validated: the block would apply now, after the blocks above it.
	Validated Status = "validated"
	// Applied: the block was written.
	Applied Status = "applied"
	// AlreadyApplied: what the block wants is in the target already.
	AlreadyApplied Status = "already-applied"
	// Failed: the block doesn't apply. Its code says why.
	Failed Status = "failed"
	// Skipped: the block wasn't tried. Its code says why.
	Skipped Status = "skipped"
	// NotInContext: the target isn't one of the files that the model has seen.
	NotInContext Status = "not-in-context"
	// Stale: the block is of an earlier turn, and doesn't apply.
	Stale Status = "stale"
	// Incomplete: the block is still being written, at the end of the chat.
	Incomplete Status = "incomplete"
)

// Severity is how much a finding matters. A finding that isn't there has none.
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
	// Whitespace: only whitespace differs.
	Whitespace Cause = "whitespace"
	// LetterCase: only upper and lower case differ.
	LetterCase Cause = "case"
	// Moved: the parts are there, but not one after the other.
	Moved Cause = "moved"
	// Near: there are similar lines.
	Near Cause = "near"
	// Absent: there is nothing similar.
	Absent Cause = "absent"
)

// Nearest is the part of the target that is closest to what a block looks for.
type Nearest struct {
	Line       int          `json:"line"`
	EndLine    int          `json:"end_line"`
	Similarity float64      `json:"similarity"`
	Differs    []Difference `json:"differs"`
}

// Difference is a line that differs.
type Difference struct {
	// Needle counts the lines that the block looks for from 0. It's nil for a line that
	// only the target has.
	Needle *int `json:"needle"`
	// Line is the line of the target. A line that it lacks is Missing before Line.
	Line    int  `json:"line"`
	Missing bool `json:"missing"`
}

// Warning is a further finding of a block, at a line of the chat.
type Warning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Line    int    `json:"line"`
}

// Problem is a part of a chat that looks like a block but can't be read as one.
type Problem struct {
	Code     string   `json:"code"`
	Message  string   `json:"message"`
	Line     int      `json:"line"`
	EndLine  int      `json:"end_line"`
	Severity Severity `json:"severity"`
}

// ShellSuggestion is a command that the chat suggests, at a line of it. Nothing runs it.
type ShellSuggestion struct {
	Command string `json:"command"`
	Line    int    `json:"line"`
}

// Proposal is a whole file that a fence of the chat holds and names. It isn't a block.
type Proposal struct {
	Path string `json:"path"`
	// Operation is Create, or Modify if the file is there.
	Operation Operation `json:"operation"`
	// Line and EndLine are the lines of the chat with the fence's marks.
	Line    int `json:"line"`
	EndLine int `json:"end_line"`
	// Code says why the file isn't written, or what to know first: placeholder,
	// already-applied or protected-path, say. It's empty where there is nothing to say.
	Code string `json:"code"`
}

// File is a file that the blocks with these indexes change together. A proposal of the whole
// file has none.
type File struct {
	Path      string    `json:"path"`
	Operation Operation `json:"operation"`
	Blocks    []int     `json:"blocks"`
	// Written: the file was written.
	Written bool `json:"-"`
	// NotKept says what of a file that was written isn't as it was, such as its owner.
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
	// FilesModified are the files that were written. FilesAutoAdded are those that would
	// have to be added to the context.
	FilesModified  []string `json:"files_modified"`
	FilesAutoAdded []string `json:"files_auto_added"`
}

// NewResults returns the document that holds these reports.
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
