package parse

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// said is what the line above a fence says of the code in it.
type said struct {
	// quotes: it's what was, or is: "For reference, get() was:" (code-blocks/far-quote).
	quotes bool
	// ofLines: it's about some lines of a file, as above a quote. replaces are those that it says the code replaces
	// (code-blocks/range-in-words).
	ofLines  bool
	replaces text.LineRange
	// removes: the code is to go, unless words go on to what replaces it (code-blocks/code-to-remove). removed is the name
	// of what is to go (code-blocks/code-to-remove-by-its-name).
	removes bool
	removed string
	// imports: it's imports that are to be added (code-blocks/far-import).
	imports bool
}

var (
	// ofLines matches a line about some lines of a file.
	ofLines = text.Expression(`(?i)\blines?\s+\d+\s+(?:of|in)\b|\blines?\s*[:=]\s*\d|\blines\s+\d+\s*(?:-|–|to|through)\s*\d|\(lines?\s+\d+\)|\bL\d+\s*[-–]\s*L?\d|[\w)]:\d+(?:[-–:]\d+)?[*_\x60)]*:?$|#L\d`)
	asItWas = text.Expression(`(?i)\b(?:before|originally|previously|currently|at the moment|used to (?:be|read)|was|were|` +
		`(?:original|old|current|existing|previous)(?: (?:one|code|version|lines?|block|function|method|implementation))?)` +
		`(?: (?:is|was|reads?|looks?|looked|like|this|as follows))*[*_]*:[*_]*$`)
	linesToReplace = []func() *regexp.Regexp{
		text.Expression("(?i)^(?:(?:[^.!?:]|\\.\\w)*\\b)?(?:replace|change|update) " + theLines + "(?:with|to|by)" + onlyThis),
		text.Expression("(?i)^" + theLines + "(?:should|must|need to|have to|can|could) " +
			"(?:become|be|read|look like|be replaced (?:with|by)|be changed to)" + onlyThis),
	}
	removesCode = text.Expression(`(?i)\b(?:remove|delete|drop) (?:this|these|the following)(?: \w+){0,2}(?: (?:from|in|of) \S+)?:?$`)
	removesName = text.Expression("(?i)\\b(?:remove|delete|drop) (?:the )?(?:\\w+ )?`([\\w.:]+)(?:\\(\\))?`(?: \\w+)?(?: (?:from|in|of) \\S+)?:?$")
	addsImports = text.Expression(`(?i)\b(?:add|update|change|extend|need)\b.*\b(?:imports?|includes?|use statements?)\b|` +
		`\btop of the file\b|\bimports? at the top\b`)
)

const (
	theLines = `lines (\d+)(?: ?[-–] ?| to | through )(\d+)(?: (?:of|in) \S+)? `
	onlyThis = `(?: this| the following)?:?$`
)

func readSaid(line string) *said {
	s := &said{quotes: asItWas().MatchString(line), ofLines: ofLines().MatchString(line), replaces: replacedLines(line)}
	s.ofLines = s.ofLines && s.replaces.End == 0
	words := cleanPath(line)
	s.removes, s.imports = removesCode().MatchString(words), addsImports().MatchString(words)
	if m := removesName().FindStringSubmatch(words); m != nil {
		s.removed = m[1]
	}
	return s
}

// replacedLines returns the lines that words such as "Replace lines 3-4 of `a.py` with:" and "In `a.py`, replace
// lines 3-4 with:" say, none if they say something else.
func replacedLines(line string) text.LineRange {
	line = lastSentence(cleanPath(line))
	for _, e := range linesToReplace {
		if m := e().FindStringSubmatch(line); m != nil {
			return text.LineRange{First: number(m[1]) - 1, End: number(m[2])}
		}
	}
	return text.LineRange{}
}

// alternativeWords match words that begin a line above code that is another way to do what code above it does.
var alternativeWords = text.Expression(`(?i)^(?:alternatively|an alternative|another (?:option|way|approach|possibility)|` +
	`(?:option|approach|alternative|variant|solution) (?:[b-z]|[2-9]|two|three)\b|or,? (?:alternatively|if you(?:'d)? (?:prefer|rather)))`)

// alternativeStarts are the first two letters of these words: an expression for lines above every fence is slow.
const alternativeStarts = "al an ap op or so va"

func saysAlternative(line string) bool {
	words := strings.TrimLeftFunc(line, func(r rune) bool { return !unicode.IsLetter(r) })
	return len(words) > 2 && strings.Contains(alternativeStarts, strings.ToLower(words[:2])) && alternativeWords().MatchString(words)
}

// offersAnother reports whether the words above a fence say that it's another way to do what a code block above it does
// with the same file: nobody has chosen yet (code-blocks/alternative).
func (r *Result) offersAnother(i int, p *Proposal, all []Proposal) bool {
	const linesAbove = 8 // a heading and a paragraph
	from := max(r.fenced[i].floor, p.Start-linesAbove)
	if i > 0 {
		from = max(from, r.fenced[i-1].end+1)
	}
	for l := from; l < p.Start; l++ {
		if saysAlternative(r.Text.Line(l)) {
			return slices.ContainsFunc(all, func(above Proposal) bool {
				return above.Turn == p.Turn && above.Unread == "" && above.name() == p.name()
			})
		}
	}
	return false
}
