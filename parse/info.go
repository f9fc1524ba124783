package parse

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// infoString returns the text after a fence's backticks or tildes.
func infoString(line string) string {
	return strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "`~"))
}

// language returns the first word of an info string in lower case, such as `python` in
// `Python:src/app.py` and `{.python .numberLines}`.
func language(info string) string {
	word := strings.TrimLeft(info, "{. ")
	if end := strings.IndexAny(word, " \t:,{}="); end >= 0 {
		word = word[:end]
	}
	return strings.ToLower(word)
}

var (
	infoAttribute = text.Expression(`(?i)(?:^|[\s,{])(?:title|name|path|file(?:[-_]?(?:name|path))?)=(?:"([^"]*)"|'([^']*)'|([^\s"'},]+))`)
	// Quoted file excerpts have line numbers before the path, so a language needs a letter.
	infoLanguage = text.Expression(`^[\w+#.-]*[A-Za-z+#][\w+#.-]*(?::\s*|\s+)(?:(?://|#|--|(?i:file|path):)\s*)?(\S+(?: \(\d+-\d+\))?)$`)
)

// infoPath returns the path beside the language in an info string.
func infoPath(info string) (Path, bool) {
	if !strings.ContainsAny(info, ":= \t") {
		return Path{}, false // only a language, as in most fences
	}
	if m := infoAttribute().FindStringSubmatch(info); m != nil {
		if quoted := m[1] + m[2]; quoted != "" {
			return barePath(quoted, notInPath)
		}
		return plainPath(m[3])
	}
	m := infoLanguage().FindStringSubmatch(info)
	if m == nil {
		return Path{}, false
	}
	name := m[1]
	if in := strings.Trim(name, "[]{}"); name == "["+in+"]" || name == "{"+in+"}" && !strings.HasPrefix(in, ".") { // {.numberLines} is a class
		name = in
	}
	return plainPath(name)
}

// infoName returns the path in the info string of a fence that holds a file. It may be the whole
// string: without a separator it is then unsure, since it may be a language.
func infoName(info string) (p Path, unsure, named bool) {
	if p, named = infoPath(info); named || strings.Contains(info, ":") {
		return p, false, named
	}
	p, named = plainPath(info)
	return p, !strings.ContainsAny(info, `/\`), named
}

// infoWithLines returns the path in an info string and the lines after it (code-blocks/range-in-the-info-string).
func infoWithLines(info string) (Path, text.LineRange, bool) {
	if m := quotedLines().FindStringSubmatch(info); m != nil {
		p, ok := plainPath(m[3])
		return p, text.LineRange{First: number(m[1]) - 1, End: number(m[2])}, ok
	}
	if m := infoLanguage().FindStringSubmatch(info); m != nil {
		if p, lines, ok := pathWithLines(m[1], false); ok {
			return p, lines, true
		}
	}
	return pathWithLines(info, false)
}

// Bytes that no path in an info string or comment has, and those that end an unquoted one.
const (
	notInPath = "<>\"'`={},;*|?"
	endsPath  = notInPath + " \t"
)

// plainPath accepts a name that can only be a path.
func plainPath(name string) (Path, bool) { return barePath(name, endsPath) }

func barePath(name, not string) (Path, bool) {
	if !looksLikePath(name) || strings.HasPrefix(name, "/dev/null") || strings.Contains(name, "://") || strings.ContainsAny(name, not) {
		return Path{}, false
	}
	p, ok := readPath(name)
	p.Line = text.None
	return p, ok
}
