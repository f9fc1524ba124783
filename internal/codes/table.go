package codes

import "strings"

// Entry is one row of the table.
type Entry struct {
	Code Code
	// Severity is the usual one; Varies is a sentence about when it is another, or empty.
	Severity Severity
	Varies   string
	// Status is which status a block with the code has, in words.
	Status string
	// Headline begins the message; {path}, {limit}, {lines} and {line} stand for what
	// differs from case to case.
	Headline string
	// Means says what was found, Do what to do about it; both are sentences.
	Means, Do string
	// Retry is what a model is told to do about it; empty where the message is enough.
	Retry string
	// Aside: the code is always a warning beside a block's own finding, never that one.
	Aside bool
}

// Title returns the headline without what differs from case to case.
func (e Entry) Title() string { return strings.TrimSuffix(blanks.Replace(e.Headline), ": ") }

var blanks = strings.NewReplacer(": {path}", "", "{limit}", "the limit", " (matches at lines {lines})", "",
	"the block at line {line}", "another block")

// Advice for a model in more than one row.
const (
	copyLines  = "Copy the lines to look for from the file as it is now."
	leaveOut   = "Leave this edit out."
	insideOnly = "Give a plain path inside the project, relative to its top folder."
)

// Statuses of more than one row.
const (
	whereItStands = "that of the edit itself"
	noBlock       = "none: it is no block"
)

