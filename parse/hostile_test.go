package parse

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// hostile makes documents of n parts that are slow for a parser that compares parts with each other.
var hostile = map[string]func(n int) string{
	"diffs that change nothing, below a block": func(n int) string {
		return lines("a.py", "```diff", "-x", "+y", "```") + strings.Repeat(lines("Then:", "", "```diff", " x", "```", ""), n)
	},
	"heredocs without an end":  func(n int) string { return "```sh\n" + strings.Repeat("cat > a <<EOF\n", n) + "```\n" },
	"blocks":                   func(n int) string { return strings.Repeat(editReplBlock("a.py")+"\n", n) },
	"blocks without a path":    func(n int) string { return strings.Repeat("\n\n"+anchoredText, n) },
	"nested starts":            func(n int) string { return "a.py\n" + strings.Repeat("««« EDIT\n", n) },
	"nested starts with paths": func(n int) string { return strings.Repeat("a.py\n««« EDIT\n", n) },
	"nested starts, one end":   func(n int) string { return "a.py\n" + strings.Repeat("««« EDIT\n", n) + "»»» EDIT END\n" },
	"nested searches":          func(n int) string { return strings.Repeat("<<<<<<< SEARCH\n", n) },
	"nested searches, one end": func(n int) string { return "a.py\n" + strings.Repeat("<<<<<<< SEARCH\n", n) + ">>>>>>> REPLACE\n" },
	"searches without an end":  func(n int) string { return strings.Repeat("a.py\n<<<<<<< SEARCH\n=======\n", n) },
	"searches, then dividers":  func(n int) string { return strings.Repeat("<<<<<<< SEARCH\n", n) + strings.Repeat("=======\n", n) },
	"dashes":                   func(n int) string { return strings.Repeat("--- SEARCH\n", n) },
	"dashes with paths":        func(n int) string { return strings.Repeat("a.py\n------- SEARCH\n", n) },
	"dashes, then indented ends": func(n int) string {
		return strings.Repeat("--- SEARCH\n", n) + strings.Repeat("  +++ REPLACE\n", n)
	},
	"words above searches": func(n int) string { return "a.py\n" + strings.Repeat("**User:**\n------- SEARCH\n", n) },
	"many words above searches": func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "w%d:\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n", i)
		}
		return b.String()
	},
	"searches in aider's turns": func(n int) string { return strings.Repeat(aiderHead+"#### x\n<<<<<<< SEARCH\n", n) },
	"near misses":               func(n int) string { return strings.Repeat("<<<< SEARCH\n", n) },
	"near misses divided":       func(n int) string { return strings.Repeat("<<<< SEARCH\n««  EDIT\n", n) + "===\n═══\n" },
	"near misses and blocks": func(n int) string {
		return strings.Repeat("<<<< SEARCH\n", n) + strings.Repeat(searchReplaceBlock("a.py"), n)
	},
	"calls without an end": func(n int) string {
		return strings.Repeat("```json\n{\"path\": \"a.py\", \"old_str\": \"x\", \"new_str\":\n", n)
	},
	"calls in open fences":      func(n int) string { return strings.Repeat("```json\n{\n", n) },
	"named calls, never whole":  func(n int) string { return strings.Repeat("[{\"name\": 1},\n", n) },
	"named calls, whole":        func(n int) string { return strings.Repeat("{\"name\": 1, \"x\": [\n", n) + strings.Repeat("]}\n", n) },
	"named calls and a mistake": func(n int) string { return strings.Repeat("{\"name\":\n", n) },
	"a call with many edits": func(n int) string {
		return "```json\n{\"path\": \"a.py\", \"edits\": [\n" + strings.Repeat("{\"old_str\": \"x\", \"new_str\": \"y\"},\n", n) + "{}]}\n```\n"
	},
	"a call with many edits in a string": func(n int) string {
		return "```json\n{\"name\": \"edit\", \"arguments\": \"{\\\"path\\\": \\\"a.py\\\", \\\"edits\\\": [" +
			strings.Repeat(`{\"old_str\": \"x\", \"new_str\": \"y\"},`, n) + "{}]}\"}\n```\n"
	},
	"calls in tags": func(n int) string {
		return strings.Repeat("<invoke name=\"edit\">\n<parameter name=\"path\">a.py\n", n)
	},
	"calls in tags, one end":     func(n int) string { return strings.Repeat("<edit><path>a.py</path><old_str>\n", n) + "</old_str>\n" },
	"calls in tags with another": func(n int) string { return strings.Repeat("<edit><path>a.py</path><x>\n", n) + "</x>\n" },
	"calls in tags, one path":    func(n int) string { return strings.Repeat("<edit><path>\n", n) + "</path>\n" },
	"calls in tags, then blanks": func(n int) string { return strings.Repeat("<edit><path>a.py</path>\n", n) + strings.Repeat("\n", n) },
	"files in tags":              func(n int) string { return strings.Repeat("<file path=\"a.py\">\n", n) + "</file>\n" },
	"escapes":                    func(n int) string { return "a.py\n<<<<<<< SEARCH\n" + strings.Repeat("\\=======\n", n) },
	"tags":                       func(n int) string { return "a.py\n" + strings.Repeat("<old_text>\n", n) },
	"tags without a path":        func(n int) string { return strings.Repeat("<old_text>\n", n) },
	"tags in turns": func(n int) string {
		return strings.Repeat("# User\n# Assistant\na.py\n<old_text>\n", n) + "</old_text>\n"
	},
	"search tags":              func(n int) string { return "a.py\n" + strings.Repeat("<search>\n", n) },
	"search tags, one end":     func(n int) string { return "a.py\n" + strings.Repeat("<search>\n", n) + "</search>\n" },
	"search tags, never whole": func(n int) string { return "a.py\n" + strings.Repeat("<search></search><replace>\n", n) },
	"whole search tags without a path": func(n int) string {
		return strings.Repeat("<search>\n", n) + "x</search><replace>y</replace>\n"
	},
	"search tags, then empty lines": func(n int) string {
		return strings.Repeat("<search>\n", n) + "</search>" + strings.Repeat("\n", n) + "<replace></replace>\n"
	},
	"search tags with one end of the new text": func(n int) string { return strings.Repeat("<search>x</search><replace>\n", n) + "</replace>\n" },
	"tags of both families": func(n int) string {
		return strings.Repeat("a.py\n<old_text>\n<search>\n", n) + "x</search><replace>y</replace>\n"
	},
	"tags in one line":   func(n int) string { return "a.py\n<old_text>" + strings.Repeat("<old_text>", n) + "</old_text>\n" },
	"malformed searches": func(n int) string { return strings.Repeat("<<<<<<< SEARCH\n=======\n=======\n>>>>>>> REPLACE\n", n) },
	"malformed anchored": func(n int) string { return strings.Repeat("««« EDIT\n»»»\n", n) },
	"separators": func(n int) string {
		return strings.Repeat("───────\n═══════\n=======\n═══════ REPL\n", n)
	},
	"separators in a block": func(n int) string {
		return "a.py\n««« EDIT\n" + strings.Repeat("═══════ REPL\n───────\n", n)
	},
	"dividers in a block": func(n int) string { return "a.py\n<<<<<<< SEARCH\n" + strings.Repeat("=======\n", n) },
	"separators of other sets": func(n int) string {
		return strings.Repeat("««« EDIT\n==== REPLACE\n───────\n═══════\n───────\n»»»\n", n)
	},
	"FIND":                         func(n int) string { return "FILE: a\n" + strings.Repeat("FIND:\n", n) },
	"FIND in four cases":           func(n int) string { return "FILE: a\n" + strings.Repeat("FIND:\nfind:\nFind:\nfInd:\n", n) },
	"FIND and END":                 func(n int) string { return "FILE: a\n" + strings.Repeat("FIND:\nx\nEND\n", n) },
	"FIND and REPLACE":             func(n int) string { return "FILE: a\n" + strings.Repeat("FIND:\nx\nREPLACE:\ny\n", n) },
	"FIND with ends in other case": func(n int) string { return "FILE: a\n" + strings.Repeat("FIND:\nx\nREPLACE:\ny\nend\nend\n", n) },
	"FIND without FILE":            func(n int) string { return strings.Repeat("Find:\nx\nReplace:\ny\n", n) },
	"FILE":                         func(n int) string { return strings.Repeat("FILE: a\n", n) },
	"FIND in open blocks":          func(n int) string { return strings.Repeat("a.py\n««« EDIT\nFIND:\nx\n", n) },
	"FIND behind open blocks": func(n int) string {
		return strings.Repeat("««« EDIT\n»»»\n", n) + "FILE: a\n" + strings.Repeat("FIND:\nx\nREPLACE:\n", n)
	},
	"FIND in fences in a fence": func(n int) string {
		return "````\nFILE: a\n" + strings.Repeat("```\nFIND:\nx\nREPLACE:\ny\nEND\n```\n", n)
	},
	"fences":                       func(n int) string { return strings.Repeat("```\n", n) },
	"fences with a tag":            func(n int) string { return strings.Repeat("```py\n```\n", n) },
	"fences that are never closed": func(n int) string { return strings.Repeat("```md\n~~~py\n", n) },
	"fences that begin blocks":     func(n int) string { return strings.Repeat("a.py\n```\n««« EDIT\n»»»\n", n) },
	"fences that begin blocks, in turn": func(n int) string {
		return strings.Repeat("a.py\n```\n««« EDIT\n", n) + strings.Repeat("```\n", n)
	},
	"fences of other kinds": func(n int) string { return strings.Repeat("```\n««« EDIT\n»»»\n~~~\n««« EDIT\n»»»\n", n) },
	"indented starts in a fence": func(n int) string {
		return " ```\n" + strings.Repeat("««« EDIT\n»»»\n", n) + strings.Repeat("  a.py\n  <<<<<<< SEARCH\n", n)
	},
	"turns in a fence that is torn": func(n int) string {
		return "```\n" + strings.Repeat("# User\n# Assistant\n", n) + "a.py\n```\n««« EDIT\n"
	},
	"a huge fence": func(n int) string {
		return "a.py\n```\n<<<<<<< SEARCH\n" + strings.Repeat("x\n", n) + "=======\ny\n>>>>>>> REPLACE\n```\n"
	},
	"turns":                func(n int) string { return strings.Repeat("# User\nx\n# Assistant\ny\n", n) },
	"turns in open fences": func(n int) string { return strings.Repeat("# User\n```md\n# Assistant\n```py\n", n) },
	"turns in open blocks": func(n int) string { return strings.Repeat("# User\n# Assistant\na.py\n««« EDIT\n", n) },
	"turns of aider":       func(n int) string { return aiderHead + strings.Repeat("#### x\ny\n> z\n", n) },
	"reports of aider": func(n int) string {
		return aiderHead + "#### x\n" + strings.Repeat("# 1 SEARCH/REPLACE block failed to match!\n> q\nJust reply with fixed versions of the x\n", n)
	},
	"reports without an end": func(n int) string {
		return aiderHead + "#### x\n" + strings.Repeat("> The LLM did not conform to the edit format.\nx\n\n", n)
	},
	"one report, and quotes": func(n int) string {
		return aiderHead + "#### x\n# 1 SEARCH/REPLACE block failed to match!\n" + strings.Repeat("> q\nx\n", n)
	},
	"quotes of aider":         func(n int) string { return aiderHead + "#### x\ny\n" + strings.Repeat("> q\nx\n", n) },
	"quotes in an open fence": func(n int) string { return aiderHead + "#### x\n```\n" + strings.Repeat("> q\nx\n~~~\n", n) },
	"ends of answers":         func(n int) string { return aiderHead + "#### x\ny\n" + strings.Repeat("> Tokens: 1\n", n) },
	"headings of two levels": func(n int) string {
		return strings.Repeat("## User\n## Assistant\n", n) + strings.Repeat("### Claude\n", n/2)
	},
	"labels with emphasis": func(n int) string { return strings.Repeat("**User:** x\n_**Assistant (1)**_\n", n) },
	"a fence of blank lines": func(n int) string {
		return "```\n" + strings.Repeat("\n", n) + strings.Repeat("<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n", n)
	},
	"markdown fences": func(n int) string { return strings.Repeat("a.md\n```md\n<<<<<<< SEARCH\n```\n", n) },
	"blocks in one fence": func(n int) string {
		return "a.py\n```\n" + strings.Repeat("<<<<<<< SEARCH\nx\n=======\n>>>>>>> REPLACE\n", n)
	},
	"typed lines in blocks": func(n int) string {
		return aiderHead + strings.Repeat("#### x  \ny\na.py\n<<<<<<< SEARCH\n#### z  \n=======\n>>>>>>> REPLACE\n", n)
	},
	"labels in a block": func(n int) string {
		return "USER: x\nASSISTANT: y\na.py\n««« EDIT\n═══════ REPL\n" + strings.Repeat("user: x\n", n) + "»»» EDIT END\n"
	},
	"agent blocks": func(n int) string {
		return strings.Repeat("🟧🟧🟧 AGENT\n", n) + strings.Repeat("🟩🟩🟩 END\n", n)
	},
	"patches": func(n int) string {
		return strings.Repeat("*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch\n", n)
	},
	"patches that are open": func(n int) string { return strings.Repeat("*** Begin Patch\n*** Update File: a\n@@\n-x\n", n) },
	"one open patch":        func(n int) string { return "*** Begin Patch\n" + strings.Repeat("*** Update File: a\n@@\n-x\n", n) },
	"chunks":                func(n int) string { return "*** Begin Patch\n*** Update File: a\n" + strings.Repeat("@@\n-x\n", n) },
	"patches in open blocks": func(n int) string {
		return strings.Repeat("a.py\n««« EDIT\n*** Begin Patch\n*** Update File: a\n", n)
	},
	"an open patch in open blocks": func(n int) string {
		return strings.Repeat("a.py\n««« EDIT\n", n) + "*** Begin Patch\n" + strings.Repeat("*** Update File: a\n", n)
	},
	"bare sections":            func(n int) string { return strings.Repeat("*** Update File: a\n-x\n", n) },
	"keywords in open patches": func(n int) string { return strings.Repeat("*** Begin Patch\n*** Update File: a\nFIND:\nx\n", n) },
	"patches in fences of another indentation": func(n int) string {
		return "```\n" + strings.Repeat("*** Begin Patch\n*** Delete File: a\n*** End Patch\n ```\n", n)
	},
	"patches in turns": func(n int) string {
		return strings.Repeat("# User\n# Assistant\n*** Begin Patch\n*** Update File: a\n-x\n", n)
	},
	"diffs": func(n int) string { return strings.Repeat("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+y\n", n) },
	"diffs with huge counts": func(n int) string {
		return strings.Repeat("--- a/x\n+++ b/x\n@@ -1,999999999 +1,999999999 @@\n-x\n+y\n", n)
	},
	"huge counts in a fence": func(n int) string {
		return "```diff\n" + strings.Repeat("--- a/x\n+++ b/x\n@@ -1,999999999 +1,999999999 @@\nx\n", n)
	},
	"headers of diffs":   func(n int) string { return "```diff\n" + strings.Repeat("--- a/x\n+++ b/x\n", n) },
	"first lines of git": func(n int) string { return strings.Repeat("diff --git a/x b/x\n", n) },
	"one hunk":           func(n int) string { return "--- a/x\n+++ b/x\n@@ -1 +1 @@\n" + strings.Repeat("-x\n", n) },
	"empty lines in a hunk": func(n int) string {
		return "```diff\n--- a/x\n+++ b/x\n" + strings.Repeat("@@\n-x\n"+strings.Repeat("\n", 50), n)
	},
	"hunks in a fence": func(n int) string { return "a.py\n```diff\n" + strings.Repeat("@@\n-x\n+y\n", n) },
	"hunks in fences":  func(n int) string { return strings.Repeat("a.py\n```diff\n@@\n-x\n+y\n", n) },
	"diffs above indented starts": func(n int) string {
		return strings.Repeat("--- a/x\n+++ b/x\n@@\n-x\n\n", n) + strings.Repeat(" a.py\n ««« EDIT\n", n)
	},
	"headless patches in a fence that is left open": func(n int) string {
		return strings.Repeat("@@ -1 +1 @@\n*** Begin Patch\n@@ -1,5 +1,5 @@\n-a\n```diff\n", n)
	},
	"deleting patches between hunks in a fence that is left open": func(n int) string {
		return "```diff\n" + strings.Repeat("--- a\n+++ a\n@@ -1,5 +1,5 @@\n-a\n*** Begin Patch\n*** Delete File: b\n*** End Patch\n", n)
	},
	"find-replace between hunks in a fence that is left open": func(n int) string {
		return "```diff\n--- a\n+++ a\n" + strings.Repeat("@@ -1,5 +1,5 @@\n-a\nFIND:\nx\nREPLACE:\nEND\n", n)
	},
	"patches left open above fenced diffs": func(n int) string {
		return strings.Repeat("*** Begin Patch\n*** Update File: a\n@@\n-a\n```diff\n--- b\n+++ b\n@@ -1 +1 @@\n-a\n", n)
	},
	"a git line of blanks": func(n int) string { return "diff --git " + strings.Repeat("a ", n) + "\nrename from a\nrename to b\n" },
	"diffs in open fences": func(n int) string { return strings.Repeat("```diff\ndiff --git a/x b/x\n", n) },
	"off and on":           func(n int) string { return strings.Repeat(switchOff+"\n"+SwitchOn+"\n", n) },
	"commands in a line":   func(n int) string { return strings.Repeat("`git rm a` ", n) + "\n" },
	"commands in fences":   func(n int) string { return strings.Repeat("```bash\ngit rm a\n```\n", n) },
	"a long line above":    func(n int) string { return strings.Repeat("`a.b` ", n) + "\n««« EDIT\n" },
	"a long heading":       func(n int) string { return "# " + strings.Repeat("# ", n) + "\n" },
	"blank lines above":    func(n int) string { return strings.Repeat("\n\n\n««« EDIT\n", n) },
}

