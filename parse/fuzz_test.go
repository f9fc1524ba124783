package parse

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

const conformanceDir = "../testdata/conformance"

func sampleChats(t testing.TB) map[string]string {
	t.Helper()
	chats := map[string]string{}
	files, err := filepath.Glob(filepath.Join(conformanceDir, "*", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse(data).Files {
			if f.Name == "chat.md" {
				short, _ := filepath.Rel(conformanceDir, name)
				chats[strings.TrimSuffix(filepath.ToSlash(short), ".txtar")] = string(f.Data)
			}
		}
	}
	if len(chats) == 0 {
		t.Fatalf("no conformance cases in %s", conformanceDir)
	}
	return chats
}

// FuzzDocument checks that no text makes the parser fail and that results keep the package's
// invariants.
func FuzzDocument(f *testing.F) {
	for _, chat := range sampleChats(f) {
		f.Add(chat, false)
	}
	for _, chat := range ownSamples {
		f.Add(chat, true)
	}
	f.Fuzz(checkDocument)
}

var vocabulary = strings.Split(`
a.py
dir/b.py
FILE: c.py
file: d.py
Some prose here.
x
««« EDIT
───────
═══════
»»»
═══════ REPL
»»» EDIT END
🟧🟧🟧 EDIT
🟨🟨🟨 REPL
🟩🟩🟩 END
🟧🟧🟧 AGENT
🟩🟩🟩 AGEND
<<<<<<< SEARCH
<<<<< SEARCH
=======
=====
>>>>>>> REPLACE
  <<<<<<< SEARCH
  =======
  >>>>>>> REPLACE
FIND:
find:
FIND (near line 3):
REPLACE:
replace:
END
end
`+"```\n```py\n````md\n````\n~~~worksplit\n~~~\n  ```"+`
# User
# Assistant
USER: x
ASSISTANT: y
# aider chat started at x
#### typed
> quoted
<!-- edit-lsp: off -->
<!-- edit-lsp: on -->
$ git rm a.py
------- SEARCH
--- SEARCH
+++++++ REPLACE
===
\=======
:start_line:2
<<<< SEARCH
<<<<<<< SEARCH line=2
<old_text>
<old_text line=2>x</old_text>
</old_text>
<new_text>
x</new_text>
<FILEPATH>a.py</FILEPATH>
<SEARCH>
</SEARCH><REPLACE></REPLACE>
{
{"path": "a.py",
"old_str": "x\\ny", "new_str": ""}
{"name": "edit", "input": {"file_path": "b.py", "edits": [{"oldText": "x", "newText": "y"}, {"old_text": "z", "new_text": "w"}]}}
{"name": "edit", "arguments": "{\\"path\\": \\"a.py\\", \\"old_str\\": \\"x\\\\n\\", \\"new_str\\": \\"\\\\u00e9\\"}"}
"path": "a.py", "insert_line": 1, "new_str": "z"
}
[
]
<invoke name="edit">
<parameter name="path">a.py</parameter>
<parameter name="old_str">x
y</parameter>
<parameter name="new_str">z</parameter>
</invoke>
<str_replace path="a.py"><old_str>x</old_str>
<new_str>y</new_str></str_replace>
<file path="a.py">
</file>
<write_to_file><path>b.py</path><content>
</content></write_to_file>
*** Begin Patch
*** End Patch
*** Update File: p.py
*** Add File: q.py
*** Delete File: r.py
*** Move to: s.py
*** End of File
@@
@@ -1,2 +1 @@
 x
-x
+x
--- a/t.py
+++ b/t.py
diff --git a/t.py b/u.py
rename from t.py
rename to u.py
\ No newline at end of file`+"\n```diff\n ```"+`
<<<<<<< HEAD
||||||| base
>>>>>>> updated
### Deleted file: a.py
### Renamed file: a.py to dir/b.py
[](https://a.b/c.py)
[](c.py)
****:
#
1.
<path>
(a.py) — x
📄 `+"`a.py`"+`
File: `+"``"+`
python {}`, "\n")

// FuzzVocabulary is FuzzDocument for documents of markers, fences and headings in any order: each byte
// is a line.
func FuzzVocabulary(f *testing.F) {
	for _, chat := range [][]string{
		{"a.py", "««« EDIT", "x", "═══════ REPL", "x", "»»» EDIT END", "a.py", "««« EDIT", "───────", "═══════", "───────", "»»»"},
		{"```py", "a.py", "<<<<<<< SEARCH", "x", "=======", "x", ">>>>>>> REPLACE", "```"},
		{"FILE: c.py", "FIND:", "x", "REPLACE:", "END", "find:", "x", "replace:", "END"},
		// Regressions.
		{"# User", "# Assistant", "FIND (near line 3):", "# User", "END"},
		{"««« EDIT", "»»»", "═══════ REPL", "»»» EDIT END"},
		{"````md", "FIND:", "FIND:", "  ```", "  ```"},
		{"🟧🟧🟧 AGENT", "««« EDIT", "🟩🟩🟩 AGEND"},
		{"find:", "replace:", "FIND:", "REPLACE:", "end"},
		{"FIND:", "REPLACE:", "end", "find:", "replace:", "end"},
		{"```py", "*** Begin Patch", "*** Update File: p.py", "*** Move to: s.py", "@@", " x", "-x", "+x", "*** End of File", "*** End Patch", "```"},
		{"*** Add File: q.py", "+x", "x", "*** Begin Patch", "*** Delete File: r.py", "*** Begin Patch"},
		{"```diff", "--- a/t.py", "+++ b/t.py", "@@ -1,2 +1 @@", " x", "-x", "\\ No newline at end of file", "```"},
		{"diff --git a/t.py b/u.py", "rename from t.py", "rename to u.py", "--- a/t.py", "+++ b/t.py", "@@", "-x", "+x", "x"},
		{"*** Begin Patch", "*** Update File: p.py", "USER: x", "*** Delete File: r.py", "ASSISTANT: y"},
		{"dir/b.py", "```py", "<<<<<<< HEAD", "x", "||||||| base", "x", "=======", "x", ">>>>>>> updated", "```", "### Deleted file: a.py"},
	} {
		f.Add(codesOf(f, chat), false)
		f.Add(codesOf(f, chat), true)
	}
	f.Fuzz(func(t *testing.T, codes []byte, growing bool) {
		if len(codes) > 60 {
			return
		}
		var b strings.Builder
		for _, c := range codes {
			b.WriteString(vocabulary[int(c)%len(vocabulary)])
			b.WriteByte('\n')
		}
		checkDocument(t, b.String(), growing)
	})
}

func codesOf(t testing.TB, chat []string) []byte {
	t.Helper()
	var codes []byte
	for _, l := range chat {
		i := slices.Index(vocabulary, l)
		if i < 0 {
			t.Fatalf("%q is not in the vocabulary", l)
		}
		codes = append(codes, byte(i))
	}
	return codes
}

func checkDocument(t *testing.T, chat string, growing bool) {
	o := Options{Growing: growing, DefaultTarget: "default.txt"}
	source := text.Decode(chat)
	r, err := Document(t.Context(), source, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if fault := unsound(r, o); fault != "" {
		t.Fatal(fault)
	}
	again, _ := Document(t.Context(), source, o, nil)
	if !reflect.DeepEqual(r, again) {
		t.Fatal("two readings differ")
	}
	if growing && !mixesCase(chat) {
		whole, _ := Document(t.Context(), source, Options{DefaultTarget: "default.txt"}, nil)
		for i := range r.Blocks {
			b := &r.Blocks[i]
			// If the turns are known only later, anything may change.
			if !b.Incomplete && slices.Equal(r.Turns, whole.Turns) && !isEdit(whole, b.Start, b.End) {
				t.Fatalf("the block at line %d is plain text once the document is finished", b.Start.Number())
			}
		}
	}
	if !strings.Contains(chat, "\r") {
		windows, _ := Document(t.Context(), text.Decode(strings.ReplaceAll(chat, "\n", "\r\n")), o, nil)
		if len(windows.Blocks) != len(r.Blocks) || len(windows.Problems) != len(r.Problems) {
			t.Fatal("line endings matter")
		}
		for i := range windows.Blocks {
			b := &windows.Blocks[i]
			if !reflect.DeepEqual(b, &r.Blocks[i]) || windows.Hash(b) != r.Hash(&r.Blocks[i]) {
				t.Fatal("line endings matter to a block")
			}
		}
	}
}

// mixesCase reports whether a document may have `find:` with END or FIND: with `end`, which end a block
// only if no end in its own letter case can follow.
func mixesCase(chat string) bool {
	has := func(part string) bool { return strings.Contains(chat, part) }
	return has("find") && has("END") || has("FIND") && has("end") || has("Find")
}

// isEdit reports whether a result has a block or a broken one between two lines. A broken one may have
// swallowed a whole one: `find:` is plain text until its end is there.
func isEdit(r *Result, first, last text.Line) bool {
	return slices.ContainsFunc(r.Blocks, func(b Block) bool { return b.Start <= last && b.End >= first }) ||
		slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Start <= last && p.End >= first })
}
