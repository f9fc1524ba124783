package parse

import (
	"slices"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// weakNames don't show which side speaks if nothing else is in the label.
var weakNames = map[string]bool{
	"response": true, "answer": true, "question": true, "prompt": true, "model": true, "agent": true, "bot": true, "me": true, "you": true, "ai": true,
}

// maxOtherWords limits the words of a name that isn't known.
const maxOtherWords = 3

// mayBeName reports whether text may be a name that isn't known.
func mayBeName(name string) bool {
	return name != "" && len(name) <= maxNameLength && len(strings.Fields(name)) <= maxOtherWords && !strings.ContainsAny(name, `/\.`)
}

// labelOnly returns the name of a line that is nothing but a label: `octo-dev:`, `**Alice**`.
func labelOnly(line string) string {
	line = strings.TrimRight(line, " \t")
	if len(line) > 2*maxNameLength || line == "" {
		return ""
	}
	last := line[len(line)-1]
	first := strings.IndexFunc(line, unicode.IsLetter)
	if first < 0 || strings.ContainsFunc(line[:first], isNoDecoration) || last != ':' && last != '*' && last != '_' {
		return ""
	}
	if name := speakerName(line); mayBeName(name) && strings.Count(line, ":") <= 1 {
		return name
	}
	return ""
}

// shape is how a mark is written, without its name.
func shape(m mark, line string) string {
	if m.layout == layoutHeading {
		return strings.Repeat("#", int(m.level))
	}
	inName := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	first, last := strings.IndexFunc(line, inName), strings.LastIndexFunc(line, inName)
	if first < 0 {
		return line
	}
	return line[:first] + " " + strings.TrimRight(strings.TrimLeftFunc(line[last:], inName), " \t")
}

// inferOther finds the other side of a layout in which only one is known: the one name of the same shape that
// alternates with it (turns/turn-other-label-alternates):
//
//	octo-dev:
//	GitHub Copilot:
func (w *walk) inferOther(l layout) {
	known, who := w.oneSide(l)
	others := map[[2]string][]text.Line{}
	for _, m := range w.others {
		line := w.text.Line(m.line)
		if form := shape(m, line); len(known[form]) > 1 {
			key := [2]string{form, speakerName(strings.TrimLeft(line, "#"))}
			others[key] = append(others[key], m.line)
		}
	}
	var found []text.Line
	for key, lines := range others {
		if !alternate(known[key[0]], lines) {
			continue
		}
		if found != nil {
			return // which of them?
		}
		found = lines
	}
	side := theUser
	if who == theUser {
		side = theAssistant
	}
	for i, m := range w.marks {
		if _, ok := slices.BinarySearch(found, m.line); ok && m.who == someone {
			w.marks[i].who = side
			w.seen = append(w.seen, w.marks[i])
		}
	}
	slices.SortStableFunc(w.seen, func(a, b mark) int { return int(a.line - b.line) })
}

// oneSide returns the lines of a layout's names by their shape, and whose they are: all are of one side,
// or the layout would be that of the chat.
func (w *walk) oneSide(l layout) (known map[string][]text.Line, who speaker) {
	known = map[string][]text.Line{}
	for _, m := range w.seen {
		line := w.text.Line(m.line)
		if m.layout != l || m.who != theUser && m.who != theAssistant || weakNames[speakerName(strings.TrimLeft(line, "#"))] {
			continue
		}
		who = m.who
		known[shape(m, line)] = append(known[shape(m, line)], m.line)
	}
	return known, who
}

// alternate reports whether two sorted lists take turns, each at least twice. They must not be empty.
func alternate(a, b []text.Line) bool {
	if b[0] < a[0] {
		a, b = b, a
	}
	if len(b) < 2 || len(a) != len(b) && len(a) != len(b)+1 {
		return false
	}
	for i := range b {
		if b[i] < a[i] || i+1 < len(a) && a[i+1] < b[i] {
			return false
		}
	}
	return true
}