const anchoredText = "««« EDIT\n───────\nx\n═══════\ny\n───────\n»»»\n"

// hostileCases check that hostile documents of any size are read correctly, in about linear time, and
// that parsing can be cancelled.
func hostileCases() []trust.Case {
	var cases []trust.Case
	for _, name := range slices.Sorted(maps.Keys(hostile)) {
		cases = append(cases, trust.Case{Name: name, Run: func(t *testing.T) {
			for _, n := range []int{1, 2, 3, 100} {
				for _, growing := range []bool{false, true} {
					read(t, hostile[name](n), Options{Growing: growing})
				}
			}
			costsInProportion(t, hostile[name])
		}})
	}
	return cases
}

func costsInProportion(t *testing.T, of func(n int) string) {
	once, steps := cost(t, of(2_000))
	twice, more := cost(t, of(4_000))
	assert.Less(t, twice, 5*once/2+256<<10, "bytes that are allocated")
	assert.LessOrEqual(t, more, 5*steps/2+16, "steps")
	stopped := trust.NewSteps(t.Context(), more/2)
	_, err := Document(stopped, text.New(of(4_000)), Options{}, nil)
	assert.ErrorIs(t, err, context.Canceled)
	assert.LessOrEqual(t, stopped.Asked(), more/2+16, "steps after the end")
}

