package prompt_test

import (
	"flag"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/prompt"
)

// All ways to write a block, with content that looks like markers.
func TestWrite(t *testing.T) {
	plain := parse.Edit{Path: "a.go", Leading: []string{"l"}, Old: []string{"o"}, New: []string{"n"}, Trailing: []string{"t"}}
	with := func(lines ...string) parse.Edit {
		e := plain
		e.New = lines
		return e
	}
	at := func(path string) parse.Edit {
		e := plain
		e.Path = path
		return e
	}
	for _, test := range []struct {
		name, format string
		edit         parse.Edit
		want         string // or the end of the error
	}{
		{"plain", "anchored", plain, "a.go\n««« EDIT\nl\n───────\no\n═══════\nn\n───────\nt\n»»»\n"},
		{"plain", "edit-repl", plain, "a.go\n««« EDIT\nl\no\nt\n═══════ REPL\nl\nn\nt\n»»» EDIT END\n"},
		{"plain", "find-replace", plain, "FILE: a.go\nFIND:\nl\no\nt\nREPLACE:\nl\nn\nt\nEND\n"},
		{"plain", "diff", plain, "a.go\n````go\n<<<<<<< SEARCH\nl\no\nt\n=======\nl\nn\nt\n>>>>>>> REPLACE\n````\n"},
		{"plain", "diff-fenced", plain, "````go\na.go\n<<<<<<< SEARCH\nl\no\nt\n=======\nl\nn\nt\n>>>>>>> REPLACE\n````\n"},
		{"plain", "editor-diff", plain, "a.go\n````go\n<<<<<<< SEARCH\nl\no\nt\n=======\nl\nn\nt\n>>>>>>> REPLACE\n````\n"},

		{"other markers", "edit-repl", with("»»» EDIT END"), "a.go\n🟧🟧🟧 EDIT\nl\no\nt\n🟨🟨🟨 REPL\nl\n»»» EDIT END\nt\n🟩🟩🟩 END\n"},
		{"third markers", "edit-repl", with("»»» EDIT END", "🟩🟩🟩 END"), "a.go\n<<<< EDIT\nl\no\nt\n==== REPLACE\nl\n»»» EDIT END\n🟩🟩🟩 END\nt\n>>>> EDIT END\n"},
		{"no markers left", "edit-repl", with("»»» EDIT END", "🟩🟩🟩 END", ">>>> EDIT END"), "some of its lines together would be read as markers"},
		{"marker", "anchored", with("  »»»"), `the line "»»»" would be read as a marker`},
		{"rule", "anchored", with("x", "═══════"), `the line "═══════" would be read as a marker`},
		{"longer rule", "anchored", with("════════"), "a.go\n««« EDIT\nl\n───────\no\n═══════\n════════\n───────\nt\n»»»\n"},

		{"underline", "diff", with("Title", "======="), "a.go\n````go\n<<<<<<<< SEARCH\nl\no\nt\n========\nl\nTitle\n=======\nt\n>>>>>>>> REPLACE\n````\n"},
		{"underlines", "diff", with("=======", "========", "=========", "======"), "a.go\n````go\n<<<<< SEARCH\nl\no\nt\n=====\nl\n=======\n========\n=========\n======\nt\n>>>>> REPLACE\n````\n"},
		{"all underlines", "diff", with("=====", "=======", "========", "=========", "======"), "a.go\n````go\n<<<<<<< SEARCH\nl\no\nt\n=======\nl\n\\=====\n\\=======\n\\========\n\\=========\n\\======\nt\n>>>>>>> REPLACE\n````\n"},
		{"end marker", "diff", with(">>>>> REPLACE"), "a.go\n````go\n<<<<<<< SEARCH\nl\no\nt\n=======\nl\n\\>>>>> REPLACE\nt\n>>>>>>> REPLACE\n````\n"},
		{"deeper end marker", "diff", with("\t>>>>> REPLACE"), "a.go\n````go\n<<<<<<< SEARCH\nl\no\nt\n=======\nl\n\t>>>>> REPLACE\nt\n>>>>>>> REPLACE\n````\n"},
		{"fences", "diff-fenced", with("x ````", "`````"), "``````go\na.go\n<<<<<<< SEARCH\nl\no\nt\n=======\nl\nx ````\n`````\nt\n>>>>>>> REPLACE\n``````\n"},
		{"fences", "anchored", with("```", "~~~"), "a.go\n««« EDIT\nl\n───────\no\n═══════\n```\n~~~\n───────\nt\n»»»\n"},

		{"keyword", "find-replace", with("END"), "file: a.go\nfind:\nl\no\nt\nreplace:\nl\nEND\nt\nend\n"},
		{"two cases", "find-replace", with("END", "end"), "File: a.go\nFind:\nl\no\nt\nReplace:\nl\nEND\nend\nt\nEnd\n"},
		{"three cases", "find-replace", with("END", "end", "Find:"), "fILE: a.go\nfIND:\nl\no\nt\nrEPLACE:\nl\nEND\nend\nFind:\nt\neND\n"},
		{"all cases", "find-replace", with("END", "end", "End", "eNd"), "some of its lines together would be read as markers"},
		{"a file", "find-replace", with("FILE: b"), "file: a.go\nfind:\nl\no\nt\nreplace:\nl\nFILE: b\nt\nend\n"},
		{"blank ends", "find-replace", parse.Edit{Path: "a", Old: []string{"x"}, New: []string{"", "y"}}, "its text begins or ends with a blank line, which would be ignored"},

		{"blanks only", "diff", parse.Edit{Path: "a.go", Old: []string{"", " "}, New: []string{"x"}}, "it looks only for blank lines, which would create a file"},
		{"blanks only", "anchored", parse.Edit{Path: "a.go", Old: []string{"", " "}}, "a.go\n««« EDIT\n───────\n\n \n═══════\n───────\n»»»\n"},
		{"nothing at all", "diff", parse.Edit{Path: "a.go"}, "a.go\n````go\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n````\n"},
		{"one empty line", "edit-repl", parse.Edit{Path: "a.go", New: []string{""}}, "a.go\n««« EDIT\n═══════ REPL\n\n»»» EDIT END\n"},

		{"another block", "edit-repl", with("b.go", "««« EDIT", "═══════ REPL", "»»» EDIT END"), "some of its lines together would be read as markers"},
		{"carriage return", "diff", with("x\r"), "a line ends with a carriage return, which would be taken for a line ending"},
		{"carriage return inside", "diff", with("x\ry"), "a.go\n````go\n<<<<<<< SEARCH\nl\no\nt\n=======\nl\nx\ry\nt\n>>>>>>> REPLACE\n````\n"},
		{"newline", "anchored", with("x\ny"), "a line has a line ending inside it"},
		{"bytes", "anchored", with("\xff"), "it is not UTF-8"},

		{"markdown", "diff", at("docs/a.md"), "docs/a.md\n````\n<<<<<<< SEARCH\nl\no\nt\n=======\nl\nn\nt\n>>>>>>> REPLACE\n````\n"},
		{"blanks in the path", "anchored", at("my dir/a b.txt"), "my dir/a b.txt\n««« EDIT\nl\n───────\no\n═══════\nn\n───────\nt\n»»»\n"},
		{"words before the path", "find-replace", at("see src/app.py"), "FILE: `see src/app.py`\nFIND:\nl\no\nt\nREPLACE:\nl\nn\nt\nEND\n"},
		{"a bullet", "diff-fenced", at("- a.txt"), `"- a.txt" would not be read as a path`},
		{"no extension", "edit-repl", at("Makefile"), "Makefile\n««« EDIT\nl\no\nt\n═══════ REPL\nl\nn\nt\n»»» EDIT END\n"},
		{"no path", "diff", at(""), `"" would not be read as a path`},
		{"prose", "diff", at("what a name"), `"what a name" would not be read as a path`},
		{"a colon", "anchored", at("ab:"), `"ab:" would not be read as a path`},
		{"a marker", "anchored", at("»»»"), `"»»»" would not be read as a path`},
	} {
		t.Run(test.format+"/"+test.name, func(t *testing.T) {
			f := lookup(t, test.format)
			got, err := f.Form.Write(test.edit)
			if !strings.HasSuffix(test.want, "\n") {
				require.Error(t, err)
				require.Empty(t, got)
				assert.Contains(t, err.Error(), f.Name+" can't express this edit: ")
				assert.Contains(t, err.Error(), test.want)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, test.want, got)
			readsBack(t, f, test.edit, got)
		})
	}
}

