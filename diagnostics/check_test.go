package diagnostics_test

import (
	"context"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/prompt"
)

// memory is a workspace in memory: contents by path. Names that begin with `../` are outside, `.env` is
// protected and `bin` is binary.
type memory map[string]string

func (m memory) Target(_ context.Context, name string) workspace.Target {
	clean := path.Clean(name)
	content, exists := m[clean]
	t := workspace.Target{Name: name, Path: clean, Key: clean, Abs: "/ws/" + clean, Exists: exists}
	switch {
	case text.Escape(name) != name:
		return workspace.Target{Name: name, Path: text.Escape(name), Refusal: &workspace.Refusal{Code: codes.PathInvalid, Path: text.Escape(name)}}
	case strings.HasPrefix(clean, "../"):
		return workspace.Target{Name: name, Path: clean, Refusal: &workspace.Refusal{Code: codes.PathEscape, Path: clean, Cause: "its .. lead above"}}
	case strings.HasPrefix(clean, "bin"):
		t.Refusal = &workspace.Refusal{Code: codes.BinaryFile, Path: clean}
	case strings.HasPrefix(clean, "huge"):
		t.Refusal = &workspace.Refusal{Code: codes.FileTooLarge, Path: clean, Limit: "64 MiB"}
	case strings.HasPrefix(clean, ".env"):
		t.Protected = true
	}
	if exists && t.Refusal == nil {
		t.File = &workspace.File{Text: text.New(content)}
	}
	return t
}

func check(t *testing.T, chat string, files memory, o diagnostics.Options) *diagnostics.Report {
	t.Helper()
	if o.Scope == "" {
		o.Scope = parse.ScopeAuto
	}
	r, err := diagnostics.Check(t.Context(), text.New(chat), files, o, nil)
	require.NoError(t, err)
	return r
}

// only returns the only block of a chat for the file x.
func only(t *testing.T, block, x string) *diagnostics.Block {
	t.Helper()
	r := check(t, "x\n"+block, memory{"x": x}, diagnostics.Options{})
	require.Len(t, r.Blocks, 1, "problems: %v", r.Problems)
	return &r.Blocks[0]
}

func searchReplace(old, new string) string {
	return "<<<<<<< SEARCH\n" + old + "=======\n" + new + ">>>>>>> REPLACE\n"
}

func editRepl(edit, repl string) string {
	return "««« EDIT\n" + edit + "═══════ REPL\n" + repl + "»»» EDIT END\n"
}

func anchored(leading, old, new, trailing string) string {
	return "««« EDIT\n" + leading + "───────\n" + old + "═══════\n" + new + "───────\n" + trailing + "»»»\n"
}

func findReplace(old, new string) string {
	return "FILE: x\nFIND:\n" + old + "REPLACE:\n" + new + "END\n"
}

func ended(words string) string { return strings.ReplaceAll(words, " ", "\n") + "\n" }

func number(l text.Line) int { return l.Number() }

