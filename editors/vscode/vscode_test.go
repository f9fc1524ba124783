// Package vscode_test drives the real VS Code (code-server in a browser) with the
// packaged extension, and holds package.json to the table of settings.
package vscode_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/tools/scenario"
)

// found is what a scenario of test/driver/scenarios.js saw.
type found struct {
	Error          string       `json:"error"`
	Version        string       `json:"version"`
	Trusted        bool         `json:"trusted"`
	Diagnostics    []diagnostic `json:"diagnostics"`
	Lenses         []string     `json:"lenses"`
	Actions        []string     `json:"actions"`
	Status         []string     `json:"status"`
	Commands       []string     `json:"commands"`
	Message        []string     `json:"message"`
	Buttons        []string     `json:"buttons"`
	Rows           []string     `json:"rows"`
	Summary        []string     `json:"summary"`
	After          []string     `json:"after"`
	Title          string       `json:"title"`
	Sides          []string     `json:"sides"`
	Texts          []string     `json:"texts"`
	All            string       `json:"all"`
	Shown          string       `json:"shown"`
	Nothing        []string     `json:"nothing"`
	Opened         []string     `json:"opened"`
	OpenedFindings []string     `json:"openedFindings"`
	Unsaved        []string     `json:"unsaved"`
	Doctor         string       `json:"doctor"`
	Lines          []int        `json:"lines"`
	Titles         []string     `json:"titles"`
	Lens           string       `json:"lens"`
	// Colours are those of old and new lines, by the theme.
	Colours map[string][]string `json:"colours"`
}

type diagnostic struct {
	Code     string `json:"code"`
	Link     string `json:"link"`
	Line     int    `json:"line"`
	Message  string `json:"message"`
	Severity string `json:"severity"`
	Related  int    `json:"related"`
}

// chat has an edit of one file, one of another, an ambiguous one, and a new file in a
// folder that is not there.
const chat = `Two changes:

src/cart.py
««« EDIT
def total(lines):
    return sum(l.cents for l in lines)
═══════ REPL
def total(lines):
    return sum(l.cents * l.count for l in lines)
»»» EDIT END

src/shop.py
««« EDIT
NAME = "shop"
═══════ REPL
NAME = "corner shop"
»»» EDIT END

src/shop.py
««« EDIT
    pass
═══════ REPL
    return None
»»» EDIT END

docs/new/page.md
««« EDIT
═══════ REPL
# Page

Text.
»»» EDIT END
`

const (
	cart      = "def total(lines):\n    return sum(l.cents for l in lines)\n"
	cartAfter = "def total(lines):\n    return sum(l.cents * l.count for l in lines)\n"
	shop      = "NAME = \"shop\"\ndef open():\n    pass\ndef close():\n    pass\n"
	shopAfter = "NAME = \"corner shop\"\ndef open():\n    pass\ndef close():\n    pass\n"
	pageAfter = "# Page\n\nText.\n"
)

// disk is what the workspace must hold on disk.
type disk struct{ cart, shop, page string }

var untouched = disk{cart: cart, shop: shop}

func (d disk) check(t *testing.T, root string) {
	t.Helper()
	for name, want := range map[string]string{"src/cart.py": d.cart, "src/shop.py": d.shop, "docs/new/page.md": d.page} {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if want == "" {
			assert.ErrorIs(t, err, os.ErrNotExist, name)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, want, string(data), name)
	}
}

const ambiguousHeadline = "Edit location is ambiguous (matches at lines 3 and 5)"

var ambiguous = diagnostic{
	Code: "ambiguous-match", Link: "https://github.com/edit-lsp/edit-lsp/blob/main/docs/codes/ambiguous-match.md",
	Line: 21, Severity: "Error", Related: 2,
	Message: ambiguousHeadline + "\nsrc/shop.py:3",
}

// The chat that all editors are driven through, a failing block and a good one in view.
// It is the first one with a block that VS Code takes for a merge conflict, and the offer
// about those is made once.
func TestTheSampleChat(t *testing.T) {
	sample, root := scenario.Load(t), workspace(t)
	sample.Write(t, root)
	findings := sample.Findings(t)
	f := trusted.drive(t, root, map[string]any{"scenario": "sampleChat", "count": len(findings), "good": sample.Good(t)})
	require.Len(t, f.Diagnostics, len(findings))
	severities := []string{1: "Error", 2: "Warning", 3: "Information", 4: "Hint"}
	for i, want := range findings {
		got := f.Diagnostics[i]
		assert.Equal(t, want.Line, got.Line, want.Code)
		assert.Equal(t, want.Code, got.Code)
		assert.Equal(t, severities[want.Severity], got.Severity, want.Code)
		assert.True(t, strings.HasPrefix(got.Message, want.Message), "%q", got.Message)
	}
	assert.Contains(t, f.Message[0], "VS Code takes the <<<<<<< blocks of this chat for merge conflicts")
	assert.Equal(t, []string{"In This Workspace", "Everywhere", "Keep Them"}, f.Buttons)
	data, err := os.ReadFile(filepath.Join(root, ".vscode", "settings.json"))
	require.NoError(t, err)
	assert.JSONEq(t, `{"merge-conflict.codeLens.enabled": false, "merge-conflict.decorators.enabled": false}`, string(data))
	sample.Check(t, root, scenario.Step{})
}

