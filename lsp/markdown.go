package lsp

import (
	"io"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// markdown builds the text of a hover. Text from chats and files appears only in fences and code
// spans that it can't close, so it can't add links, images or commands.
type markdown struct {
	b     strings.Builder
	plain bool
}

// paragraph adds trusted text.
func (m *markdown) paragraph(s string) {
	m.b.WriteString(s)
	m.b.WriteString("\n\n")
}

// maxFenced counts bytes.
const maxFenced = 16 << 10

// bounded is a writer that fails once it holds more than maxFenced.
type bounded struct{ b strings.Builder }

func (b *bounded) Write(p []byte) (int, error) {
	if b.b.Len() > maxFenced {
		return 0, io.ErrShortWrite
	}
	return b.b.Write(p)
}

// fence adds untrusted text in a fence longer than any run of backticks in it.
func (m *markdown) fence(tag, s string) {
	if len(s) > maxFenced {
		s = strings.ToValidUTF8(s[:maxFenced], "") + "\n…"
	}
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	for i, l := range lines {
		// Keep tabs, but escape all other invisible characters.
		parts := strings.Split(l, "\t")
		for j, p := range parts {
			parts[j] = text.Escape(p)
		}
		lines[i] = strings.Join(parts, "\t")
	}
	s = strings.Join(lines, "\n")
	if m.plain {
		m.paragraph(s)
		return
	}
	ticks := parse.FenceFor(3, lines)
	m.b.WriteString(ticks + tag + "\n" + s + "\n" + ticks + "\n\n")
}

// code returns untrusted text as a code span.
func (m *markdown) code(s string) string {
	s = strings.ReplaceAll(text.Escape(s), "\n", " ")
	if m.plain {
		return s
	}
	ticks := parse.FenceFor(1, []string{s})
	pad := ""
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		pad = " "
	}
	return ticks + pad + s + pad + ticks
}

// file adds which file a path means, and why.
func (m *markdown) file(t *workspace.Target, isNew bool) {
	switch {
	case t.Why == "" || t.Refusal != nil:
	case isNew:
		m.paragraph("New file: " + m.code(t.Path) + ", " + t.Why + m.folder(t))
	default:
		m.paragraph("File: " + m.code(t.Path) + ", " + t.Why + m.folder(t))
	}
}

// folder names the folder that a file's path is relative to.
func (m *markdown) folder(t *workspace.Target) string {
	if t.Root == "" {
		return ""
	}
	return ": " + m.code(t.Root)
}

// diff adds the diff of an edit, if there is one.
func (m *markdown) diff(edit *apply.FileEdit) {
	if edit == nil {
		return
	}
	var diff bounded
	_ = edit.WriteDiff(&diff)
	m.fence("diff", diff.b.String())
}

func (m *markdown) content() protocol.MarkupContent {
	kind := protocol.MarkupKindMarkdown
	if m.plain {
		kind = protocol.MarkupKindPlainText
	}
	return protocol.MarkupContent{Kind: kind, Value: strings.TrimSpace(m.b.String())}
}
