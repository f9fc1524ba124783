package parse

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// infoString is what a fence line says after its backticks or tildes.
func infoString(line string) string {
	return strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "`~"))
}

// language is the first word of an info string, in lower case: `python` in `Python:src/app.py`
// and in `{.python .numberLines}`.
func language(info string) string {
	word := strings.TrimLeft(info, "{. ")
	if end := strings.IndexAny(word, " \t:,{}="); end >= 0 {
		word = word[:end]
	}
	return strings.ToLower(word)
}

var (
	infoAttribute = expression(`(?i)(?:^|[\s,{])(?:title|name|path|file(?:[-_]?(?:name|path))?)=(?:"([^"]*)"|'([^']*)'|([^\s"'},]+))`)
	// A quotation of a file's lines has their numbers before the path.
	infoLanguage = expression(`^[\w+#.-]*[A-Za-z+#][\w+#.-]*(?::\s*|\s+)(?:(?://|#|--|(?i:file|path):)\s*)?(\S+)$`)
)

// infoPath is the path in the info string of a fence, beside the language. Its line is None.
func infoPath(info string) (Path, bool) {
	if !strings.ContainsAny(info, ":= \t") {
		return Path{}, false // a language, as most are
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
	if inner, ok := strings.CutPrefix(name, "["); ok && strings.HasSuffix(inner, "]") {
		name = inner[:len(inner)-1]
	}
	return plainPath(name)
}

// infoName is the path in the info string of a fence that holds a file, which may be all of
// it. Without a separator it may then be a language: unsure.
func infoName(info string) (p Path, unsure, named bool) {
	if p, named = infoPath(info); named || strings.Contains(info, ":") {
		return p, false, named
	}
	p, named = plainPath(info)
	return p, named && !strings.ContainsAny(info, `/\`), named
}

// The bytes that no path in an info string or comment has, and those that end it there
// unless it is in quotes.
const (
	notInPath = "<>\"'`={},;*|?"
	endsPath  = notInPath + " \t"
)

// plainPath is a path that is nothing but one.
func plainPath(name string) (Path, bool) { return barePath(name, endsPath) }

func barePath(name, not string) (Path, bool) {
	if !looksLikePath(name) || strings.Contains(name, "://") || strings.ContainsAny(name, not) {
		return Path{}, false
	}
	p, ok := readPath(name)
	p.Line = text.None
	return p, ok
}