func TestDiagnosisOfANeedleThatIsNotFound(t *testing.T) {
	for _, c := range []struct {
		name, block, x string
		reason         codes.Code
		cause          diagnostics.Cause
		estimated      int
		begins         string
	}{
		{"the leading anchor is absent", anchored("nope\n", "a\n", "x\n", ""), ended("q r"), codes.LeadingAnchorNotFound, diagnostics.Absent, 0,
			"{leading-anchor-not-found}; nothing similar in the file"},
		{"but its first line stands alone", anchored("def f():\n    zzzzz\n", "qqqqqqq\n", "x\n", ""), "1\ndef f():\n2222222222222222\n333333333333\n", codes.LeadingAnchorNotFound, diagnostics.Absent, 2,
			"{leading-anchor-not-found}"},
		{"old lines differ behind the anchor", anchored("a\n", "bbbb\n", "x\n", ""), ended("q a 12345"), codes.OldLinesMismatch, diagnostics.Absent, 3,
			"{old-lines-mismatch}; nothing similar in the file\nfirst difference: x:3\n- bbbb\n+ 12345"},
		{"at the second of them", anchored("a\n", "b\nc\n", "x\n", ""), ended("a b d"), codes.OldLinesMismatch, diagnostics.Near, 3,
			"{old-lines-mismatch}; 1 line differs\nclosest match: x:1, 66% similar\n- c\n+ d"},
		{"past the end of the file: the last line", anchored("a\n", "b\n", "x\n", ""), ended("q a"), codes.OldLinesMismatch, diagnostics.Near, 2,
			"{old-lines-mismatch}; 1 line differs\nclosest match: x:2, 50% similar\n- b"},
		{"after the anchor that agrees longest", anchored("a\n", "b\nc\n", "x\n", ""), ended("a q a b d a"), codes.OldLinesMismatch, diagnostics.Near, 5, "{old-lines-mismatch}"},
		{"of equals, the first", anchored("a\n", "b\nc\n", "x\n", ""), ended("a b q a b r"), codes.OldLinesMismatch, diagnostics.Near, 3, "{old-lines-mismatch}"},
		{"in edit-repl the common prefix is the anchor", editRepl("a\nbbbb\n", "a\nx\n"), ended("q a 12345"), codes.OldLinesMismatch, diagnostics.Absent, 3, "{old-lines-mismatch}"},
		{"no leading anchor", searchReplace("zzzzzz\n", "x\n"), ended("q r"), codes.OldLinesNotFound, diagnostics.Absent, 0, "{old-lines-not-found}; nothing similar in the file"},
		{"find-replace has none either", findReplace("zzzzzz\n", "x\n"), ended("q r"), codes.OldLinesNotFound, diagnostics.Absent, 0, "{old-lines-not-found}"},
		{"trailing anchor behind old lines", anchored("a\n", "b\n", "x\n", "q1\n"), ended("a b 22222"), codes.TrailingAnchorNotFound, diagnostics.Near, 3,
			"{trailing-anchor-not-found}; 1 line differs\nclosest match: x:1, 66% similar\n- q1\n+ 22222"},
		{"without a leading anchor", anchored("", "b\n", "x\n", "q111\n"), ended("a b 22222"), codes.TrailingAnchorNotFound, diagnostics.Absent, 3, "{trailing-anchor-not-found}"},
		{"without old lines", anchored("a\n", "", "x\n", "qqqqqq\n"), ended("a b"), codes.TrailingAnchorNotFound, diagnostics.Absent, 2, "Trailing anchor not found after anchor"},
		{"with neither", anchored("", "", "x\n", "q1\n"), ended("a b"), codes.TrailingAnchorNotFound, diagnostics.Absent, 0, "Trailing anchor not found in file"},

		{"whitespace: trailing", searchReplace("a b\n", "x\n"), "a b  \n", codes.OldLinesNotFound, diagnostics.Whitespace, 1,
			"{old-lines-not-found}; trailing whitespace differs\nx:1\n- a b\n+ a b··"},
		{"whitespace: trailing in the block", searchReplace("a b \n", "x\n"), "q\na b\n", codes.OldLinesNotFound, diagnostics.Whitespace, 2,
			"{old-lines-not-found}; trailing whitespace differs\nx:2\n- a b·\n+ a b"},
		{"whitespace: tabs for spaces", searchReplace("    a\n", "x\n"), "\ta\n", codes.OldLinesNotFound, diagnostics.Whitespace, 1,
			"{old-lines-not-found}; the indentation differs\nx:1\n- ····a\n+ →a"},
		{"whitespace: how deep", searchReplace("  a\n", "x\n"), "    a\n", codes.OldLinesNotFound, diagnostics.Whitespace, 1,
			"{old-lines-not-found}; the indentation differs\nx:1\n- ··a\n+ ····a"},
		{"whitespace: inside", searchReplace("a  b\n", "x\n"), "a b\n", codes.OldLinesNotFound, diagnostics.Whitespace, 1,
			"{old-lines-not-found}; only whitespace differs\nx:1\n- a··b\n+ a·b"},
		{"whitespace: a blank that is no blank", searchReplace("a b\n", "x\n"), "a\u00A0b\n", codes.OldLinesNotFound, diagnostics.Whitespace, 1, "{old-lines-not-found}; only whitespace differs\nx:1\n- a·b\n+ a<U+00A0>b"},
		{"whitespace: lines of blanks", searchReplace("a\n\nb\n", "x\n"), "a\n  \nb\n", codes.OldLinesNotFound, diagnostics.Whitespace, 1, "{old-lines-not-found}; only whitespace differs\nx:1\n-\n+ ··"},
		{"whitespace in an anchor", anchored("a\n", "b\n", "x\n", ""), " a\nb\n", codes.LeadingAnchorNotFound, diagnostics.Whitespace, 1, "{leading-anchor-not-found}; the indentation differs\nx:1\n- a\n+ ·a"},
		{"case", searchReplace("Hello There\n", "x\n"), "q\nhello there\n", codes.OldLinesNotFound, diagnostics.LetterCase, 2, "{old-lines-not-found}; only letter case differs\nx:2\n- Hello There\n+ hello there"},
		{"case beyond ASCII", searchReplace("ÉCOLE\n", "x\n"), "école\n", codes.OldLinesNotFound, diagnostics.LetterCase, 1, "{old-lines-not-found}; only letter case differs"},
		{"whitespace goes before case", searchReplace("Hello There\n", "x\n"), "hello there\nHello  There\n", codes.OldLinesNotFound, diagnostics.Whitespace, 2, "{old-lines-not-found}; only whitespace differs\nx:2\n- Hello·There\n+ Hello··There"},
		{"both is neither", searchReplace("Hello There\n", "x\n"), "hello  there\n", codes.OldLinesNotFound, diagnostics.Near, 1, "{old-lines-not-found}; 1 line differs\nclosest match: x:1, 99% similar\n- Hello There\n+ hello  there"},
		{"moved", anchored("aaa\n", "bbb\n", "x\n", ""), ended("bbb q aaa z"), codes.OldLinesMismatch, diagnostics.Moved, 4,
			"{old-lines-mismatch}; its parts are on lines 3 and 1\nfirst difference: x:4\n- bbb\n+ z"},
		{"three parts moved", anchored("aaa\n", "bbb\n", "x\n", "ccc\n"), ended("ccc bbb aaa"), codes.OldLinesMismatch, diagnostics.Moved, 3, "{old-lines-mismatch}"},
		{"braces stand everywhere, they have not moved", anchored("{\n", "}\n", "x\n", ""), ended("} q { q"), codes.OldLinesMismatch, diagnostics.Near, 4, "{old-lines-mismatch}"},
		{"near", searchReplace("abcdefgh\n", "x\n"), ended("q abcdXfgh"), codes.OldLinesNotFound, diagnostics.Near, 2,
			"{old-lines-not-found}; 1 line differs\nclosest match: x:2, 71% similar\n- abcdefgh\n+ abcdXfgh"},
		{"near, with ties", searchReplace("abcdefgh\n", "x\n"), ended("abcdXfgh q abcdYfgh abcdZfgh"), codes.OldLinesNotFound, diagnostics.Near, 1,
			"{old-lines-not-found}; 1 line differs\nclosest match: x:1, 71% similar\n- abcdefgh\n+ abcdXfgh\nequally similar: 2 other places, the next at line 3"},
		{"absent, with a place that is unlikely", searchReplace("abcdefgh\n", "x\n"), ended("q abcdXXXX"), codes.OldLinesNotFound, diagnostics.Absent, 2,
			"{old-lines-not-found}; nothing similar in the file\nunlikely match: x:2, 42% similar"},
		{"absent but for the first line", searchReplace("foo\nlong long 12345\nmore more 67890\n", "x\n"), ended("q foo ,,,,,,,,,,,,,,,,,,,,"), codes.OldLinesNotFound, diagnostics.Absent, 2, "{old-lines-not-found}; nothing similar"},
		{"nothing in an empty file", searchReplace("a\n", "x\n"), "", codes.OldLinesNotFound, diagnostics.Absent, 0, "{old-lines-not-found}; nothing similar in the file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := only(t, c.block, c.x)
			assert.Equal(t, apply.Failed, b.Status)
			assert.Equal(t, c.reason, b.Code)
			assert.Equal(t, c.cause, b.Cause)
			assert.Equal(t, c.estimated, number(b.Estimated))
			assert.True(t, strings.HasPrefix(golden.Codes(b.Message()), c.begins), "%s", b.Message())
			assert.Equal(t, codes.Error, b.Severity)
			near := c.cause == diagnostics.Whitespace || c.cause == diagnostics.LetterCase || c.cause == diagnostics.Near
			assert.Equal(t, near, b.Nearest != nil, "the nearest lines are known")
			if near {
				assert.NotEmpty(t, b.Nearest.Differs)
			}
			if c.cause == diagnostics.Near {
				assert.GreaterOrEqual(t, b.Nearest.Similarity, 0.5)
			}
		})
	}
}

