package parse

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

// blockForms returns a block for a path in every dialect and layout.
var blockForms = map[string]func(path string) string{
	"anchored":  anchoredBlock,
	"edit-repl": editReplBlock,
	"edit-repl emoji": func(p string) string {
		return lines(p, "🟧🟧🟧 EDIT", "old", "🟨🟨🟨 REPL", "new", "🟩🟩🟩 END")
	},
	"edit-repl ascii":   func(p string) string { return lines(p, "<<<< EDIT", "old", "==== REPLACE", "new", ">>>> EDIT END") },
	"edit-repl fenced":  func(p string) string { return wrapped(editReplBlock(p)) },
	"search-replace":    searchReplaceBlock,
	"dashes":            func(p string) string { return lines(p, "------- SEARCH", "old", "=======", "new", "+++++++ REPLACE") },
	"diff":              func(p string) string { return wrapped(searchReplaceBlock(p)) },
	"diff-fenced":       func(p string) string { return lines("```py") + searchReplaceBlock(p) + lines("```") },
	"find-replace":      findReplaceBlock,
	"find-replace wrap": func(p string) string { return lines("~~~worksplit") + findReplaceBlock(p) + lines("~~~") },
}

func wrapped(block string) string {
	path, rest, _ := strings.Cut(block, "\n")
	return lines(path, "```") + rest + lines("```")
}

// breakages breaks a block in every way: a marker missing, a separator twice, the text cut off after
// any line.
func breakages(block string) map[string]string {
	all := strings.SplitAfter(strings.TrimSuffix(block, "\n"), "\n")
	all[len(all)-1] += "\n"
	var markers []int
	for i, l := range all {
		if isMarkerOfAnyDialect(l) {
			markers = append(markers, i)
		}
	}
	start, rest := markers[0], markers[1:]
	broken := map[string]string{}
	for _, i := range rest {
		name := fmt.Sprintf("%s, line %d", strings.TrimSpace(all[i]), i+1)
		broken["without "+name] = strings.Join(slices.Delete(slices.Clone(all), i, i+1), "")
		if i != rest[len(rest)-1] {
			broken["twice "+name] = strings.Join(slices.Insert(slices.Clone(all), i, all[i]), "")
		}
	}
	for i := start + 1; i <= rest[len(rest)-1]; i++ {
		broken[fmt.Sprintf("cut off behind line %d", i)] = strings.Join(all[:i], "")
	}
	return broken
}

func isMarkerOfAnyDialect(line string) bool {
	trimmed := strings.TrimSpace(line)
	for _, d := range dialects {
		if tok, ok := d.marker(strings.TrimSuffix(line, "\n"), trimmed); ok && tok.role != pathKeyword {
			return true
		}
	}
	return false
}

func TestBrokenBlockHarmsNoNeighbour(t *testing.T) {
	for first, broken := range blockForms {
		for how, chat := range breakages(broken("dir/broken.py")) {
			for next, good := range blockForms {
				for _, between := range []string{"", "\n", "\nAnd now, the next one:\n\n"} {
					name := fmt.Sprintf("%s %s, %q, %s", first, how, between, next)
					whole := good("dir/above.py") + "\n" + chat + between + good("dir/next.py") + "\n" + good("dir/last.py")
					r := read(t, whole, Options{})
					var paths []string
					for i := range r.Blocks {
						b := &r.Blocks[i]
						paths = append(paths, b.Path.Fallback)
						if assert.Len(t, r.Lines(b, b.Old), 1, name) {
							assert.Equal(t, "old", r.Lines(b, b.Old)[0], name)
						}
					}
					require.Equal(t, []string{"dir/above.py", "dir/next.py", "dir/last.py"}, paths, "%s\n%s", name, whole)
					require.Len(t, r.Problems, 1, "%s\n%s", name, whole)
					assert.NotEqual(t, codes.MissingPath, r.Problems[0].Code, name)
				}
			}
		}
	}
}

func TestProblemsSpanTheirLines(t *testing.T) {
	runChats(t, Options{}, []chatCase{
		{"unclosed at the end, blank lines aside", lines("a.py", "««« EDIT", "x", "", ""), []string{"! 2-3 unclosed-block"}},
		{"a start marker alone", lines("a.py", "««« EDIT"), []string{"! 2-2 unclosed-block"}},
		{"unclosed before the next path", lines("a.py", "««« EDIT", "x", "") + editReplBlock("b.py"), []string{"! 2-3 unclosed-block", "6-10 edit-repl b.py"}},
		{"malformed to its end marker", lines("a.py", "««« EDIT", "x", "»»» EDIT END", "", "y"), []string{"! 2-4 malformed-block"}},
		{"missing path", lines("Some text is here", "««« EDIT", "x", "═══════ REPL", "»»» EDIT END"), []string{"! 2-5 missing-path"}},
		{"unclosed without a path", lines("Some text is here", "««« EDIT", "x"), []string{"! 2-3 missing-path"}},
	})
}

