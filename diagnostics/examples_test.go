package diagnostics_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// Every code has an example with the line and the message that the pages and `explain` show.
func TestExamples(t *testing.T) {
	for _, entry := range codes.All() {
		t.Run(string(entry.Code), func(t *testing.T) {
			e, err := entry.Code.Example()
			require.NoError(t, err)
			report, place := judgeExample(t, e)
			var found *diagnostics.Finding
			status := "none"
			for _, f := range findings(report) {
				if f.Code == entry.Code && f.First.Number() == e.Line {
					require.Nil(t, found, "twice at that line")
					found = &f.Finding
					if f.block != nil {
						status = string(f.block.Status)
					}
				}
			}
			require.NotNil(t, found, "no such finding in line %d, but %+v", e.Line, findings(report))
			assert.Equal(t, entry.Severity, found.Severity)
			message := strings.ReplaceAll(strings.ReplaceAll(found.Message(), place, codes.ExamplePlace), `\`, "/")
			if golden.Update {
				renewMessage(t, entry.Code, message)
				return
			}
			golden.Equal(t, e.Message, message)
			assert.True(t, beginsAs(entry.Headline, found.Message()), "%q does not begin as %q", found.Message(), entry.Headline)
			if entry.Status != "that of the edit" && entry.Code != codes.NotPlaced {
				assert.Contains(t, entry.Status, status)
			}
		})
	}
}

func renewMessage(t *testing.T, code codes.Code, message string) {
	t.Helper()
	name := filepath.Join("..", "internal", "codes", "examples", string(code)+".txtar")
	archive, err := txtar.ParseFile(name)
	require.NoError(t, err)
	for i := range archive.Files {
		if archive.Files[i].Name == "message" {
			archive.Files[i].Data = []byte(message + "\n")
		}
	}
	require.NoError(t, os.WriteFile(name, txtar.Format(archive), 0o666))
}

// An example has no other finding that needs explaining.
func TestExamplesAreAboutOneThing(t *testing.T) {
	for _, entry := range codes.All() {
		e, err := entry.Code.Example()
		require.NoError(t, err)
		report, _ := judgeExample(t, e)
		for _, f := range findings(report) {
			if entry.Code == codes.PreviousEditFailed && f.Code == codes.OldLinesNotFound {
				continue
			}
			if f.Severity == codes.Error || f.Severity == codes.Warning {
				assert.Equal(t, entry.Code, f.Code, "the example of %s: %s", entry.Code, f.Message())
			}
		}
	}
}

type exampleFinding struct {
	diagnostics.Finding
	block *diagnostics.Block
}

// findings returns all findings of a report with their blocks, if any.
func findings(r *diagnostics.Report) []exampleFinding {
	var all []exampleFinding
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if b.Code != "" {
			all = append(all, exampleFinding{b.Finding, b})
		}
		for _, w := range b.Warnings {
			all = append(all, exampleFinding{w, b})
		}
	}
	for _, f := range append(append([]diagnostics.Finding{}, r.Problems...), r.Shell...) {
		all = append(all, exampleFinding{Finding: f})
	}
	for _, p := range r.Proposals {
		all = append(all, exampleFinding{Finding: diagnostics.Finding{
			Code: p.Code, Severity: p.Code.Severity(), First: p.Start, Headline: p.Code.Headline("why", p.Why),
		}})
	}
	return all
}

// beginsAs reports whether a message begins like its row's headline, with any text for placeholders.
func beginsAs(pattern, message string) bool {
	rest := message
	for pattern != "" {
		literal, after, blank := strings.Cut(pattern, "{")
		if !strings.HasPrefix(rest, literal) {
			return false
		}
		rest = rest[len(literal):]
		if !blank {
			return true
		}
		_, pattern, _ = strings.Cut(after, "}")
		next, _, _ := strings.Cut(pattern, "{")
		if next == "" {
			return rest != ""
		}
		at := strings.Index(rest, next)
		if at <= 0 {
			return false
		}
		rest = rest[at:]
	}
	return true
}

// judgeExample writes an example into a directory and checks it there.
func judgeExample(t *testing.T, e codes.Example) (_ *diagnostics.Report, place string) {
	t.Helper()
	place, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for name, content := range e.Files {
		name = filepath.Join(place, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(content), 0o666))
	}
	roots := []string{place}
	if len(e.Folders) > 0 {
		roots = nil
		for _, f := range e.Folders {
			roots = append(roots, filepath.Join(place, f))
		}
	}
	ws := workspace.New()
	ws.Configure(workspace.Options{MaxFileSize: e.MaxFileSize})
	t.Cleanup(ws.Release)
	require.NoError(t, ws.SetRoots(roots))
	ctx := context.Background()
	chat := filepath.Join(place, "chat.md")
	report, err := diagnostics.Check(ctx, text.New(e.Chat), ws.View(ctx, workspace.Origin{Path: chat}), diagnostics.Options{Options: apply.Options{Scope: "auto"}, CodeBlocks: diagnostics.CodeBlocksApply}, nil)
	require.NoError(t, err)
	return report, place
}
