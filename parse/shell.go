package parse

import (
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// shellCommands are the commands that count as suggestions.
var shellCommands = []string{"git rm ", "git mv ", "mkdir -p ", "rm -rf "}

var backtickedCommand = expression("`((?:git rm|git mv|mkdir -p|rm -rf) [^`]+)`")

// suggestions are the suggested commands outside blocks, quotes and users' turns: in
// backticks, on lines of a shell fence, and after a dollar sign.
func (w *walk) suggestions(turns []Turn) []Shell {
	var found []Shell
	for _, l := range w.commands {
		turn := turnAt(turns, l)
		if turn >= 0 && turns[turn].Role == User || w.inBlock(l) || w.isOff(l) {
			continue
		}
		line, start := w.text.Line(l), w.text.Start(l)
		for _, c := range w.commandsIn(l, line) {
			found = append(found, Shell{
				Command: line[c[0]:c[1]], Line: l, Turn: turn,
				Start: start + text.Offset(c[0]), End: start + text.Offset(c[1]),
			})
		}
	}
	return found
}

func (w *walk) inBlock(l text.Line) bool {
	blocks := w.blocks
	i := sort.Search(len(blocks), func(i int) bool { return blocks[i].End >= l })
	return i < len(blocks) && blocks[i].Start <= l
}

func (w *walk) isOff(l text.Line) bool {
	i := sort.Search(len(w.offs), func(i int) bool { return w.offs[i].End > l })
	return i < len(w.offs) && w.offs[i].First <= l
}

// commandsIn are the places of the commands in a line: the bytes where each begins and ends.
func (w *walk) commandsIn(l text.Line, line string) [][2]int {
	trimmed := strings.TrimSpace(line)
	if strings.HasPrefix(trimmed, ">") {
		return nil
	}
	f, fenced := w.spanAt(l)
	rest := strings.TrimSpace(strings.TrimPrefix(trimmed, "$ "))
	if rest != trimmed || fenced && f.tag == shellTag {
		for _, c := range shellCommands {
			if strings.HasPrefix(rest, c) {
				i := strings.Index(line, rest)
				return [][2]int{{i, i + len(rest)}}
			}
		}
	}
	if fenced {
		return nil
	}
	var found [][2]int
	if strings.IndexByte(line, '`') < 0 {
		return nil
	}
	for _, m := range backtickedCommand().FindAllStringSubmatchIndex(line, -1) {
		found = append(found, [2]int{m[2], m[3]})
	}
	return found
}

func (w *walk) spanAt(l text.Line) (fence, bool) {
	i := sort.Search(len(w.spans), func(i int) bool { return w.spans[i].end >= l })
	if i < len(w.spans) && w.spans[i].open.line < l {
		return w.spans[i].open, true
	}
	return fence{}, false
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
