package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// longestPath is the length, in characters, over which a line isn't a path.
const longestPath = 200

// longestPathLine is the length, in bytes, over which a line is not even looked at:
// no sentence that names a path is as long.
const longestPathLine = 8 << 10

// longestName is the number of words up to which a line that exists neither as a
// whole nor in its one path-like word is taken to be a name with spaces.
const longestName = 3

// Path is the file that a block names.
type Path struct {
	// Readings are the names that the path line may mean, the most likely first:
	// the first that exists is meant. Empty where no file is named.
	Readings []string
	// Fallback is the one of them that is meant where none exists.
	Fallback string
	// Line is the chat line that names the file, or text.None.
	Line text.Line
}

// Named reports whether there is a name at all.
func (p Path) Named() bool { return len(p.Readings) > 0 }

// readPath reads a path line, and reports whether it is one.
func readPath(line string) (Path, bool) {
	names, fallback := readNames(line)
	p := Path{Fallback: unescape(fallback)}
	for _, name := range names {
		if plain := unescape(name); plain != name {
			p.Readings = append(p.Readings, plain)
		}
		p.Readings = append(p.Readings, name)
	}
	return p, p.Named()
}

// unescape takes off the backslash before what means something in markdown.
func unescape(name string) string {
	if strings.IndexByte(name, '\\') < 0 {
		return name
	}
	return markdownEscape().ReplaceAllString(name, "$1")
}

var markdownEscape = expression(`\\([_*\[\]#~])`)

// readNames reads a path line with its escapes: the names that it may mean, if any, and the
// one that it means where none of them exists.
func readNames(line string) (names []string, fallback string) {
	line = strings.TrimSpace(line)
	if line == "" || len(line) > longestPathLine || line[0] == '>' || strings.HasPrefix(line, "// ") {
		return nil, ""
	}
	line = unlink(line)
	if token, ok := backtickedPath(line); ok {
		return accept(cleanPath(token))
	}
	cleaned := cleanPath(line)
	if !strings.ContainsFunc(cleaned, unicode.IsSpace) {
		return accept(cleaned)
	}
	words := strings.Fields(cleaned)
	var paths []string
	for _, w := range words {
		if w = cleanPath(strings.TrimRight(strings.Trim(w, "`'\"()[],;:!?"), ".")); looksLikePath(w) {
			paths = append(paths, w)
		}
	}
	if len(paths) != 1 {
		if !looksLikePath(cleaned) {
			return nil, ""
		}
		return accept(cleaned)
	}
	whole, _ := accept(cleaned)
	word := paths[0]
	switch {
	case whole == nil:
		return accept(word)
	case word == cleaned:
		return whole, cleaned
	case len(words) <= longestName:
		return append(whole, word), cleaned
	default:
		return append(whole, word), word
	}
}

var markdownLink = expression("(^|[\\s*_`\"'(])\\[([^\\]\\[]*)\\]\\(<?([^()<>\\s]+)>?\\)([\\s*_.,:;!?`\"')]|$)")

// unlink puts the path that a markdown link names in the place of the link: that it leads to
// or, where that is an address, its text.
func unlink(line string) string {
	if !strings.Contains(line, "](") {
		return line
	}
	return markdownLink().ReplaceAllStringFunc(line, func(link string) string {
		m := markdownLink().FindStringSubmatch(link)
		if looksLikePath(m[3]) && !strings.ContainsAny(m[3], ":#") {
			return m[1] + m[3] + m[4]
		}
		return m[1] + m[2] + m[4]
	})
}

// accept takes a cleaned name unless nothing of a name is left or it is too long.
func accept(name string) ([]string, string) {
	if !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) &&
		!isDots(name) && !isFolder(name) || utf8.RuneCountInString(name) > longestPath {
		return nil, ""
	}
	return []string{name}, name
}

// isDots reports whether name is a path of dots and separators, so that `..` is
// refused as the path that it is and not passed over as prose.
func isDots(name string) bool {
	return strings.Contains(name, "..") && strings.Trim(name, `./\`) == "" && name != "..."
}

// isFolder reports whether name is the workspace's folder, or a person's: no file's name,
// but a name.
func isFolder(name string) bool {
	folder := strings.TrimRight(name, `/\`)
	return folder == "." || folder == "~"
}

// backtickedPath is the one token in backticks that looks like a path, in a line
// that is more than that token.
func backtickedPath(line string) (string, bool) {
	if strings.Count(line, "`") < 2 {
		return "", false
	}
	found, n := "", 0
	for _, m := range backticked().FindAllStringSubmatch(line, -1) {
		if token := strings.TrimSpace(m[1]); looksLikePath(token) {
			found, n = token, n+1
		}
	}
	return found, n == 1
}

