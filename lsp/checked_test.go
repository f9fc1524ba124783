package lsp

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// checked returns the report of the command line: without a session or open documents.
func checked(t *testing.T, root, path, chat string, growing bool) *diagnostics.Report {
	t.Helper()
	return checkedWith(t, root, path, chat, diagnostics.Options{
		Options: apply.Options{Scope: parse.ScopeAuto}, Parse: parse.Options{FileName: path, Growing: growing},
	})
}

func checkedWith(t *testing.T, root, path, chat string, o diagnostics.Options) *diagnostics.Report {
	t.Helper()
	ws := workspace.New()
	require.NoError(t, ws.SetRoots([]string{root}))
	defer ws.Release()
	ctx := context.Background()
	r, err := diagnostics.Check(ctx, text.Decode(chat), ws.View(ctx, workspace.Origin{Path: path}), o, nil)
	require.NoError(t, err)
	return r
}

// said is a finding as an editor or the command line shows it.
type said struct {
	// Line is 1-based.
	Line     int
	Severity int
	Code     string
	Message  string
}

func saidBy(r *diagnostics.Report) []said {
	list := []said{}
	add := func(f diagnostics.Finding) {
		list = append(list, said{f.First.Number(), int(f.Severity), string(f.Code), f.Message()})
	}
	for _, b := range r.Blocks {
		if b.Code != "" {
			add(b.Finding)
		}
		for _, w := range b.Warnings {
			add(w)
		}
	}
	for _, p := range r.Problems {
		add(p)
	}
	if len(r.Blocks) > 0 {
		for _, f := range r.Shell {
			if f.Counts {
				add(f)
			}
		}
	}
	return list
}

// saidTo leaves out the folder, which check names in its summary.
func saidTo(all []protocol.Diagnostic) []said {
	list := []said{}
	for _, d := range all {
		message, _, _ := strings.Cut(d.Message, lookedInFolder)
		list = append(list, said{int(d.Range.Start.Line) + 1, int(*d.Severity), string(d.Code), message})
	}
	return list
}