// readsBack requires that a text between others is exactly one edit.
func readsBack(t testing.TB, f *prompt.Format, e parse.Edit, s string) {
	t.Helper()
	// Blocks of other dialects above and below must not matter.
	const above = "Some words.\n\nabove.txt\n««« EDIT\n═══════ REPL\nx\n»»» EDIT END\n\n"
	const below = "\nbelow.txt\n```\n<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE\n```\n\nFILE: last.txt\nFIND:\nx\nREPLACE:\ny\nEND\n"
	doc := parsed(t, above+s+below)
	require.Empty(t, doc.Problems, "%q", s)
	require.Len(t, doc.Blocks, 4, "%q", s)
	b := &doc.Blocks[1]
	got, ok := doc.Edit(b)
	require.True(t, ok)
	require.Equal(t, f.Form.Dialect, b.Dialect)
	require.Equal(t, f.Form.Layout, b.Layout)
	require.Equal(t, e.Path, got.Path)
	require.Equal(t, e.Creates(), b.Operation == parse.Create)
	require.Equal(t, e.Operation, got.Operation)
	require.Equal(t, e.NewPath, got.NewPath)
	if e.Operation == parse.Delete {
		return // with or without the file's lines
	}
	equalLines(t, e.Needle(), got.Needle())
	equalLines(t, e.Replacement(), got.Replacement())
	if f.Name == "anchored" {
		equalLines(t, e.Leading, got.Leading)
		equalLines(t, e.Old, got.Old)
		equalLines(t, e.New, got.New)
		equalLines(t, e.Trailing, got.Trailing)
	}
}

