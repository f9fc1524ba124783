package parse

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

func proposed(r *Result) []string {
	var list []string
	for _, p := range r.Proposals {
		s := fmt.Sprintf("%d-%d %s", p.Start.Number(), p.End.Number(), p.Path.Fallback)
		if p.Range.End > 0 {
			s += fmt.Sprintf(" at %d-%d", p.Range.First.Number(), p.Range.End)
		}
		if !p.Path.Named() {
			s += "far " + p.Far[0].Fallback
		}
		if p.Comment.End > 0 {
			s += " commented"
		}
		if p.Unsure {
			s += " unsure"
		}
		if p.Mentioned {
			s += " mentioned"
		}
		if p.Unread != "" {
			s += ": " + p.Unread
		}
		list = append(list, s)
	}
	return list
}

func TestProposals(t *testing.T) {
	for _, c := range []chatCase{
		{"the path right above", lines("src/app.py", "```python", "x", "```"), []string{"2-4 src/app.py"}},
		{"a blank line between", lines("Create `lib/util.js`:", "", "```js", "x", "```"), []string{"3-5 lib/util.js"}},
		{"two blank lines between", lines("src/app.py", "", "", "```python", "x", "```"), nil},
		{"emphasis and a label", lines("**File: src/app.py**", "```", "x", "```"), []string{"2-4 src/app.py"}},
		{"a word of a sentence", lines("Here is the new src/app.py file", "```python", "x", "```"), []string{"2-4 src/app.py"}},
		{"no path", lines("Here it is:", "```python", "x", "```"), nil},
		{"a bare word", lines("Output", "```", "x", "```"), []string{"2-4 Output"}},
		{"after a colon", lines("```python:src/app.py", "x", "```"), []string{"1-3 src/app.py"}},
		{"after the language", lines("```python src/app.py", "x", "```"), []string{"1-3 src/app.py"}},
		{"a name", lines("```python name=src/app.py", "x", "```"), []string{"1-3 src/app.py"}},
		{"a title", lines("```python {1,3} title=\"src/app.py\" showLineNumbers", "x", "```"), []string{"1-3 src/app.py"}},
		{"a title that is no path", lines("```python title=\"An example\"", "x", "```"), nil},
		{"another word after the language", lines("```python showLineNumbers", "x", "```"), nil},
		{"a quotation with the numbers of its lines", lines("```12:15:src/app.py", "x", "```"), []string{"1-3 src/app.py at 12-15 unsure: " + IsQuote}},
		{"an address", lines("```python https://example.com/a.py", "x", "```"), nil},
		{"after a colon and a blank", lines("```python: src/app.py", "x", "```"), []string{"1-3 src/app.py"}},
		{"after a label", lines("```python file: src/app.py", "x", "```"), []string{"1-3 src/app.py"}},
		{"in a comment", lines("```ts // src/app.ts", "x", "```"), []string{"1-3 src/app.ts"}},
		{"in brackets", lines("```ts [src/app.ts]", "x", "```"), []string{"1-3 src/app.ts"}},
		{"in braces", lines("```py {.numberLines}", "x", "```", "```js {}", "x", "```", "```lua {src/app.lua}", "x", "```"), []string{"7-9 src/app.lua"}},
		{"a folder in brackets", lines("```ts app/[id]/page.ts", "x", "```"), []string{"1-3 app/[id]/page.ts"}},
		{"a title with a blank", lines("```python title=\"my dir/app.py\"", "x", "```"), []string{"1-3 my dir/app.py"}},
		{"classes and a file name", lines("```{.python file_name=src/app.py}", "x", "```"), []string{"1-3 src/app.py"}},
		{"nothing but a path", lines("```src/app.py", "x", "```"), []string{"1-3 src/app.py"}},
		{"a name with a folder", lines("In `conf/a.rows`:", "```", "x", "```"), []string{"2-4 conf/a.rows"}},
		{"extensions with capitals", lines("In `report.Rmd`:", "```r", "x", "```", "In `MAIN.PY`:", "```", "x", "```", "In `io.Writer`:", "```", "x", "```"), []string{"2-4 report.Rmd", "6-8 MAIN.PY", "10-12 io.Writer unsure"}},
		{"what may be a language", lines("```node.js", "x", "```"), []string{"1-3 node.js unsure"}},
		{"a tag and a colon", lines("run.sh", "```bash:", "./run.sh", "```"), []string{"2-4 run.sh: " + isShown}},
		{"the info string goes first", lines("a.py", "```python:b.py", "x", "```"), []string{"2-4 b.py"}},
		{"a comment", lines("The helper:", "", "```js", "// lib/util.js", "x", "```"), []string{"3-6 lib/util.js commented"}},
		{"a comment with a hash", lines("```", "# lib/util.py", "x", "```"), []string{"1-4 lib/util.py commented"}},
		{"a comment of HTML", lines("```html", "<!-- web/index.html -->", "x", "```"), []string{"1-4 web/index.html commented"}},
		{"a comment with a remark", lines("```js", "// File: lib/util.js (updated)", "x", "```"), []string{"1-4 lib/util.js commented"}},
		{"a comment that says more", lines("```js", "// see lib/util.js", "x", "```"), nil},
		{"a comment that is an address", lines("```js", "// https://example.com/a.js", "x", "```"), nil},
		{"a comment after a path line", lines("src/app.js", "```js", "// lib/util.js", "x", "```"), []string{"2-5 src/app.js"}},
		{"a comment after prose with a path", lines("It is used by `src/app.js`:", "```js", "// lib/util.js", "x", "```"), []string{"2-5 lib/util.js commented"}},
		{"a comment with the same path", lines("`lib/util.js`", "```js", "// lib/util.js", "x", "```"), []string{"2-5 lib/util.js commented"}},
		{"a shell's", lines("run.sh", "```bash", "./run.sh", "```"), []string{"2-4 run.sh: " + isShown}},
		{"a shell's after a change", lines("Update `run.sh` and test it:", "```bash", "make", "```"), []string{"2-4 run.sh: " + isShown}},
		{"a shell's below a word", lines("Run", "```bash", "./run.sh", "```"), nil},
		{"a console's", lines("a.py prints:", "```console", "x", "```"), nil},
		{"a shell's, with the path in the info string", lines("```bash run.sh", "x", "```"), []string{"1-3 run.sh"}},
		{"a difference without changes", lines("src/app.py", "```diff", " x", " y", "```"), []string{"2-5 src/app.py: " + isNoChange}},
		{"not closed", lines("src/app.py", "```python", "x"), []string{"2-3 src/app.py: " + isUnclosed}},
		{"not closed before a turn", lines("# Assistant", "src/app.py", "```python", "x", "", "# User", "more"), []string{"3-5 src/app.py: " + isUnclosed}},
		{"nothing in it", lines("src/app.py", "```python", "```"), nil},
		{"a merge conflict without its end", lines("src/app.py", "```python", "<<<<<<< HEAD", "x", "=======", "y", "```"), []string{"2-7 src/app.py: " + aConflict}},
		{"dividers of a text", lines("a.md", "```md", "One", "=======", "x", "<<<<<<< less", "```"), []string{"2-7 a.md"}},
		{"a block that isn't closed", lines("README.md", "<<<<<<< SEARCH", "Use:", "```js", "// src/x.js", "x", "```"), nil},
		{"a pair with a block in it", lines("src/a.py", "", "Find:", "```", "x", "```", "Replace with:", "```", "<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE", "```"), nil},
		{"lines of a file without an extension", lines("## `src/a.py`", "", "Replace lines 1-2 of `Makefile` with:", "```", "x", "```", "", "Replace lines 1-2 with:", "```", "x", "```"), []string{"4-6 Makefile at 1-2", "9-11 Makefile at 1-2"}},
		{"a rule of CSS", lines("## `a.css`", "", "### `.row`", "", "```css", ".row {", "}", "```"), []string{"5-8 far a.css"}},
		{"a comment that isn't closed", lines("```css", "/* web/app.css", " * The page. */", "```"), nil},
		{"above a block that isn't closed", lines("a.py", "```python", "x", "```", "b.py", "<<<<<<< SEARCH", "x"), []string{"2-4 a.py"}},
		{"lines of no file", lines("Replace lines 1-2 with:", "```", "x", "```"), nil},
		{"a comment above what goes", lines("Remove `f()` from `a.py`:", "```", "# old", "", "def f():", "```", "Remove `f()` from `a.py`:", "```", "# old", "```"), []string{"2-6 a.py: " + isRemoved, "8-10 a.py"}},
		{"a script without a name above", lines("```bash", "#!/bin/sh", "# bin/x.sh", "x", "```"), []string{"1-5 bin/x.sh commented"}},
		{"a JSON Patch", lines("a.json", "```json", `[{"op": "add",`, ` "path": "/a", "value": 1}]`, "```"), []string{"2-5 a.json: " + aPatchOfItems}},
		{"a list of operations", lines("a.json", "```json", `[{"op": "add", "to": "a"}]`, "```", "b.json", "```json", `[{"path": "a"}]`, "```", "c.json", "```json", `{"op": "add", "path": "a"}`, "```"), []string{"2-4 a.json", "6-8 b.json", "10-12 c.json"}},
		{"a context diff", lines("a.c", "```c", "*** a.c", "--- b.c", "***************", "*** 1,2 ****", "```"), []string{"2-7 a.c: " + aContextDiff}},
		{"rules of stars", lines("a.c", "```c", "*** a", "--- b", "x", "```", "b.c", "```c", "*** a", "x", "***************", "```", "c.c", "```c", "x", "--- b", "***************", "```"), []string{"2-6 a.c", "8-12 b.c", "14-18 c.c"}},
		{"a rule of ast-grep", lines("a.yml", "```yaml", "rule:", "  pattern: x", "fix: y", "```", "b.yml", "```yaml", "rule:", "  name: x", "```"), []string{"2-6 a.yml: " + aRule, "8-11 b.yml"}},
		{"a script of sed", lines("a.py", "```", "3s/x/y/", "", "s|a|b|g", "```", "b.py", "```", "s/x/y/", "x = 1", "```"), []string{"2-6 a.py: " + aScript, "8-11 b.py"}},
		{"a script of ed", lines("a.py", "```", "2,3c", "x", ".", "```"), []string{"2-6 a.py: " + aScript}},
		{"a diff with the tag of code", lines("a.py", "```python", " x", "-y", "+z", "```"), []string{"2-6 a.py: " + hasSignsOfDiff}},
		{"a diff of a list", lines("a.yml", "```yaml", " - x", "-- y", "+- z", "```"), []string{"2-6 a.yml: " + hasSignsOfDiff}},
		{"lines with signs", lines("a.yml", "```yaml", "- a", "- b", "```", "b.md", "```md", "+ a", "x", "```", "c.js", "```js", " x", "++y", "```", "d.md", "```md", "+", "- a", "```", "e.md", "```md", "+ a", "--- b", "```"), []string{"2-5 a.yml", "7-10 b.md", "12-15 c.js", "17-20 d.md", "22-25 e.md"}},
		{"a path with lines", lines("src/a.py:12-14", "```python", "x", "```", "src/a.py:12", "```python", "x", "```"), []string{"2-4 src/a.py at 12-14"}},
		{"lines that aren't a path's", lines("Step 12-14", "```python", "x", "```", "a.py:99999999999-99999999999", "```python", "x", "```"), []string{"6-8 a.py"}},
		{"a suggestion", lines("src/a.py:12", "```suggestion:-1+2", "x", "```", "src/a.py:12", "```suggestion lines=3-4", "x", "```", "src/a.py", "```suggestion:-1+2", "x", "```"), []string{"2-4 src/a.py at 11-14", "6-8 src/a.py at 12-12"}},
		{"a block", lines("src/app.py", "```python", "<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE", "```"), nil},
		{"what would be a block", lines("src/app.py", "```python", "<<<<<<< SEARCH", "x", "```"), nil},
		{"what looks like a block", lines("src/app.py", "```python", "<<<< SEARCH", "x", "====", "```"), nil},
		{"a fence of markdown about the format", lines("docs/a.md", "````markdown", "# Edits", "a.py", "```", "<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE", "```", "````"), []string{"2-12 docs/a.md"}},
		{"a fence in a fence of markdown", lines("README.md", "````md", "src/app.py", "```py", "x", "```", "````"), []string{"2-7 README.md"}},
		{"a user's", lines("# User", "a.py", "```", "x", "```", "# Assistant", "b.py", "```", "y", "```"), []string{"8-10 b.py"}},
		{"switched off", lines(switchOff, "a.py", "```", "x", "```"), nil},
		{"a folder in brackets at the end", lines("```ts app/[id]", "x", "```"), []string{"1-3 app/[id]"}},
		{"a line of a file is no path", lines("```src/a.py:12", "x", "```"), nil},
		{"below a name that may be a language", lines("```node.js", "f", "```", "", "Then call it:", "", "```js", "g()", "```"), []string{"1-3 node.js unsure"}},
		{"below a name with a path above it", lines("`src/b.py`", "", "Notes.", "", "NOTICE:", "", "```", "x", "```", "", "Then change it so that it is quick:", "", "```", "y", "```"), []string{"7-9 NOTICE", "13-15 far NOTICE"}},
		{"two files in a sentence", lines("In `src/a.py`, as in lib/b.py:", "```", "x", "```"), []string{"2-4 src/a.py"}},
		{"code and words with a slash", lines("Use `io.Writer` and/or a buffer:", "```", "x", "```"), []string{"2-4 io.Writer unsure"}},
		{"text that begins with its name", lines("`notes.md`:", "```", "notes.md: what is open", "```"), []string{"2-4 notes.md"}},
		{"a list that names its file", lines("`.dockerignore`:", "```", ".git", ".dockerignore", "```"), []string{"2-5 .dockerignore"}},
		{"a list of names with a dot", lines("`.gitignore`:", "```", ".env", "```"), []string{"2-4 .gitignore"}},
		{"a rule of CSS that begins with the name", lines("## `a.css`", "", "### `.row`", "", "```css", ".rows {", "}", "```"), []string{"5-8 far a.css"}},
		{"the end of a merge conflict", lines("a.md", "```md", ">>>>>>> quoted", "=======", "x", "```"), []string{"2-6 a.md"}},
		{"a merge conflict without its divider", lines("a.py", "```", "<<<<<<< SEARCH line = 1", "a = 1", "a = 9", ">>>>>>> REPLACE", "```"), []string{"2-7 a.py: " + aConflict}},
		{"a command to run with a file", lines("`mycli src/a.py`", "```bash", "x", "```"), nil},
		{"a diff that is run", lines("Run `src/a.diff`:", "```diff", " x", "```"), []string{"2-4 src/a.diff mentioned: " + isNoChange}},
		{"what may be a language, in a comment too", lines("```node.js", "// node.js", "x", "```"), []string{"1-4 node.js commented unsure"}},
		{"a title that may be code, in a comment too", lines("```ts title=io.Writer", "// io.Writer", "x", "```"), []string{"1-4 io.Writer commented"}},
		{"comments to remove that aren't closed", lines("Remove `f()` from `a.py`:", "```", "# old"), []string{"2-3 a.py: " + isUnclosed}},
		{"below what is called", lines("## `src/a.js`", "", "Words.", "", "Add this below `app.get`:", "", "```js", "x", "```"), []string{"7-9 far src/a.js"}},
		{"a function that prints", lines("`total()` prints the sum in `src/a.py`:", "```", "x", "```"), []string{"2-4 src/a.py mentioned"}},
		{"a command without its output", lines("Show it with `cat notes.txt` in `src/a.py`:", "```", "x", "```"), []string{"2-4 src/a.py mentioned"}},
		{"an import and its line", lines("Add the import (line 3) to `src/a.py`:", "```", "import os", "```"), []string{"2-4 src/a.py"}},
		{"a part to replace and its line", lines("In `src/a.py`, you can replace the loop (line 3) with:", "```", "x", "```"), []string{"2-4 src/a.py"}},
		{"a type's name", lines("In `Http.Service`:", "```", "x", "```"), []string{"2-4 Http.Service unsure"}},
		{"a command that may be a name", lines("`mycli src/a.py`:", "```", "x", "```"), []string{"2-4 mycli src/a.py unsure"}},
		{"a new name with a space", lines("Create `my notes.txt`:", "```", "x", "```"), []string{"2-4 my notes.txt"}},
		{"a property", lines("Use its `.lock` property:", "```", "x", "```"), []string{"2-4 .lock unsure"}},
		{"a new file with an unknown extension", lines("Create `notes.journal`:", "```", "first", "```"), []string{"2-4 notes.journal"}},
		{"code in a heading", lines("## io.Writer", "```", "x", "```"), []string{"2-4 io.Writer unsure"}},
		{"after an alternative of another file", lines("`src/a.py`", "", "```", "x", "```", "", "Alternatively, `src/b.py`:", "", "```", "y", "```", "`src/a.py`", "```", "z", "```"), []string{"3-5 src/a.py", "9-11 src/b.py", "13-15 src/a.py"}},
		{"an alternative to code of an earlier turn", lines("## User", "", "x", "", "## Assistant", "", "`src/a.py`", "```", "x", "```", "", "## User", "", "x", "", "## Assistant", "", "Alternatively, `src/a.py`:", "", "```", "y", "```"), []string{"8-10 src/a.py", "20-22 src/a.py"}},
		{"an alternative to what isn't read", lines("src/a.py", "```diff", " x", "```", "", "Alternatively, `src/a.py`:", "", "```", "y", "```"), []string{"2-4 src/a.py: " + isNoChange, "8-10 src/a.py"}},
		{"comments without old code", lines("src/a.py", "```js", "// Before", "", "// After", "x", "```"), []string{"2-7 src/a.py"}},
		{"a bad example and what follows", lines("src/a.py", "```python", "# Bad:", "x = 1", "# Then", "y = 2", "```"), []string{"2-7 src/a.py"}},
		{"a pair with two paths", lines("Before:", "```ts", "// src/a.ts", "x", "```", "After:", "```ts", "// src/b.ts", "y", "```"), []string{"2-10 src/a.ts"}},
		{"a pair with its path in another line", lines("Before:", "```sh", "# bin/a.sh", "x", "```", "After:", "```sh", "#!/bin/sh", "# bin/a.sh", "y", "```"), []string{"2-11 bin/a.sh"}},
		{"a pair that adds, with its path in both", lines("After this line:", "```ts", "// src/a.ts", "x", "```", "Add:", "```ts", "// src/a.ts", "y", "```"), []string{"2-10 src/a.ts"}},
		{"a pair with its path below a first line", lines("Find:", "```", "#!/bin/sh", "# bin/a.sh", "x", "```", "Replace with:", "```", "#!/bin/sh", "# bin/a.sh", "y", "```"), []string{"2-6 bin/a.sh commented", "8-12 bin/a.sh commented"}},
		{"a place and other words", lines("`src/a.py`", "", "After this line:", "```", "x", "```", "", "Words.", "```", "y", "```"), []string{"4-6 far src/a.py", "9-11 Words."}},
		{"words and a place", lines("`src/a.py`", "", "Words.", "```", "x", "```", "", "Add this below it:", "```", "y", "```"), []string{"4-6 Words.", "9-11 far src/a.py"}},
		{"a pair below the text of a file", lines("src/b.py", "```", "`src/a.py`", "```", "Find:", "```", "x", "```", "Replace with:", "```", "y", "```"), []string{"2-4 src/b.py", "6-12 far src/b.py"}},
		{"a pair with a word for a path", lines("Before", "```ts", "// config", "x", "```", "After", "```ts", "// config", "y", "```"), []string{"2-5 Before", "7-10 After"}},
		{"a pair with digits in frames", lines("`src/a.py`", "", "1️⃣ Find:", "```", "x", "```", "2️⃣ Replace with:", "```", "y", "```"), []string{"4-10 src/a.py"}},
		{"words at the top that name no file", lines("It prints a page.", "", "```html", "<!-- web/index.html -->", "x", "```"), []string{"3-6 web/index.html commented"}},
		{"a command beside a path", lines("Here `cat src/a.py`, in `src/b.py`:", "```", "x", "```"), []string{"2-4 src/b.py mentioned"}},
		{"a remark on a path alone", lines("`src/errors.py` (if missing)", "```", "x", "```"), []string{"2-4 src/errors.py"}},
		{"another file at a comment", lines("src/a.py", "```python", "x = 1", "", "# src/b.py", "y = 2", "```"), []string{"2-7 src/a.py: " + isSeveral}},
		{"after a block", searchReplaceBlock("a.ini") + lines("", "b.ini", "```ini", "y", "```"), []string{"9-11 b.ini"}},
		{"the path line of a block is its own", searchReplaceBlock("a.ini") + lines("```ini", "y", "```"), []string{"7-9 far a.ini"}},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, proposed(read(t, c.chat, Options{}))) })
	}
}

