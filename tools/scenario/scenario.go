// Package scenario is the test that every editor runs: the sample chat of testdata/demo, a user's
// steps, and the files they leave. The editors' tests only implement the steps.
package scenario

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/golden"
)

// Chat is the sample chat at the top of the workspace.
const Chat = "chat.md"

// demo is the sample's directory, seen from editors/NAME.
var demo = filepath.Join("..", "..", "testdata", "demo")

// Diagnostic is a diagnostic of the untouched sample chat.
type Diagnostic struct {
	// Line is a 1-based chat line.
	Line int
	Code string
	// Severity is LSP's: 1 error, 2 warning, 3 information, 4 hint.
	Severity int
	Message  string
}

// Step is one user action in a fresh workspace.
type Step struct {
	Name string
	// Typed is inserted first and not saved.
	Typed *Typed
	// Line is the action's 1-based chat line.
	Line int
	// Title is the title of the code action to choose.
	Title string
	// Absent are titles that must not be offered.
	Absent []string
	// After holds the files that differ after saving. All others are unchanged, and there are no more.
	After map[string]string
}

// Typed is a line inserted at the top of a file.
type Typed struct {
	Path string
	Text string
}

// Sample is the workspace with the chat.
type Sample struct {
	files map[string]string
}

// Load reads the sample, in a test in editors/NAME.
func Load(t testing.TB) *Sample {
	t.Helper()
	s := &Sample{files: read(t, filepath.Join(demo, "workspace"))}
	chat, err := os.ReadFile(filepath.Join(demo, Chat))
	require.NoError(t, err)
	s.files[Chat] = string(chat)
	return s
}

// Write writes the workspace into a directory, created if necessary.
func (s *Sample) Write(t testing.TB, root string) {
	t.Helper()
	for path, content := range s.files {
		name := filepath.Join(root, filepath.FromSlash(path))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(content), 0o600))
	}
}

// Diagnostics returns the sample's diagnostics, top to bottom.
func (s *Sample) Diagnostics(t testing.TB) []Diagnostic {
	t.Helper()
	return []Diagnostic{
		{s.Line(t, `	if !ok {`), "ambiguous-match", 1, golden.Words("{ambiguous-match} (matches at lines 13 and 22)")},
		{s.Line(t, `  def take(self, name, count=1):`), "old-lines-not-found", 1, golden.Words("{old-lines-not-found}; the indentation differs")},
		{s.Line(t, `web/checkout.ts`), "file-not-found", 1, golden.Words("{file-not-found}: web/checkout.ts")},
		{s.Line(t, `.price {`) - 1, "already-applied", 4, golden.Words("{already-applied}")},
		{s.Line(t, `../deploy/shop.env`), "path-escape", 1, golden.Words("{path-escape}: ../deploy/shop.env")},
		{s.Line(t, `README.md`) + 1, "unclosed-block", 2, golden.Words("{unclosed-block}")},
	}
}

// Good returns the 1-based line of a block that applies, below one that fails. Both are in view if it
// is centered.
func (s *Sample) Good(t testing.TB) int { return s.Line(t, "stock/report/totals.py") }

// Steps returns the user's steps.
func (s *Sample) Steps(t testing.TB) []Step {
	t.Helper()
	const (
		cart, server, money = "web/cart.ts", "server/main.go", "lib/money.rb"
		page, report        = "styles/page.css", "stock/report/totals.py"
	)
	var (
		sum         = s.Line(t, `    sum += line.cents;`)
		pieces      = s.edited(t, s.files[cart], "    sum += line.cents;\n", "    sum += line.cents * line.count;\n")
		listening   = s.edited(t, s.files[server], "label)\n", "label)\n\tlog.Println(\"listening on http://localhost:8080\")\n")
		euros       = s.edited(t, s.files[money], "%d.%02d\"", "%d.%02d €\"")
		accent      = s.edited(t, s.files[page], "  --ink: #222;\n", "  --ink: #222;\n  --accent: #06c;\n")
		label       = strings.Index(s.files[server], "func label")
		unknown     = s.edited(t, s.files[server][label:], "500)", "http.StatusNotFound)")
		totals      = "from stock.stock import Stock\n\n\ndef report(stock: Stock) -> str:\n    return f\"{stock.total()} pieces in {len(stock.items)} kinds\"\n"
		typed       = Typed{Path: cart, Text: "// typed, and not saved"}
		applyEdit   = "Apply edit"
		atTheSecond = "Apply at line 22, in func label("
	)
	return []Step{
		{
			Name: "apply one block", Line: sum, Title: applyEdit,
			Absent: []string{atTheSecond},
			After:  map[string]string{cart: pieces},
		},
		{
			Name: "apply all", Line: sum, Title: "Apply all 5 edits of this turn",
			After: map[string]string{cart: pieces, server: listening, money: euros, page: accent, report: totals},
		},
		{
			Name: "new file in a missing folder", Line: s.Good(t), Title: applyEdit,
			After: map[string]string{report: totals},
		},
		{
			Name: "choose among ambiguous places", Line: s.Line(t, "	if !ok {"), Title: atTheSecond,
			Absent: []string{applyEdit},
			After:  map[string]string{server: s.files[server][:label] + unknown},
		},
		{
			// The buffer counts, not the disk: the place is a line lower, and the typed line stays.
			Name: "apply onto an unsaved target", Typed: &typed, Line: sum, Title: applyEdit,
			After: map[string]string{cart: typed.Text + "\n" + pieces},
		},
	}
}

// Line returns the first chat line equal to text, 1-based.
func (s *Sample) Line(t testing.TB, text string) int {
	t.Helper()
	for i, line := range strings.Split(s.files[Chat], "\n") {
		if line == text {
			return i + 1
		}
	}
	require.Failf(t, "the sample chat has changed", "it has no line %q", text)
	return 0
}

// edited replaces old, which must occur once.
func (*Sample) edited(t testing.TB, content, old, replacement string) string {
	t.Helper()
	require.Equal(t, 1, strings.Count(content, old), "the sample has changed: %q", old)
	return strings.Replace(content, old, replacement, 1)
}

// Check compares all files below root with what a step leaves, except editors' dot files.
func (s *Sample) Check(t testing.TB, root string, step Step) {
	t.Helper()
	want := maps.Clone(s.files)
	maps.Copy(want, step.After)
	got := read(t, root)
	for path, content := range want {
		assert.Equal(t, content, got[path], path)
		delete(got, path)
	}
	assert.Empty(t, got, "files that nobody asked for")
}

// read returns the files below root, except those and folders with a dot.
func read(t testing.TB, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	workspace := os.DirFS(root)
	require.NoError(t, fs.WalkDir(workspace, ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != "." && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			return nil
		}
		content, err := fs.ReadFile(workspace, path)
		files[path] = string(content)
		return err
	}))
	return files
}
