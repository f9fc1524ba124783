package apply

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

type memory struct {
	files     map[string]*workspace.File
	protected map[string]bool
	refused   map[string]codes.Code
	// own is the name of the chat itself.
	own string
}

func files(contents map[string]string) *memory {
	m := &memory{files: map[string]*workspace.File{}, protected: map[string]bool{}, refused: map[string]codes.Code{}}
	for name, content := range contents {
		m.files[name] = &workspace.File{Text: text.New(content)}
	}
	return m
}

func oneFile(content string) *memory { return files(map[string]string{"a.txt": content}) }

func (m *memory) Target(_ context.Context, name string) workspace.Target {
	t := workspace.Target{Name: name, Path: name, Key: name, Protected: m.protected[name], Own: name == m.own}
	if code, ok := m.refused[name]; ok {
		t.Refusal, t.Exists = &workspace.Refusal{Code: code, Path: name}, m.files[name] != nil
		return t
	}
	t.File = m.files[name]
	t.Exists = t.File != nil
	return t
}

type sections struct{ leading, old, new, trailing []string }

func chatLines(parts ...[]string) string {
	var b strings.Builder
	for _, lines := range parts {
		for _, l := range lines {
			b.WriteString(l + "\n")
		}
	}
	return b.String()
}

func anchoredBlock(path string, s sections) string {
	return "\n" + path + "\n««« EDIT\n" + chatLines(s.leading) + "───────\n" + chatLines(s.old) + "═══════\n" + chatLines(s.new) +
		"───────\n" + chatLines(s.trailing) + "»»»\n"
}

func editReplBlock(path string, s sections) string {
	return "\n" + path + "\n🟧🟧🟧 EDIT\n" + chatLines(s.leading, s.old, s.trailing) + "🟨🟨🟨 REPL\n" +
		chatLines(s.leading, s.new, s.trailing) + "🟩🟩🟩 END\n"
}

func searchReplaceBlock(path string, s sections) string {
	return "\n" + path + "\n<<<<<<< SEARCH\n" + chatLines(s.leading, s.old, s.trailing) + "=======\n" +
		chatLines(s.leading, s.new, s.trailing) + ">>>>>>> REPLACE\n"
}

func findReplaceBlock(path string, s sections) string {
	return "\nFILE: " + path + "\nFIND:\n" + chatLines(s.leading, s.old, s.trailing) + "REPLACE:\n" +
		chatLines(s.leading, s.new, s.trailing) + "END\n"
}

// lines splits at spaces; a dot is an empty line.
func lines(s string) []string {
	found := strings.Fields(s)
	for i, l := range found {
		if l == "." {
			found[i] = ""
		}
	}
	return found
}

func ended(s string) string { return chatLines(lines(s)) }

// anchored and similar functions below return blocks for a.txt.
func anchored(leading, old, new, trailing string) string {
	return anchoredBlock("a.txt", sections{lines(leading), lines(old), lines(new), lines(trailing)})
}

func search(old, new string) string {
	return searchReplaceBlock("a.txt", sections{old: lines(old), new: lines(new)})
}

func create(path, content string) string { return anchoredBlock(path, sections{new: lines(content)}) }

func parsed(t testing.TB, chat string) *parse.Result {
	t.Helper()
	doc, err := parse.Document(context.Background(), text.New(chat), parse.Options{}, nil)
	require.NoError(t, err)
	return doc
}

func planned(t testing.TB, chat string, m *memory, o Options) *Plan {
	t.Helper()
	return planOf(t, parsed(t, chat), m, o)
}

func planOf(t testing.TB, doc *parse.Result, m *memory, o Options) *Plan {
	t.Helper()
	require.Empty(t, doc.Problems, "%s", doc.Text)
	p, err := New(context.Background(), doc, m, o, nil)
	require.NoError(t, err)
	require.Len(t, p.Outcomes, len(doc.Blocks))
	return p
}

func outcomes(p *Plan) string {
	var all []string
	for _, o := range p.Outcomes {
		s := string(o.Status)
		if o.Reason != "" && string(o.Reason) != s {
			s += ":" + string(o.Reason)
		}
		all = append(all, s)
	}
	return strings.Join(all, " ")
}

func after(p *Plan) map[string]string {
	all := map[string]string{}
	for _, f := range p.Files {
		all[f.Target.Path] = string(f.After().Bytes())
	}
	return all
}

// afterA returns the content of a.txt after the plan, or "-" if it isn't changed.
func afterA(p *Plan) string {
	if s, ok := after(p)["a.txt"]; ok {
		return s
	}
	return "-"
}

func numbered(n int, format string) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(format, i)
	}
	return all
}
