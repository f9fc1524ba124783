// Package vscode_test drives the real VS Code (code-server in a browser) with the packaged
// extension, and compares package.json with the table of settings.
package vscode_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/tools/scenario"
)

// found is the output of a scenario in test/driver/scenarios.js.
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
	Menu           []string     `json:"menu"`
	Tinted         []string     `json:"tinted"`
	Settings       []string     `json:"settings"`
	// Colours are those of old and new lines, by theme, and Borders those around them.
	Colours map[string][]string `json:"colours"`
	Borders map[string][]string `json:"borders"`
}

type diagnostic struct {
	Code     string `json:"code"`
	Link     string `json:"link"`
	Line     int    `json:"line"`
	Message  string `json:"message"`
	Severity string `json:"severity"`
	Related  int    `json:"related"`
}

// chat has an edit of each of two files, an ambiguous one, and a new file in a missing folder.
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

// disk is the expected content of the workspace.
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

var ambiguousHeadline = golden.Words("{ambiguous-match} (matches at lines 3 and 5)")

var ambiguous = diagnostic{
	Code: "ambiguous-match", Link: "https://github.com/edit-lsp/edit-lsp/blob/main/docs/codes/ambiguous-match.md",
	Line: 21, Severity: "Error", Related: 2,
	Message: ambiguousHeadline + "\nsrc/shop.py:3",
}

