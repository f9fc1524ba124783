package parse

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPathLineIsCleaned(t *testing.T) {
	for _, line := range []string{
		"src/a.py", "  src/a.py \t", "**src/a.py**", "*src/a.py*", "***src/a.py***", "__src/a.py__", "_src/a.py_",
		"`src/a.py`", "``src/a.py``", `"src/a.py"`, "'src/a.py'", "“src/a.py”", "# src/a.py", "###### src/a.py",
		"- src/a.py", "* src/a.py", "+ src/a.py", "• src/a.py", "1. src/a.py", "12) src/a.py",
		"File: src/a.py", "file: src/a.py", "FILE:src/a.py", "Path: src/a.py", "Filename: src/a.py", "File path: src/a.py",
		"**File:** src/a.py", "**File**: `src/a.py`", "*Path:* src/a.py", "src/a.py:", "**src/a.py:**", "**src/a.py**:",
		"### `src/a.py`:", "- **`src/a.py`**:", "1. **File:** `src/a.py`:", "`src/a.py:`", "`File: src/a.py`", `### "src/a.py"`,
		// Emphasis around the label and the path.
		"**File: src/a.py**", "*File: src/a.py*", "__Path: src/a.py__", "_Path: src/a.py_", "***File: src/a.py***", "**File: src/a.py:**",
		"**File: src/a.py**:", "### **File: src/a.py**", "- **File: src/a.py**", "1. *File: `src/a.py`*:", `**File: "src/a.py"**`, "**File: src/a.py",
		"**File:** **src/a.py**", "**File**: **src/a.py**",
		// Links of markdown.
		"[src/a.py](src/a.py)", "**[a.py](src/a.py)**:", "### [`src/a.py`](src/a.py#L3)", "1. [src/a.py](<src/a.py>)", "[src/a.py](https://example.com/a.py)",
	} {
		p, ok := readPath(line)
		if assert.True(t, ok, line) {
			assert.Equal(t, []string{"src/a.py"}, p.Readings, line)
			assert.Equal(t, "src/a.py", p.Fallback, line)
		}
	}
}

func TestPathLineIsTakenWhole(t *testing.T) {
	for line, want := range map[string]string{
		"Makefile": "Makefile", "LICENSE": "LICENSE", ".gitignore": ".gitignore", "Makefile:": "Makefile",
		"app/[id](x)/a.tsx": "app/[id](x)/a.tsx", "app/[id]/(x)/a.tsx": "app/[id]/(x)/a.tsx",
		"my dir/a b.txt": "my dir/a b.txt", `src\a.py`: `src\a.py`, "./a.py": "./a.py", "../a.py": "../a.py", "..": "..",
		"//srv/share": "//srv/share", "C:": "C:", `C:\a.txt`: `C:\a.txt`, "__init__.py": "__init__.py", "pkg/__init__.py": "pkg/__init__.py",
		"__Path: x__": "x", "*File: src/*.py*": "src/*.py", "File: __init__.py": "__init__.py", "__File: __init__.py__": "__init__.py", "*.py": "*.py",
		"__init__": "__init__", "_x": "_x", "a.b.c": "a.b.c", "file: //srv/share": "file: //srv/share", "café/naïve.txt": "café/naïve.txt",
		"#include.h": "#include.h", "-x.txt": "-x.txt", "a:b": "a:b", "~/.bashrc": "~/.bashrc",
		".": ".", "./": "./", "`.`": ".", "**~**": "~", "~": "~", "~/": "~/", "FILE: .": ".", "日本.txt": "日本.txt",
	} {
		p, ok := readPath(line)
		assert.True(t, ok, line)
		assert.Equal(t, want, p.Fallback, line)
	}
}

