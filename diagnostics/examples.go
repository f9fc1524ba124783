package diagnostics

import (
	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Example is a small document that has a finding, and all that the judgement of it
// depends on. A test judges each.
type Example struct {
	// Chat is the document, Files are its targets by path.
	Chat  string
	Files map[string]string
	// Folders are the workspace folders, relative to the place of the files; the chat
	// lies beside them. Without any the place of the files is the one folder.
	Folders []string
	// MaxFileSize is the setting of that name, in bytes; 0 means its default.
	MaxFileSize int64
	// Given says in a sentence what cannot be seen in chat and files, or nothing.
	Given string
	// Line is the line of the chat that the finding begins at, counted from 1.
	Line int
	// Says is the finding's whole message. Folders are below ExamplePlace.
	Says string
}

// ExamplePlace is the folder that holds the files of an example.
const ExamplePlace = "/home/ann/shop"

// ExampleOf is the example of a code.
func ExampleOf(code Code) (Example, bool) {
	e, ok := examples()[code]
	return e, ok
}

// examples is the table of the examples, by code. Most runs need none.
func examples() map[Code]Example {
	return map[Code]Example{
		Code(apply.LeadingAnchorNotFound): {
			Chat: `price.py
««« EDIT
def total(items):
    return sum(items)
═══════ REPL
def total(items):
    return round(sum(items), 2)
»»» EDIT END
`,
			Files: map[string]string{"price.py": `def total_price(items):
    return sum(items)
`},
			Line: 3,
			Says: "Leading anchor not found in file; nearest lines at price.py:1 (92 % alike); line 1: wanted `def total(items):`, found `def total_price(items):`",
		},
		Code(apply.OldLinesMismatch): {
			Chat: `price.py
««« EDIT
def total(items):
    return sum(items)
═══════ REPL
def total(items):
    return round(sum(items), 2)
»»» EDIT END
`,
			Files: map[string]string{"price.py": `def total(items):
    return sum(i.price for i in items)
`},
			Line: 4,
			Says: "Old lines don't match content after anchor; price.py:2 differs: wanted `    return sum(items)`, found `    return sum(i.price for i in items)`; nearest lines at price.py:1 (82 % alike)",
		},
		Code(apply.OldLinesNotFound): {
			Chat: `price.py
<<<<<<< SEARCH
  return sum(items)
=======
  return round(sum(items), 2)
>>>>>>> REPLACE
`,
			Files: map[string]string{"price.py": `def total(items):
    return sum(items)
`},
			Line: 3,
			Says: "Old lines not found in file; only blanks differ from price.py:2; line 2: indented by 4, in the block by 2",
		},
		Code(apply.TrailingAnchorNotFound): {
			Chat: `menu.txt
««« EDIT
Green tea
───────
Black tea
═══════
Black tea, with milk
───────
Cocoa
»»»
`,
			Files: map[string]string{"menu.txt": `Green tea
Black tea
Coffee
`},
			Line: 9,
			Says: "Trailing anchor not found after old lines; menu.txt:3 differs: wanted `Cocoa`, found `Coffee`; nearest lines at menu.txt:1 (86 % alike)",
		},
		Code(apply.AmbiguousMatch): {
			Chat: `stock.go
««« EDIT
	return 0
═══════ REPL
	return -1
»»» EDIT END
`,
			Files: map[string]string{"stock.go": `func cups() int {
	return 0
}

func spoons() int {
	return 0
}
`},
			Line: 3,
			Says: "Edit location is ambiguous (matches at lines 2 and 6); first at stock.go:2",
		},
		Code(apply.FileNotFound): {
			Chat: `menu.txt
<<<<<<< SEARCH
Green tea
=======
Green tea, from Uji
>>>>>>> REPLACE

prices.txt
<<<<<<< SEARCH
Green tea 3
=======
Green tea 4
>>>>>>> REPLACE
`,
			Files: map[string]string{"menu.txt": "Green tea\n", "price.txt": "Green tea 3\n"},
			Line:  8,
			Says:  "File not found: prices.txt",
		},
		Code(apply.FileExists): {
			Chat: `menu.txt
««« EDIT
═══════ REPL
Cocoa
»»» EDIT END
`,
			Files: map[string]string{"menu.txt": "Green tea\n"},
			Line:  1,
			Says:  "File already exists: menu.txt",
		},
		Code(workspace.BinaryFile): {
			Chat: `logo.bin
<<<<<<< SEARCH
SHOP
=======
TEA SHOP
>>>>>>> REPLACE
`,
			Files: map[string]string{"logo.bin": "SHOP\x00\x01"},
			Given: "What is shown as \\u0000 is a NUL byte.",
			Line:  1,
			Says:  "Cannot edit binary file; it holds a NUL in its first 8 KiB",
		},
		Code(workspace.UnsupportedEncoding): {
			Chat: `menu.txt
<<<<<<< SEARCH
Cocoa
=======
Cocoa, hot
>>>>>>> REPLACE
`,
			Files: map[string]string{"menu.txt": "Caf\xe9\nCocoa\n"},
			Given: "The file was written in Latin-1: its é is the one byte E9.",
			Line:  1,
			Says:  "Cannot edit a file that is not UTF-8; byte 0xE9 in line 1; save it as UTF-8",
		},
		Code(workspace.FileTooLarge): {
			Chat: `menu.txt
<<<<<<< SEARCH
Cocoa
=======
Cocoa, hot
>>>>>>> REPLACE
`,
			Files:       map[string]string{"menu.txt": "Green tea\nBlack tea\nCocoa\n"},
			MaxFileSize: 16,
			Given:       "The setting `maxFileSize` is 16 bytes; the file has 26.",
			Line:        1,
			Says:        "File is larger than 16 bytes; it has 26 bytes",
		},
		Code(workspace.NotRegular): {
			Chat: `menus
<<<<<<< SEARCH
Cocoa
=======
Cocoa, hot
>>>>>>> REPLACE
`,
			Files: map[string]string{"menus/winter.txt": "Cocoa\n"},
			Line:  1,
			Says:  "Not a regular file: menus; it is a folder; name a file in it",
		},
		Code(workspace.PathEscape): {
			Chat: `../bakery/menu.txt
<<<<<<< SEARCH
Bread
=======
Rye bread
>>>>>>> REPLACE
`,
			Files: map[string]string{"menu.txt": "Cocoa\n"},
			Line:  1,
			Says:  "Path is outside the workspace: ../bakery/menu.txt; its .. lead above the workspace folder",
		},
		Code(workspace.PathInvalid): {
			Chat: `~/shop/menu.txt
<<<<<<< SEARCH
Cocoa
=======
Cocoa, hot
>>>>>>> REPLACE
`,
			Files: map[string]string{"menu.txt": "Cocoa\n"},
			Line:  1,
			Says:  "Not a usable path: ~/shop/menu.txt; ~ is not expanded; use a path relative to the workspace folder",
		},
		Code(workspace.PathDenied): {
			Chat: `.git/hooks/pre-commit
««« EDIT
═══════ REPL
#!/bin/sh
make test
»»» EDIT END
`,
			Files: map[string]string{"menu.txt": "Cocoa\n"},
			Line:  1,
			Says:  "Edits here are refused: .git/hooks/pre-commit; the .git folder is never edited",
		},
		CodeProtected: {
			Chat: `.github/workflows/test.yml
<<<<<<< SEARCH
  - run: make test
=======
  - run: make test deploy
>>>>>>> REPLACE
`,
			Files: map[string]string{".github/workflows/test.yml": `steps:
  - run: make test
`},
			Line: 1,
			Says: "Protected file: .github/workflows/test.yml",
		},
		Code(apply.PreviousEditFailed): {
			Chat: `menu.txt
<<<<<<< SEARCH
Coffee
=======
Coffee, black
>>>>>>> REPLACE

menu.txt
<<<<<<< SEARCH
Cocoa
=======
Cocoa, hot
>>>>>>> REPLACE
`,
			Files: map[string]string{"menu.txt": "Green tea\nCocoa\n"},
			Line:  9,
			Says:  "Previous edit to this file failed; see block 1",
		},
		Code(apply.EmptyFind): {
			Chat: `FILE: menu.txt
FIND:

REPLACE:
Cocoa
END
`,
			Files: map[string]string{"menu.txt": "Green tea\n"},
			Line:  2,
			Says:  "FIND is empty",
		},
		Code(apply.NoTarget): {
			Chat: `FIND:
Green tea
REPLACE:
Green tea, from Uji
END
`,
			Files: map[string]string{"menu.txt": "Green tea\n"},
			Line:  1,
			Says:  "No file named for this edit",
		},
		Code(workspace.AmbiguousRoot): {
			Chat: `menu.txt
<<<<<<< SEARCH
Cocoa
=======
Cocoa, hot
>>>>>>> REPLACE
`,
			Files:   map[string]string{"summer/menu.txt": "Cocoa\n", "winter/menu.txt": "Cocoa\n"},
			Folders: []string{"summer", "winter"},
			Given:   "The workspace folders are `summer` and `winter`, and the chat is in neither.",
			Line:    1,
			Says:    "Path exists in several workspace folders; /home/ann/shop/summer, /home/ann/shop/winter; choose one",
		},
		Code(apply.OutsideContext): {
			Chat: `---
context_files:
  - menus/*.txt
---

price.txt
<<<<<<< SEARCH
Cocoa 3
=======
Cocoa 4
>>>>>>> REPLACE
`,
			Files: map[string]string{"menus/winter.txt": "Cocoa\n", "price.txt": "Cocoa 3\n"},
			Line:  6,
			Says:  "File is not in the context",
		},
		Code(apply.IsApplied): {
			Chat: `menu.txt
<<<<<<< SEARCH
Cocoa
=======
Cocoa, hot
>>>>>>> REPLACE
`,
			Files: map[string]string{"menu.txt": "Green tea\nCocoa, hot\n"},
			Line:  2,
			Says:  "Already applied",
		},
		CodeStale: {
			Chat: `## User

Make the cocoa hot.

## Assistant

menu.txt
<<<<<<< SEARCH
Cocoa
=======
Hot cocoa
>>>>>>> REPLACE

## User

I have just done it myself. Now the tea, please.

## Assistant

menu.txt
<<<<<<< SEARCH
Green tea
=======
Green tea, from Uji
>>>>>>> REPLACE
`,
			Files: map[string]string{"menu.txt": "Green tea\nCocoa, hot\n"},
			Line:  8,
			Says:  "From an earlier turn: Old lines not found in file; nearest lines at menu.txt:2 (66 % alike); line 2: wanted `Cocoa`, found `Cocoa, hot`",
		},
		CodeNoChange: {
			Chat: `menu.txt
<<<<<<< SEARCH
Green tea
=======
Green tea
>>>>>>> REPLACE
`,
			Files: map[string]string{"menu.txt": "Green tea\n"},
			Line:  2,
			Says:  "Old and new lines are the same",
		},
		Code(parse.UnclosedBlock): {
			Chat: `menu.txt
««« EDIT
Green tea
═══════ REPL
Green tea, from Uji

price.txt
««« EDIT
Cocoa 3
═══════ REPL
Cocoa 4
»»» EDIT END
`,
			Files: map[string]string{"menu.txt": "Green tea\n", "price.txt": "Cocoa 3\n"},
			Line:  2,
			Says:  "Edit block is not closed; expected `»»» EDIT END` before line 8",
		},
		Code(parse.MalformedBlock): {
			Chat: `menu.txt
««« EDIT
Green tea
Green tea, from Uji
»»» EDIT END
`,
			Files: map[string]string{"menu.txt": "Green tea\n"},
			Line:  2,
			Says:  "Edit block is malformed; expected `═══════ REPL` between `««« EDIT` and `»»» EDIT END` in line 5",
		},
		Code(parse.MissingPath): {
			Chat: `This makes the cocoa hot.

<<<<<<< SEARCH
Cocoa
=======
Cocoa, hot
>>>>>>> REPLACE
`,
			Files: map[string]string{"menu.txt": "Cocoa\n"},
			Line:  3,
			Says:  "No path above the edit block; expected a line with the path of the file to edit above the start marker",
		},
		CodeHiddenUnicode: {
			Chat: `access.py
<<<<<<< SEARCH
if role == "owner":
=======
if role == "owner` + "\u200b" + `":
>>>>>>> REPLACE
`,
			Given: "What is shown as \\u200B is one character, a blank that has no width.",
			Files: map[string]string{"access.py": "if role == \"owner\":\n    open_till()\n"},
			Line:  5,
			Says:  "New lines bring in hidden characters; U+200B",
		},
		CodeMarker: {
			Chat: `menu.txt
<<<<<<< SEARCH
Cocoa
=======
Cocoa, hot
»»» EDIT END
>>>>>>> REPLACE
`,
			Files: map[string]string{"menu.txt": "Cocoa\n"},
			Line:  6,
			Says:  "A marker of an edit block would be written into the file; `»»» EDIT END`",
		},
		CodePlaceholder: {
			Chat: `price.py
<<<<<<< SEARCH
def total(items):
    check(items)
    return sum(items)
=======
def total(items, discount):
    # ... rest of the code
>>>>>>> REPLACE
`,
			Files: map[string]string{"price.py": `def total(items):
    check(items)
    return sum(items)
`},
			Line: 8,
			Says: "New lines hold a placeholder; `# ... rest of the code`",
		},
		CodeMergeSuggested: {
			Chat: `menu.txt
<<<<<<< SEARCH
Green tea
=======
Green tea, from Uji
>>>>>>> REPLACE

menu.txt
<<<<<<< SEARCH
Cocoa
=======
Cocoa, hot
>>>>>>> REPLACE
`,
			Files: map[string]string{"menu.txt": "Green tea\nBlack tea\nCocoa\n"},
			Line:  9,
			Says:  "Better merged with the block at line 2",
		},
		CodeShellSuggestion: {
			Chat:  "The summer menu is no longer needed: `git rm menus/summer.txt`\n",
			Files: map[string]string{"menus/summer.txt": "Iced tea\n"},
			Line:  1,
			Says:  "Suggested command: git rm menus/summer.txt",
		},
	}
}
