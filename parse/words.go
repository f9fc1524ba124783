package parse

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// said is what the line above a fence says of the code in it.
type said struct {
	// quotes: it's what was, or is: "For reference, get() was:", or what a command prints (code-blocks/far-quote).
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

// Adds is where words above a fence say that what is in it is to be added: to a class (code-blocks/added-to-a-class), at
// the end of its file (code-blocks/added-at-the-end), or below or above what is called by a name
// (code-blocks/added-beside-what-is-named), of that class if there is one. It may replace that
// (code-blocks/replaces-what-is-named). Some means that they say no place (code-blocks/added-keys),
// New that they say to add, to define or to need something (code-blocks/far-says-what-is-not-added).
type Adds struct {
	// Class is "the" if that is all that words say.
	Class            string
	AtEnd, Some, New bool
	// Called is empty if Where doesn't count.
	Called string
	Where  Addition
}

// Words that several lines have.
const (
	theLines = `lines (\d+)(?: ?[-–] ?| to | through )(\d+)(?: (?:of|in) \S+)?`
	onlyThis = `(?: this| the following)?:?$`
	inFile   = `(?:,? (?:from|in|of) \S+)?`
	// toAdd begins a sentence that says to add something.
	toAdd  = `(?i)^(?:[^.!?:]|\.\w)*?\b(?:add|insert|put|place|append|include|implement|define|create|new)\b`
	theEnd = `(?:at|to) the (?:very )?(?:end|bottom) of`
	// fileEnd is the end without the file's name.
	fileEnd = `at (?:the )?file(?:'s)? (?:end|bottom)`
	// aClass names a class by its word or in backticks.
	aClass = `(?:to|into?|inside|within|on|` + theEnd + `) (?:(?:the|your|our|existing|same) )*(?:(?:class|struct|impl|type) )?` +
		"(?:`(?:class |struct |impl )?(\\w+)`?(?: (?:class|struct|impl|type|interface|component|service|model|block)(?: body| block| definition)?)?|" +
		`(\w+) class(?: body| definition)?|class (\w+))`
	theFile = "(?:(?:the|your|this) )?(?:file|module|script|`?[\\w./-]+\\.\\w+`?)"
	aFile   = "(?:" + theEnd + " " + theFile + "|" + fileEnd + ")"
	// kindOf is what a name in backticks is.
	kindOf = `(?: (?:method|function|class|rule|block|field|property|constant|key|entry|section|line|call|import|statement))?`
	// existing comes before a name in backticks, with a word for what it is.
	existing = "(?:(?:the|its|your|our|entire|whole|existing|current|old|last|closing) )*(?:\\w+ )?`([^`]+)`"
)

var (
	// ofLines matches a line about some lines of a file.
	ofLines = text.Expression(`(?i)\blines?\s+\d+\s+(?:of|in)\b|\blines?\s*[:=]\s*\d|\blines\s+\d+\s*(?:-|–|to|through)\s*\d|\(lines?\s+\d+\)|\bL\d+\s*[-–]\s*L?\d|[\w)]:\d+(?:[-–:]\d+)?[*_\x60)]*:?$|#L\d`)
	asItWas = text.Expression(`(?i)\b(?:before|originally|previously|currently|at the moment|used to (?:be|read)|was|were|` +
		`(?:original|old|current|existing|previous)(?: (?:one|code|version|lines?|block|function|method|implementation))?)` +
		`(?: (?:is|was|reads?|looks?|looked|like|this|as follows))*[*_]*:[*_]*$`)
	// notToDo matches what is supposed of a file, a fault shown, or a bad example (code-blocks/not-to-do).
	notToDo = text.Expression(`(?i)^[\W_]*(?:❌|🚫|(?:(?:here(?:'s| is)|this is) )?(?:(?:an?|the) )?(?:\w+ )?(?:reproduction|repro)\b.*:$|(?:if|assum\w+|suppos\w+)\b.*\b(?:looks?|is|reads|contains|has)(?: (?:something )?like)?(?: (?:this|so))?:$|` +
		"(?:bad|wrong|incorrect|avoid|don'?t(?: do)?)(?: (?:code|example|version|way|approach|this))*(?:\\W+(?:in )?`[^`]+`\\W*)?[*_]*:[*_]*$)")
	// printed matches words after a command for what it writes.
	printed        = text.Expression("` (?:\\w+ )?(?:prints?|outputs?|shows?)\\b")
	linesToReplace = []func() *regexp.Regexp{
		text.Expression("(?i)^(?:(?:[^.!?:]|\\.\\w)*\\b)?(?:replace|change|update) " + theLines + "(?: (?:with|to|by))?" + onlyThis),
		text.Expression("(?i)^" + theLines + " (?:should|must|need to|have to|can|could) " +
			"(?:become|be|read|look like|be replaced (?:with|by)|be changed to)" + onlyThis),
	}
	removesCode = text.Expression(`(?i)\b(?:remove|delete|drop) (?:(?:this|these|the following)(?: \w+){0,2}|` +
		"(?:the )?(?:(?:first|last|next) )?(?:\\w+ )?lines?(?: of code)?|(?:the )?(?:\\w+ )?`([\\w.:]+)(?:\\(\\))?`(?: \\w+)?)" + inFile + "$")
	addsImports = text.Expression(`(?i)\b(?:add|update|change|extend|need|forget)\b.*\b(?:imports?|includes?|use statements?)\b|` +
		`\btop of the file\b|\bimports? at the top\b|^(?:\W|and |then |also )*at the (?:very )?top$|` +
		`^(?:\W|\d|and |then |also |first |now |finally )*(?:import|include)(?: (?:the|this|following|required|missing|new|needed|and|from|` +
		"modules?|packages?|headers?|types?|hooks?|`[^`]+`))+$")
	// The last ones are of other languages (code-blocks/added-to-a-class-abroad).
	addsToClass = []func() *regexp.Regexp{
		text.Expression(toAdd + `[^.!?:]*? ` + aClass + inFile + `$`),
		text.Expression(`(?i)^(?:(?:[^.!?:]|\.\w)*[ ,])?` + aClass + inFile + `,? (?:\w+ ){0,3}(?:add|insert|put|place|include|implement|define|create)\b[^.!?:]*$`),
		text.Expression(`(?i)(?:füge?|ergänze|ajoute|agreg|añad|adicion|acrescent|aggiung|добав|添加|加入|新增|追加)[^.!?:]*` +
			"(?:(?:klasse|classe|clase|класс\\pL*) `?(\\w+)|`(\\w+)`[- ]?(?:klasse|класс\\pL*|类|類|クラス))|" +
			"`(\\w+)` ?(?:类|類|クラス)[^。]*(?:添加|加入|新增|追加)"),
	}
	// addsAtEndAbroad is for the end of a file in other languages (code-blocks/added-at-the-end-abroad).
	addsAtEndAbroad = text.Expression(`(?i)(?:füge?|ergänze|hänge?|ajoute|agreg|añad|adicion|acrescent|aggiung).* ` +
		`(?:am (?:ende|schluss)|à la fin|al final|ao final|no final|alla fine) ` +
		"(?:(?:der|des|du|del|do|de|d'|von|di) ?)?(?:(?:la |le )?(?:datei|fichier|archivo|arquivo|file) ?)?(?:`[^`]+\\.\\w+`|$|hinzu|an$)|" +
		"(?:`[^`]+\\.\\w+` ?|文件|ファイル)(?:文件|ファイル)?[的の]?(?:末尾|结尾)[^。]*(?:添加|加入|新增|追加)")
	addsSome = text.Expression(`(?i)^(?:[^.!?:]|\.\w)*?\b(?:add|insert|append|include)\b`)
	addsNew  = text.Expression(`(?i)^(?:[^.!?:]|\.\w)*?\b(?:add|insert|append|include|declare|define|create|introduce|need)\b`)
	// showsAll are words for more than what is added.
	showsAll  = text.Expression(`(?i)\b(?:replace|remove|rename|instead|full|complete|entire|whole|updated|final)\b`)
	addsAtEnd = text.Expression(toAdd + `.* ` + aFile + `$|\bappend\b[^.!?:]* to ` + theFile + `$|\b` + aFile + `,? (?:\w+ ){0,3}(?:add|insert|put|place|append|include)\b[^.!?:]*$`)
	// theOnly matches the word before "class" if that has no name (code-blocks/added-to-the-class).
	theOnly = text.Expression(`(?i)^(?:the|this|that|your|same|existing|main)$`)
	// elsewhere are words for another place than the end.
	elsewhere = text.Expression(`(?i)(?:^|\PL)(?:after|before|below|above|under|outside|beside|between|next to|near|top|start|beginning|first|` +
		`instead|replace|similar|right|nach|vor|unter|über|oberhalb|unterhalb|après|avant|sous|dessous|dessus|después|antes|debajo|arriba|` +
		`depois|abaixo|acima|dopo|prima|sotto|sopra|после|перед|под|над)(?:\PL|$)|之后|之前|后面|前面|下面|の後|の前|の下|の上`)
)

var (
	addsBeside    = text.Expression(`(?i)\b` + besideIt + ` ` + existing + kindOf)
	inParentheses = text.Expression(`\([^()]*\)`)
	saysToAdd     = text.Expression(`(?i)\b(?:add|insert|append|put|paste|place|include|define|create)\b`)
	replacesIt    = text.Expression(`(?i)\b(?:(?:replace|find|locate|remove|delete|swap) ` + existing + "[^`]*(?: (?:in|of|from) `[^`]+`[^`]*)? (?:with|by)" + onlyThis +
		`|(?:replace|rewrite) ` + existing + `(?: \w+){0,2}$)`)
	// changesIt is about lines of a file that are to be changed (code-blocks/lines-to-change).
	changesIt = text.Expression(`(?i)^(?:\W|\d|(?:step|now|then|next|first|finally|and|also|please)\b)*(?:replace|change|update|modify|rewrite)\s`)
	// replacesPart is about lines of a file, and goes on to what replaces them (code-blocks/replaces-what-is-named).
	replacesPart = text.Expression(`(?i)\b(?:replace|change|update|rewrite|swap) [^.!?:]* (?:with|by|to)` + onlyThis)
)

// createsWords match a line up to the path if it says that the file is new, not that a program makes it
// (code-blocks/far-new-file).
var createsWords = text.Expression(`(?i)^(?:\W|\d|step |now |then |next |first |finally |and )*` +
	`(?:new|create(?: an?| the)?(?: new)?|add(?: an?| the)? new)(?: file| module| component| script)?(?: called| named)?\W*$`)

// newFile matches what comes after the path of a new file.
var newFile = text.Expression("(?i)^[`*_]*:?\\s*[(\\[-]+\\s*(?:new|create)")

// readSaid reads the line above a fence. An expression is tried only if the line has one of its words: together they take
// a tenth of a millisecond, and a history has thousands of fences (BenchmarkReadSaid).
func readSaid(line string) *said {
	lower := strings.ToLower(line)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(lower, w) })
	}
	s := &said{quotes: strings.ContainsAny(line, ":❌🚫") && (asItWas().MatchString(line) || notToDo().MatchString(line)) ||
		has("print", "output", "show") && printed().MatchString(line) && commands().MatchString(line)}
	words := cleanPath(line)
	s.imports = has("import", "include", "use ", " top") && addsImports().MatchString(words)
	if has("remove", "delete", "drop") {
		if m := removesCode().FindStringSubmatch(words); m != nil {
			s.removes, s.removed = true, m[1]
		}
	}
	changes := has("replace", "change", "update", "modify", "rewrite", "swap", "find", "locate", "remove", "delete")
	if strings.ContainsAny(line, "0123456789") {
		s.replaces = replacedLines(line)
		s.ofLines = s.replaces.End == 0 && !s.imports && ofLines().MatchString(line) &&
			!replacesPart().MatchString(words) && !changesIt().MatchString(words)
	}
	sentence := lastSentence(strings.ReplaceAll(words, "**", ""))
	switch adds := has("add", "insert", "append", "put", "paste", "place", "include", "implement", "define", "declare", "create", "introduce", "need", "new"); {
	case adds || !isASCII(line):
		s.adds = addsWhere(sentence)
	case changes:
		s.adds = replacesWhere(sentence)
	}
	return s
}

