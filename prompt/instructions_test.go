package prompt_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/prompt"
)

func TestLookup(t *testing.T) {
	require.Len(t, prompt.Names(), len(prompt.Formats()))
	for _, f := range prompt.Formats() {
		require.Same(t, f, lookup(t, f.Name))
	}
	require.Same(t, lookup(t, "diff"), lookup(t, "search-replace"))
	_, err := prompt.Lookup("xml")
	require.EqualError(t, err, `unknown dialect "xml"; want `+strings.Join(prompt.Names(), ", "))
}

func TestEveryDialectHasAFormat(t *testing.T) {
	var taught []*parse.Dialect
	for _, f := range prompt.Formats() {
		taught = append(taught, f.Form.Dialect)
	}
	for _, d := range parse.Dialects() {
		// A model makes tool calls only if it's given the tool.
		assert.Equal(t, !d.Called, slices.Contains(taught, d), d.Name)
	}
}

// switches matches the lines that keep a prompt from being read.
var switches = regexp.MustCompile(`(?m)^<!-- edit-lsp: (on|off) -->\n`)

// Without the switches, every prompt has exactly the blocks that it shows, and each applies to the file
// shown with it.
func TestInstructionsTeachWhatIsRead(t *testing.T) {
	for _, f := range prompt.Formats() {
		t.Run(f.Name, func(t *testing.T) {
			printed := prompt.Instructions(f)
			silent(t, printed)
			expect(t, f.Name+".md", printed)

			doc := parsed(t, switches.ReplaceAllString(printed, ""))
			require.Empty(t, doc.Problems)
			blocks := doc.Blocks
			for _, b := range blocks {
				assert.Equal(t, f.Form.Dialect, b.Dialect)
				assert.Equal(t, f.Form.Layout, b.Layout)
				assert.True(t, len(b.Path.Readings) == 1 || b.Dialect.Patch)
			}
			require.Equal(t, "path/to/file.py", blocks[0].Path.Fallback)
			blocks = blocks[1:]
			for _, x := range prompt.Samples() {
				if !x.In(f) {
					continue
				}
				require.GreaterOrEqual(t, len(blocks), len(x.Edits), x.Title)
				chat := ""
				for i, e := range x.Edits {
					block := &blocks[i]
					assert.Equal(t, e.Path, block.Path.Fallback)
					assert.Equal(t, e.NewPath, doc.NewPath(block))
					if e.Operation == parse.Modify { // deleting a file doesn't need its lines
						equalLines(t, e.Needle(), doc.Needle(block))
						equalLines(t, e.Replacement(), doc.Replacement(block))
					}
					written, err := f.Form.Write(e)
					require.NoError(t, err)
					require.Contains(t, printed, "\n"+written)
					chat += written + "\n"
				}
				blocks = blocks[len(x.Edits):]
				if x.OfFiles {
					continue
				}
				files := memory{}
				for _, file := range x.Before {
					files[file.Path] = file.Content
					require.Contains(t, printed, file.Content)
				}
				applied(t, chat, files, x.Edits)
			}
			require.Empty(t, blocks)
		})
	}
}

// applied requires that a chat applies without warnings and has the effect of the edits; each edit's
// lines occur exactly once.
func applied(t *testing.T, chat string, files memory, edits []parse.Edit) {
	t.Helper()
	r := checkChat(t, chat, files, options)
	require.Empty(t, r.Problems)
	for _, b := range r.Blocks {
		require.Equal(t, apply.Validated, b.Status, b.Message())
		require.Empty(t, b.Code, b.Message())
		require.Empty(t, b.Warnings)
	}
	lines := func(list []string) string { return strings.Join(append(list, ""), "\n") }
	want := memory{}
	for _, e := range edits {
		if _, edited := want[e.Path]; !edited {
			want[e.Path] = files[e.Path]
		}
		if !e.Creates() {
			require.Equal(t, 1, strings.Count(want[e.Path], lines(e.Needle())))
		}
		want[e.Path] = strings.Replace(want[e.Path], lines(e.Needle()), lines(e.Replacement()), 1)
	}
	require.Len(t, r.Plan.Files, len(want))
	for _, f := range r.Plan.Files {
		assert.Equal(t, want[f.Target.Path], f.After().String())
	}
}

// All but the editor variants ask for shell commands.
func TestShellCommands(t *testing.T) {
	for _, f := range prompt.Formats() {
		printed := prompt.Instructions(f)
		require.Equal(t, strings.HasPrefix(f.Name, "editor-"), f.Editor)
		if f.Editor || f.Form.Dialect.Patch {
			assert.NotContains(t, printed, "git rm")
		}
		if f.Form.Dialect.Patch {
			continue
		}
		if f.Editor {
			assert.NotContains(t, printed, "git ")
			assert.Contains(t, printed, "suggest no shell commands")
		} else {
			assert.Contains(t, printed, "`git rm ")
			assert.Contains(t, printed, "`git mv ")
		}
	}
	// Otherwise the variants are the same.
	for _, name := range []string{"diff", "diff-fenced"} {
		without := func(s string) string {
			return regexp.MustCompile(`(?s)- (Delete, rename|Write only edits).*?\n## Examples`).ReplaceAllString(s, "")
		}
		require.Equal(t, without(prompt.Instructions(lookup(t, name))), without(prompt.Instructions(lookup(t, "editor-"+name))))
	}
}

// All formats except find-replace explain how to create a file.
func TestNewFiles(t *testing.T) {
	for _, f := range prompt.Formats() {
		_, err := f.Form.Write(parse.Edit{Path: "a.txt", New: []string{"x"}})
		if f.Name == "find-replace" {
			require.EqualError(t, err, "find-replace can't express this edit: it creates a file")
			assert.Contains(t, prompt.Instructions(f), "Create a file: a block can't do that.")
			assert.NotContains(t, prompt.Instructions(f), "### Make a file")
		} else {
			require.NoError(t, err)
			assert.Contains(t, prompt.Instructions(f), "### Make a file")
		}
	}
}