// The finding is at the first wrong line of the block.
func TestFindingStandsAtTheFirstWrongLine(t *testing.T) {
	for _, c := range []struct {
		name, block, x string
		line           int
	}{
		{"of the anchor", anchored("a\nqqqqqqqqqq\n", "b\n", "x\n", ""), ended("a b c"), 3},
		{"of the old lines", anchored("a\n", "b\nq\n", "x\n", ""), ended("a b c"), 6},
		{"of the trailing anchor", anchored("a\n", "b\n", "x\n", "c\nq\n"), ended("a b c d"), 10},
		{"of the nearest lines", searchReplace("one\ntwo\nthree\n", "x\n"), ended("one tvo three"), 4},
		{"ambiguous: the first line", editRepl("a\n", "x\n"), ended("a b a"), 3},
		{"no such file: the path", editRepl("a\n", "x\n"), "", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := memory{"x": c.x, "y": ""}
			if c.x == "" {
				delete(files, "x")
			}
			r := check(t, "x\n"+c.block, files, diagnostics.Options{})
			assert.Equal(t, c.line, number(r.Blocks[0].Finding.First), r.Blocks[0].Headline)
		})
	}
}

func TestAmbiguousMatchesAreListed(t *testing.T) {
	for n, want := range map[int]string{
		2:   "1 and 2",
		3:   "1, 2 and 3",
		10:  "1, 2, 3, 4, 5, 6, 7, 8, 9 and 10",
		11:  "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 1 more",
		250: "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 240 more",
	} {
		x := strings.Repeat("a\n", n)
		unique := only(t, editRepl("a\n", "b\n"), x)
		assert.Equal(t, apply.Failed, unique.Status)
		assert.Equal(t, codes.Error, unique.Severity)
		assert.True(t, strings.HasPrefix(golden.Codes(unique.Headline), "{ambiguous-match} (matches at lines "+want+")"), unique.Headline)
		assert.Equal(t, n, unique.MatchCount)
		assert.Len(t, unique.Matches, min(n, 100))
		assert.Equal(t, 1, number(unique.Estimated))

		first := only(t, searchReplace("a\n", "b\n"), x)
		assert.Equal(t, apply.Validated, first.Status)
		assert.Equal(t, codes.Warning, first.Severity)
		assert.True(t, strings.HasPrefix(golden.Codes(first.Headline), "{ambiguous-match} (matches at lines "+want+")"), first.Headline)
	}
}

