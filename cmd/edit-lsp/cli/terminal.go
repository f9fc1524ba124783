package cli

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Everything that comes from a chat, a file or a name may be hostile: no control
// character of it reaches a terminal or a pipe; only a diff is exact in a pipe.

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// show makes one line fit for a terminal: control characters and what cannot be
// seen are written out.
func show(s string) string { return text.Escape(strings.ReplaceAll(s, "\n", " ")) }

// showLines makes lines fit for a reader: line endings stay, and so do hidden characters
// that their script calls for, since the lines may go to a model.
func showLines(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		content := strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		b.WriteString(text.EscapeHidden(content))
		b.WriteString(line[len(content):])
	}
	return b.String()
}

// colours are the escape sequences of a terminal; empty where there is none.
type colours struct{ red, yellow, blue, green, dim, bold, off string }

// coloursFor gives colours if w is a terminal that wants them.
func coloursFor(w io.Writer) colours {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" || !isTerminal(w) {
		return colours{}
	}
	return colours{red: "\x1b[31m", yellow: "\x1b[33m", blue: "\x1b[34m", green: "\x1b[32m", dim: "\x1b[2m", bold: "\x1b[1m", off: "\x1b[0m"}
}

func (c colours) of(s codes.Severity) string {
	switch s {
	case codes.Error:
		return c.red
	case codes.Warning:
		return c.yellow
	case codes.Information:
		return c.blue
	case codes.Hint:
		return c.dim
	default:
		return c.green
	}
}