func equalLines(t testing.TB, want, got []string) {
	t.Helper()
	require.Equal(t, len(want), len(got))
	for i := range want {
		require.Equal(t, want[i], got[i])
	}
}

// nasty are lines that could be misread.
var nasty = []string{
	"", " ", "\t", "x", "    return 1", "END", "end", "End", "FIND:", "find:", "REPLACE:", "replace:", "FILE: b.py", "FIND (near line 3):",
	"««« EDIT", "  ««« EDIT", "───────", "═══════", "»»»", "═══════ REPL", "»»» EDIT END", "🟧🟧🟧 EDIT", "🟨🟨🟨 REPL", "🟩🟩🟩 END",
	"🟧🟧🟧 AGENT", "🟩🟩🟩 AGEND", "<<<< EDIT", "==== REPLACE", ">>>> EDIT END",
	"<<<<<<< SEARCH", "<<<<< ORIGINAL", "=====", "=======", "=========", "  =======", ">>>>>>> REPLACE", "  >>>>>>> REPLACE", ">>>>> UPDATED",
	"<<<<<<< HEAD", "```", "````", "```go", "~~~", "~~~worksplit", "```markdown", "src/app.py", "`a.b`", "> quoted", "#### words", "# User", "# Assistant",
	"USER:", "ASSISTANT: x", "---", "<!-- edit-lsp: off -->", "<!-- edit-lsp: on -->", "`git rm a`", "$ rm -rf x", "a\rb", "\uFEFF", "\u2028", "é", "\x00",
}

// editFrom turns bytes into an edit: each is a line of nasty or ends a section.
func editFrom(data []byte) parse.Edit {
	var sections [4][]string
	at := 0
	for _, c := range data {
		if int(c) >= len(nasty) {
			at = (at + 1) % len(sections)
			continue
		}
		sections[at] = append(sections[at], nasty[c])
	}
	return parse.Edit{Path: "src/app.py", Leading: sections[0], Old: sections[1], New: sections[2], Trailing: sections[3]}
}