// table is in the order that [All] promises.
var table = []Entry{
	{
		Code: LeadingAnchorNotFound, Severity: Error, Status: "failed",
		Headline: "Leading anchor not found in file",
		Means:    "The lines that should stand before the change are nowhere in the target file. Either the file has changed since the model saw it, or the model wrote the lines from memory. Lines are compared exactly: blanks, tabs and letter case count.",
		Do:       "Compare the block with the place that the message names, and copy the anchor from the file. Or ask the model again: `edit-lsp retry` writes the prompt.",
		Retry:    copyLines,
	},
	{
		Code: OldLinesMismatch, Severity: Error, Status: "failed",
		Headline: "Old lines don't match content after anchor",
		Means:    "The leading anchor is in the file, but the lines right behind it are not the ones that the block wants to replace.",
		Do:       "Look at the line that the message names: it is the first that differs. Correct the block, or ask the model again with the file's present text.",
		Retry:    copyLines,
	},
	{
		Code: OldLinesNotFound, Severity: Error, Status: "failed",
		Headline: "Old lines not found in file",
		Means:    "The block has no leading anchor, and the lines that it wants to replace are nowhere in the target file. Lines are compared exactly: blanks, tabs and letter case count.",
		Do:       "Compare the block with the nearest lines that the message names, and copy the old lines from the file. Or ask the model again with the file's present text.",
		Retry:    copyLines,
	},
	{
		Code: TrailingAnchorNotFound, Severity: Error, Status: "failed",
		Headline: "Trailing anchor not found after old lines",
		Means:    "All that the block wants to find before it is in the file, but the lines that should follow the change are not the ones of the trailing anchor.",
		Do:       "Look at the line that the message names: it is the first that differs. Correct the trailing anchor, or shorten it.",
		Retry:    copyLines,
	},
	{
		Code: AmbiguousMatch, Severity: Error, Status: "failed, or validated where the first place is taken",
		Varies:   "It is a warning in search-replace and find-replace.",
		Headline: "Edit location is ambiguous (matches at lines {lines})",
		Means:    "The lines that the block wants to find stand in the file more than once. The dialects anchored and edit-repl then refuse to choose; search-replace and find-replace take the first place, and warn.",
		Do:       "Add lines before or after the change, such as the head of the function, until only one place has them all. In find-replace a hint will do: `FIND (near line 40):`. In an editor you can choose the place from the code actions.",
	},
	{
		Code: FileNotFound, Severity: Error, Status: "failed",
		Varies:   "It is an information in a document none of whose blocks names a file that exists: such a document is taken to be about the format.",
		Headline: "File not found: {path}",
		Means:    "The block changes lines of a file that is not in the workspace. A block with lines to find never creates its file.",
		Do:       "Correct the path that the block names, or say which folder it is relative to: open that folder in the editor, or give it on the command line with `--root`.",
		Retry:    "Give the path of a file that is there. If the file is to be made, leave the part that is looked for empty.",
	},
	{
		Code: FileExists, Severity: Error, Status: "failed",
		Headline: "File already exists: {path}",
		Means:    "The block creates a file, but one with other content is there already. Nothing is overwritten unasked.",
		Do:       "Ask the model for an edit of the file that is there. If the new text shall take its place, remove the file first, or choose so from the code actions.",
		Retry:    "Write an edit of the file that is there.",
	},
	{
		Code: BinaryFile, Severity: Error, Status: "skipped",
		Headline: "Cannot edit binary file",
		Means:    "There is a NUL byte near the start of the target file, so it is no text.",
		Do:       "Change the file with the program that it belongs to.",
		Retry:    leaveOut,
	},
	{
		Code: UnsupportedEncoding, Severity: Error, Status: "skipped",
		Headline: "Cannot edit a file that is not UTF-8",
		Means:    "The target file holds bytes that are not UTF-8. An edit could damage the rest of the file.",
		Do:       "Convert the file to UTF-8 first.",
		Retry:    leaveOut,
	},
	{
		Code: FileTooLarge, Severity: Error, Status: "skipped",
		Headline: "File is larger than {limit}",
		Means:    "The target file is over the limit of the setting `maxFileSize`. It is not read.",
		Do:       "If the file is the one that is meant, raise the limit.",
		Retry:    leaveOut,
	},
	{
		Code: NotARegularFile, Severity: Error, Status: "skipped",
		Headline: "Not a regular file: {path}",
		Means:    "The path names a folder, a pipe, a device or another thing that holds no text.",
		Do:       "Correct the path that the block names.",
		Retry:    "Give the path of a file.",
	},
	{
		Code: PathEscape, Severity: Error, Status: "skipped",
		Headline: "Path is outside the workspace: {path}",
		Means:    "The path leads out of the workspace: by `..`, by an absolute path, a drive or a network share, or through a symbolic link. Such a file is never read or written.",
		Do:       "If you do want to change the file, open the folder that it belongs to, or name that folder with `--root`.",
		Retry:    insideOnly,
	},
	{
		Code: PathInvalid, Severity: Error, Status: "skipped",
		Headline: "Not a usable path: {path}",
		Means:    "The path is empty, holds characters that cannot be seen, names a device or a data stream on some system, or would have to be expanded first. It is refused on every system alike.",
		Do:       "Write the path of the file plainly, relative to the workspace folder.",
		Retry:    insideOnly,
	},
	{
		Code: PathDenied, Severity: Error, Status: "skipped",
		Headline: "Edits here are refused: {path}",
		Means:    "The path is inside a `.git` folder. What is written there can make git run programs.",
		Do:       "If the change is wanted, make it with git itself.",
		Retry:    leaveOut,
	},
	{
		Code: ProtectedPath, Severity: Warning, Status: "validated",
		Headline: "Protected file: {path}",
		Means:    "The file can make programs run, or tells build servers, editors, shells or agents what to do. The edit fits, but it is never part of \"apply all\".",
		Do:       "Read the change, and apply this block by itself. On the command line give `--yes`.",
	},
	{
		Code: PreviousEditFailed, Severity: Warning, Status: "skipped",
		Varies:   "It is an information in a document that is taken to be about the format; see file-not-found.",
		Headline: "Previous edit to this file failed",
		Means:    "A block above, of the same file, has failed. This one was written for the text that the block above would have left, so it is not tried.",
		Do:       "Mend or remove the block that failed.",
	},
	{
		Code: EmptyFind, Severity: Warning, Status: "skipped",
		Headline: "FIND is empty",
		Means:    "There is nothing to look for between FIND and REPLACE.",
		Do:       "Write the lines that shall be replaced below FIND. A find-replace block cannot create a file; the other dialects can.",
		Retry:    "Put the lines that are to be replaced under FIND.",
	},
	{
		Code: NoTarget, Severity: Error, Status: "skipped",
		Headline: "No file named for this edit",
		Means:    "There is no FILE line above the block, and neither the document's front matter nor the setting `defaultTarget` names a file.",
		Do:       "Put a line `FILE: path` above FIND.",
		Retry:    "Put a line with FILE: and the path above FIND.",
	},
	{
		Code: AmbiguousRoot, Severity: Error, Status: "failed",
		Headline: "Path exists in several workspace folders",
		Means:    "Several folders are open, the chat is in none of them, and more than one of them has such a file.",
		Do:       "Choose the folder from the code actions, or write the absolute path of the file above the block.",
		Retry:    "Say which folder is meant.",
	},
	{
		Code: NotInContext, Severity: Information, Status: "not-in-context",
		Headline: "File is not in the context",
		Means:    "A context is declared, and the file is not in it: the model wrote the block without having seen the file. The block is not attempted, and it counts for the exit status.",
		Do:       "Show the file to the model, add it to the context, and ask again.",
		Retry:    "This edit was written without sight of the file: write it for the file as it is.",
	},
	{
		Code: AlreadyApplied, Severity: Hint, Status: "already-applied",
		Headline: "Already applied",
		Means:    "What the block would write is in the file already.",
		Do:       "There is nothing to do.",
	},
	{
		Code: StaleEdit, Severity: Hint, Status: "stale",
		Headline: "From an earlier turn: ",
		Means:    "The block belongs to an earlier message of the chat, and does not apply to the file as it is now. What follows in the message is why.",
		Do:       "There is nothing to do: only the last answer is live. To check the blocks of all answers, set `scope` to `all`.",
	},
	{
		Code: NoChange, Severity: Hint, Status: "validated",
		Headline: "Old and new lines are the same",
		Means:    "The lines are in the file, but applying the block would change nothing.",
		Do:       "There is nothing to do. If a change was asked for, ask the model again.",
	},
	{
		Code: UnclosedBlock, Severity: Warning, Status: noBlock,
		Varies:   "It is a hint in an earlier turn of a chat.",
		Headline: "Edit block is not closed",
		Means:    "A block begins, but before its end marker another one begins, or the document ends. It is not applied.",
		Do:       "Add the end marker that the message names, or ask the model to finish its answer.",
		Retry:    "Write the block to its end marker.",
	},
	{
		Code: MalformedBlock, Severity: Warning, Status: noBlock,
		Varies:   "It is a hint in an earlier turn of a chat.",
		Headline: "Edit block is malformed",
		Means:    "The block has a start and an end, but a separator is missing, or is there twice. It is not applied: a guess could write a marker into the file.",
		Do:       "Correct the markers as the message says.",
		Retry:    "Write each of the block's markers once, in their order.",
	},
	{
		Code: MissingPath, Severity: Warning, Status: noBlock,
		Varies:   "It is a hint in an earlier turn of a chat.",
		Headline: "No path above the edit block",
		Means:    "There is no line above the block that names a file.",
		Do:       "Write the path of the file on the line above the start marker.",
		Retry:    "Write the path of the file on a line of its own right above the start marker.",
	},
	{
		Code: HiddenUnicode, Severity: Warning, Status: whereItStands, Aside: true,
		Headline: "New lines bring in hidden characters",
		Means:    "The new lines hold characters that cannot be seen, or that change the order in which text is shown, and the old lines do not. Such characters can make code do something else than it seems to.",
		Do:       "Look at the characters that the message lists, and remove them if they are not meant.",
	},
	{
		Code: MarkerInContent, Severity: Warning, Status: whereItStands, Aside: true,
		Headline: "A marker of an edit block would be written into the file",
		Means:    "The new lines hold a start marker, a separator or an end marker that the old lines do not. Most likely two blocks have run into one another. The block is never part of \"apply all\".",
		Do:       "Read the block. If the text is meant, apply the block by itself; on the command line give `--yes`.",
	},
	{
		Code: Placeholder, Severity: Warning, Status: whereItStands, Aside: true,
		Headline: "New lines hold a placeholder",
		Means:    "The new lines say `...` or `rest of code` where the old lines have code. That code would be lost.",
		Do:       "Ask the model to write the new lines out.",
	},
	{
		Code: MergeSuggested, Severity: Information, Status: whereItStands, Aside: true,
		Headline: "Better merged with the block at line {line}",
		Means:    "Two blocks of one file overlap, lie within three lines of one another, or one needs what the other writes. The later one must be written for the text that the earlier one leaves, which models often get wrong.",
		Do:       "Merge them into one block, or ask the model to.",
	},
	{
		Code: ShellSuggestion, Severity: Information, Status: noBlock,
		Headline: "Suggested command",
		Means:    "The answer suggests a shell command that removes, renames or makes files. It is shown, and never executed.",
		Do:       "If you agree with the command, run it yourself.",
	},
}
