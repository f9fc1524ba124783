package codes

import "strings"

// Entry is one row of the table.
type Entry struct {
	Code Code
	// Varies says when the severity differs, or is empty.
	Severity Severity
	Varies   string
	// Status describes the status of a block.
	Status string
	// Headline has the placeholders {path}, {limit}, {lines}, {line} and {why}.
	Headline string
	// Means says what was found, Do what to do about it.
	Means, Do string
	// Retry is Do for a model, or empty.
	Retry string
	// Causes are the causes that the headline may name, in the order in which they are tried.
	Causes []Cause
	// Aside codes only come beside a block's own code.
	Aside bool
}

// Cause is a cause of a finding, with what it means and what to do.
type Cause struct{ Name, Means string }

// Title returns the headline without its placeholders.
func (e Entry) Title() string { return strings.TrimSuffix(blanks.Replace(e.Headline), ": ") }

var blanks = strings.NewReplacer(": {path}", "", "{limit}", "the limit", " (matches at lines {lines})", "",
	"the block at line {line}", "another block", ", but {why}", "", ": {why}", "")

const (
	copyLines  = "Copy the lines to find from the current file, exactly."
	leaveOut   = "Leave this edit out."
	insideOnly = "Use a path inside the project, relative to its root folder."
)

const (
	ofTheEdit = "that of the edit"
	noBlock   = "none, not a block"
)

