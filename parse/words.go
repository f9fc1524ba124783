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
	// of what is to go, if it's said (code-blocks/code-to-remove-by-its-name).
	removes bool
	removed string
	// imports: it's imports that are to be added (code-blocks/far-import).
	imports bool
	adds    Adds
}

// Adds is where words above a fence say that what is in it is to be added: to a class (code-blocks/added-to-a-class), or
// at the end of its file (code-blocks/added-at-the-end). Some means that they say no place (code-blocks/added-keys).
type Adds struct {
	Class       string
	AtEnd, Some bool
}

// Words that several lines have.
const (
	theLines = `lines (\d+)(?: ?[-–] ?| to | through )(\d+)(?: (?:of|in) \S+)? `
	onlyThis = `(?: this| the following)?:?$`
	inFile   = `(?: (?:from|in|of) \S+)?`
	// toAdd begins a sentence that says to add something.
	toAdd  = `(?i)^(?:[^.!?:]|\.\w)*?\b(?:add|insert|put|place|append|include|implement|define|create|new)\b`
	theEnd = `(?:at|to) the (?:very )?(?:end|bottom) of`
	// aClass names a class by its word or in backticks.
	aClass = `(?:to|into?|inside|within|on|` + theEnd + `) (?:(?:the|your|our|existing|same) )*(?:(?:class|struct|impl|type) )?` +
		"(?:`(?:class |struct |impl )?(\\w+)`?(?: (?:class|struct|impl|type|interface|component|service|model)(?: body| block| definition)?)?|" +
		`(\w+) class(?: body| definition)?|class (\w+))`
	theFile = "(?:(?:the|your|this) )?(?:file|module|script|`?[\\w./-]+\\.\\w+`?)"
	aFile   = theEnd + " " + theFile
)

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
	removesCode = text.Expression(`(?i)\b(?:remove|delete|drop) (?:(?:this|these|the following)(?: \w+){0,2}|` +
		"(?:the )?(?:(?:first|last|next) )?(?:\\w+ )?lines?(?: of code)?|(?:the )?(?:\\w+ )?`([\\w.:]+)(?:\\(\\))?`(?: \\w+)?)" + inFile + "$")
	addsImports = text.Expression(`(?i)\b(?:add|update|change|extend|need|forget)\b.*\b(?:imports?|includes?|use statements?)\b|` +
		`\btop of the file\b|\bimports? at the top\b`)
	addsToClass = []func() *regexp.Regexp{
		text.Expression(toAdd + `[^.!?:]*? ` + aClass + inFile + `$`),
		text.Expression(`(?i)^(?:(?:[^.!?:]|\.\w)*[ ,])?` + aClass + inFile + `,? (?:\w+ ){0,3}(?:add|insert|put|place|include|implement|define|create)\b[^.!?:]*$`),
	}
	// addsAbroad are words of other languages for adding a method to a class (code-blocks/added-to-a-class-abroad).
	addsAbroad = text.Expression(`(?i)(?:füge?|ergänze|ajoute|agreg|añad|adicion|acrescent|aggiung|добав|添加|加入|新增|追加)[^.!?:]*` +
		"(?:(?:klasse|clas?se|класс\\pL*) `?(\\w+)|`(\\w+)`[- ]?(?:klasse|класс\\pL*|类|類|クラス))|" +
		"`(\\w+)` ?(?:类|類|クラス)[^。]*(?:添加|加入|新增|追加)")
	// placeAbroad are words of these languages for another place than the end.
	placeAbroad = text.Expression(`(?i)(?:^|\PL)(?:nach|vor|unter|über|oberhalb|unterhalb|après|avant|sous|dessous|dessus|después|antes|debajo|arriba|depois|abaixo|acima|dopo|prima|sotto|sopra|после|перед|под|над)(?:\PL|$)|之后|之前|后面|前面|下面添加|の後|の前|の下|の上`)
	addsSome    = text.Expression(toAdd + `[^!?:]*$`)
	addsAtEnd   = text.Expression(toAdd + `.* ` + aFile + `$|\bappend\b[^.!?:]* to ` + theFile + `$|\b` + aFile + `,? (?:\w+ ){0,3}(?:add|insert|put|place|append|include)\b[^.!?:]*$`)
	// elsewhere are words for another place than the end.
	elsewhere = text.Expression(`(?i)\b(?:after|before|below|above|under|outside|beside|between|next to|near|top|start|beginning|first|instead|` +
		`replace|similar|right)\b`)
)

func readSaid(line string) *said {
	s := &said{quotes: asItWas().MatchString(line), ofLines: ofLines().MatchString(line), replaces: replacedLines(line)}
	s.ofLines = s.ofLines && s.replaces.End == 0
	words := cleanPath(line)
	s.imports = addsImports().MatchString(words)
	if m := removesCode().FindStringSubmatch(words); m != nil {
		s.removes, s.removed = true, m[1]
	}
	s.adds = addsWhere(lastSentence(strings.ReplaceAll(words, "**", "")))
	return s
}

// addsWhere returns where words say to add what is below them.
func addsWhere(words string) (a Adds) {
	a.Some = addsSome().MatchString(words)
	if elsewhere().MatchString(backticked().ReplaceAllString(words, "")) {
		return a
	}
	if a.AtEnd = addsAtEnd().MatchString(words); a.AtEnd {
		return a
	}
	if m := addsAbroad().FindStringSubmatch(words); m != nil && !placeAbroad().MatchString(words) {
		a.Class = m[1] + m[2] + m[3]
	}
	for _, e := range addsToClass {
		if m := e().FindStringSubmatch(words); m != nil && a.Class == "" {
			a.Class = m[1] + m[2] + m[3]
		}
	}
	return a
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
