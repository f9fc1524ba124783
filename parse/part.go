package parse

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// IsQuote is why a quote of a file's lines isn't read. It's said if they aren't in the file.
const IsQuote = "it quotes lines of the file, which has others"

// HasVersions is why code with comments above its old and its new version isn't read, unless the file has both.
const HasVersions = "it holds the old and the new code: delete the old one and both comments, or ask for an edit block"

// Why a fence that names a file holds no code for it.
const (
	aConflict      = "it has conflict markers"
	aScript        = "it is a script of edits"
	aPatchOfItems  = "it is a JSON Patch"
	aContextDiff   = "it is a context diff"
	aRule          = "it is a rule of ast-grep"
	isShown        = "its tag is that of commands, output or a diff, and names no file"
	isLog          = "it shows what a program writes to its log"
	isNoChange     = "it is a diff without lines to find or to change"
	isFormer       = "the comment with its path says that it is the old or the unchanged code"
	isRemoved      = "the words above say that it goes"
	isAlternative  = "it's an alternative to a code block above; delete one of them"
	isUnnamed      = "it is a diff, and its file is named neither alone nor in backticks"
	isLost         = "the paste has lost its fences: copy the answer with its own Copy button, or as Markdown"
	isSeveral      = "it holds several files: one begins at a comment with its path"
	isUnclosed     = "its fence is not closed"
	hasSignsOfDiff = "its lines begin with the + and - of a diff, but its tag is not that of a diff"
)

var (
	// linesInInfo match both ends of the lines that an info string names.
	linesInInfo = []func() *regexp.Regexp{
		text.Expression(`(?i)(?:^|[\s,{;])start_?line\s*[=:]\s*["']?(\d+).*?[\s,;]end_?line\s*[=:]\s*["']?(\d+)`),
		text.Expression(`(?i)(?:^|[\s,{;])(?:lines?|range)\s*[=:]\s*["']?L?(\d+)\s*[-–:,]\s*L?(\d+)`),
		text.Expression(`(?:[:#]|\s)L?(\d+)-L?(\d+)$`),
	}
	// pathAndLines matches a line that is a path with lines: `src/a.py:12-14`, `src/a.py#L12`, **src/a.py** (lines 2-3).
	pathAndLines = text.Expression(`(?i)^(.+?)(?:[:#]L?(\d+)(?:[-–]L?(\d+))?|\s*\((?:lines\s+)?(\d+)\s*[-–]\s*(\d+)\))[*_\x60]*:?$`)
	// quotedLines matches an info string as Cursor writes it above lines of a file: 12:15:src/a.py.
	quotedLines = text.Expression(`^(\d+):(\d+):(\S+)$`)
	// beside matches a suggestion's lines above and below the line that it is on.
	beside      = text.Expression(`^suggestion:-(\d+)\+(\d+)`)
	contextDiff = text.Expression(`^\*\*\* .*\n--- .*\n\*{15}`)
	// edCommand also begins a diff without context.
	edCommand  = text.Expression(`^(?:\d+|\$|/.*/)(?:,(?:\d+|\$|/.*/))?[acdi](?:\d+(?:,\d+)?)?$`)
	ruleLine   = text.Expression(`(?ms)^rule:$.*^\s+(?:pattern|kind|any|all|inside|has):.*^fix:`)
	sedCommand = text.Expression(`^(?:\d+(?:,\d+)?\s*)?s([/|#,]).+([/|#,])[gIip]*$`)
)

// readRange reads the lines that an info string says the fence replaces. Those above the fence are those of a
// suggestion, or count if they have both ends.
func (p *Proposal) readRange(info string) {
	p.Suggested = isSuggestion(info)
	if m := beside().FindStringSubmatch(info); m != nil && p.Range.End > 0 {
		above, below := number(m[1]), number(m[2])
		p.Range = text.LineRange{First: max(0, p.Range.First-above), End: p.Range.End + below}
	}
	for _, e := range linesInInfo {
		if m := e().FindStringSubmatch(info); m != nil && !p.Suggested {
			p.Range = text.LineRange{First: number(m[1]) - 1, End: number(m[2])}
			return
		}
	}
}

func isSuggestion(info string) bool { return language(info) == "suggestion" }

// pathWithLines reads a line that is a path with lines of its file. Only a suggestion is for a single line; other
// fences below one quote it.
func pathWithLines(line string, suggested bool) (Path, text.LineRange, bool) {
	line = strings.TrimSpace(line)
	end := strings.TrimRight(line, "*_`:")
	if end == "" || strings.IndexByte("0123456789)", end[len(end)-1]) < 0 {
		return Path{}, text.LineRange{}, false
	}
	m := pathAndLines().FindStringSubmatch(line)
	if m == nil {
		return Path{}, text.LineRange{}, false
	}
	first, last := m[2]+m[4], m[3]+m[5]
	if last == "" && !suggested {
		return Path{}, text.LineRange{}, false
	}
	last = cmp.Or(last, first)
	p, ok := plainPath(cleanPath(strings.Trim(m[1], "*_`")))
	return p, text.LineRange{First: number(first) - 1, End: number(last)}, ok
}

// number returns a line's number, 0 if it is absurd.
func number(digits string) text.Line {
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil {
		return 0
	}
	return text.Line(n)
}

// notCode says why a fence's lines are no code of a file, or returns "".
func notCode(lines []string) string {
	if isMerge(lines) {
		return aConflict
	}
	first := strings.TrimSpace(lines[0])
	all := strings.Join(lines[:min(len(lines), maxPartLines)], text.LF)
	switch {
	case strings.HasPrefix(first, "[") && strings.Contains(all, `"op"`) && strings.Contains(all, `"path"`):
		return aPatchOfItems
	case contextDiff().MatchString(all):
		return aContextDiff
	case slices.Contains(lines, "rule:") && ruleLine().MatchString(strings.Join(lines, text.LF)):
		return aRule
	case edCommand().MatchString(first) || isSed(lines):
		return aScript
	}
	return ""
}

// hasSigns reports whether a fence with another tag holds a diff, whose signs would be written as code: all its lines begin
// with one, and some with a plus (code-blocks/diff-with-the-tag-of-code). A list of YAML has only the others.
func hasSigns(info string, lines []string) bool {
	adds, rest := 0, 0
	for _, l := range lines {
		switch {
		case l == "" || l[0] == ' ' || l[0] == '-':
		case len(l) > 1 && l[0] == '+' && l[1] != '+':
			adds++
		default:
			rest++
		}
	}
	return tagOf(info) == otherTag && adds > 0 && rest == 0
}

// isMerge reports whether lines hold a merge conflict, perhaps without the rest of it. Edit blocks are shown only in a
// page about them (whole-file/page-about-edit-blocks).
func isMerge(lines []string) bool {
	return slices.ContainsFunc(lines[:len(lines)-1], func(l string) bool {
		return strings.HasPrefix(l, conflictStart) && marksConflict(l)
	})
}

// maxPartLines limits the lines in which a JSON Patch or a context diff shows itself.
const maxPartLines = 8

func isSed(lines []string) bool {
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" && !sedCommand().MatchString(l) {
			return false
		}
	}
	return true
}
