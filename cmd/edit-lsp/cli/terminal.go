package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/term"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Text from chats, files and names may be hostile. None of its control characters is printed to a
// terminal or a pipe, except in a diff to a pipe.

// isTerminal reports whether a reader or writer is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// widthOf returns the width of a terminal in columns, or 0 for what isn't one.
func widthOf(w io.Writer) int {
	if !isTerminal(w) {
		return 0
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	n, _, err := term.GetSize(int(w.(interface{ Fd() uintptr }).Fd()))
	if err != nil {
		return 0
	}
	return n
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
type colours struct{ red, yellow, blue, green, cyan, dim, bold, off string }

// coloursFor returns the colours for w, empty unless it is a terminal that wants them.
func coloursFor(w io.Writer) colours {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" || !isTerminal(w) {
		return colours{}
	}
	return colours{red: "\x1b[31m", yellow: "\x1b[33m", blue: "\x1b[34m", green: "\x1b[32m", cyan: "\x1b[36m", dim: "\x1b[2m", bold: "\x1b[1m", off: "\x1b[0m"}
}

// in returns a text in a colour, one of the escape sequences or "".
func (c colours) in(colour, s string) string {
	if colour == "" {
		return s
	}
	return colour + s + c.off
}

// diff returns a unified diff in the colours of git diff.
func (c colours) diff(diff string) string {
	if c.off == "" {
		return diff
	}
	var b strings.Builder
	inHunk := false
	for line := range strings.Lines(diff) {
		content := strings.TrimRight(line, "\r\n")
		colour := ""
		switch {
		case strings.HasPrefix(content, "diff --git "):
			inHunk, colour = false, c.bold
		case strings.HasPrefix(content, "@@"):
			inHunk, colour = true, c.cyan
		case !inHunk:
			colour = c.bold
		case strings.HasPrefix(content, "+"):
			colour = c.green
		case strings.HasPrefix(content, "-"):
			colour = c.red
		}
		b.WriteString(c.in(colour, content) + line[len(strings.TrimRight(line, "\r\n")):])
	}
	return b.String()
}

// openTerminal opens the terminal that the process runs in, wherever its streams lead.
func openTerminal() (keyboard, screen *os.File, err error) {
	in, out := "/dev/tty", "/dev/tty"
	if runtime.GOOS == "windows" {
		in, out = "CONIN$", "CONOUT$"
	}
	if keyboard, err = os.OpenFile(in, os.O_RDWR, 0); err != nil {
		return nil, nil, err
	}
	if screen, err = os.OpenFile(out, os.O_RDWR, 0); err != nil {
		return nil, nil, errors.Join(err, keyboard.Close())
	}
	return keyboard, screen, nil
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