// spaced returns a line with spaces for those that a browser puts between words (find-with/pair-from-a-browser).
func spaced(line string) string { return strings.ReplaceAll(line, "\u00a0", " ") }

func isASCII(line string) bool {
	return !strings.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf })
}

// addsWhere returns where words say to add what is below them.
func addsWhere(words string) (a Adds) {
	beside := addsBeside().FindAllStringSubmatch(words, -1)
	switch {
	case len(beside) == 1 && saysToAdd().MatchString(words):
		others := inParentheses().ReplaceAllString(strings.ReplaceAll(words, beside[0][0], ""), "")
		a = addsWhere(strings.Join(strings.Fields(strings.ReplaceAll(others, ",", " ")), " "))
		a.Called, a.Where = beside[0][2], AddsBelow
		if place := strings.ToLower(beside[0][1]); place == "above" || place == "before" {
			a.Where = AddsAbove
		}
		return a
	case len(beside) == 0:
		if a = replacesWhere(words); a.Called != "" {
			return a
		}
	}
	a.Some = addsSome().MatchString(words) && !showsAll().MatchString(words)
	a.New = addsNew().MatchString(words)
	if elsewhere().MatchString(backticked().ReplaceAllString(words, "")) {
		return a
	}
	if a.AtEnd = addsAtEnd().MatchString(words); a.AtEnd {
		return a
	}
	for _, e := range addsToClass {
		if m := e().FindStringSubmatch(words); m != nil {
			a.Class = strings.Join(m[1:], "")
			if theOnly().MatchString(a.Class) {
				a.Class = "the"
			}
		}
	}
	a.AtEnd = !isASCII(words) && addsAtEndAbroad().MatchString(words)
	return a
}

