package parse

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

var shellCommands = []string{"git rm ", "git mv ", "mkdir -p ", "rm -rf "}

var backtickedCommand = text.Expression("`((?:git rm|git mv|mkdir -p|rm -rf) [^`]+)`")

// mayCommand is a quick check for a suggested command: at the start, or after a dollar sign or
// backtick.
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

// suggest keeps commands outside blocks: in backticks, in a shell fence or after a dollar sign.
func (w *walk) suggest(l text.Line) {
	line := w.text.Line(l)
	trimmed := strings.TrimSpace(line)
	if n := len(w.blocks); w.off || n > 0 && l <= w.blocks[n-1].End || trimmed[0] == '>' {
		return
	}
	keep := func(command string) { w.shell = append(w.shell, Shell{Command: command, Line: l}) }
	fenced := len(w.inside) > 0
	rest := strings.TrimSpace(strings.TrimPrefix(trimmed, "$ "))
	isCommand := func(c string) bool { return strings.HasPrefix(rest, c) }
	if (rest != trimmed || fenced && w.inside[0].tag == shellTag) && slices.ContainsFunc(shellCommands, isCommand) {
		keep(rest)
	} else if !fenced {
		for _, m := range backtickedCommand().FindAllStringSubmatch(line, -1) {
			keep(m[1])
		}
	}
}

// Shell is a suggested shell command. It is shown, never run.
type Shell struct {
	Command string
	Line    text.Line
	Turn    int
}
