package parse

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

type turnPatterns struct {
	user, assistant []*regexp.Regexp
}

func (p turnPatterns) speaker(line string) speaker {
	matches := func(re *regexp.Regexp) bool { return re.MatchString(line) }
	switch {
	case slices.ContainsFunc(p.user, matches):
		return theUser
	case slices.ContainsFunc(p.assistant, matches):
		return theAssistant
	}
	return nobody
}

func (p turnPatterns) appendMarks(marks []mark, l text.Line, line string) []mark {
	set := p.speaker(line)
	switch who, level := headingSpeaker(line); {
	case set != nobody:
		// Patterns are a layout and extend the other layouts.
		for _, layout := range []layout{layoutPattern, layoutHeading, layoutLabel} {
			marks = append(marks, mark{line: l, layout: layout, who: set})
		}
	case who != nobody:
		marks = append(marks, mark{line: l, layout: layoutHeading, who: who, level: level})
	case line[0] == '#':
	default:
		if who := labelSpeaker(line); who != nobody {
			marks = append(marks, mark{line: l, layout: layoutLabel, who: who})
		} else if labelOnly(line) != "" {
			marks = append(marks, mark{line: l, layout: layoutLabel, who: someone})
		}
	}
	if m := aiderMark(line); m.who != nobody {
		m.line, m.layout = l, layoutAider
		marks = append(marks, m)
	}
	return marks
}

var speakers = map[string]speaker{
	"user": theUser, "human": theUser, "me": theUser, "you": theUser, "prompt": theUser, "question": theUser,
	"assistant": theAssistant, "ai": theAssistant, "model": theAssistant, "bot": theAssistant, "agent": theAssistant,
	"response": theAssistant, "answer": theAssistant,
	"system": theSystem, "developer": theSystem, "tool": theTool, "function": theTool,
	"benutzer": theUser, "nutzer": theUser, "utilisateur": theUser, "usuario": theUser, "usuário": theUser, "utente": theUser,
	"用户": theUser, "ユーザー": theUser, "пользователь": theUser,
	"assistent": theAssistant, "asistente": theAssistant, "assistente": theAssistant, "助手": theAssistant,
	"アシスタント": theAssistant, "ассистент": theAssistant,
	"aider": theAssistant, "chatgpt": theAssistant, "claude": theAssistant, "cline": theAssistant,
	"codecompanion": theAssistant, "codex": theAssistant, "copilot": theAssistant, "copilot chat": theAssistant,
	"cursor": theAssistant, "deepseek": theAssistant, "gemini": theAssistant, "github copilot": theAssistant,
	"gpt": theAssistant, "grok": theAssistant, "llama": theAssistant, "mistral": theAssistant, "qwen": theAssistant,
	"roo": theAssistant,
}

// nicknames are words without digits in model versions.
var nicknames = map[string]bool{
	"chat": true, "code": true, "coder": true, "experimental": true, "fast": true, "flash": true, "haiku": true,
	"instruct": true, "large": true, "latest": true, "lite": true, "max": true, "medium": true, "mini": true,
	"nano": true, "opus": true, "plus": true, "preview": true, "pro": true, "reasoner": true, "small": true,
	"sonnet": true, "thinking": true, "turbo": true, "ultra": true,
}

// speakerNamed returns the speaker for a lower-case name, with or without a version
// (turns/heading-with-a-version).
func speakerNamed(name string) speaker {
	if who, ok := speakers[name]; ok {
		return who
	}
	// The name ends before its first digit or the `v` before it.
	end := strings.IndexAny(name, "0123456789")
	if end < 0 {
		end = len(name)
	} else if end > 0 && name[end-1] == 'v' {
		end--
	}
	for ; end > 0; end = strings.LastIndexAny(name[:end], " -") {
		who, ok := speakers[strings.TrimRight(name[:end], " -")]
		if ok && isVersion(name[end:]) {
			return who
		}
	}
	return nobody
}

// isVersion reports whether each word has a digit or is a nickname.
func isVersion(s string) bool {
	words := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '-' })
	return !slices.ContainsFunc(words, func(w string) bool {
		return !nicknames[w] && !strings.ContainsAny(w, "0123456789")
	})
}

// emojis are names where a colon follows, as gp.nvim and parrot.nvim write (turns/turn-emoji-with-colon).
var emojis = map[string]speaker{
	"💬": theUser, "🗨": theUser, "👤": theUser, "🧑": theUser, "🤖": theAssistant, "🦜": theAssistant, "✨": theAssistant,
}

// inFront matches what may precede a name: a time, a number, `Role:` (turns/turn-time-in-front).
var inFront = text.Expression(`(?i)^[*_\s]*(?:(?:(?:turn|message|step)\s+#?\d+|[\[(]?\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?)?(?:Z|\s?[+-]\d\d:?\d\d)?[\])]?|[\[(]?\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m)?[\])]?|role:)[*_\s]*[-–—|:]?\s*)+`)

// maxInFront is how many bytes may precede a name.
const maxInFront = 80

// frontWords begin what precedes a name, where a number doesn't.
var frontWords = []string{"turn", "message", "step", "role:"}

