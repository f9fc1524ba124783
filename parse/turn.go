package parse

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Role says whose message a turn is.
type Role string

// The roles of turns. Lines before the first turn of a chat are nobody's.
const (
	User      Role = "user"
	Assistant Role = "assistant"
	System    Role = "system"
)

// Turn is one message of a chat (formats, "Turns").
type Turn struct {
	Role Role
	// First and End bound the chat lines of the turn, with its heading. The last turn
	// goes on, however the document grows: its End is behind all lines.
	First, End text.Line
}

// Scope says which turns are live: those whose blocks apply in order and count.
type Scope string

// The scopes of the setting and the flag.
const (
	// ScopeAuto: only the last assistant turn, where the document has turns.
	ScopeAuto Scope = "auto"
	// ScopeAll: every turn but the user's.
	ScopeAll Scope = "all"
)

// Live tells whether what stands in turn (an index into Turns, or -1) is live. In
// a document without turns all is.
func (r *Result) Live(turn int, scope Scope) bool {
	if len(r.Turns) == 0 || scope == ScopeAll {
		return true
	}
	return turn == r.lastAssistantTurn()
}

func (r *Result) lastAssistantTurn() int {
	for i := len(r.Turns) - 1; i >= 0; i-- {
		if r.Turns[i].Role == Assistant {
			return i
		}
	}
	return -1
}

// layout is a way of writing turns. Of several in one document the first in this
// order holds.
type layout uint8

const (
	noLayout layout = iota
	layoutPattern
	layoutAider
	layoutHeading
	layoutLabel
	// layouts is the number of layouts.
	layouts
)

// session is the role of the line that begins an aider chat.
const session Role = "session"

// turnMark is a line that begins a turn in some layout.
type turnMark struct {
	line   text.Line
	layout layout
	role   Role
	// typed: aider ends what a person typed with two blanks, so such a line is no
	// line of a model's text, not even inside a block that was cut off.
	typed bool
}

// turnPatterns recognise the lines that begin a turn.
type turnPatterns struct {
	user, assistant []*regexp.Regexp
}

const aiderStart = "# aider chat started at "

// role is whose turn a line begins by the patterns, or nobody's.
func (p turnPatterns) role(line string) Role {
	matches := func(re *regexp.Regexp) bool { return re.MatchString(line) }
	switch {
	case slices.ContainsFunc(p.user, matches):
		return User
	case slices.ContainsFunc(p.assistant, matches):
		return Assistant
	}
	return ""
}

// mark calls add with the marks that a line is.
func (p turnPatterns) mark(l text.Line, line string, add func(turnMark)) {
	set := p.role(line)
	if set != "" {
		// Beside turns of their own, patterns add to the known layouts.
		for _, layout := range []layout{layoutPattern, layoutHeading, layoutLabel} {
			add(turnMark{line: l, layout: layout, role: set})
		}
	}
	if line[0] == '#' {
		switch {
		case strings.HasPrefix(line, aiderStart):
			add(turnMark{line: l, layout: layoutAider, role: session})
		case strings.HasPrefix(line, "#### "), line == "####":
			add(turnMark{line: l, layout: layoutAider, role: User, typed: strings.HasSuffix(line, "  ")})
		}
		if r, ok := headingRole(line); ok && set == "" {
			add(turnMark{line: l, layout: layoutHeading, role: r})
		}
		return
	}
	if r, ok := labelRole(line); ok && set == "" {
		add(turnMark{line: l, layout: layoutLabel, role: r})
	}
}

// labelRole reads `USER:` and its like at the start of a line.
func labelRole(line string) (Role, bool) {
	switch line[0] {
	case 'U', 'u', 'A', 'a', 'S', 's':
	default:
		return "", false
	}
	word, _, ok := strings.Cut(line, ":")
	if !ok || len(word) > len("ASSISTANT") {
		return "", false
	}
	switch strings.ToLower(word) {
	case "user":
		return User, true
	case "assistant":
		return Assistant, true
	case "system":
		return System, true
	}
	return "", false
}

// headingNames are the texts of headings that begin a turn.
var headingNames = map[string]Role{
	"user": User, "human": User, "me": User, "you": User, "prompt": User,
	"assistant": Assistant, "ai": Assistant, "model": Assistant, "bot": Assistant, "response": Assistant,
	"system": System,
	// Assistants by name.
	"aider": Assistant, "chatgpt": Assistant, "claude": Assistant, "codex": Assistant,
	"codecompanion": Assistant, "copilot": Assistant, "cursor": Assistant, "deepseek": Assistant,
	"gemini": Assistant, "github copilot": Assistant, "gpt": Assistant, "grok": Assistant,
	"llama": Assistant, "mistral": Assistant, "ollama": Assistant, "perplexity": Assistant,
	"qwen": Assistant,
}

// firstNames are the first words of the names.
var firstNames = sync.OnceValue(func() map[string]bool {
	first := map[string]bool{}
	for name := range headingNames {
		word, _, _ := strings.Cut(name, " ")
		first[word] = true
	}
	return first
})