func TestLineHintLeavesNoAmbiguity(t *testing.T) {
	b := only(t, "FILE: x\nFIND (near line 3):\na\nREPLACE:\nb\nEND\n", ended("a q a"))
	assert.Equal(t, apply.Validated, b.Status)
	assert.Empty(t, b.Code)
	assert.Empty(t, b.Warnings)
	assert.Equal(t, 3, number(b.Estimated))
	assert.Equal(t, 2, b.MatchCount)
}

// The most severe code is the block's own, or the first in table order; some are always beside it.
func TestChoiceOfTheBlocksOwnCode(t *testing.T) {
	for _, c := range []struct {
		name, chat string
		files      memory
		code       codes.Code
		warnings   []codes.Code
	}{
		{"ambiguous before no-change", "x\n" + searchReplace("a\n", "a\n"), memory{"x": ended("a b a")}, "ambiguous-match", []codes.Code{"no-change"}},
		{"ambiguous before protected", ".env\n" + searchReplace("a\n", "b\n"), memory{".env": ended("a b a")}, "ambiguous-match", []codes.Code{"protected-path"}},
		{"protected before no-change", ".env\n" + searchReplace("a\n", "a\n"), memory{".env": ended("a")}, "protected-path", []codes.Code{"no-change"}},
		{"always beside: hidden, marker, placeholder", "x\n" + editRepl("a\nb\n", "a\u202Ec\n...\n»»»\n"), memory{"x": ended("a b")}, "",
			[]codes.Code{"hidden-unicode", "marker-in-content", "placeholder"}},
		{"beside a failure", "x\n" + editRepl("a\n", "b\u202E\n"), memory{"x": ended("a q a")}, "ambiguous-match", []codes.Code{"hidden-unicode"}},
		{"a failure alone", ".env\n" + editRepl("zzzzzz\n", "b\n"), memory{".env": ended("a")}, "old-lines-not-found", nil},
		{"nothing", "x\n" + editRepl("a\n", "b\n"), memory{"x": ended("a")}, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := check(t, c.chat, c.files, diagnostics.Options{}).Blocks[0]
			assert.Equal(t, c.code, b.Code)
			assert.Equal(t, c.warnings, codesOf(b.Warnings))
			if c.code == "" {
				assert.Equal(t, codes.None, b.Severity)
				assert.Empty(t, b.Headline)
			}
		})
	}
}

