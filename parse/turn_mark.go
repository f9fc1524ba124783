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
	if set := p.speaker(line); set != nobody {
		// Patterns are a layout and extend the other layouts.
		for _, layout := range []layout{layoutPattern, layoutHeading, layoutLabel} {
			marks = append(marks, mark{line: l, layout: layout, who: set})
		}
	} else if line[0] == '#' {
		if who, level := headingSpeaker(line); who != nobody {
			marks = append(marks, mark{line: l, layout: layoutHeading, who: who, level: level})
		}
	} else if who := labelSpeaker(line); who != nobody {
		marks = append(marks, mark{line: l, layout: layoutLabel, who: who})
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
	"system": theSystem, "tool": theTool,
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

// speakerNamed returns the speaker for a lower-case name, with or without a version.
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
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool {
		return !nicknames[w] && !strings.ContainsAny(w, "0123456789")
	})
}

// maxNameLength is the longest name; longer text is a topic.
const maxNameLength = 60

const maxHeadingLevel = 6

// headingSpeaker returns a heading's speaker and level.
func headingSpeaker(line string) (speaker, uint8) {
	name := strings.TrimLeft(line, "#")
	level := len(line) - len(name)
	if level > maxHeadingLevel || name == "" || name[0] != ' ' && name[0] != '\t' || len(name) > maxNameLength {
		return nobody, 0
	}
	return speakerNamed(speakerName(name)), uint8(level)
}

// labelSpeaker reads a name with emphasis, or with a colon and optional text: `**You**`, `_**User
// (2025-12-02)**_`, `**User:** text`, `USER: text`.
func labelSpeaker(line string) speaker {
	if line[0] == ' ' {
		return nobody
	}
	label, _, colon := strings.Cut(line, ":")
	if open := strings.IndexByte(label, '('); colon && open >= 0 && strings.IndexByte(label[open:], ')') < 0 {
		label, colon = line, strings.HasSuffix(strings.TrimSpace(line), ":") // the colon is part of a time
	}
	first := strings.IndexFunc(label, unicode.IsLetter)
	if first < 0 || len(label) > maxNameLength || strings.HasPrefix(label, "* ") || strings.ContainsFunc(label[:first], isNoDecoration) {
		return nobody
	}
	if !colon {
		end := withoutRemark(strings.TrimRight(label, " \t"))
		if !strings.ContainsAny(label[:first], "*_") || !strings.ContainsAny(end[len(end)-1:], "*_") {
			return nobody // no emphasis, or it ends within the line
		}
	}
	return speakerNamed(speakerName(label))
}

// withoutRemark drops parentheses at the end that have a space before them.
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
	numbering   = expression(`^(\d+[.):]|#\d+)\s*`)
	parentheses = expression(`[^\w]*\([^()]*\)$`)
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
		name = numbering().ReplaceAllString(name, "")
		name = strings.TrimRight(name, "# ")
		if name == was {
			break
		}
	}
	name = strings.ToLower(name)
	return strings.TrimSpace(strings.TrimSuffix(name, " said"))
}
