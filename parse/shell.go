package parse

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// shellCommands are the commands that count as suggestions.
var shellCommands = []string{"git rm ", "git mv ", "mkdir -p ", "rm -rf "}

var backtickedCommand = expression("`((?:git rm|git mv|mkdir -p|rm -rf) [^`]+)`")

// mayCommand reports whether a line may hold a suggested command: at its beginning, after a
// dollar sign or after a backtick.
func mayCommand(trimmed string) bool {
	for rest, more := trimmed, true; more; _, rest, more = strings.Cut(rest, "`") {
		for _, c := range shellCommands {
			if strings.HasPrefix(rest, c) {
				return true
			}
		}
	}
	return strings.HasPrefix(trimmed, "$ ")
}

// suggest keeps the suggested commands of a line that is outside blocks: in backticks, on
// lines of a shell fence, and after a dollar sign.
func (w *walk) suggest(l text.Line) {
	if n := len(w.blocks); w.off || n > 0 && l <= w.blocks[n-1].End {
		return
	}
	line, start := w.text.Line(l), w.text.Start(l)
	for _, c := range w.commandsIn(line) {
		w.shell = append(w.shell, Shell{
			Command: line[c[0]:c[1]], Line: l, Start: start + text.Offset(c[0]), End: start + text.Offset(c[1]),
		})
	}
}

// commandsIn are the places of the commands in a line: the bytes where each begins and ends.
func (w *walk) commandsIn(line string) [][]int {
	trimmed := strings.TrimSpace(line)
	if strings.HasPrefix(trimmed, ">") {
		return nil
	}
	fenced := len(w.inside) > 0
	rest := strings.TrimSpace(strings.TrimPrefix(trimmed, "$ "))
	if rest != trimmed || fenced && w.inside[0].tag == shellTag {
		for _, c := range shellCommands {
			if strings.HasPrefix(rest, c) {
				i := strings.Index(line, rest)
				return [][]int{{i, i + len(rest)}}
			}
		}
	}
	if fenced {
		return nil
	}
	var found [][]int
	for _, m := range backtickedCommand().FindAllStringSubmatchIndex(line, -1) {
		found = append(found, m[2:])
	}
	return found
}

// Shell is a suggested shell command (formats, "Shell suggestions"). It is shown,
// never executed.
type Shell struct {
	Command string
	Line    text.Line
	// Start and End are the byte offsets of the command in the chat.
	Start, End text.Offset
	Turn       int
}