func TestNestedStartHasItsPathWhereItIsLookedFor(t *testing.T) {
	open := lines("a.md", "««« EDIT", "x", "═══════ REPL")
	nested := lines("««« EDIT", "y", "»»» EDIT END")
	runChats(t, Options{}, []chatCase{
		{"two blank lines between", open + lines("b.md", "", "") + nested, []string{"2-10 edit-repl a.md"}},
		{"blank lines around a fence", open + lines("b.md", "", "```", "") + nested, []string{"2-11 edit-repl a.md"}},
		{"one blank line", open + lines("b.md", "") + nested, []string{"! 2-4 unclosed-block", "! 7-9 malformed-block"}},
		{"a fence and a blank line", open + lines("b.md", "```", "") + nested, []string{"! 2-4 unclosed-block", "! 8-10 malformed-block"}},
		{"three lines above a SEARCH", open + lines("b.md", "", "", "<<<<<<< SEARCH", "»»» EDIT END"), []string{"! 2-4 unclosed-block", "! 8-9 unclosed-block"}},
	})
}

func TestStrayMarkersAreText(t *testing.T) {
	runChats(t, Options{}, []chatCase{
		{"ends", lines("»»» EDIT END", "»»»", "END", ">>>>>>> REPLACE", "🟩🟩🟩 END", ">>>> EDIT END"), nil},
		{"separators", lines("───────", "═══════", "═══════ REPL", "=======", "REPLACE:", "==== REPLACE"), nil},
		{"in a sentence", lines("We write ««« EDIT and then", "x <<<<<<< SEARCH"), nil},
		{"the empty document", "", nil},
	})
}

// In a growing document the last block is incomplete until another begins.
func TestIncompleteBlock(t *testing.T) {
	for name, form := range blockForms {
		t.Run(name, func(t *testing.T) {
			for how, chat := range breakages(form("dir/a.py")) {
				if !strings.HasPrefix(how, "cut off") {
					continue
				}
				r := read(t, chat, Options{Growing: true})
				require.Empty(t, r.Problems, how)
				require.Len(t, r.Blocks, 1, how)
				assert.True(t, r.Blocks[0].Incomplete, how)
				assert.Equal(t, "dir/a.py", r.Blocks[0].Path.Fallback)
				assert.Empty(t, r.Needle(&r.Blocks[0]), "nothing of it can be applied")

				next := read(t, chat+"\n"+editReplBlock("dir/b.py"), Options{Growing: true})
				require.Len(t, next.Blocks, 1, how)
				assert.False(t, next.Blocks[0].Incomplete)
				assert.Len(t, next.Problems, 1, "another block begins: %s", how)

				idle := read(t, chat, Options{})
				assert.Empty(t, idle.Blocks)
				assert.Len(t, idle.Problems, 1, "the text has been still: %s", how)
			}
		})
	}
}

// In a growing document, what begins below an incomplete block may be its text, until that is complete
// or another path says that it isn't.
func TestWhatEndsAnIncompleteBlock(t *testing.T) {
	chat := lines("# User", "hi", "# Assistant", "a.py", "««« EDIT", "x", "# User", "hi", "# Assistant")
	runChats(t, Options{Growing: true}, []chatCase{
		{"the next FILE:", lines("FILE: a.py", "FIND:", "x", "FILE: b.py"), []string{"! 2-3 unclosed-block"}},
		{"a keyword may be text", lines("a.py", "««« EDIT", "FILE: b.py", "FIND:", "x"), []string{"2-5+ anchored a.py"}},
		{"unless a start marker is below", lines("a.py", "««« EDIT", "FILE: b.py", "FIND:", "x", "c.py", "««« EDIT"), []string{"! 2-2 unclosed-block", "! 4-5 unclosed-block", "7-7+ anchored c.py"}},
		{"or its block is complete", lines("a.py", "««« EDIT", "FILE: b.py", "FIND:", "x", "REPLACE:", "END"), []string{"! 2-2 unclosed-block", "4-7 find-replace b.py"}},
		{"a turn may be text", chat, []string{"5-9+ anchored a.py"}},
		{"unless a start marker is below it", chat + lines("b.py", "««« EDIT"), []string{"! 5-6 unclosed-block", "11-11+ anchored b.py"}},
	})
}

func TestGrowingLastLineIsNoMarkerYet(t *testing.T) {
	chat := strings.TrimSuffix(editReplBlock("a.py"), "\n")
	r := read(t, chat, Options{Growing: true})
	require.Len(t, r.Blocks, 1)
	assert.True(t, r.Blocks[0].Incomplete)
	r = read(t, chat, Options{})
	require.Len(t, r.Blocks, 1)
	assert.False(t, r.Blocks[0].Incomplete)
}