func TestProseWithAPathKeepsBothReadings(t *testing.T) {
	for _, c := range []struct {
		line     string
		readings []string
		fallback string
	}{
		{"Here is the change to src/app.py", []string{"Here is the change to src/app.py", "src/app.py"}, "src/app.py"},
		{"Here is the change to src/app.py.", []string{"Here is the change to src/app.py.", "src/app.py"}, "src/app.py"},
		{"Here is the change to **src/app.py**:", []string{"Here is the change to **src/app.py**", "src/app.py"}, "src/app.py"},
		{"Now we change _src/app.py_.", []string{"Now we change _src/app.py_.", "src/app.py"}, "src/app.py"},
		{"Then (in src/app.py), this:", []string{"Then (in src/app.py), this", "src/app.py"}, "src/app.py"},
		{"my notes.md", []string{"my notes.md", "notes.md"}, "my notes.md"},
		{"see the notes.md", []string{"see the notes.md", "notes.md"}, "see the notes.md"},
		{"now see the notes.md", []string{"now see the notes.md", "notes.md"}, "notes.md"},
		{"my dir/a file", []string{"my dir/a file", "dir/a"}, "my dir/a file"},
		{"In version 1.5 of app.py", []string{"In version 1.5 of app.py", "app.py"}, "app.py"},
		// A single path-like token in backticks is the path.
		{"Edit `src/app.py` as follows:", []string{"src/app.py"}, "src/app.py"},
		{"In `main` of `src/app.py`:", []string{"src/app.py"}, "src/app.py"},
		{"`a b.txt` is new", []string{"a b.txt"}, "a b.txt"},
		{"The file `src/app.py` and old.py", []string{"src/app.py"}, "src/app.py"},
		// Two paths: the whole line.
		{"from a.py to b.py", []string{"from a.py to b.py"}, "from a.py to b.py"},
	} {
		p, ok := readPath(c.line)
		assert.True(t, ok, c.line)
		assert.Equal(t, c.readings, p.Readings, c.line)
		assert.Equal(t, c.fallback, p.Fallback, c.line)
	}
}

func TestNoPath(t *testing.T) {
	for _, line := range []string{
		"", "   ", "#", "###", "**", "****", "``", "---", "...", "*", "- ", "File:", "path:", ":", "\"\"", "(),", "/", `\`, "~~",
		"// src/a.py", "// then the handler", "> src/a.py", ">src/a.py",
		"Here is the change", "Here is the change.", "Here is the change:", "We raise it to 1.5", "Use a name, e.g. foo", "one two",
		"# then the handler", "Rename `a.py` and `b.py`",
		"a/" + strings.Repeat("b", longestPath-1), strings.Repeat("é", longestPath+1), strings.Repeat("x ", longestPathLine),
	} {
		p, ok := readPath(line)
		assert.False(t, ok, "%q reads as %q", line, p.Readings)
	}
	_, ok := readPath("a/" + strings.Repeat("é", longestPath-2))
	assert.True(t, ok, "200 characters are a path")
}

// The other dialects use the nearest non-blank line, with at most one blank line and one opening fence
// between.
func TestPathOfGuillemetDialects(t *testing.T) {
	block := lines("««« EDIT", "x", "═══════ REPL", "y", "»»» EDIT END")
	runChats(t, Options{}, []chatCase{
		{"right above", lines("a.py") + block, []string{"2-6 edit-repl a.py"}},
		{"a blank line", lines("a.py", " ") + block, []string{"3-7 edit-repl a.py"}},
		{"a fence", lines("a.py", "```py") + block + lines("```"), []string{"3-7 edit-repl a.py"}},
		{"a blank line and a fence", lines("a.py", "", "```py") + block + lines("```"), []string{"4-8 edit-repl a.py"}},
		{"a fence and a blank line", lines("a.py", "```py", "") + block + lines("```"), []string{"4-8 edit-repl a.py"}},
		{"in the fence", lines("Look at x.py", "```", "a.py") + block + lines("```"), []string{"4-8 edit-repl a.py"}},
		{"two blank lines", lines("a.py", "", "") + block, []string{"! 4-8 missing-path"}},
		{"blank lines around a fence", lines("a.py", "", "```", "") + block + lines("```"), []string{"! 5-9 missing-path"}},
		{"two fences", lines("a.py", "````", "```py") + block + lines("```", "````"), []string{"! 4-8 missing-path"}},
		{"a closing fence", lines("a.py", "```", "x", "```") + block, []string{"! 5-9 missing-path"}},
		{"prose right above", lines("a.py", "Some text is here") + block, []string{"! 3-7 missing-path"}},
		{"a quotation", lines("> a.py") + block, []string{"! 2-6 missing-path"}},
		{"a separator", lines("a.py", "───────") + block, []string{"! 3-7 missing-path"}},
		{"the end of another block", lines("a.py") + block + block, []string{"2-6 edit-repl a.py", "! 7-11 missing-path"}},
		{"nothing", block, []string{"! 1-5 missing-path"}},
		{"no path is in force", lines("a.py") + block + lines("", "Some text is here", "") + block, []string{"2-6 edit-repl a.py", "! 10-14 missing-path"}},
		{"the last line of a list", lines("- a.py") + block, []string{"2-6 edit-repl a.py"}},
	})
}