// FuzzWrite checks that written edits read back, even between other blocks, and that ordinary lines can
// always be written.
func FuzzWrite(f *testing.F) {
	f.Add([]byte{3, 255, 4, 255, 5, 255, 6}, "x\ny", "src/app.py")
	f.Add([]byte{3, 255, 4}, "x", "0!")
	for i := range nasty {
		f.Add([]byte{byte(i), 255, byte(i), 3, 255, 3, byte(i), byte(i)}, nasty[i], "a b/"+strings.TrimSpace(nasty[i]))
	}
	f.Fuzz(func(t *testing.T, data []byte, more, path string) {
		if len(data) > 64 || len(more) > 256 {
			return
		}
		e := editFrom(data)
		free := editFrom(data)
		free.New = append(free.New, strings.Split(more, "\n")...)
		free.Path = path
		for _, format := range formatsFor(data, more) {
			for _, e := range []parse.Edit{e, free} {
				s, err := format.Form.Write(e)
				if err != nil {
					require.Empty(t, s)
					continue
				}
				readsBack(t, format, e, s)
			}
		}
	})
}

// formatsFor returns all formats or, while fuzzing, one picked by the input: trying all in each
// execution is slow.
func formatsFor(data []byte, more string) []*prompt.Format {
	all := prompt.Formats()
	if flag.Lookup("test.fuzz").Value.String() == "" {
		return all
	}
	i := crc32.ChecksumIEEE([]byte(string(data)+more)) % uint32(len(all))
	return all[i : i+1]
}

// Every format can write lines that mean nothing to any dialect.
func TestWriteOrdinaryLines(t *testing.T) {
	lines := []string{"x", "\tif a < b {", "}", "# heading", "- item", "> quoted", "`code`", "```", "```go", "~~~", "a.py", "src/app.py:", "====", "<<<<<<<", "===== =", "»»» x", "é"}
	for i, a := range lines {
		for j, b := range lines {
			e := parse.Edit{Path: "src/app.py", Leading: []string{"first", a}, Old: []string{b}, New: []string{b, fmt.Sprint(i, j), a}, Trailing: []string{a, "last"}}
			for _, f := range prompt.Formats() {
				s, err := f.Form.Write(e)
				require.NoError(t, err)
				readsBack(t, f, e, s)
			}
		}
	}
}

// A block from any dialect can be written in every other one.
func TestConvert(t *testing.T) {
	for _, from := range prompt.Formats() {
		doc := parsed(t, switches.ReplaceAllString(prompt.Instructions(from), ""))
		for _, to := range prompt.Formats() {
			for i := range doc.Blocks {
				b := &doc.Blocks[i]
				if b.Operation == parse.Create && to.Name == "find-replace" {
					continue
				}
				e, ok := doc.Edit(b)
				require.True(t, ok)
				s, err := to.Form.Write(e)
				if e.Operation != parse.Modify && (!to.Form.Dialect.Patch || e.Operation == parse.Delete && len(e.Old) == 0 && to != from) {
					require.Error(t, err)
					continue
				}
				require.NoError(t, err)
				readsBack(t, to, e, s)
			}
		}
	}
}

// A block that looks for nothing doesn't become one that creates a file.
func TestConvertNothing(t *testing.T) {
	doc := parsed(t, "FILE: a.txt\nFIND:\n\nREPLACE:\nx\nEND\n")
	require.Len(t, doc.Blocks, 1)
	_, ok := doc.Edit(&doc.Blocks[0])
	require.False(t, ok)
}

// Writing large edits takes few passes over their lines.
func BenchmarkWrite(b *testing.B) {
	e := parse.Edit{Path: "src/app.py"}
	for i := range 10_000 {
		e.Old = append(e.Old, fmt.Sprintf("    line %d of the old text", i))
		e.New = append(e.New, fmt.Sprintf("    line %d of the new text", i))
	}
	for _, f := range prompt.Formats()[:5] {
		b.Run(f.Name, func(b *testing.B) {
			for b.Loop() {
				if _, err := f.Form.Write(e); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
