package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Text from chats, files and names may be hostile. None of its control characters is printed to a
// terminal or a pipe, except in a diff to a pipe.

// isTerminal reports whether a reader or writer is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// show escapes control and invisible characters, on a single line.
func show(s string) string { return text.Escape(strings.ReplaceAll(s, "\n", " ")) }

// warn prints a line to standard error.
func warn(stderr io.Writer, format string, args ...any) {
	fmt.Fprintf(stderr, "edit-lsp: %s\n", show(fmt.Sprintf(format, args...)))
}

// showLines escapes lines for a reader. It keeps line endings, and hidden characters that their
// script needs, since a model may read the output.
func showLines(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		content := strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		b.WriteString(text.EscapeHidden(content))
		b.WriteString(line[len(content):])
	}
	return b.String()
}

// colours are a terminal's escape sequences, or empty.
type colours struct{ red, yellow, blue, green, dim, bold, off string }

// coloursFor returns the colours for w, empty unless it is a terminal that wants them.
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