func TestProposedLines(t *testing.T) {
	r := read(t, lines("- a.py", "  ```", "  x", "    y", " z", "", "  ```"), Options{})
	list := r.Proposals
	require.Len(t, list, 1)
	assert.Equal(t, []string{"x", "  y", "z", ""}, r.Proposed(&list[0]))
	r = read(t, lines("Words.", "", "```a.py", "x", "```"), Options{})
	assert.Equal(t, text.Line(2), r.Proposals[0].Path.Line)
	for comment, want := range map[string][]string{
		"// src/a.js":              {"// src/a.js"}, // all that the file is to have
		"#!/bin/sh\n# src/a.js\ny": {"#!/bin/sh", "# src/a.js", "y"},
		"// src/a.js\ny":           {"y"},
	} {
		r := read(t, lines("Find:", "```js src/a.js", "x", "```", "Replace with:", "```", comment, "```"), Options{})
		require.Len(t, r.Proposals, 1)
		assert.Equal(t, want, r.Proposed(&r.Proposals[0]))
	}
}

func TestIsOfFile(t *testing.T) {
	for name, want := range map[string]bool{"a.py": true, "src/.gitignore": true, "Makefile": true, "b/Dockerfile": true, "NOTICE": false, "a.d/b": false, "v1.2": false} {
		assert.Equal(t, want, Path{Fallback: name}.IsOfFile(), name)
	}
}

func TestIsAnswer(t *testing.T) {
	block := searchReplaceBlock("a.py")
	for chat, want := range map[string]bool{"words\n": false, block: true, lines("# User", "words", "# Assistant", "words"): true, lines(SwitchOn): true} {
		assert.Equal(t, want, read(t, chat, Options{}).IsAnswer(false), chat)
	}
	assert.False(t, read(t, block, Options{}).IsAnswer(true), "blocks that are examples")
}
