package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

const longestPath = 200

// longestPathLine is the longest line, in bytes, searched for a path.
const longestPathLine = 8 << 10

// longestName is the most words of a name with spaces. In a longer line that doesn't exist, the only
// path-like word is the path.
const longestName = 3

// Path is the file that a block names.
type Path struct {
	// Readings are the names that the line may mean, most likely first: the first that exists is used.
	Readings []string
	// Fallback is the reading to use if none exists.
	Fallback string
	// Backslashes means that the readings differ in backslashes only: markdown's escapes, or separators. If
	// not exactly one exists, the one whose folder exists is used.
	Backslashes bool
	// Line is the chat line that names the file, or text.None.
	Line text.Line
}

// Named reports whether there is a name.
func (p Path) Named() bool { return len(p.Readings) > 0 }

func readPath(line string) (Path, bool) {
	names, fallback := readNames(line)
	p := Path{Fallback: unescape(fallback)}
	if separates(fallback) {
		p.Fallback = fallback
	}
	for _, name := range names {
		plain := unescape(name)
		if plain != name {
			p.Readings = append(p.Readings, plain)
		}
		p.Readings = append(p.Readings, name)
		p.Backslashes = plain != name && len(names) == 1
	}
	return p, p.Named()
}

// separates reports whether a name has a backslash before a character that needs no escape, so that
// the others separate as well: `src\pkg\__init__.py` (path-lines/backslash-with-a-folder-that-exists).
func separates(name string) bool {
	for i := 0; i+1 < len(name); i++ {
		if name[i] == '\\' && strings.IndexByte("_*[]#~\\", name[i+1]) < 0 {
			return true
		}
	}
	return false
}

// unescape removes markdown's backslashes.
func unescape(name string) string {
	return markdownEscape().ReplaceAllString(name, "$1")
}

var markdownEscape = text.Expression(`\\([_*\[\]#~])`)

// readNames returns the readings of a path line, with escapes, and the fallback.
func readNames(line string) (names []string, fallback string) {
	line = strings.TrimSpace(line)
	if line == "" || len(line) > longestPathLine || line[0] == '>' || strings.HasPrefix(line, "// ") {
		return nil, ""
	}
	if _, to, ok := headingNames(line); ok && to.Named() {
		return to.Readings, to.Fallback
	}
	if line = strings.TrimSpace(unlink(line)); line == "" { // a picture's or a badge's link (path-lines/link-without-a-text)
		return nil, ""
	}
	if tag, ok := tagPath(line); ok {
		return accept(tag)
	}
	if strings.Contains(line, "/") && aboutBlocks().MatchString(line) {
		return nil, ""
	}
	line = withoutCode(line)
	if token, ok := backtickedPath(line); ok {
		return accept(cleanPath(token))
	}
	cleaned := cleanPath(line)
	if !strings.ContainsFunc(cleaned, unicode.IsSpace) {
		return accept(cleaned)
	}
	return namesInWords(cleaned)
}

// namesInWords is readNames for several words.
func namesInWords(cleaned string) (names []string, fallback string) {
	if bare := withoutRemarks(cleaned); bare != cleaned && looksLikePath(bare) {
		whole, _ := accept(cleaned)
		if names, fallback = []string{bare}, bare; strings.Contains(bare, ": ") {
			names, fallback = namesInWords(bare)
		}
		return append(whole, names...), fallback
	}
	paths, words := pathWords(cleaned)
	if len(paths) != 1 {
		switch {
		case len(paths) == 0 && strings.Contains(cleaned, "file"):
			if known := knownWord(cleaned); known != "" {
				return accept(known)
			}
			return nil, ""
		case !looksLikePath(cleaned):
			return nil, ""
		}
		return accept(cleaned)
	}
	whole, _ := accept(cleaned)
	word := paths[0]
	switch {
	case whole == nil:
		return accept(word)
	case words <= longestName && (word[0] == '/' || !strings.Contains(cleaned, ": ")): // such a name is refused (path-lines/label-and-remark)
		return append(whole, word), cleaned
	default:
		return append(whole, word), word
	}
}

// pathWords returns the words of a line that look like paths, and how many words it has.
func pathWords(line string) (paths []string, words int) {
	for w := range strings.FieldsSeq(line) {
		words++
		if strings.Contains(w, "()") {
			continue // a call
		}
		if w = cleanPath(strings.TrimRight(strings.Trim(w, "`'\"()[],;:!?"), ".")); looksLikePath(w) {
			paths = append(paths, w)
		}
	}
	return paths, words
}