// Exit status 1: failed, skipped with a warning or error, not in context, or a problem; never stale or
// applied.
func TestWhatCounts(t *testing.T) {
	good := "x\n" + editRepl("a\n", "b\n")
	for _, c := range []struct {
		name, chat string
		o          diagnostics.Options
		want       int
	}{
		{"validated", good, diagnostics.Options{}, 0},
		{"already applied", "x\n" + editRepl("q\n", "a\n"), diagnostics.Options{}, 0},
		{"no change", "x\n" + editRepl("a\n", "a\n"), diagnostics.Options{}, 0},
		{"a warning on what is validated", "x\n" + searchReplace("c\n", "b\u202E\n"), diagnostics.Options{}, 0},
		{"protected", ".env\n" + editRepl("a\n", "b\n"), diagnostics.Options{}, 0},
		{"failed", "x\n" + editRepl("zz\n", "b\n"), diagnostics.Options{}, 1},
		{"failed, and skipped though it fits", "x\n" + editRepl("zz\n", "b\n") + good, diagnostics.Options{}, 2},
		{"failed and skipped", "x\n" + editRepl("zz\n", "b\n") + "x\n" + editRepl("yy\n", "b\n"), diagnostics.Options{}, 2},
		{"failed, and independent", "x\n" + editRepl("zz\n", "b\n") + good, diagnostics.Options{Options: apply.Options{Independent: true}}, 1},
		{"refused", "../q\n" + editRepl("zz\n", "b\n"), diagnostics.Options{}, 1},
		{"empty find", findReplace("\n", "b\n"), diagnostics.Options{}, 1},
		{"not in context", good, diagnostics.Options{Context: []string{"y"}}, 1},
		{"a problem", "x\n««« EDIT\n", diagnostics.Options{}, 1},
		{"a problem beside what is good", good + "x\n««« EDIT\n»»»\n", diagnostics.Options{}, 1},
		{"samples of a format", "zz\n" + editRepl("a\n", "b\n") + "zz\n" + editRepl("a\n", "b\n"), diagnostics.Options{}, 0},
		{"a missing file is an error beside one that is there", "zz\n" + editRepl("a\n", "b\n") + good, diagnostics.Options{}, 1},
		{"a missing file beside one that is made", "zz\n" + editRepl("a\n", "b\n") + "new\n" + editRepl("", "b\n"), diagnostics.Options{}, 1},
		{"stale", "# User\n# Assistant\nx\n" + editRepl("zz\n", "b\n") + "# User\n# Assistant\n" + good, diagnostics.Options{}, 0},
		{"stale and refused", "# User\n# Assistant\n../x\n" + editRepl("zz\n", "b\n") + "# User\n# Assistant\n" + good, diagnostics.Options{}, 0},
		{"stale and not in context", "# User\n# Assistant\ny\n" + editRepl("zz\n", "b\n") + "# User\n# Assistant\n" + good, diagnostics.Options{Context: []string{"x"}}, 0},
		{"a problem of an earlier turn", "# User\n# Assistant\nx\n««« EDIT\n# User\n# Assistant\n" + good, diagnostics.Options{}, 0},
		{"both with scope all", "# User\n# Assistant\nx\n" + editRepl("zz\n", "b\n") + "x\n««« EDIT\n# User\n# Assistant\n", diagnostics.Options{Options: apply.Options{Scope: parse.ScopeAll}}, 2},
		{"a user's turn never", "# User\nx\n" + editRepl("zz\n", "b\n") + "# Assistant\n" + good, diagnostics.Options{Options: apply.Options{Scope: parse.ScopeAll}}, 0},
		{"shell suggestions", "`git rm x`\n", diagnostics.Options{}, 0},
		{"nothing", "", diagnostics.Options{}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := check(t, c.chat, memory{"x": ended("a c c"), ".env": ended("a")}, c.o)
			assert.Equal(t, c.want, r.Count(), r.Summary())
			fit := 0
			for i := range r.Blocks {
				if r.Blocks[i].FitsAlone() {
					fit++
				}
			}
			assert.Equal(t, c.name == "failed, and skipped though it fits", fit > 0)
			assert.Len(t, prompt.Failures(r), c.want-fit, "what is asked for again is what counts and doesn't fit")
		})
	}
}