var table = []Entry{
	{
		Code: LeadingAnchorNotFound, Severity: Error, Status: "failed",
		Headline: "Leading anchor not found in file",
		Means:    "The lines before the change aren't in the target file: it has changed since the model saw it, or the model wrote them from memory. Whitespace and letter case count.",
		Do:       "Copy the anchor from the closest match in the message. Or ask the model again: `edit-lsp retry` writes the prompt.",
		Retry:    copyLines,
	},
	{
		Code: OldLinesMismatch, Severity: Error, Status: "failed",
		Headline: "Old lines don't match content after anchor",
		Means:    "The leading anchor is in the file, but the lines right after it are not the ones that the block replaces.",
		Do:       "Correct the line in the message, which is the first that differs, or ask the model again and include the current file.",
		Retry:    copyLines,
	},
	{
		Code: OldLinesNotFound, Severity: Error, Status: "failed",
		Headline: "Old lines not found in file",
		Means:    "The lines that the block replaces aren't in the target file. Whitespace and letter case count.",
		Do:       "Copy the old lines from the closest match in the message. Or ask the model again and include the current file.",
		Retry:    copyLines,
		Causes: []Cause{
			{"whitespace", "The lines are in the file, with other spaces or tabs. A fix takes the file's."},
			{"blank-lines", "The lines are in the file, with another number of blank lines between them. A fix takes the file's."},
			{"line-numbers", "Each line has a number in front, as in `9 | return x`: the model copied them from a listing. A fix removes them, in the new lines too."},
			{"escapes", "The lines are in the file, without backslashes such as in `\\\"`. A fix removes them, in the new lines too."},
			{"quotes", "The lines are in the file, with plain quotes, hyphens or spaces where the block has typographic ones. A fix makes them plain, in the new lines too."},
			{"elided", "One of the lines is a placeholder such as `...`; the others are in the file in that order. There is no fix: ask the model to write out the lines."},
			{"case", "The lines are in the file, in other letter case."},
			{"moved", "The parts of the block are all in the file, but not next to each other."},
			{"near", "Similar lines are in the file. The message shows what differs."},
			{"absent", "Nothing similar is in the file."},
		},
	},
	{
		Code: TrailingAnchorNotFound, Severity: Error, Status: "failed",
		Headline: "Trailing anchor not found after old lines",
		Means:    "The block matches up to the trailing anchor, but the lines after the change are different.",
		Do:       "Correct the line in the message, which is the first that differs, or shorten the trailing anchor.",
		Retry:    copyLines,
	},
	{
		Code: AmbiguousMatch, Severity: Error, Status: "failed",
		Varies:   "In search-replace and find-replace, a warning on a validated block.",
		Headline: "Edit location is ambiguous (matches at lines {lines})",
		Means:    "The lines that the block looks for are in the file more than once. `search-replace` and `find-replace` mean the first match, but nobody chose it: it must be confirmed, and is never part of \"apply all\". The other dialects refuse to choose. If the block's result is elsewhere in the file, it was perhaps applied already, and only choosing a place applies it.",
		Do:       "Add lines before or after the change, such as the function header, until only one place matches. A hint is enough in `find-replace`, `FIND (near line 40):`, and in `search-replace`, `SEARCH line=40`. In an editor, choose the place from the code actions.",
	},
	{
		Code: FileNotFound, Severity: Error, Status: "failed",
		Varies:   "Informational in a document where no block names an existing file: such a document is probably about the format.",
		Headline: "File not found: {path}",
		Means:    "The block changes a file that is not in the workspace. A block with lines to find never creates its file.",
		Do:       "Correct the path in the block. If the path is right, open the folder that it is relative to, or name that folder with `--root`.",
		Retry:    "Use the path of an existing file.",
	},
	{
		Code: FileExists, Severity: Error, Status: "failed",
		Headline: "File already exists: {path}",
		Means:    "The block creates a file, but a file with other content is already there. Nothing is overwritten without asking.",
		Do:       "Ask the model to edit the existing file. To replace it, delete the file first, or choose Overwrite from the code actions.",
		Retry:    "Write an edit of the existing file.",
	},
	{
		Code: BinaryFile, Severity: Error, Status: "skipped",
		Headline: "Cannot edit binary file",
		Means:    "The target file has a NUL byte near its start, so it is not a text file.",
		Do:       "Change the file with the program it belongs to.",
		Retry:    leaveOut,
	},
	{
		Code: UnsupportedEncoding, Severity: Error, Status: "skipped",
		Headline: "Cannot edit a file that is not UTF-8",
		Means:    "The target file has bytes that are not UTF-8. An edit could damage the rest of the file.",
		Do:       "Convert the file to UTF-8 first.",
		Retry:    leaveOut,
	},
	{
		Code: FileTooLarge, Severity: Error, Status: "skipped",
		Headline: "File is larger than {limit}",
		Means:    "The target file is larger than the setting `maxFileSize` allows, so it is not read.",
		Do:       "If this is the right file, raise the limit.",
		Retry:    leaveOut,
	},
	{
		Code: NotARegularFile, Severity: Error, Status: "skipped",
		Headline: "Not a regular file: {path}",
		Means:    "The path names a directory, a pipe, a device or something else that holds no text, or the block deletes or renames a symlink.",
		Do:       "Correct the path in the block.",
		Retry:    "Use the path of a file.",
	},
	{
		Code: PathEscape, Severity: Error, Status: "skipped",
		Headline: "Path is outside the workspace: {path}",
		Means:    "The path leaves the workspace: through `..`, an absolute path, a drive, a network share or a symlink. Such a file is never read or written.",
		Do:       "To change that file, open the folder it belongs to, or name that folder with `--root`.",
		Retry:    insideOnly,
	},
	{
		Code: PathInvalid, Severity: Error, Status: "skipped",
		Headline: "Not a usable path: {path}",
		Means:    "The path is empty, has invisible characters, names a device or a data stream on some system, or would need expanding first. It is refused on every system.",
		Do:       "Write the file's path relative to the workspace folder.",
		Retry:    insideOnly,
	},
	{
		Code: PathDenied, Severity: Error, Status: "skipped",
		Headline: "Edits here are refused: {path}",
		Means:    "The path is inside `.git`, another version control system's folder, or an alias of one. Files there can make git run programs. A file that can't be read, because of its permissions for example, has this code too.",
		Do:       "If you want the change, make it with git itself. If the file can't be read, check its permissions and those of its folders.",
		Retry:    leaveOut,
	},
	{
		Code: ProtectedPath, Severity: Warning, Status: "validated",
		Headline: "Protected file: {path}",
		Means:    "The file can make programs run, or configures build servers, editors, shells or agents. The edit fits, but it is never part of \"apply all\". `edit-lsp doctor` lists such files and why.",
		Do:       "Read the change, then apply this block on its own. On the command line, add `--yes`.",
	},
	{
		Code: PreviousEditFailed, Severity: Warning, Status: "skipped",
		Varies:   "Informational in a document that is probably about the format; see file-not-found.",
		Headline: "Previous edit to this file failed",
		Means:    "An earlier block for the same file failed, and this one may build on it. It is still checked: if it fits the file as it is, the message says where.",
		Do:       "Fix or remove the block that failed. If the message says that this block fits, you can apply it on its own: `Apply this edit alone` in an editor, `apply --only N` on the command line.",
	},
	{
		Code: EmptyFind, Severity: Warning, Status: "skipped",
		Headline: "FIND is empty",
		Means:    "There is no text between FIND and REPLACE.",
		Do:       "Put the lines to replace below FIND. A `find-replace` block cannot create a file; the other dialects can.",
		Retry:    "Put the lines to replace below FIND.",
	},
	{
		Code: NoTarget, Severity: Error, Status: "skipped",
		Headline: "No file named for this edit",
		Means:    "There is no FILE line above the block, and neither the document's front matter nor the setting `defaultTarget` names a file.",
		Do:       "Add a line `FILE: path` above FIND.",
		Retry:    "Add a line `FILE: path` above FIND.",
	},
	{
		Code: AmbiguousRoot, Severity: Error, Status: "failed",
		Headline: "Path can be in several workspace folders",
		Means:    "Several workspace folders are open, and the chat is in none of them. More than one has this file; or the block creates it, and the chat's other files aren't all in one folder.",
		Do:       "Choose the folder from the code actions, or write the file's absolute path above the block.",
		Retry:    "Name the folder too.",
	},
	{
		Code: NotInContext, Severity: Information, Status: "not-in-context",
		Headline: "File is not in the context",
		Means:    "A context is declared and the file is not in it, so the model hasn't seen the file. The block is not attempted, and counts for the exit status.",
		Do:       "Show the file to the model, add it to the context, and ask again.",
		Retry:    "You have not seen this file. Read it first, then write the edit for its current text.",
	},
	{
		Code: AlreadyApplied, Severity: Hint, Status: "already-applied",
		Headline: "Already applied",
		Means:    "The file already has what the block would write.",
		Do:       "Nothing.",
	},
	{
		Code: StaleEdit, Severity: Hint, Status: "stale",
		Headline: "From an earlier turn",
		Means:    "The block belongs to an earlier message of the chat and does not apply to the current file. The rest of the message says why.",
		Do:       "Nothing: only the last answer is live. To check the blocks of every answer, set `scope` to `all`.",
	},
	{
		Code: NoChange, Severity: Hint, Status: "validated",
		Headline: "Old and new lines are the same",
		Means:    "The lines are in the file, but applying the block would change nothing.",
		Do:       "Nothing. If you asked for a change, ask the model again.",
	},
	{
		Code: UnclosedBlock, Severity: Warning, Status: noBlock,
		Varies:   "A hint in an earlier turn of a chat.",
		Headline: "Edit block is not closed",
		Means:    "A block begins, but another one begins before its end marker, or the document ends. It is not applied.",
		Do:       "Add the end marker that the message names, or ask the model to finish its answer.",
		Retry:    "Close every block with its end marker.",
	},
	{
		Code: MalformedBlock, Severity: Warning, Status: noBlock,
		Varies:   "A hint in an earlier turn of a chat.",
		Headline: "Edit block is malformed",
		Means:    "The block has a start and an end, but a separator is missing or repeated. It is not applied: a guess could write a marker into the file.",
		Do:       "Correct the markers as the message says.",
		Retry:    "Write each marker of a block once, in order.",
	},
	{
		Code: MissingPath, Severity: Warning, Status: noBlock,
		Varies:   "A hint in an earlier turn of a chat.",
		Headline: "No path above the edit block",
		Means:    "No line above the block names a file.",
		Do:       "Write the file's path on the line above the start marker.",
		Retry:    "Write the file's path on its own line right above the start marker.",
	},
	{
		Code: LooksLikeEdit, Severity: Information, Status: noBlock,
		Varies:   "A hint in an earlier turn of a chat.",
		Headline: "This looks like an edit block, but {why}",
		Means:    "A line is almost a start marker, and a divider follows. The marker has the wrong spaces, letter case or number of characters, or it is indented. It isn't read as a block, but counts for the exit status.",
		Do:       "Write the marker as the message says, or ask the model to write the block again.",
		Retry:    "Write the block's markers exactly as the format has them.",
	},
	{
		Code: Typographic, Severity: Warning, Status: ofTheEdit, Aside: true,
		Headline: "New lines turn plain quotes, hyphens or spaces into typographic ones",
		Means:    "The old lines have a plain character such as `\"`, and the new lines a typographic one such as `“` in its place. Programs rarely read them as the same.",
		Do:       "Replace the characters in the message by plain ones, unless the text is prose.",
	},
	{
		Code: HiddenUnicode, Severity: Warning, Status: ofTheEdit, Aside: true,
		Headline: "New lines add hidden characters",
		Means:    "The new lines have more invisible or reordering characters than the old lines, or more characters that look like a space but aren't one. Such characters can make code do something other than what it seems to do.",
		Do:       "Look at the characters in the message, and remove them unless you want them.",
	},
	{
		Code: MarkerInContent, Severity: Warning, Status: ofTheEdit, Aside: true,
		Headline: "New lines contain an edit block marker",
		Means:    "The new lines have a start marker, a separator or an end marker that the old lines do not. Most likely two blocks ran into each other. The block is never part of \"apply all\".",
		Do:       "Read the block. If the text is right, apply the block on its own; on the command line, add `--yes`.",
	},
	{
		Code: Placeholder, Severity: Warning, Status: ofTheEdit, Aside: true,
		Headline: "New lines contain a placeholder",
		Means:    "The new lines say `...` or `rest of code` where the old lines have code. Applying the block would delete that code.",
		Do:       "Ask the model to write out the new lines.",
	},
	{
		Code: MergeSuggested, Severity: Hint, Status: ofTheEdit, Aside: true,
		Headline: "Better merged with the block at line {line}",
		Means:    "Two blocks for one file overlap, are within three lines of each other, or one builds on the other. Models often get the later one wrong.",
		Do:       "Merge them into one block, or ask the model to.",
	},
	{
		Code: NotPlaced, Severity: Information, Status: "failed, of a code block",
		Headline: "Not placed: {why}",
		Means:    "A fence names a file and holds code, but it isn't clear what it is of the file: the whole, or which part. It is never guessed.",
		Do:       "Ask the model for edit blocks, for the whole file, or for a part with an unchanged line on each side of what changes.",
	},
	{
		Code: ShellSuggestion, Severity: Information, Status: noBlock,
		Headline: "Suggested command",
		Means:    "The answer suggests a shell command that deletes, renames or creates files. It is shown, never run.",
		Do:       "Run the command yourself if you agree with it.",
	},
}