var backticked = expression("`([^`]+)`")

// looksLikePath reports whether a word has a separator or an extension.
func looksLikePath(s string) bool {
	if strings.ContainsAny(s, `/\`) {
		return strings.ContainsFunc(s, unicode.IsLetter)
	}
	switch strings.ToLower(s) {
	case "e.g", "i.e", "a.m", "p.m":
		return false
	}
	return strings.Contains(s, ".") && extension().MatchString(s)
}

// extension is a dot and a word with a letter in it: neither the end of a sentence nor the
// fraction of a number.
var extension = expression(`\.[\pL\pN_+-]*\pL[\pL\pN_+-]*$`)

var (
	headingMark  = expression(`^#{1,6}\s+`)
	bulletMark   = expression(`^(?:[-*+•]|\d{1,3}[.)])\s+`)
	pathLabel    = expression(`(?i)^(\*\*|__|\*|_)?(?:file ?name|file ?path|file|path)\s*(?::(\*\*|__|\*|_)|(\*\*|__|\*|_)?:)\s*`)
	pathBrackets = [][2]string{
		{"**", "**"}, {"*", "*"}, {"`", "`"}, {`"`, `"`}, {"'", "'"}, {"“", "”"}, {"‘", "’"},
	}
)

// cleanPath takes off what markdown and models put around a path.
func cleanPath(s string) string {
	for {
		was := s
		s = strings.TrimSpace(s)
		s = headingMark().ReplaceAllString(s, "")
		s = bulletMark().ReplaceAllString(s, "")
		s = stripLabel(s)
		s = stripPathTags(s)
		for _, b := range pathBrackets {
			if len(s) >= len(b[0])+len(b[1]) && strings.HasPrefix(s, b[0]) && strings.HasSuffix(s, b[1]) {
				s = s[len(b[0]) : len(s)-len(b[1])]
			}
		}
		s = stripUnderscores(s)
		// "C:" is a drive, not a name followed by a colon.
		if strings.HasSuffix(s, ":") && len(s) > 2 {
			s = s[:len(s)-1]
		}
		if s == was {
			return s
		}
	}
}

// stripLabel strips a label and its emphasis, which may end after the path.
func stripLabel(s string) string {
	m := pathLabel().FindStringSubmatchIndex(s)
	if m == nil || strings.HasPrefix(s[m[1]:], "//") {
		return s
	}
	rest := s[m[1]:]
	if opens, closed := m[2] >= 0, m[4] >= 0 || m[6] >= 0; opens && !closed {
		emphasis := s[m[2]:m[3]]
		if name, ok := strings.CutSuffix(strings.TrimRight(rest, ": \t"), emphasis); ok {
			return name
		}
	}
	return rest
}

// stripUnderscores takes emphasis by underscores off, but leaves names such as
// __init__ whole.
func stripUnderscores(s string) string {
	for _, u := range []string{"__", "_"} {
		if len(s) > 2*len(u) && strings.HasPrefix(s, u) && strings.HasSuffix(s, u) {
			if inner := s[len(u) : len(s)-len(u)]; looksLikePath(inner) {
				return inner
			}
		}
	}
	return s
}

// isWeakName reports whether a line that was read as a bare name may well be a word of
// prose ("Also:", "Certainly!").
func isWeakName(line, name string) bool {
	line = strings.TrimSpace(line)
	if !isBareWord(name) || strings.ContainsAny(line, "`*\"#") {
		return false
	}
	switch line[len(line)-1] {
	case ':', '!', ',', ';', '?':
	default:
		return false
	}
	lower := strings.ToLower(name)
	return !strings.HasSuffix(lower, "file") && (name != strings.ToUpper(name) || len(name) < 4)
}

// isProse reports whether a name is several words, none of which looks like a path.
func isProse(name string) bool {
	return strings.ContainsFunc(name, unicode.IsSpace) && !looksLikePath(name)
}

// isBareWord reports whether a name has nothing that only names of files have.
func isBareWord(name string) bool {
	return !strings.ContainsAny(strings.TrimRight(name, ".:"), "/\\.`")
}