// This is the chat used in all editors, with a failing and a good block in view. It is the first
// one with a block that VS Code mistakes for a merge conflict, which the extension offers to fix
// only once.
func TestTheSampleChat(t *testing.T) {
	sample, root := scenario.Load(t), freshWorkspace(t)
	sample.Write(t, root)
	findings := sample.Diagnostics(t)
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

// The steps of all editors, from the light bulb's menu.
func TestSteps(t *testing.T) {
	for _, step := range scenario.Load(t).Steps(t) {
		t.Run(step.Name, func(t *testing.T) {
			sample, root := scenario.Load(t), workspace(t)
			sample.Write(t, root)
			input := map[string]any{
				"scenario": "step", "line": step.Line, "title": step.Title, "count": len(sample.Diagnostics(t)),
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

func TestTheChatIsChecked(t *testing.T) {
	root, f := trusted.play(t, "open")
	assert.Equal(t, []diagnostic{ambiguous}, f.Diagnostics)
	assert.Subset(t, f.Lenses, []string{"Apply all 3 of 4 (3 files)", "Apply", "src/cart.py:1", "src/shop.py:1", ambiguousHeadline})
	assert.Contains(t, f.Actions, "Apply edit")
	assert.Contains(t, f.Actions, "Apply all 3 edits in this document")
	assert.Equal(t, []string{"3 ready, 1 doesn't apply"}, f.Status)
	assert.ElementsMatch(t, commandsOf(t), f.Commands, "the commands of package.json are those that there are")
	untouched.check(t, root)
}

// Old and new lines have the colours of the theme's diffs. The light theme shows strings in red on
// the green background of new lines.
func TestTheColours(t *testing.T) {
	const plain = "rgb(41, 41, 41)" // this theme has no semantic colours
	wanted := map[string][]string{
		"Default Light Modern":        {"rgb(163, 21, 21)", "rgb(9, 134, 88)"},
		"Default Dark Modern":         {"rgb(206, 145, 120)", "rgb(181, 206, 168)"},
		"Default High Contrast":       {"rgb(206, 145, 120)", "rgb(181, 206, 168)"},
		"Default High Contrast Light": {plain, plain},
	}
	root := prepare(t)
	f := trusted.drive(t, root, map[string]any{"scenario": "colours", "wanted": wanted})
	assert.Equal(t, wanted, f.Colours)
	assert.Equal(t, map[string][]string{
		"Default Light Modern":        {},
		"Default Dark Modern":         {},
		"Default High Contrast":       {"rgb(255, 0, 143)", "rgb(51, 255, 46)"},
		"Default High Contrast Light": {"rgb(173, 7, 7)", "rgb(55, 78, 6)"},
	}, f.Borders, "themes of high contrast don't tint")
}

func TestApplyOneBlock(t *testing.T) {
	root, f := trusted.play(t, "applyOne")
	assert.Equal(t, []string{"Applied 1 edit to src/cart.py"}, f.Message)
	disk{cart: cartAfter, shop: shop}.check(t, root)
	require.Len(t, f.Diagnostics, 2)
	assert.Equal(t, golden.Words("{already-applied}"), f.Diagnostics[0].Message)
	assert.Equal(t, ambiguous, f.Diagnostics[1])
}

func TestApplyAllWithANewFileInAMissingFolder(t *testing.T) {
	root, f := trusted.play(t, "applyAll")
	assert.Equal(t, []string{"Applied 3 edits to 3 files; left out: line 20 (" + ambiguousHeadline + ")."}, f.Message)
	assert.Equal(t, []string{"Save the 3 Files", "Show", "Undo"}, f.Buttons)
	assert.Equal(t, []string{"chat.md"}, f.Titles, "the others were opened for the edits only")
	disk{cart: cartAfter, shop: shopAfter, page: pageAfter}.check(t, root)
}

func TestApplyAllAndSaveByOneKey(t *testing.T) {
	root, f := trusted.play(t, "applyAllAndSave")
	assert.Contains(t, f.Message[0], "Applied 3 edits to 3 files")
	disk{cart: cartAfter, shop: shopAfter, page: pageAfter}.check(t, root)
}

func TestACodeActionSaysWhatItDid(t *testing.T) {
	root, f := trusted.play(t, "codeActionSays")
	assert.Equal(t, []string{"Applied 1 edit to src/cart.py"}, f.Message)
	disk{cart: cartAfter, shop: shop}.check(t, root)
}

func TestApplyTheEditsOfOneFile(t *testing.T) {
	root, f := trusted.play(t, "applyFile")
	assert.Equal(t, []string{"Applied 1 edit to src/shop.py"}, f.Message)
	disk{cart: cart, shop: shopAfter}.check(t, root)
}

// The document's text counts, not the disk's, and typed text is kept.
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
		"src/cart.py", "ready line 1 +1 −1",
		"src/shop.py", "ready line 1 +1 −1", "doesn't apply line 3 +1 −1", golden.Words("{ambiguous-match}"), "(matches at lines 3 and 5)",
		"docs/new/page.md new file", "ready +3 −0",
	}, f.Rows)
	assert.Equal(t, []string{"chat.md: 4 blocks, 3 ready, 1 doesn't apply"}, f.Summary)
	assert.Equal(t, []string{"chat.md: 4 blocks, 2 ready, 1 applied, 1 doesn't apply"}, f.After)
	disk{cart: cartAfter, shop: shop}.check(t, root)
}

func TestTheViewOfWhatFails(t *testing.T) {
	_, f := trusted.play(t, "viewOfWhatFails", file{"docs/new/page.md", "Old.\n"})
	assert.Contains(t, f.Rows, "docs/new/page.md", "it is no new file")
	assert.Contains(t, f.Rows, "doesn't apply +3 −0")
}

func TestTheViewKeepsItsChat(t *testing.T) {
	_, f := trusted.playWith(t, "viewKeepsItsChat", map[string]any{"names": []string{"notes.md", "notes.txt"}}, file{"notes.md", "# Notes\n"}, file{"notes.txt", "notes\n"})
	summary := "chat.md: 4 blocks, 3 ready, 1 doesn't apply"
	assert.Equal(t, []string{summary, summary, summary}, f.After)
	assert.Equal(t, []string{"chat.md: 4 blocks, 3 applied, 1 doesn't apply"}, f.Summary)
}

func TestTheViewAfterAReload(t *testing.T) {
	root, _ := trusted.play(t, "beforeReload", file{"front.txt", "In front.\n"})
	f := trusted.drive(t, root, map[string]any{"scenario": "afterReload", "reload": "front.txt"})
	assert.Equal(t, []string{"chat.md: 4 blocks, 2 ready, 1 applied, 1 doesn't apply"}, f.Summary)
	assert.Contains(t, strings.Join(f.Rows, "\n"), "src/cart.py\napplied line")
}

// In the first block, one of two old lines and one of two new lines differ.
func TestOnlyLinesThatChangeAreTinted(t *testing.T) {
	_, f := trusted.play(t, "tints")
	require.Len(t, f.Tinted, 14)
	kept, old, now := f.Tinted[4], f.Tinted[5], f.Tinted[8]
	assert.Empty(t, f.Tinted[7], "the new text's copy of the line that is kept")
	assert.NotEqual(t, kept, old)
	assert.NotEqual(t, kept, now)
	assert.NotEqual(t, old, now)
	assert.NotEmpty(t, old)
	assert.NotEmpty(t, now)
	assert.Empty(t, f.Tinted[6], "the marker")
}

func TestTheQuestionAboutMergeConflicts(t *testing.T) {
	more := "\nsrc/cart.py\n<<<<<<< SEARCH\ndef total(lines):\n=======\ndef sum_of(lines):\n>>>>>>> REPLACE\n"
	xml := "src/cart.py\n<edits>\n<old_text>\ndef total(lines):\n</old_text>\n<new_text>\ndef sum_of(lines):\n</new_text>\n</edits>\n"
	root := freshWorkspace(t)
	fill(t, root, file{"chat.md", chat + more}, file{"xml.md", xml})
	f := trusted.drive(t, root, map[string]any{"scenario": "mergeConflictsLater"})
	assert.Equal(t, []string{"In This Workspace", "Everywhere", "Keep Them"}, f.Buttons)
	assert.FileExists(t, filepath.Join(root, ".vscode", "settings.json"))
}

func TestThePreview(t *testing.T) {
	root, f := trusted.play(t, "preview")
	assert.Equal(t, "src/cart.py ↔ block at line 4 of chat.md", f.Title)
	assert.Equal(t, []string{"file", "edit-lsp-preview"}, f.Sides)
	assert.Equal(t, []string{cart, cartAfter}, f.Texts)
	assert.NotContains(t, f.Titles, f.Title, "it closes once it is applied")
	assert.Equal(t, "Preview: edits of chat.md (2 files)", f.All)
	assert.Equal(t, "src/shop.py ↔ block at line 13 of chat.md", f.Lens)
	assert.Equal(t, []string{"Applied 1 edit to 1 file"}, f.Message, "the other file was left out")
	disk{cart: cartAfter, shop: shop, page: pageAfter}.check(t, root)
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
	assert.Equal(t, []string{"Applied 3 edits to 3 files; left out: line 20 (" + ambiguousHeadline + ")."}, f.Message)
	assert.Equal(t, "edit-lsp-clipboard", f.Shown, "what failed is shown")
	assert.NotEmpty(t, f.Diagnostics)
	assert.Contains(t, f.Nothing[0], "There are no edit blocks on the clipboard.")
	assert.Equal(t, []string{"untitled", "markdown"}, f.Opened)
	assert.ElementsMatch(t, []string{"already-applied", "already-applied", "already-applied", "ambiguous-match"}, f.OpenedFindings)
	assert.ElementsMatch(t, f.OpenedFindings, f.Actions, "an untitled document of any language")
	disk{cart: cartAfter, shop: shopAfter, page: pageAfter}.check(t, root)
}

func TestRestrictedModeOnlyLooks(t *testing.T) {
	root, f := untrusted.play(t, "restricted")
	assert.False(t, f.Trusted)
	assert.Equal(t, []diagnostic{ambiguous}, f.Diagnostics)
	assert.Equal(t, []string{"Trust this workspace to apply edits…"}, f.Actions)
	assert.Contains(t, f.Message[0], "This workspace is in Restricted Mode, so edits are shown but not applied.")
	assert.Contains(t, f.Summary[0], "chat.md: 4 blocks, 3 ready, 1 doesn't apply. Restricted Mode: edits aren't applied.")
	assert.Empty(t, f.Unsaved)
	untouched.check(t, root)
}

// Without a bundled program, the server is WebAssembly in a worker.
func TestWithoutAProgram(t *testing.T) {
	// The program is a setting of the remote machine, the others are the user's.
	users := fmt.Sprintf("%d Settings Found", len(manifestOf(t).Contributes.Configuration.Properties)-1)
	_, f := serverless.playWith(t, "noProgram", map[string]any{"program": server(), "settings": users})
	assert.Equal(t, []string{"ambiguous-match"}, f.OpenedFindings)
	require.Len(t, f.Message, 1, "the client's own message isn't shown")
	assert.Contains(t, f.Message[0], "The program /bin/false didn't start")
	assert.Subset(t, f.Buttons, []string{"Open Settings", "Show Log"})
	assert.Subset(t, f.Settings, []string{"Path", users})
	assert.Equal(t, []string{"edit-lsp"}, f.Status)
	assert.Equal(t, []diagnostic{ambiguous}, f.Diagnostics, "once the setting names the program")
	assert.Contains(t, f.Doctor, "The program, from the setting editLsp.server.path")
	assert.Contains(t, f.Doctor, "never part of \"apply all\"")
}
