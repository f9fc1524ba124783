package parse

import "testing"

// Text that resembles edits but isn't.
func TestNoFalseAlarms(t *testing.T) {
	const old, new, hunk = "--- a/src/a.py", "+++ b/src/a.py", "@@ -1 +1 @@"
	runChats(t, Options{}, []chatCase{
		{"a package", lines("```json", "{", `  "name": "x", "version": "1.0.0", "path": "src/a.py",`, `  "scripts": {"replace": "a", "search": "b"}`, "}", "```"), nil},
		{"a tsconfig with comments", lines("```json", "{", "  // x", `  "compilerOptions": {"paths": {}}, "path": "a.py", "search": "x"`, "}", "```"), nil},
		{"a tool's schema", lines("```json", `{"name": "edit", "input_schema": {"properties": {"path": {"type": "string"}, "old_str": {"type": "string"}, "new_str": {"type": "string"}}}}`, "```"), nil},
		{"a request of an API", lines("```http", "POST /edit", "", `{"path": "a.py", "old_str": "x", "new_str": "y"}`, "```"), nil},
		{"an object of code", lines("```js", "{", `  path: "a.py", old_str: "x", new_str: "y"`, "}", "```"), nil},
		{"text of a file", lines("```json", `{"path": "a.py", "content": "x"}`, "```"), nil},
		{"a form in HTML", lines("<edit>", "<path>a.py</path>", "<input>", "</edit>"), nil},
		{"bullets below a patch", lines(old, new, hunk, "-x", "+y", "", "- it greets", "- it waits"), []string{"3-5 unified-diff src/a.py"}},
		{"code below a patch", lines(old, new, hunk, "-x", "+y", "", "    make"), []string{"3-5 unified-diff src/a.py"}},
		{"a rule below a patch", lines(old, new, hunk, "-x", "+y", "---", "", "Text."), []string{"3-5 unified-diff src/a.py"}},
		{"a signature below a patch", lines(old, new, hunk, "-x", "+y", "", "Thanks,", " Ann", "- sent from a phone"), []string{"3-5 unified-diff src/a.py"}},
		{"patches in a log", lines("commit 1", "", "    Subject", "", "diff --git a/a b/a", old, new, hunk, "-x", "+y", "", "commit 2", "", "    --- note", "    +++ note"),
			[]string{"8-10 unified-diff src/a.py"}},
		{"a mail", lines("Subject: [PATCH] a", "---", " src/a.py | 2 +-", "", "diff --git a/src/a.py b/src/a.py", old, new, hunk, "-x", "+y", "-- ", "2.40"), []string{"8-10 unified-diff src/a.py"}},
		{"a reply to a mail", lines("Ann wrote:", "> "+old, "> "+new, "> "+hunk, "> -x", "> +y", "- Bob"), nil},
		{"an indented log", lines("    "+old, "    "+new, "    "+hunk, "    -x", "    +y"), nil},
		{"the lines of a header in prose", lines(old, new, "@@ begins a hunk.", "", "- first"), nil},
		{"a hunk line in prose", lines(old, new, hunk+" begins a hunk.", "Then lines follow."), nil},
		{"a version and another", lines("--- 1.1.0", "+++ 1.2.0", "", "+ new"), nil},
		{"names of what a test compares", lines("```", "--- Expected", "+++ Actual", "@@ @@", "-1", "+2", "```"), nil},
		{"names of what a tool compares", lines("```diff", "--- before: /etc/app.conf", "+++ after: /etc/app.conf", hunk, "-x", "+y", "```"), nil},
		{"files without an extension", lines("--- a/Makefile", "+++ b/Makefile", hunk, "-x", "+y", "--- LICENSE", "+++ LICENSE", hunk, "-x", "+y"),
			[]string{"3-5 unified-diff Makefile", "8-10 unified-diff LICENSE"}},
		{"at rules", lines("```css", "--- x", "+++ y", "@@media", "```"), nil},
		{"a variable", lines("```sql", "--- a.sql", "+++ b.sql", "@@ROWCOUNT", "```"), nil},
		{"a context diff", lines("*** a.txt\t2020", "--- b.txt\t2020", "***************", "*** 1,2 ****", "! x", "--- 1,2 ----", "! y"), nil},
		{"a normal diff", lines("1c1", "< x", "---", "> y"), nil},
		{"documents in YAML", lines("---", "title: a.txt", "file: src/a.py", "---", "--- ", "a: b", "+++"), nil},
		{"a fence in TOML", lines("+++", `path = "src/a.py"`, "+++"), nil},
		{"rules", lines("src/a.py", "", "---", "", "+++", "", "***", "", "* * *"), nil},
		{"tables", lines("a.txt | b", "--- | ---", "+ x | y", "", "| --- | +++ |", "| @@ | @@ -1 +1 @@ |"), nil},
		{"headings", lines("src/a.py", "=======", "", "Search", "-------", "", "REPLACE", "======="), nil},

		{"the record of an edit", lines("Edited src/a.py", "", "**Chunk 1**", "Lines added: 1", "```diff", "-x", "+y", "```"), nil},
		{"a record without a name", lines("**Chunk 1**", "Lines added: 3. Lines removed: 1.", "```diff", hunk, "-x", "+y", "```"), nil},
		{"styles", lines("In README.md:", "", "```diff", "- be loud", "+ be quiet", "! careful", "# note", "```"), nil},

		{"a conflict", lines("The merge stopped in src/a.py:", "<<<<<<< HEAD", "x", "||||||| base", "y", "=======", "z", ">>>>>>> main"), nil},
		{"what git says of a conflict", lines("CONFLICT (content): Merge conflict in src/a.py", "<<<<<<< HEAD", "x", "=======", "z", ">>>>>>> main"), nil},
		{"a conflict below a word", lines("Conflict:", "```", "<<<<<<< HEAD", "x", "=======", "z", ">>>>>>> main", "```"), nil},
		{"a conflict below code", lines("```py", "os.path", "return", "<<<<<<< HEAD", "x", "=======", "z", ">>>>>>> main", "```"), nil},
		{"a conflict with a branch of our name", lines("src/a.py", "<<<<<<< search", "x", "=======", "y", ">>>>>>> main"), nil},
		{"a block that is nearly a conflict", lines("src/a.py", "<<<<<<< search", "x", "=======", "y", ">>>>>>> replace"), []string{"! 2-2 looks-like-edit"}},

		{"elements of JSX", lines("src/a.jsx", "```jsx", "<Search>", "  <Input/>", "</Search>", "<Replace>", "  <Button/>", "</Replace>", "```"), nil},
		{"elements of a configuration", lines("In `config.xml`:", "", "```xml", "<rule>", "  <search>a</search>", "  <replace>b</replace>", "</rule>", "```"), nil},
		{"an element of HTML", lines("a.html", "<search>", "<form></form>", "</search>"), nil},
		{"tags in capitals", lines("a.html", "<SEARCH>a</SEARCH>", "<REPLACE>b</REPLACE>"), []string{"2-3 search-replace a.html"}},
		{"tags below one with the path", lines("<filepath>a.html</filepath>", "<search>a</search>", "<replace>b</replace>", "", "<search>c</search>", "<replace>d</replace>"),
			[]string{"2-3 search-replace a.html", "5-6 search-replace a.html"}},

		{"the words of a patch", lines("It begins with", "*** Begin Patch", "", "and then *** Update File: a.txt comes.", "", "*** Update File: a.txt", "", "names the file."), nil},
		{"menus", lines("*** Add File: the new button", "+ press it", "", "*** Update File: a menu item", "- press it"), nil},

		{"keys of a configuration", lines("```yaml", "file: a.txt", "find:", "  - x", "replace:", "  - y", "```"), nil},
		{"tasks of a playbook", lines("```yaml", "tasks:", "  - name: x", "    find:", "      paths: /var", "  - name: y", "    replace:", "      path: /etc", "```"), nil},
		{"tasks below a block", findReplaceBlock("a.py") + lines("```yaml", "- name: x", "  find:", "    paths: /var", "- name: y", "  replace:", "    path: /etc", "```"), []string{"2-6 find-replace a.py"}},
	})
}
