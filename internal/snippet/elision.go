package snippet

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Words of comments for omitted code. After an ellipsis a few suffice; without one the whole comment
// must match.
var (
	elided = text.Expression(`(?i)^(?:(?:keep|the|all|your|with)\s+)*(?:rest|remaining|existing|other|previous|unchanged|same|omitted|as before|code|implementation)\b.{0,50}$`)
	// What exists is said of more than what is similar: `// other cases` may be a comment of the new code.
	spared = text.Expression(`(?i)^(?:keep )?(?:the |all |your )*(?:(?:rest of|remaining|existing|unchanged|same) (?:the |your |this |my )*(?:\w+ )?` +
		`(?:code|file|functions?|methods?|class|implementation|impl|struct|contents?|logic|lines|body|module|script|component)|` +
		`(?:other|previous) (?:code|functions|methods) (?:remains?|stays?|are|is)|existing (?:\w+ )?(?:imports|exports|routes|endpoints|handlers|fields|properties|props|` +
		`tests|styles|rules|dependencies|hooks|types|constants|fixtures|helpers|services|definitions|cases|jobs|steps))` +
		`(?: (?:remains?|stays?|is|are|goes|follows|continues|as|the|same|unchanged|here|before|below|above|omitted|intact|untouched|for|brevity))*[.:]?$|` +
		`^(?:the )?(?:rest|code|file|function|implementation|imports|everything else) (?:(?:remains?|stays?|is|are) )?(?:the same|unchanged|as before|as is)\.?$|` +
		`^(?:remaining|other) (?:\w+ ){1,3}(?:unchanged|omitted|as before)\.?$|^snip(?:ped)?$|` +
		`^no (?:other |further )?changes (?:below|to the (?:rest|others?)\b.*)$|` +
		`^(?:code |implementation )?(?:omitted|unchanged|same as before)(?: for brevity)?\.?$`)
	// remains is said of what an ellipsis begins to name: `// ... find() stays the same`.
	remains = text.Expression(`(?i)\b(?:unchanged|(?:the )?same|as before|as is|omitted|untouched|remains?|stays?)\b`)
	// abroad is the same in other languages, also without an ellipsis if the rest is said to be so
	// [rest-in-other-languages].
	abroad = text.Expression(`(?i)^[(（]?(?:(?:\.\.\.|…).*|(?:\p{L}{1,3} )?(?:(?:rest(?:o|e|liche\w*)?|übrige\w*) |остал|其余|其他|残り|その他|以下|나머지).*)` +
		`(?:sin cambios|inchangée?s?|unverändert|sem alterações|invariat[oaie]|без изменений|不变|変更なし|そのまま|` +
		`gleich|wie (?:gehabt|bisher|zuvor)|permanece igual|identique|保持原样|省略|以下略|同じ|同様|동일|그대로|생략)[.)。）…]*$|` +
		`^[(（]?(?:以下|中|後)略[)）]?$|^[(（]?省略了?(?:其[余他]|部分|现有|原有).*$`)
	// placeholder is a comment in markup, where "existing" seldom describes what follows, but "other" may.
	placeholder = text.Expression(`(?i)^(?:<!--|\{/\*)\s*(?:existing|remaining)(?: \w+){1,3}\s*(?:-->|\*/\})$`)
	opener      = text.Expression(`^(?:(?://+|#+|--|;+|%+|/\*+|<!--|\{/\*|"""|')\s*)+`)
	closer      = text.Expression(`\s*(?:\*/\}?|-->|""")$`)
	// dots also match what Windsurf writes: `{{ ... }}`.
	dots = text.Expression(`^(?:\.\.\.|…)\s*|\s*(?:\.\.\.|…)$|^\{\{\s*(?:\.\.\.|…)\s*\}\}$`)
	// spread matches code with other values than those of a name: `[...existing, item]`, `...existing ?? {},`.
	spread = text.Expression(`^[\[(]?\.\.\.[\w.]+(?:,|[\[(]| *(?:\?|\|\||&&))`)
)

