package diagnostics

import (
	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Code is a stable code of results, "Codes".
type Code string

// Severity ranks findings; the lower, the more severe. The numbers are LSP's.
type Severity int

// The severities. None is that of a plain validated block.
const (
	None Severity = iota
	Error
	Warning
	Information
	Hint
)

// String is the severity's name in JSON; empty for None.
func (s Severity) String() string {
	return [...]string{"", "error", "warning", "information", "hint"}[s]
}

// The codes that this package finds itself.
const (
	CodeProtected       Code = "protected-path"
	CodeStale           Code = "stale-edit"
	CodeNoChange        Code = "no-change"
	CodeHiddenUnicode   Code = "hidden-unicode"
	CodeMarker          Code = "marker-in-content"
	CodePlaceholder     Code = "placeholder"
	CodeMergeSuggested  Code = "merge-suggested"
	CodeShellSuggestion Code = "shell-suggestion"
)

// Entry is one row of the catalogue.
type Entry struct {
	Code Code
	// Severity is the usual one.
	Severity Severity
	// Message begins the finding's text; {path} and {limit} stand for the target
	// and the size.
	Message string
	// Means says what has been found, Do what to do about it; both are sentences.
	Means, Do string
	// Example is a block, or a part of one, that has the finding.
	Example string
}

// catalogue is the table of all codes, in the order of results: of equally severe
// findings of a block the earlier row names it.
var catalogue = []Entry{
	{
		Code: Code(apply.LeadingAnchorNotFound), Severity: Error, Message: "Leading anchor not found in file",
		Means: "The lines that should stand before the change are nowhere in the target file. The file has changed since the model saw it, or the model wrote the lines from memory.",
		Do:    "Compare the block with the place that the message names. Copy the anchor from the file, or send the retry prompt so that the model writes the block anew.",
	},
	{
		Code: Code(apply.OldLinesMismatch), Severity: Error, Message: "Old lines don't match content after anchor",
		Means: "The anchor is there, but the lines behind it are not the ones that the block wants to remove.",
		Do:    "Look at the line that the message names: it is the first that differs. Correct the block, or ask the model again with the file's present text.",
	},
	{
		Code: Code(apply.OldLinesNotFound), Severity: Error, Message: "Old lines not found in file",
		Means: "The block has no leading anchor, and the lines that it wants to replace are nowhere in the target file.",
		Do:    "Compare the block with the nearest place that the message names. Text is compared exactly: blanks, tabs and letter case count.",
	},
	{
		Code: Code(apply.TrailingAnchorNotFound), Severity: Error, Message: "Trailing anchor not found after old lines",
		Means: "Everything before it stands in the file, but the lines that should follow the change do not.",
		Do:    "Look at the line that the message names, and correct or shorten the trailing anchor.",
	},
	{
		Code: Code(apply.AmbiguousMatch), Severity: Error, Message: "Edit location is ambiguous (matches at lines {lines})",
		Means: "The lines of the block stand in the file more than once. Dialects with anchors then refuse to choose; search-replace and find-replace take the first place and warn.",
		Do:    "Add lines before or after, such as the name of the function, until only one place is left; or choose a place from the code actions.",
	},
	{
		Code: Code(apply.FileNotFound), Severity: Error, Message: "File not found: {path}",
		Means: "The block changes lines of a file that is not in the workspace. A block with lines to find never creates its file.",
		Do:    "Correct the path above the block, or open the folder that holds the file.",
	},
	{
		Code: Code(apply.FileExists), Severity: Error, Message: "File already exists: {path}",
		Means: "The block creates a file, but one with other content is there already. Nothing is overwritten unasked.",
		Do:    "Ask for an edit of the existing file instead, or remove the file first.",
	},
	{
		Code: Code(workspace.BinaryFile), Severity: Error, Message: "Cannot edit binary file",
		Means: "There is a NUL byte near the start of the target file.",
		Do:    "Change the file with the program that it belongs to.",
	},
	{
		Code: Code(workspace.UnsupportedEncoding), Severity: Error, Message: "Cannot edit a file that is not UTF-8",
		Means: "The target file holds bytes that are not UTF-8; an edit could damage the rest of it.",
		Do:    "Convert the file to UTF-8 first.",
	},
	{
		Code: Code(workspace.FileTooLarge), Severity: Error, Message: "File is larger than {limit}",
		Means: "The target file is over the limit of the setting maxFileSize.",
		Do:    "Raise the limit if the file is meant.",
	},
	{
		Code: Code(workspace.NotRegular), Severity: Error, Message: "Not a regular file: {path}",
		Means: "The path names a folder, a pipe, a device or another thing that holds no text.",
		Do:    "Correct the path above the block.",
	},
	{
		Code: Code(workspace.PathEscape), Severity: Error, Message: "Path is outside the workspace: {path}",
		Means: "The path leads out of the workspace: by `..`, by an absolute path, a drive or a network share, or by a symbolic link. Such a path is never read or written.",
		Do:    "Open the folder that the file belongs to, if you do want to change it.",
	},
	{
		Code: Code(workspace.PathInvalid), Severity: Error, Message: "Not a usable path: {path}",
		Means: "The path is empty, has characters that cannot be seen, is a device or a stream of some system, or would have to be expanded. It is refused on every system alike.",
		Do:    "Write the path of the file plainly, relative to the workspace folder.",
	},
	{
		Code: Code(workspace.PathDenied), Severity: Error, Message: "Edits here are refused: {path}",
		Means: "The path is inside a `.git` folder. Text written there can run programs.",
		Do:    "Use git itself.",
	},
	{
		Code: CodeProtected, Severity: Warning, Message: "Protected file: {path}",
		Means: "The file can make programs run or steer other tools: build servers, editors, shells, agents. The edit fits, but it is never part of \"apply all\".",
		Do:    "Read the change, then apply this block by itself; on the command line give --yes.",
	},
	{
		Code: Code(apply.PreviousEditFailed), Severity: Warning, Message: "Previous edit to this file failed",
		Means: "A block above, of the same file, has failed. Later blocks were written on the assumption that it applies, so they are not tried.",
		Do:    "Mend or remove the failed block first.",
	},
	{
		Code: Code(apply.EmptyFind), Severity: Warning, Message: "FIND is empty",
		Means: "There is nothing to look for between FIND and REPLACE.",
		Do:    "Write the lines that shall be replaced. To create a file use another dialect.",
	},
	{
		Code: Code(apply.NoTarget), Severity: Error, Message: "No file named for this edit",
		Means: "There is no FILE line above the block, and neither the document's front matter nor the setting defaultTarget names a file.",
		Do:    "Put a line `FILE: path` above FIND.",
	},
	{
		Code: Code(workspace.AmbiguousRoot), Severity: Error, Message: "Path exists in several workspace folders",
		Means: "The chat is in none of these folders, and more than one of them has such a file.",
		Do:    "Choose the folder from the code actions, or write the absolute path.",
	},
	{
		Code: Code(apply.OutsideContext), Severity: Information, Message: "File is not in the context",
		Means: "A context is declared, and the file is not in it: the model wrote the block without having seen the file.",
		Do:    "Add the file to the context and ask the model again.",
	},
	{
		Code: Code(apply.IsApplied), Severity: Hint, Message: "Already applied",
		Means: "What the block would write stands in the file already.",
		Do:    "Nothing.",
	},
	{
		Code: CodeStale, Severity: Hint, Message: "From an earlier turn: ",
		Means: "The block belongs to an earlier message of the chat, and does not fit any more.",
		Do:    "Nothing: only the last answer is live. To judge all of them set scope to all.",
	},
	{
		Code: CodeNoChange, Severity: Hint, Message: "Old and new lines are the same",
		Means: "Applying the block would change nothing.",
		Do:    "Nothing.",
	},
	{
		Code: Code(parse.UnclosedBlock), Severity: Warning, Message: "Edit block is not closed",
		Means: "A block begins, but the next one begins, or the document ends, before its end marker. It is not applied.",
		Do:    "Add the end marker, or ask the model to finish the block.",
	},
	{
		Code: Code(parse.MalformedBlock), Severity: Warning, Message: "Edit block is malformed",
		Means: "The block has its start and its end, but a separator is missing or there twice. It is not applied, since a guess could write a marker into the file.",
		Do:    "Correct the markers as the message says.",
	},
	{
		Code: Code(parse.MissingPath), Severity: Warning, Message: "No path above the edit block",
		Means: "There is no line above the block that names a file.",
		Do:    "Write the path of the file on the line above the start marker.",
	},
	{
		Code: CodeHiddenUnicode, Severity: Warning, Message: "New lines bring in hidden characters",
		Means: "The new lines hold characters that cannot be seen, or that change the order in which text is shown, and the old lines do not. They can make code do other than it seems.",
		Do:    "Look at the characters that the message lists, and remove them if they are not meant.",
	},
	{
		Code: CodeMarker, Severity: Warning, Message: "A marker of an edit block would be written into the file",
		Means: "The new lines hold a start marker, a separator or an end marker. Most likely two blocks have run into one another. The block is never part of \"apply all\".",
		Do:    "Read the block. If the text is meant, apply it by itself; on the command line give --yes.",
	},
	{
		Code: CodePlaceholder, Severity: Warning, Message: "New lines hold a placeholder",
		Means: "The new lines say \"...\" or \"rest of code\" where the old lines had code. That code would be lost.",
		Do:    "Ask the model for the full text of the lines that change.",
	},
	{
		Code: CodeMergeSuggested, Severity: Information, Message: "Better merged with the block at line {line}",
		Means: "Two blocks overlap, touch or depend on one another. Each must then be written for the text that the other leaves, which models often get wrong.",
		Do:    "Merge them into one block.",
	},
	{
		Code: CodeShellSuggestion, Severity: Information, Message: "Suggested command",
		Means: "The answer suggests a shell command. It is shown, and never executed.",
		Do:    "Run it yourself if you agree with it.",
	},
}

var rank = func() map[Code]int {
	m := map[Code]int{}
	for i, e := range catalogue {
		m[e.Code] = i
	}
	return m
}()

// Catalogue is the table of all codes. The caller must not change it.
func Catalogue() []Entry { return catalogue }

// Lookup finds the row of a code.
func Lookup(code Code) (Entry, bool) {
	i, ok := rank[code]
	if !ok {
		return Entry{}, false
	}
	return catalogue[i], true
}

// page is the address of the pages of the codes.
const page = "https://github.com/edit-lsp/edit-lsp/blob/main/docs/codes/"

// Page is the address of the page that explains a code.
func Page(code Code) string { return page + string(code) + ".md" }