// The steps of all editors, from the menu of the light bulb.
func TestSteps(t *testing.T) {
	for _, step := range scenario.Load(t).Steps(t) {
		t.Run(step.Name, func(t *testing.T) {
			sample, root := scenario.Load(t), workspace(t)
			sample.Write(t, root)
			input := map[string]any{
				"scenario": "step", "line": step.Line, "title": step.Title, "count": len(sample.Findings(t)),
				"changed": slices.Sorted(maps.Keys(step.After)),
			}
			if step.Typed != nil {
				input["typed"] = map[string]string{"path": step.Typed.Path, "text": step.Typed.Text}
			}
			f := trusted.drive(t, root, input)
			for _, title := range step.Absent {
				assert.NotContains(t, f.Actions, title)
			}
			sample.Check(t, root, step)
		})
	}
}

func TestTheChatIsJudged(t *testing.T) {
	root, f := trusted.play(t, "open")
	assert.Equal(t, []diagnostic{ambiguous}, f.Diagnostics)
	assert.Subset(t, f.Lenses, []string{"Apply all 3 of 4 (3 files)", "Apply", "src/cart.py:1", "src/shop.py:1", ambiguousHeadline})
	assert.Contains(t, f.Actions, "Apply edit")
	assert.Contains(t, f.Actions, "Apply all 3 edits in this document")
	assert.Equal(t, []string{"3 edits ready, 1 does not apply"}, f.Status)
	assert.ElementsMatch(t, commandsOf(t), f.Commands, "the commands of package.json are those that there are")
	untouched.check(t, root)
}

// Old and new lines have the colours that the theme has for them in a diff. The light
// one has strings in red, on the green ground of new lines.
func TestTheColours(t *testing.T) {
	wanted := map[string][]string{
		"Default Light Modern": {"rgb(163, 21, 21)", "rgb(9, 134, 88)"},
		"Default Dark Modern":  {"rgb(206, 145, 120)", "rgb(181, 206, 168)"},
	}
	root := prepare(t)
	f := trusted.drive(t, root, map[string]any{"scenario": "colours", "wanted": wanted})
	assert.Equal(t, wanted, f.Colours)
}

func TestApplyOneBlock(t *testing.T) {
	root, f := trusted.play(t, "applyOne")
	disk{cart: cartAfter, shop: shop}.check(t, root)
	require.Len(t, f.Diagnostics, 2)
	assert.Equal(t, "Already applied", f.Diagnostics[0].Message)
	assert.Equal(t, ambiguous, f.Diagnostics[1])
}

func TestApplyAllWithANewFileInAMissingFolder(t *testing.T) {
	root, f := trusted.play(t, "applyAll")
	assert.Equal(t, []string{"Applied 3 edits to 3 files."}, f.Message)
	disk{cart: cartAfter, shop: shopAfter, page: pageAfter}.check(t, root)
}

func TestApplyTheEditsOfOneFile(t *testing.T) {
	root, _ := trusted.play(t, "applyFile")
	disk{cart: cart, shop: shopAfter}.check(t, root)
}

// The document's text counts, not the disk's, and what was typed is kept.
func TestTargetWithUnsavedChanges(t *testing.T) {
	root, _ := trusted.play(t, "unsavedTarget")
	disk{cart: "# typed, not saved\n" + cartAfter, shop: shop}.check(t, root)
}

func TestByClicksAlone(t *testing.T) {
	root, _ := trusted.play(t, "clicks")
	disk{cart: cartAfter, shop: shop}.check(t, root)
}

func TestTheView(t *testing.T) {
	root, f := trusted.play(t, "view")
	assert.Equal(t, []string{
		"src/cart.py", "line 1 +1 −1 ready",
		"src/shop.py", "line 1 +1 −1 ready", "line 3 +1 −1 " + ambiguousHeadline,
		"docs/new/page.md new file", "+3 −0 ready",
	}, f.Rows)
	assert.Equal(t, []string{"chat.md: 3 ready, in 3 files · 1 failed"}, f.Summary)
	assert.Equal(t, []string{"chat.md: 2 ready, in 2 files · 1 applied · 1 failed"}, f.After)
	disk{cart: cartAfter, shop: shop}.check(t, root)
}