// IsElision reports whether a line stands for omitted code: `# ... existing code ...`, `...`.
func IsElision(line string) bool {
	line = strings.TrimSpace(line)
	return mayElide(line) && standsForCode(line)
}

// LeavesOut is IsElision for a line of a new file with this name. In Python, an ellipsis alone is the body of
// a function or class if it's indented.
func LeavesOut(name, line string) bool {
	if languageOf(name).python && strings.TrimSpace(line) == "..." {
		return text.Indentation(line) == ""
	}
	return IsElision(line)
}

// commentBegins are the first bytes that opener matches.
const commentBegins = "/#-;%<{\"'"

// sparing are words of spared, which needs one of them.
var sparing = []string{"rest", "remaining", "existing", "other", "unchanged", "same", "code", "file", "function", "implementation", "omitted", "no ", "snip", "everything", "imports"}

// mayElide is a quick check before the slow expressions. line has no leading whitespace.
func mayElide(line string) bool {
	if strings.Contains(line, "...") || strings.Contains(line, "…") {
		return true
	}
	if line == "" || strings.IndexByte(commentBegins, line[0]) < 0 {
		return false
	}
	// Case folding maps some non-ASCII letters to ASCII.
	lower := strings.ToLower(line)
	return !text.IsPlain(line) || slices.ContainsFunc(sparing, func(word string) bool { return strings.Contains(lower, word) })
}

// isFramed reports whether a comment begins and ends with an ellipsis, whatever the language of its words.
func isFramed(body string) bool {
	body = strings.ReplaceAll(strings.TrimSpace(body), "…", "...")
	return len(body) > len("......") && strings.HasPrefix(body, "...") && strings.HasSuffix(body, "...")
}

func beginsWithEllipsis(body string) bool {
	return strings.HasPrefix(body, "...") || strings.HasPrefix(body, "…")
}

// standsForCode is IsElision for a trimmed line.
func standsForCode(line string) bool {
	body := opener().ReplaceAllString(line, "")
	comment := body != line
	body = closer().ReplaceAllString(body, "")
	if comment && (isFramed(body) || abroad().MatchString(body) || placeholder().MatchString(line) || beginsWithEllipsis(body) && remains().MatchString(body)) {
		return true
	}
	ellipsis := false
	for was := ""; was != body; {
		was = body
		body = strings.TrimSpace(body)
		if n := len(body); n > 1 && (body[0] == '(' && body[n-1] == ')' || body[0] == '[' && body[n-1] == ']') {
			body = body[1 : n-1]
		}
		if cut := dots().ReplaceAllString(body, ""); cut != body {
			body, ellipsis = cut, true
		}
	}
	switch {
	case ellipsis && body == "":
		return true
	case ellipsis:
		// A single word is a name: `...rest`.
		return (comment || strings.Contains(body, " ") && !spread().MatchString(line)) && elided().MatchString(body)
	default:
		return comment && spared().MatchString(strings.Trim(body, "-=<> ")) // "# --- rest of the class ---"
	}
}

var (
	inLine = text.Expression(`/\*\s*(?:\.\.\.|…)[^*]*\*/`)
	// inList matches an elision where JavaScript has a value after the dots, if it isn't in a comment [dots-in-a-comment].
	inList = text.Expression(`^[^/*]*[(,]\s*(?:\.\.\.|…)\s*[,)]`)
)

// elidesInLine reports whether a line that isn't in the file leaves a part of itself out: `run(a, /* ... */)`. What that is
// isn't compared [elision-in-a-line].
func (p *placer) elidesInLine(line string) bool {
	if !strings.Contains(line, "...") && !strings.Contains(line, "…") || len(p.file.at[strings.TrimSpace(line)]) > 0 {
		return false
	}
	return p.file.language.slashStar && inLine().MatchString(line) || p.file.language == script && inList().MatchString(line)
}
