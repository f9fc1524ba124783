package parse

import (
	"regexp"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// shellCommands are the commands that count as suggestions.
var shellCommands = []string{"git rm ", "git mv ", "mkdir -p ", "rm -rf "}

var backtickedCommand = regexp.MustCompile("`((?:git rm|git mv|mkdir -p|rm -rf) [^`]+)`")

// shell finds the suggested commands outside blocks, quotes and users' turns:
// in backticks, on lines of a shell fence, and behind a dollar sign.
func (s *scan) shell() []Shell {
	lines := map[text.Line]bool{}
	content := s.text.String()
	for _, c := range shellCommands {
		for at := 0; ; {
			n := strings.Index(content[at:], c)
			if n < 0 {
				break
			}
			lines[s.text.LineAt(text.Offset(at+n))] = true
			at += n + len(c)
		}
	}
	ordered := make([]text.Line, 0, len(lines))
	for l := range lines {
		ordered = append(ordered, l)
	}
	sort.Slice(ordered, func(i, j int) bool { return ordered[i] < ordered[j] })
	var found []Shell
	for _, l := range ordered {
		turn := turnAt(s.result.Turns, l)
		if turn >= 0 && s.result.Turns[turn].Role == User || s.inBlock(l) || s.isOff(l) {
			continue
		}
		for _, m := range s.commands(l) {
			m.Line, m.Turn = l, turn
			found = append(found, m)
		}
	}
	return found
}

func (s *scan) inBlock(l text.Line) bool {
	blocks := s.result.Blocks
	i := sort.Search(len(blocks), func(i int) bool { return blocks[i].End >= l })
	return i < len(blocks) && blocks[i].Start <= l
}

func (s *scan) isOff(l text.Line) bool {
	i := sort.Search(len(s.offs), func(i int) bool { return s.offs[i][1] > l })
	return i < len(s.offs) && s.offs[i][0] <= l
}

func (s *scan) commands(l text.Line) []Shell {
	line := s.text.Line(l)
	trimmed := strings.TrimSpace(line)
	if strings.HasPrefix(trimmed, ">") {
		return nil
	}
	at := func(i, j int) Shell {
		return Shell{Command: line[i:j], Start: s.text.Start(l) + text.Offset(i), End: s.text.Start(l) + text.Offset(j)}
	}
	f, fenced := s.fenceAt(l)
	command := strings.TrimSpace(strings.TrimPrefix(trimmed, "$ "))
	if command != trimmed || fenced && isShell(f.info) {
		for _, c := range shellCommands {
			if strings.HasPrefix(command, c) {
				i := strings.Index(line, command)
				return []Shell{at(i, i+len(command))}
			}
		}
	}
	if fenced {
		return nil
	}
	var found []Shell
	for _, m := range backtickedCommand.FindAllStringSubmatchIndex(line, -1) {
		found = append(found, at(m[2], m[3]))
	}
	return found
}

func (s *scan) fenceAt(l text.Line) (fence, bool) {
	i := sort.Search(len(s.spans), func(i int) bool { return s.spans[i].end >= l })
	if i < len(s.spans) && s.spans[i].open.line < l {
		return s.spans[i].open, true
	}
	return fence{}, false
}

func isShell(info string) bool {
	tag, _, _ := strings.Cut(info, " ")
	switch strings.ToLower(tag) {
	case "bash", "sh", "shell":
		return true
	}
	return false
}
