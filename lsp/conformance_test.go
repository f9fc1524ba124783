package lsp

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	editlsp "github.com/edit-lsp/edit-lsp"
	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/conformance"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// conformanceDir holds the command line's cases, described in its README.md.
const conformanceDir = "../testdata/conformance"

// For every case of the command line, the editor shows the same lines, codes, severities and
// messages as check, and "apply all" leaves the same bytes as apply.
func TestConformance(t *testing.T) {
	for _, c := range conformance.Read(t, conformanceDir) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			agree(t, &c)
		})
	}
}

func agree(t *testing.T, c *conformance.Case) {
	chat, _ := c.Lay(t)
	settings, options := settingsOf(t, c)
	u := launch(t, filepath.Dir(chat), Options{})
	editor := lsptest.Options{Folders: []string{u.path("ws")}, Params: map[string]any{"initializationOptions": settings}}
	if hasLoneCR(tree(t, u.path("ws"))) { // most editors count other lines than check
		editor.Params["clientInfo"] = map[string]any{"name": "Neovim"}
		editor.Behaviour.EndsLinesAtLF = true
	}
	u.connect(editor)
	uri := u.open(c.Chat)
	u.settled()
	options.Parse.FileName = u.path(c.Chat)
	report := checkedWith(t, u.path("ws"), u.path(c.Chat), u.content(c.Chat), options)
	assert.Equal(t, saidBy(report), saidTo(u.Shown(uri)))
	agreesWithJSON(t, report, u.Shown(uri))
	u.applyAllAgrees(uri, report)
}

func hasLoneCR(all map[string]string) bool {
	for _, content := range all {
		if text.New(content).LoneCR() >= 0 {
			return true
		}
	}
	return false
}

// settingsOf converts a case's flags to an editor's settings and to options.
func settingsOf(t *testing.T, c *conformance.Case) (map[string]any, diagnostics.Options) {
	t.Helper()
	options := diagnostics.Options{Options: apply.Options{Scope: parse.ScopeAuto, Moves: true}} // the editor asks the user
	settings := map[string]any{}
	args := slices.Clone(c.Args)
	if i := slices.Index(args, "--code-blocks"); i >= 0 { // the one flag without a value
		args = slices.Delete(args, i, i+1)
		options.CodeBlocks = diagnostics.CodeBlocksApply
		settings["codeBlocks"] = "apply"
	}
	require.Zero(t, len(args)%2, "%q", args)
	for flag := range slices.Chunk(args, 2) {
		switch value := flag[1]; flag[0] {
		case "--scope":
			options.Scope = parse.Scope(value)
			settings["scope"] = value
		case "--default-target":
			options.Parse.DefaultTarget = value
			settings["defaultTarget"] = value
		case "--after-failure":
			options.Independent = value == "independent"
			settings["afterFailure"] = value
		case "--context":
			options.Context = append(options.Context, value)
			settings["context"] = map[string]any{"files": options.Context}
		default:
			require.Fail(t, "a flag without a setting", "%s", flag[0])
		}
	}
	return settings, options
}

// whole returns a diagnostic's message for a headline and details.
func whole(headline string, details []string) string {
	return strings.Join(append([]string{headline}, details...), "\n")
}

// agreesWithJSON compares diagnostics with check's JSON document.
func agreesWithJSON(t *testing.T, r *diagnostics.Report, shown []protocol.Diagnostic) {
	t.Helper()
	doc := editlsp.NewReport("chat.md", r)
	left := saidTo(shown)
	take := func(what string, fits func(said) bool) {
		t.Helper()
		for i, s := range left {
			if fits(s) {
				left = append(left[:i:i], left[i+1:]...)
				return
			}
		}
		assert.Fail(t, "not shown", "%s among %v", what, left)
	}
	severity := map[editlsp.Severity]int{editlsp.Error: 1, editlsp.Warn: 2, editlsp.Information: 3, editlsp.Hint: 4}
	for _, b := range doc.Blocks {
		first := b.Line
		if b.PathLine > 0 {
			first = min(first, int(b.PathLine))
		}
		if example := r.Blocks[b.Index].Code == ""; b.Code != "" && !example {
			take(b.Code, func(s said) bool {
				return s.Code == b.Code && s.Message == whole(b.Message, b.Details) && s.Severity == severity[b.Severity] && first <= s.Line && s.Line <= b.EndLine
			})
		}
		for _, w := range b.Warnings {
			take(w.Code, func(s said) bool {
				return s.Code == w.Code && strings.ReplaceAll(s.Message, "\n", "; ") == w.Message && s.Line == w.Line
			})
		}
	}
	for _, p := range doc.Problems {
		take(p.Code, func(s said) bool {
			return s.Code == p.Code && strings.ReplaceAll(s.Message, "\n", "; ") == p.Message && s.Severity == severity[p.Severity] && s.Line == p.Line
		})
	}
	if len(doc.Blocks) > 0 {
		for _, c := range doc.ShellSuggestions {
			take(c.Command, func(s said) bool {
				return s.Code == "shell-suggestion" && strings.HasSuffix(s.Message, ": "+c.Command) && s.Line == c.Line
			})
		}
	}
	assert.Empty(t, left, "shown, but not said by check")
}

// applyAllAgrees applies all edits in the editor, and compares each file with the plan.
func (u *under) applyAllAgrees(uri protocol.DocumentUri, r *diagnostics.Report) {
	u.t.Helper()
	if len(r.Plan.Files) == 0 {
		return
	}
	want := tree(u.t, u.path("ws"))
	for _, f := range r.Plan.Files {
		name := f.Target.Path
		if f.NewTarget != nil {
			delete(want, name)
			name = f.NewTarget.Path
		}
		if want[name] = string(f.After().Bytes()); f.Delete {
			delete(want, name)
		}
	}
	list, err := u.CodeActions(u.ctx, uri, 0, kindApplyEdits)
	u.do(err)
	require.Len(u.t, list, 1)
	all, err := u.Resolve(u.ctx, list[0])
	u.do(err)
	u.do(u.Apply(u.ctx, *all.Edit))
	u.save()
	assert.Equal(u.t, want, tree(u.t, u.path("ws")), "after %s", all.Title)
}