func TestStaleBlocksAndProblemsAreFadedHints(t *testing.T) {
	r := check(t, "# User\n# Assistant\nx\n"+editRepl("zzzzzz\n", "b\n")+"x\n««« EDIT\n# User\n# Assistant\nx\n"+editRepl("a\n", "b\n"), memory{"x": ended("a c")}, diagnostics.Options{})
	require.Len(t, r.Blocks, 2)
	stale := r.Blocks[0]
	assert.Equal(t, apply.Stale, stale.Status)
	assert.Equal(t, codes.StaleEdit, stale.Code)
	assert.Equal(t, codes.Hint, stale.Severity)
	assert.True(t, stale.Faded)
	assert.Equal(t, "{stale-edit}: {old-lines-not-found}; nothing similar in the file", golden.Codes(stale.Headline))
	assert.Equal(t, apply.Validated, r.Blocks[1].Status)
	require.Len(t, r.Problems, 1)
	assert.Equal(t, codes.Hint, r.Problems[0].Severity)
	assert.False(t, r.Problems[0].Counts)
}

// In a document about a format, missing files are informational.
func TestDocumentAboutAFormat(t *testing.T) {
	missing := "zz\n" + editRepl("a\n", "b\n")
	for _, c := range []struct {
		name, chat string
		want       codes.Severity
	}{
		{"no target exists", missing, codes.Information},
		{"a refused one beside it", missing + "../q\n" + editRepl("a\n", "b\n"), codes.Information},
		{"an existing one", missing + "x\n" + editRepl("a\n", "b\n"), codes.Error},
		{"an existing one that cannot be edited", missing + "bin\n" + editRepl("a\n", "b\n"), codes.Error},
		{"one that is made", missing + "new\n" + editRepl("", "b\n"), codes.Error},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := check(t, c.chat, memory{"x": ended("a"), "bin": "a\n"}, diagnostics.Options{})
			assert.Equal(t, codes.FileNotFound, r.Blocks[0].Code)
			assert.Equal(t, c.want, r.Blocks[0].Severity)
		})
	}
}