var (
	// tagLike matches a line of markup, or one of its attributes.
	tagLike = text.Expression(`^</?[A-Za-z][^>]*>?$`)
	// aboutBlocks matches words about edit blocks that look like a path.
	aboutBlocks = text.Expression("(?i)^[^\\pL]*(?:search|find|old|before)/(?:replace|new|after)\\b[*_`]*(?:\\s+(?:edits?|blocks?))?[^\\pL]*$")
	summary     = text.Expression(`(?i)^(?:<details>\s*)?<summary>\s*(?:<code>)?([^<>]+?)(?:</code>)?\s*</summary>$`)
	pathAttr    = text.Expression(`(?i)(?:^|\s)(?:path|file_?path)=(?:"([^"<>]+)"|'([^'<>]+)')`)
	onlyAttr    = text.Expression(`^[\w-]+=(?:"[^"]*"|'[^']*')\s*/?>?$`)
	remark      = text.Expression(`^(\S.*?)(?:\s+\([^()]*\)|\s+(?:—|–|-)\s.*):?$`)
	leadingSign = text.Expression(`^[\x{2190}-\x{2BFF}\x{1F000}-\x{1FAFF}\x{FE0F}\x{200D}]+\s+`)
)

// tagPath returns the path of a tag (path-lines/path-in-a-file-tag), or "". Other markup isn't a path
// (path-lines/summary-of-details).
func tagPath(line string) (path string, markup bool) {
	if line[0] != '<' && !strings.Contains(line, "=") {
		return "", false
	}
	if m := summary().FindStringSubmatch(line); m != nil {
		if looksLikePath(m[1]) {
			return m[1], true
		}
		return "", true
	}
	if line[0] != '<' && !onlyAttr().MatchString(line) || line[0] == '<' && !tagLike().MatchString(line) {
		return "", false
	}
	if m := pathAttr().FindStringSubmatch(line); m != nil {
		return m[1] + m[2], true
	}
	return "", true
}

// withoutRemarks drops an emoji in front of a path, and what follows it in parentheses or after a dash
// (path-lines/path-with-an-emoji).
func withoutRemarks(s string) string {
	if s != "" && s[0] >= utf8.RuneSelf {
		s = leadingSign().ReplaceAllString(s, "")
	}
	if strings.ContainsAny(s, "(—–-") {
		if m := remark().FindStringSubmatch(s); m != nil {
			s = m[1]
		}
	}
	return cleanPath(s)
}

var markdownLink = text.Expression("(^|[\\s*_`\"'(])\\[([^\\]\\[]*)\\]\\(<?([^()<>\\s]+)>?\\)([\\s*_.,:;!?`\"')]|$)")

// unlink replaces markdown links by their targets or, if the target is an address, by their texts.
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

// accept rejects a name that is too long or has no letter or digit.
func accept(name string) ([]string, string) {
	if !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) &&
		!isDots(name) && !isFolder(name) || utf8.RuneCountInString(name) > longestPath {
		return nil, ""
	}
	return []string{name}, name
}

