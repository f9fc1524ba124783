package parse

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// shownTags mark fences that don't hold files: shell sessions, output and diffs.
var shownTags = []string{
	"bash", "sh", "shell", "zsh", "fish", "console", "terminal", "shell-session", "shellsession", "sh-session", "powershell", "pwsh", "bat", "cmd",
	"output", "stdout", "stderr", "log", "diff", "patch", "udiff",
}

// shells are the extensions of the scripts that a tag may be of.
var shells = map[string][]string{
	"bash": posix, "sh": posix, "shell": posix, "zsh": posix, "fish": {"fish"}, "powershell": {"ps1", "psm1"}, "pwsh": {"ps1", "psm1"},
	"bat": {"bat", "cmd"}, "cmd": {"bat", "cmd"},
}

// setsVariable matches a line of an .env file that is no command.
var setsVariable = text.Expression(`^(?:#.*|\w+=(?:\S*|"[^"]*"|'[^']*')\s*(?: #.*)?)?$`)

var posix = []string{"sh", "bash", "zsh"}

// isScript reports whether a fence holds a script, or a part of one, rather than commands to type. It may begin like one
// (code-blocks/script). A part doesn't call its file, which the line above names alone or says to change
// (code-blocks/part-of-a-script).
func (r *Result) isScript(path Path, f fenced) bool {
	if strings.HasPrefix(r.Text.Line(f.start+1), "#!") {
		return true
	}
	name := path.Fallback[strings.LastIndexAny(path.Fallback, `/\`)+1:]
	if strings.HasPrefix(name, ".env") { // (code-blocks/variables-with-the-tag-of-a-shell)
		sets := func(line string) bool { return setsVariable().MatchString(line) }
		return !slices.ContainsFunc(r.Text.Lines(f.start+1, f.end), func(l string) bool { return !sets(l) })
	}
	if !isOfShell(language(infoString(r.Text.Line(f.start))), path) {
		return false
	}
	line := r.Text.Line(path.Line)
	calls := func(line string) bool { return strings.Contains(line, name) }
	return (!strings.ContainsAny(cleanPath(line), " \t") || saysToChange(line, path.Fallback)) && !slices.ContainsFunc(r.Text.Lines(f.start+1, f.end), calls)
}

// isOfShell reports whether a path is that of a script of the shell that is a fence's tag.
func isOfShell(tag string, path Path) bool {
	return slices.Contains(shells[tag], path.Fallback[strings.LastIndexByte(path.Fallback, '.')+1:])
}

// shown says why a fence with the tag of commands, output or a diff isn't read
// (code-blocks/says-what-a-diff-or-a-script-lacks).
func (r *Result) shown(p *Proposal) string {
	if f, _ := parseFence(r.Text.Line(p.Start)); f.tag != diffTag {
		return isShown
	}
	if line := r.Text.Line(p.Path.Line); strings.Contains(line, "`") || !strings.ContainsAny(cleanPath(line), " \t") {
		return isNoChange
	}
	return isUnnamed
}
