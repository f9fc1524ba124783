package trust

// Promise is a promise in docs/trust.md.
type Promise struct{ ID, Text string }

// Promises lists all promises.
var Promises = []Promise{
	{"G1", "The server never writes files (except an optional log and, unless you turn it off, the [journal](#the-journal)), runs programs or opens network connections: your editor makes every change. Commands other than `apply` and `undo` write nothing"},
	{"G2", "A path that is refused by its text never reaches the file system"},
	{"G3", "Nothing outside the workspace folders is read or shown, even through symlinks"},
	{"G4", "The preview shows exactly what happens. Preview, diff, the editor's edit and the written file come from one list of operations"},
	{"G5", "Creating, deleting and renaming a file follow the same rules as editing one"},
	{"G6", "Bytes outside the replaced lines don't change: byte order mark, line endings, encoding, mode. One exception: a changed file without a newline at the end gets one"},
	{"G7", "Edits are never based on stale text. `apply` and the page's Save don't write a file that has changed since it was read, and an edit for an editor names the version it is for"},
	{"G8", "A workspace's own configuration can only make these rules stricter"},
	{"G9", "There is no telemetry"},
	{"G10", "No message, document or block can crash the server, or use unlimited time or memory"},
}

// List is a list of test cases.
type List struct {
	ID string
	// AtLeast is its minimum number of cases over all packages.
	AtLeast int
	// Promises are the ids of the promises that it tests.
	Promises []string
	About    string
}

// Lists holds every list.
var Lists = []List{
	{"A", 12, []string{"G1", "G9"}, "system calls of whole sessions and commands"},
	{"P1", 20, []string{"G2"}, "directories and characters in paths"},
	{"P2", 14, []string{"G2"}, "absolute paths, drives, shares and devices"},
	{"P3", 14, []string{"G3"}, "symlinks"},
	{"P4", 22, []string{"G2", "G5"}, "directories of version control, in every spelling"},
	{"P5", 16, []string{"G2"}, "names that mean something else on Windows"},
	{"P6", 110, []string{"G5"}, "protected files and similar names"},
	{"F", 26, []string{"G6"}, "files that aren't plain text"},
	{"T", 24, []string{"G4"}, "hidden characters and misleading text"},
	{"L", 36, []string{"G10"}, "the connection to the editor"},
	{"C", 22, []string{"G4", "G7"}, "stale and reordered edits"},
	{"S", 20, []string{"G5"}, "shell commands in a chat"},
	{"H", 12, []string{"G10"}, "hostile text in hovers, lenses and titles"},
	{"K", 10, []string{"G8"}, "a workspace's settings"},
	{"D", 18, []string{"G10"}, "large and hostile documents"},
	{"W", 10, []string{"G5", "G7"}, "what the page in the browser reads and saves"},
}