// isDots reports whether a name is dots and separators. `..` must be refused as a path rather than
// skipped as prose.
func isDots(name string) bool {
	return strings.Contains(name, "..") && strings.Trim(name, `./\`) == "" && name != "..."
}

// isFolder reports whether a name is the workspace or a home directory, which are valid names though
// not files.
func isFolder(name string) bool {
	folder := strings.TrimRight(name, `/\`)
	return folder == "." || folder == "~"
}

// backtickedPath returns the only path-like token in backticks on a line, or the only known name if there is none.
func backtickedPath(line string) (string, bool) {
	found, n := "", 0
	known, k := "", 0
	for _, m := range backticked().FindAllStringSubmatch(line, -1) {
		token := strings.TrimSpace(m[1])
		if looksLikePath(token) {
			found, n = token, n+1
		} else if knownName().MatchString(token) {
			known, k = token, k+1
		}
	}
	if n == 0 {
		found, n = known, k
	}
	return found, n == 1
}

// knownName matches files that have no extension whatever their project is (path-lines/name-without-an-extension).
var knownName = text.Expression(`^(?:Dockerfile|Containerfile|(?:GNU)?[Mm]akefile|Gemfile|Rakefile|Procfile|Jenkinsfile|` +
	`Vagrantfile|[Jj]ustfile|Pipfile|Brewfile|Podfile|Fastfile|Caddyfile|Earthfile|Tiltfile|LICEN[CS]E|NOTICE|CODEOWNERS)$`)

// knownWord returns such a name that is the last word of a line, or is below "in the", "to your" and the like
// (path-lines/name-without-an-extension), or "".
func knownWord(line string) string {
	if m := inKnown().FindStringSubmatch(line); m != nil {
		return m[1]
	}
	if last := line[strings.LastIndexByte(line, ' ')+1:]; knownName().MatchString(last) {
		return last
	}
	return ""
}

// inKnown matches a sentence that begins with the place of a change, or ends with it.
var inKnown = text.Expression(`(?i:^(?:\pL+,? ){0,4}(?:in|to|update|modify|change|edit|open) (?:the |your )?)((?:Docker|Container|[Mm]ake|Gem|Rake|Proc|Jenkins|Pip)file)\b`)

var backticked = text.Expression("`([^`]+)`")

// looksLikePath reports whether a word has a separator or a file extension.
func looksLikePath(s string) bool {
	if strings.ContainsAny(s, `/\`) {
		return strings.ContainsFunc(s, unicode.IsLetter)
	}
	switch strings.ToLower(s) {
	case "e.g", "i.e", "a.m", "p.m":
		return false
	}
	return hasExtension(s)
}

// hasExtension reports whether a word ends in a dot and letters, digits, `_`, `+` and `-`, at least one letter.
func hasExtension(s string) bool {
	dot := strings.LastIndexByte(s, '.')
	return dot >= 0 && strings.ContainsFunc(s[dot:], unicode.IsLetter) && !strings.ContainsFunc(s[dot+1:], func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '_' && r != '+' && r != '-'
	})
}

var (
	headingMark = text.Expression(`^#{1,6}\s+`)
	bulletMark  = text.Expression(`^(?:[-*+•]|\d{1,3}[.)])\s+`)
	pathLabel   = text.Expression(`(?i)^(\*\*|__|\*|_)?(?:file ?name|file ?path|(?:(?:new|created|updated|deleted) )?file|path)\s*(?::(\*\*|__|\*|_)|(\*\*|__|\*|_)?:)\s*`)
	// changeLabel matches SpecStory's labels above a diff.
	changeLabel  = text.Expression(`(?i)^(\*\*|__|\*|_)?(?:add|update):\s+(\S+)$`)
	pathBrackets = [][2]string{
		{"**", "**"}, {"*", "*"}, {"`", "`"}, {`"`, `"`}, {"'", "'"}, {"“", "”"}, {"‘", "’"},
	}
)

// cleanPath strips what markdown and models put around a path.
func cleanPath(s string) string {
	for {
		was := s
		s = strings.TrimSpace(s)
		s = stripLabel(stripMarks(s))
		s = stripPathTags(s)
		for _, b := range pathBrackets {
			if len(s) >= len(b[0])+len(b[1]) && strings.HasPrefix(s, b[0]) && strings.HasSuffix(s, b[1]) {
				s = s[len(b[0]) : len(s)-len(b[1])]
			}
		}
		s = stripUnderscores(s)
		// "C:" is a drive rather than a name and a colon.
		if strings.HasSuffix(s, ":") && len(s) > 2 {
			s = s[:len(s)-1]
		}
		if s == was {
			return s
		}
	}
}

// stripMarks strips a heading's and a bullet's mark.
func stripMarks(s string) string {
	if s == "" || strings.IndexByte("#-*+•0123456789", s[0]) < 0 {
		return s // an expression for every line is slow
	}
	return bulletMark().ReplaceAllString(headingMark().ReplaceAllString(s, ""), "")
}

// stripLabel strips a label and its emphasis, which may end after the path.
func stripLabel(s string) string {
	if !strings.Contains(s, ":") {
		return s
	}
	m := pathLabel().FindStringSubmatchIndex(s)
	if n := changeLabel().FindStringSubmatch(s); m == nil && n != nil && looksLikePath(n[2]) {
		return n[1] + n[2]
	}
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

// hasPathLabel reports whether a label says that a trimmed line names a file.
func hasPathLabel(line string) bool {
	line = stripMarks(line)
	return stripLabel(line) != line
}

// stripUnderscores strips emphasis by underscores but keeps names such as __init__.
func stripUnderscores(s string) string {
	for _, u := range []string{"__", "_"} {
		inner, opens := strings.CutPrefix(s, u)
		if inner, closes := strings.CutSuffix(inner, u); opens && closes && looksLikePath(inner) {
			return inner
		}
	}
	return s
}

// isWeakName reports whether a line read as a bare name may be a word of prose ("Also:", "Certainly!"), as
// in path-lines/word-with-punctuation, unless it looks like a file's name (path-lines/name-in-upper-case).
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

// isProse reports whether a name is several words, none of them path-like.
func isProse(name string) bool {
	return strings.ContainsFunc(name, unicode.IsSpace) && !looksLikePath(name)
}

func isBareWord(name string) bool {
	return !strings.ContainsAny(strings.TrimRight(name, ".:"), "/\\.`")
}