func codesOf(findings []diagnostics.Finding) []codes.Code {
	var list []codes.Code
	for _, f := range findings {
		list = append(list, f.Code)
	}
	return list
}

func TestMessagesOfRefusals(t *testing.T) {
	for name, want := range map[string]string{
		"../q":   "{path-escape}: ../q; its .. lead above",
		"bin":    "{binary-file}",
		"huge":   "{file-too-large} 64 MiB",
		"zz":     "{file-not-found}: zz",
		"./a/zz": "{file-not-found}: a/zz",
	} {
		r := check(t, name+"\n"+editRepl("a\n", "b\n"), memory{"bin": "a\n", "huge": "a\n"}, diagnostics.Options{})
		assert.Equal(t, want, golden.Codes(r.Blocks[0].Headline))
	}
	r := check(t, "x\n"+editRepl("", "b\n"), memory{"x": "a\n"}, diagnostics.Options{})
	assert.Equal(t, "{file-exists}: x", golden.Codes(r.Blocks[0].Headline))
}

// A line in a message can't break out of it.
func TestMessagesShowWhatIsInvisible(t *testing.T) {
	b := only(t, searchReplace("abcdefgh\t`\u202E"+strings.Repeat("x", 100)+"\n", "x\n"), "abcdefgh\t`\u202D"+strings.Repeat("x", 100)+"\n")
	assert.Equal(t, diagnostics.Near, b.Cause)
	assert.NotContains(t, b.Message(), "\u202E")
	assert.NotContains(t, b.Message(), "\u202D")
	assert.NotContains(t, b.Message(), "\t")
	assert.Contains(t, b.Message(), "<U+202E>")
	assert.Contains(t, b.Message(), "…")
	assert.Zero(t, strings.Count(b.Message(), "`")%2, "quotes are paired: %s", b.Message())
}

func TestCheckHonoursItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := diagnostics.Check(ctx, text.New("x\n"+editRepl("a\n", "b\n")), memory{"x": "a\n"}, diagnostics.Options{}, nil)
	assert.ErrorIs(t, err, context.Canceled)
}

// In a document about patches, missing files and faults don't count.
func TestDocumentAboutPatches(t *testing.T) {
	patch := "*** Begin Patch\n*** Update File: zz\n@@\n-a\n+b\n*** Add File:\n*** End Patch\n"
	r := check(t, patch, memory{"x": ended("a")}, diagnostics.Options{})
	require.Len(t, r.Blocks, 1)
	assert.Equal(t, apply.Failed, r.Blocks[0].Status)
	assert.Empty(t, r.Blocks[0].Code)
	assert.Empty(t, r.Problems)
	assert.Zero(t, r.Count())

	r = check(t, patch+"\n```diff\n--- x\n+++ x\n@@\n-a\n+b\n```\n", memory{"x": ended("a")}, diagnostics.Options{})
	assert.Equal(t, codes.FileNotFound, r.Blocks[0].Code)
	assert.Equal(t, codes.Error, r.Blocks[0].Severity)
	require.Len(t, r.Problems, 1)
	assert.Equal(t, codes.MissingPath, r.Problems[0].Code)
}

// The old name of a renamed file is missing, but the document isn't about patches.
func TestAppliedRenameIsReported(t *testing.T) {
	patch := "*** Begin Patch\n*** Update File: old\n*** Move to: x\n@@\n-a\n+b\n*** End Patch\n"
	r := check(t, patch, memory{"x": ended("b")}, diagnostics.Options{})
	require.Len(t, r.Blocks, 2)
	for i := range r.Blocks {
		assert.Equal(t, codes.AlreadyApplied, r.Blocks[i].Code)
		_, reason, err := r.Plan.Revert(t.Context(), i)
		require.NoError(t, err)
		assert.Equal(t, "the file was renamed; undo that in the editor", reason)
	}
}