// maySpeak tells, at a glance, whether a heading may name a speaker: by its first
// letters. Comments in code are headings by their looks.
func maySpeak(name string) bool {
	isLetter := func(r rune) bool { return r < utf8.RuneSelf && unicode.IsLetter(r) }
	i := strings.IndexFunc(name, isLetter)
	if i < 0 {
		return false
	}
	word := name[i:]
	if end := strings.IndexFunc(word, func(r rune) bool { return !isLetter(r) }); end >= 0 {
		word = word[:end]
	}
	word = strings.ToLower(word)
	return firstNames()[word] || firstNames()[strings.TrimSuffix(word, "v")] // "GPTv4"
}

// versioned takes off what follows an assistant's name: "GPT-4o", "Claude 3.5".
var versioned = expression(`^([a-z][a-z ]*?)[ -]?v?\d[\w.\- ]*$`)

// longestHeading bounds the headings that are looked at: longer ones name a topic.
const longestHeading = 60

// headingRole reads a heading that names a speaker.
func headingRole(line string) (Role, bool) {
	name := strings.TrimLeft(line, "#")
	if len(line)-len(name) > 6 || name == "" || name[0] != ' ' && name[0] != '\t' || len(name) > longestHeading {
		return "", false
	}
	if !maySpeak(name) {
		return "", false
	}
	name = strings.ToLower(speaker(name))
	name = strings.TrimSpace(strings.TrimSuffix(name, " said"))
	if r, ok := headingNames[name]; ok {
		return r, true
	}
	if m := versioned().FindStringSubmatch(name); m != nil {
		if r := headingNames[m[1]]; r == Assistant && !genericNames[m[1]] {
			return r, true
		}
	}
	return "", false
}

// genericNames are no names that carry a version: "Model 2" is a topic.
var genericNames = map[string]bool{"assistant": true, "ai": true, "model": true, "bot": true, "response": true}

var numbering = expression(`^(\d+[.):]|#\d+)\s*`)

// speaker takes emphasis, emoji, numbering and a trailing colon off a heading.
func speaker(name string) string {
	for {
		was := name
		name = strings.TrimFunc(name, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '#'
		})
		name = numbering().ReplaceAllString(name, "")
		name = strings.TrimRight(name, "# ")
		if name == was {
			return name
		}
	}
}

// isAiderHistory tells whether a file is an aider history by its name.
func isAiderHistory(file string) bool {
	return path.Base(strings.ReplaceAll(file, `\`, "/")) == ".aider.chat.history.md"
}

// layoutOrder are the layouts of turns, the ones that say more first.
var layoutOrder = []layout{layoutPattern, layoutAider, layoutHeading, layoutLabel}

// recognise chooses the layout in which the marks make at least one turn of a user
// and one of an assistant.
func (w *walk) recognise() layout {
	for _, l := range layoutOrder {
		if l == layoutAider && !w.aider {
			continue
		}
		var user, assistant bool
		for _, t := range w.turnsOf(l) {
			user, assistant = user || t.Role == User, assistant || t.Role == Assistant
		}
		if user && assistant {
			return l
		}
	}
	return noLayout
}

// turns are those of the layout of the walk.
func (w *walk) turns() []Turn { return w.turnsOf(w.layout) }

// turnsOf makes turns of the marks of a layout.
func (w *walk) turnsOf(l layout) []Turn {
	m := turnMaker{text: w.text, layout: l, at: w.top}
	for _, mark := range w.seen {
		if mark.layout == l {
			m.mark(mark)
		}
	}
	m.end()
	return m.turns
}

// turnMaker makes turns of marks, one after another. In an aider history a user's turn
// is a run of `#### ` lines, and an assistant's what stands between them, if that holds
// more than aider's own `> ` lines.
type turnMaker struct {
	text   *text.Text
	layout layout
	turns  []Turn
	// at is the line behind the last mark of an aider history.
	at text.Line
}

func (m *turnMaker) mark(mark turnMark) {
	n := len(m.turns)
	if m.layout != layoutAider {
		if n > 0 {
			m.turns[n-1].End = mark.line
		}
		m.turns = append(m.turns, Turn{Role: mark.role, First: mark.line})
		return
	}
	if mark.role == User && n > 0 && m.turns[n-1].Role == User && m.turns[n-1].End == mark.line {
		m.turns[n-1].End = mark.line + 1
	} else {
		m.reply(mark.line)
		if mark.role == User {
			m.turns = append(m.turns, Turn{Role: User, First: mark.line, End: mark.line + 1})
		}
	}
	m.at = mark.line + 1
}

// reply makes a turn of the lines before until, if an assistant has said something there.
func (m *turnMaker) reply(until text.Line) {
	said := false
	m.text.Each(m.at, until, func(_ text.Line, line string) bool {
		said = !text.IsBlank(line) && line[0] != '>'
		return !said
	})
	if said {
		m.turns = append(m.turns, Turn{Role: Assistant, First: m.at, End: until})
	}
}

// end lets the last turn go on to the end of the document.
func (m *turnMaker) end() {
	if m.layout == layoutAider {
		n := len(m.turns)
		if m.reply(text.Line(m.text.LineCount())); len(m.turns) > n {
			m.turns[n].End = never
		}
	} else if n := len(m.turns); n > 0 {
		m.turns[n-1].End = never
	}
}

// turnAt is the index of the turn that holds line l, or -1.
func turnAt(turns []Turn, l text.Line) int {
	lo, hi := 0, len(turns)
	for lo < hi {
		mid := (lo + hi) / 2
		if turns[mid].First <= l {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 || l >= turns[lo-1].End {
		return -1
	}
	return lo - 1
}