func TestThePreview(t *testing.T) {
	root, f := trusted.play(t, "preview")
	assert.Equal(t, "src/cart.py ↔ block at line 4 of chat.md", f.Title)
	assert.Equal(t, []string{"file", "edit-lsp-preview"}, f.Sides)
	assert.Equal(t, []string{cart, cartAfter}, f.Texts)
	assert.NotContains(t, f.Titles, f.Title, "it closes once it is applied")
	assert.Equal(t, "Preview: edits of chat.md (2 files)", f.All)
	assert.Equal(t, "src/shop.py ↔ block at line 13 of chat.md", f.Lens)
	disk{cart: cartAfter, shop: shop}.check(t, root)
}

func TestGoFromBlockToBlock(t *testing.T) {
	_, f := trusted.play(t, "navigate")
	assert.Equal(t, []int{3, 12, 3, 26}, f.Lines)
	assert.Equal(t, "src/shop.py", f.Shown)
}

func TestTheSettingsOfTheWorkspaceAndOfVSCode(t *testing.T) {
	_, f := trusted.play(t, "settings", file{"edit-lsp.toml", "protectedFiles = [\"shop.py\"]\n"})
	require.Len(t, f.Diagnostics, 2)
	assert.Equal(t, "protected-path", f.Diagnostics[0].Code, "what the workspace's file says holds")
	assert.Equal(t, 12, f.Diagnostics[0].Line)
	assert.Contains(t, f.After, "protected-path", "and what is set in VS Code, without a restart")
}

func TestTheSampleOfTheWalkthrough(t *testing.T) {
	_, f := trusted.play(t, "sample")
	assert.FileExists(t, filepath.Join(f.Shown, "edit-lsp-sample.md"))
	assert.FileExists(t, filepath.Join(f.Shown, "web", "cart.ts"))
}

func TestRevert(t *testing.T) {
	root, f := trusted.play(t, "revert")
	require.Len(t, f.Diagnostics, 1)
	assert.Equal(t, "ambiguous-match", f.Diagnostics[0].Code)
	untouched.check(t, root)
}

func TestTheRetryPrompt(t *testing.T) {
	root, f := trusted.play(t, "retry")
	assert.Equal(t, []string{"Copied the retry prompt. Paste it into the chat."}, f.Message)
	assert.Contains(t, f.Texts[0], "src/shop.py")
	assert.NotContains(t, f.Texts[0], "src/cart.py")
	untouched.check(t, root)
}

func TestTheClipboard(t *testing.T) {
	root, f := trusted.play(t, "clipboard")
	assert.Equal(t, []string{"Applied 3 of 4 edits to 3 files."}, f.Message)
	assert.Equal(t, "edit-lsp-clipboard", f.Shown, "what failed is shown")
	assert.NotEmpty(t, f.Diagnostics)
	assert.Contains(t, f.Nothing[0], "There are no edit blocks on the clipboard.")
	assert.Equal(t, []string{"untitled", "markdown"}, f.Opened)
	assert.ElementsMatch(t, []string{"already-applied", "already-applied", "already-applied", "ambiguous-match"}, f.OpenedFindings)
	disk{cart: cartAfter, shop: shopAfter, page: pageAfter}.check(t, root)
}

func TestRestrictedModeOnlyLooks(t *testing.T) {
	root, f := untrusted.play(t, "restricted")
	assert.False(t, f.Trusted)
	assert.Equal(t, []diagnostic{ambiguous}, f.Diagnostics)
	assert.Equal(t, []string{"Trust this workspace to apply edits…"}, f.Actions)
	assert.Contains(t, f.Message[0], "This workspace is in Restricted Mode, so edits are shown but not applied.")
	assert.Contains(t, f.Summary[0], "chat.md: 3 ready, in 3 files · 1 failed. Restricted Mode: edits aren't applied.")
	assert.Empty(t, f.Unsaved)
	untouched.check(t, root)
}

// Where no program comes along, the server is WebAssembly in a worker.
func TestWithoutAProgram(t *testing.T) {
	_, f := serverless.play(t, "noProgram")
	assert.Equal(t, []string{"ambiguous-match"}, f.OpenedFindings)
	assert.Contains(t, f.Message[0], "The program /bin/false didn't start")
	assert.Subset(t, f.Buttons, []string{"Open Settings", "Show Log"})
	assert.Equal(t, []string{"edit-lsp"}, f.Status)
	assert.Equal(t, []diagnostic{ambiguous}, f.Diagnostics, "once the setting names the program")
	assert.Contains(t, f.Doctor, "The program, from the setting editLsp.server.path")
	assert.Contains(t, f.Doctor, "never part of \"apply all\"")
}
