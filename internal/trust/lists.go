package trust

// Promise is a promise in docs/trust.md.
type Promise struct{ ID, Text string }

// Promises lists all promises.
var Promises = []Promise{
	{"G1", "The server writes no file except its log, runs no program, and opens no connection except the one to its editor. Commands other than `apply` write nothing"},
	{"G2", "No file-system call is made for a path that is refused by its name"},
	{"G3", "Nothing outside the workspace is read or shown, with or without symlinks"},
	{"G4", "The edit that is shown is the edit that is made"},
	{"G5", "Creating, deleting and renaming files follow the same rules as editing them"},
	{"G6", "Bytes outside the replaced lines stay as they are"},
	{"G7", "An edit for another version of a file is refused"},
	{"G8", "A workspace's own settings can only tighten the rules"},
	{"G9", "There is no telemetry"},
	{"G10", "No message, document or fault ends the server, and no input takes time or memory without bound"},
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

// Lists lists all lists.
var Lists = []List{
	{"A", 12, []string{"G1", "G9"}, "system calls of whole sessions and commands"},
	{"P1", 20, []string{"G2"}, "paths that lead about in folders, and characters in them"},
	{"P2", 14, []string{"G2"}, "absolute paths, drives, shares and devices"},
	{"P3", 14, []string{"G3"}, "links"},
	{"P4", 22, []string{"G2", "G5"}, "version control's folders, in every spelling"},
	{"P5", 16, []string{"G2"}, "names that mean something else on Windows"},
	{"P6", 110, []string{"G5"}, "protected files, and names that look like theirs"},
	{"F", 26, []string{"G6"}, "files that are no plain text"},
	{"T", 24, []string{"G4"}, "characters that hide, and text that looks like something else"},
	{"L", 36, []string{"G10"}, "the connection to the editor"},
	{"C", 22, []string{"G4", "G7"}, "edits in the order and the state in which they are made"},
	{"S", 20, []string{"G5"}, "shell commands in a chat"},
	{"H", 12, []string{"G10"}, "hostile text in hovers, lenses and titles"},
	{"K", 10, []string{"G8"}, "settings of a workspace"},
	{"D", 18, []string{"G10"}, "large and hostile documents"},
}