func cost(t *testing.T, content string) (bytes uint64, steps int) {
	source, counted := text.New(content), trust.NewSteps(t.Context(), -1)
	bytes = trust.Allocated(func() {
		_, err := Document(counted, source, Options{}, nil)
		assert.NoError(t, err)
	})
	return bytes, counted.Asked()
}

func hugeDocuments(t *testing.T) {
	r := read(t, hostile["nested starts"](50_000), Options{})
	assert.Equal(t, []string{"! 2-50001 unclosed-block"}, told(r))
	r, err := Document(t.Context(), text.New(hostile["blocks"](10_000)), Options{}, nil)
	assert.NoError(t, err)
	assert.Len(t, r.Blocks, 10_000)
	r, err = Document(t.Context(), text.New(hostile["separators"](250_000)), Options{}, nil)
	assert.NoError(t, err)
	assert.Empty(t, told(r))
}

// Compare the two sizes of a name: the cost should be linear.
func BenchmarkHostileDocuments(b *testing.B) {
	for _, name := range slices.Sorted(maps.Keys(hostile)) {
		for _, n := range []int{10_000, 20_000} {
			source := text.New(hostile[name](n))
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(name, " ", "-"), n), func(b *testing.B) {
				b.SetBytes(int64(source.Len()))
				for b.Loop() {
					if _, err := Document(b.Context(), source, Options{}, nil); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