// replacesWhere returns what words say that is replaced by what is below them.
func replacesWhere(words string) Adds {
	if m := replacesIt().FindStringSubmatch(words); m != nil && !isFileName(m[1]+m[2]) {
		return Adds{Called: m[1] + m[2]}
	}
	return Adds{}
}

// isFileName reports whether a name in backticks is a file's rather than a CSS class or a method of one.
func isFileName(name string) bool { return name[0] != '.' && looksLikePath(name) }

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

// changesScript and runsScript match words for what is done with a script.
var (
	changesScript = text.Expression(`(?i)\b(?:add|append|change|edit|fix|insert|modify|replace|rewrite|update)\b`)
	runsScript    = text.Expression(`(?i)\b(?:call|execute|invoke|launch|run|start|test|try)\b`)
)

// saysToChange reports whether a line says to change a script, without its path and names: `run` may be one
// (code-blocks/part-of-a-script).
func saysToChange(line, path string) bool {
	line = strings.ReplaceAll(backticked().ReplaceAllString(line, ""), path, "")
	return changesScript().MatchString(line) && !runsScript().MatchString(line)
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

// lastSentence returns what follows the last sign that ends a sentence.
func lastSentence(line string) string {
	line = strings.TrimSpace(line)
	for i := len(line) - 2; i > 0; i-- {
		if line[i+1] == ' ' && strings.IndexByte(".!?", line[i]) >= 0 && !isAbbreviated(line[:i]) {
			return line[i+2:]
		}
	}
	return line
}

// isAbbreviated reports whether words end in "e.g" or "i.e".
func isAbbreviated(words string) bool {
	return strings.HasSuffix(words, "e.g") || strings.HasSuffix(words, "i.e")
}

var (
	// codeBy matches a name in backticks with a word for code: "the `app.post` route".
	codeBy = text.Expression("`((?:[A-Z]+ )?/[^`.]*|[\\pL_]\\w*\\.[\\pL_]\\w*)(?:\\(\\))?` (?:route|call|endpoint|handler|middleware|hook|event|listener|property|" +
		"attribute|decorator|method|function|field)\\b")
	// products match names of programs that look like files.
	products = text.Expression(`(?i)(?:^|\s)(?:node|vue|next|nuxt|react|express|three|d3|ember|backbone|angular|moment|discord|alpine)\.js$`)
)

// withoutCode drops names that a line says are code (path-lines/name-of-a-route).
func withoutCode(line string) string {
	if !strings.Contains(line, "` ") {
		return line
	}
	return codeBy().ReplaceAllStringFunc(line, func(s string) string {
		if m := codeBy().FindStringSubmatch(s); isOfFile(m[1]) {
			return s
		}
		return strings.NewReplacer("`", "", ".", " ", "/", " ").Replace(s)
	})
}

// extensions are those of files, which a name in a sentence has rather than a method or a type's name.
const extensions = " js cjs mjs jsx ts cts mts tsx json jsonc json5 jsonl yaml yml toml ini cfg conf config env lock xml plist props properties " +
	"csv tsv sql db py pyi ipynb rb erb rake gemspec go mod sum work rs java kt kts gradle groovy scala sbt clj cljs cljc cs csproj sln " +
	"razor fs fsx vb c cc cpp cxx h hh hpp hxx m mm swift dart php pl pm t lua r rmd jl ex exs eex heex erl hs cabal ml mli elm purs nim " +
	"zig cr d v sv vhd vhdl asm s sol nix el vim htm html xhtml css scss sass less styl vue svelte astro md mdx markdown rst adoc tex txt " +
	"tmpl tpl ejs hbs jinja jinja2 j2 njk liquid pug haml twig sh bash zsh fish ps1 psm1 bat cmd awk mk cmake bazel bzl tf tfvars hcl proto " +
	"graphql gql prisma thrift cue rego dockerfile service timer rules http rest svg glsl wgsl hlsl vert frag feature patch diff snap " +
	"example sample tengo wat storyboard xib entitlements "

// dotFile matches a name that begins with a dot and is a file's rather than a property's or an extension.
var dotFile = text.Expression(`^\.(?:env\..+|[\w-]*(?:env|rc|ignore|config|attributes|modules|access|profile|keep|versions?|map|rspec))$`)

// isOfFile reports whether a name ends in such an extension: a capital and small letters begin a type's name.
func isOfFile(name string) bool {
	extension := name[strings.LastIndexByte(name, '.')+1:]
	isType := len(extension) > 1 && unicode.IsUpper(rune(extension[0])) && unicode.IsLower(rune(extension[1])) && extension != "Rmd"
	return !isType && strings.Contains(extensions, " "+strings.ToLower(extension)+" ")
}

// mayBeCode reports whether a name in a sentence may be code, or a program, rather than a file: `io.Writer`, Node.js. It's a
// file if that exists, or if the words say that it's new (path-lines/name-of-code-in-a-sentence). So is a command, such as
// `python src/a.py` (code-blocks/mentioned-file).
func (r *Result) mayBeCode(path Path) bool {
	name := path.Fallback
	if first, _, several := strings.Cut(name, " "); several {
		return !strings.Contains(first, "/") && !r.SaysNew(path)
	}
	if strings.ContainsAny(name, `/\`) || !strings.Contains(name, ".") {
		return false
	}
	line := r.Text.Line(path.Line)
	isFile := dotFile().MatchString(name) || isOfFile(name) && strings.LastIndexByte(name, '.') > 0
	return (!isFile || products().MatchString(name)) &&
		(strings.HasPrefix(line, "#") || strings.ContainsAny(cleanPath(line), " \t")) && !r.SaysNew(path)
}

var (
	mentionsFile = text.Expression(`(?i)(?:^\W*(?:(?:to|and|then|now|next|finally|you can),? )*|,? (?:and|then|you|when|after) )(?:run|execute|invoke|launch)\b|` +
		`\b(?:runn|execut|invok|launch)ing\b|\b(?:prints?|printed|outputs?|(?:script|program|command|tool|server) (?:\w+ )?(?:writes|saves)|logged|produces|generates|yields|returns|responds|response (?:of|from)|` +
		`errors? (?:in|from|of|is|says|message)|comes from|exceptions?|traceback|fails|crashe[sd]|(?:I|you'?(?:d|ll)?|should) see|you(?:'ll)? get|upload(?:s|ed|ing)?|seen?|show up|` +
		`looks? like|looked|currently|has|had|assum\w+|suppos\w+|given|if|e\.g|for (?:example|instance)|such as|inspired|excerpt|console|terminal|` +
		`(?:uses?|using|used|imports?|calls?|called|try|tests?) (?:it|them|this|that|by|in|anywhere))\b`)
	writesFile = text.Expression(`(?i)\b(?:creat(?:e|ed|ing|ion)|new|add|append|save|write|writing|wrote|put|place|paste|define|implement|generate|updated?|change|` +
		`replace|modify|edit|fix|set|should (?:be|become|look|read|contain|have|now)|must|needs?|becomes?|contents?|complete|full|final|here'?s|` +
		`(?:here|this|it) (?:is|are)|following|below)\b`)
	// showsData are words for what is in a file that a program writes. Of other files they may say what to write.
	showsData = text.Expression(`(?i)\b(?:contains?|holds|shows?|there(?:'s| is| are)|find|have|check|look at|open|inspect|results?|` +
		`gives|generated|creates|writes|saved|written|response)\b`)
	dataFile = text.Expression(`(?i)\.(?:csv|dat|err|jsonl|ndjson|out|tsv|txt)$`)
)

// tools are programs whose arguments are files.
const tools = `(?:awk|bash|bun|cargo|cat|chmod|clang|curl|deno|docker|docker-compose|dotnet|gcc|git (?:add|blame|commit|diff|log|show)|` +
	`g\+\+|go (?:build|run|test|vet)|grep|(?:head|tail) -\S+|javac?|jq|kubectl|ls|mysql|node|npm|npx|perl|php|pip3?|pnpm|psql|` +
	`pytest|python3?|rg|rsync|ruby|rustc|scp|sed|sqlite3|tar|terraform|tsc|uv|wget|yarn|zsh) `

// commands match the commands in a line: in backticks, after a prompt, or all of it, if no argument is a word. Their
// arguments are no files that the fence below may be (code-blocks/path-in-a-command).
var commands = text.Expression("`(?:[$%] )?" + tools + "[^`>]*`|^\\W*[$%] " + tools + "[^`>]*$|^\\s*" + tools + `(?:\S*[-./=]\S* ?)+[^:\s]$`)

// mentions reports whether the words with a path speak of a file that is there: what it prints, what is in it, or how it's
// used, unless they say to write it (code-blocks/mentioned-file).
func (r *Result) mentions(path Path) bool {
	line := r.Text.Line(path.Line)
	words := strings.ReplaceAll(line, path.Fallback, "")
	return withoutRemarks(cleanPath(line)) != path.Fallback && !writesFile().MatchString(words) && (mentionsFile().MatchString(words) ||
		commands().MatchString(line) || dataFile().MatchString(path.Fallback) && showsData().MatchString(words))
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