// withoutFront drops what precedes a name, and reports whether it named the role.
func withoutFront(s string) (rest string, role bool) {
	start := strings.TrimLeft(s, "*_ \t")
	if start == "" || !strings.ContainsRune("0123456789[(", rune(start[0])) && !slices.ContainsFunc(frontWords, func(w string) bool {
		return len(start) > len(w) && strings.EqualFold(start[:len(w)], w)
	}) {
		return s, false // an expression for every line is slow
	}
	front := inFront().FindString(s[:min(len(s), maxInFront)])
	return s[len(front):], strings.Contains(strings.ToLower(front), "role:")
}

// speakerOf returns whose name a heading or label has, without what may surround it.
func speakerOf(label string) speaker {
	name := speakerName(label)
	if name == "" {
		name = speakerName(strings.Trim(label, "() \t")) // "Message 2 (user)"
	}
	name = strings.TrimSpace(strings.TrimRight(strings.TrimSuffix(name, "sidechain"), " -–—"))
	if len(name) > maxNameLength {
		return nobody
	}
	if speakerNamed(strings.TrimSuffix(name, " input")) == theUser {
		return theUser
	}
	if of, ok := strings.CutSuffix(name, " response"); ok && (of == "planner" || speakerNamed(of) == theAssistant) {
		return theAssistant
	}
	return speakerNamed(name)
}

// maxNameLength is the longest name; longer text is a topic. A mark may have more around it.
const (
	maxNameLength = 60
	maxMarkLength = 300
)

const maxHeadingLevel = 6

// headingSpeaker returns a heading's speaker, or someone if it may be a name, and its level.
func headingSpeaker(line string) (speaker, uint8) {
	name := strings.TrimLeft(line, "#")
	level := len(line) - len(name)
	if level == 0 || level > maxHeadingLevel || name == "" || name[0] != ' ' && name[0] != '\t' || len(name) > maxMarkLength {
		return nobody, 0
	}
	rest, _ := withoutFront(name)
	who := speakerOf(rest)
	if who == nobody && mayBeName(speakerName(name)) {
		who = someone
	}
	return who, uint8(level)
}

// labelSpeaker reads a name with emphasis, or with a colon and optional text: `**You**`, `_**User
// (2025-12-02)**_`, `**User:** text`, `USER: text`.
func labelSpeaker(line string) speaker {
	if line[0] == ' ' {
		return nobody
	}
	line, role := withoutFront(strings.ReplaceAll(line, "：", ":"))
	if role {
		return speakerOf(line)
	}
	label, _, colon := strings.Cut(line, ":")
	if open := strings.IndexByte(label, '('); open >= 0 && strings.IndexByte(label[open:], ')') < 0 {
		label, colon = line, strings.HasSuffix(strings.TrimSpace(line), ":") // the colon is part of a time
	}
	first := strings.IndexFunc(label, unicode.IsLetter)
	if first < 0 && colon {
		return emojis[strings.Trim(strings.ReplaceAll(label, "\uFE0F", ""), "*_ ")]
	}
	if first < 0 || len(label) > maxMarkLength || strings.HasPrefix(label, "* ") || strings.ContainsFunc(label[:first], isNoDecoration) {
		return nobody
	}
	if end := withoutRemark(strings.TrimRight(label, " \t")); !colon && !(strings.ContainsAny(label[:first], "*_") && strings.ContainsAny(end[len(end)-1:], "*_")) {
		return nobody // no emphasis, or it ends within the line
	}
	return speakerOf(label)
}

// withoutRemark drops parentheses at the end that have a space before them
// (turns/label-with-a-time-after-it).
func withoutRemark(label string) string {
	open := strings.LastIndexByte(label, '(')
	if open < 1 || strings.IndexByte(label[open:], ')') != len(label)-open-1 {
		return label
	}
	if name := strings.TrimRight(label[:open], " \t"); len(name) < open {
		return name
	}
	return label
}

// isNoDecoration reports whether a character before a name isn't emphasis, a bracket, a number or an
// emoji.
func isNoDecoration(r rune) bool {
	const symbols, afterSymbols, pictures, variation = 0x2000, 0x3000, 0x1f000, 0xfe0f
	emoji := symbols <= r && r < afterSymbols || r >= pictures || r == variation
	return !emoji && !strings.ContainsRune("*_[(0123456789.)# ", r)
}

var (
	numbering   = text.Expression(`^(\d+[.):]|#\d+)\s*`)
	parentheses = text.Expression(`[^\w]*\([^()]*\)$`)
)

// speakerName returns the lower-case name in a heading or label, without decoration, numbering,
// trailing colon or "said", or parentheses at the end.
func speakerName(name string) string {
	for {
		was := name
		if body := strings.TrimRight(name, "*_:`] \t"); strings.HasSuffix(body, ")") {
			name = parentheses().ReplaceAllString(body, "")
		}
		name = strings.TrimFunc(name, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '#'
		})
		if name != "" && strings.IndexByte("#0123456789", name[0]) >= 0 {
			name = numbering().ReplaceAllString(name, "")
		}
		name = strings.TrimRight(name, "# ")
		if name == was {
			break
		}
	}
	name = strings.ToLower(name)
	return strings.TrimSpace(strings.TrimSuffix(name, " said"))
}
