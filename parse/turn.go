package parse

import (
	"slices"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Role is the author of a turn.
type Role string

// The roles of turns. Lines before the first turn have none.
const (
	User      Role = "user"
	Assistant Role = "assistant"
	// System is the role of prompts and tools.
	System Role = "system"
)

// Turn is one message of a chat.
type Turn struct {
	Role Role
	// First and End bound the chat lines (End exclusive), including the heading. The last turn's End is
	// past any line, so it grows with the document.
	First, End text.Line
}

// Scope selects the live turns, whose blocks apply in order.
type Scope string

// The values of the scope setting and flag.
const (
	// ScopeAuto: only the last assistant turn, if the document has turns.
	ScopeAuto Scope = "auto"
	// ScopeAll: every turn except the user's.
	ScopeAll Scope = "all"
)

// Live reports whether a turn (an index into Turns, or -1) is live. Without turns, everything is.
func (r *Result) Live(turn int, scope Scope) bool {
	if scope == ScopeAll {
		return true
	}
	last := len(r.Turns) - 1
	for last >= 0 && r.Turns[last].Role != Assistant {
		last--
	}
	return turn == last
}

// layout is a way to mark turns. If a document has several, the first in this order counts.
type layout uint8

const (
	noLayout layout = iota
	layoutPattern
	layoutAider
	layoutHeading
	layoutLabel
)

// mark is a line that begins or ends a turn in some layout, or switches block reading.
type mark struct {
	line   text.Line
	layout layout
	who    speaker
	level  uint8
	// typed: aider ends user lines with two spaces.
	typed bool
}

// speaker is whose turn a mark begins, or another kind of mark.
type speaker uint8

const (
	nobody speaker = iota
	theUser
	theAssistant
	theSystem
	// theTool isn't a role. Neither its text nor the system's holds blocks.
	theTool
	// someone has a name that isn't known. It may be the other side.
	someone
	offSwitch
	onSwitch
	// The mark's level is an index of elements.
	elementOpens
	elementCloses
	// fileOpens is a tag around a file.
	fileOpens
	// buttonToCopy may be below the language of code that has lost its fence.
	buttonToCopy
	// Marks of an aider history (aider.go).
	aiderSession
	aiderEnds
	aiderReport
	aiderQuote
)

var roles = map[speaker]Role{theUser: User, theAssistant: Assistant, theSystem: System, theTool: System}

// walkTurns walks the outline in the layout of its turns, if any. Only lines outside blocks begin a
// turn, so unless it is an aider history, the first walk is without turns to find the layout.
func (w *walk) walkTurns(walk func(layout) error) ([]Turn, error) {
	if slices.ContainsFunc(w.marks, func(m mark) bool { return m.layout == layoutPattern }) {
		if err := walk(noLayout); err != nil {
			return nil, err
		}
		if isChat(turnsOf(w.seen, layoutPattern)) {
			err := walk(layoutPattern)
			return turnsOf(w.seen, layoutPattern), err
		}
	}
	if w.history {
		if err := walk(layoutAider); err != nil {
			return nil, err
		}
		if turns := w.aiderTurns(); isChat(turns) {
			return turns, nil
		}
	}
	if err := walk(noLayout); err != nil {
		return nil, err
	}
	for _, l := range []layout{layoutHeading, layoutLabel} {
		if !isChat(turnsOf(w.seen, l)) {
			w.inferOther(l)
		}
		if isChat(turnsOf(w.seen, l)) {
			w.dropTextHeadings()
			err := walk(l)
			return turnsOf(w.seen, l), err
		}
	}
	return nil, nil
}

// isChat reports whether both sides have turns.
func isChat(turns []Turn) bool {
	var user, assistant bool
	for _, t := range turns {
		user, assistant = user || t.Role == User, assistant || t.Role == Assistant
	}
	return user && assistant
}

func turnsOf(marks []mark, l layout) []Turn {
	var turns []Turn
	for _, m := range marks {
		if m.layout != l {
			continue
		}
		if n := len(turns); n > 0 {
			turns[n-1].End = m.line
		}
		turns = append(turns, Turn{Role: roles[m.who], First: m.line, End: never})
	}
	return turns
}

// dropTextHeadings drops marks that are headings of the text: if most headings have one level, a name
// that occurs once at another (turns/name-once-in-another-level, turns/headings-of-two-levels). Labels
// aren't counted (turns/heading-of-a-speakers-name-in-an-answer):
//
//	## User
//	### Response
//	## Assistant
func (w *walk) dropTextHeadings() {
	var levels [maxHeadingLevel + 1]int
	total, main := 0, uint8(0)
	for _, m := range w.seen {
		if m.level > 0 {
			levels[m.level]++
			total++
		}
	}
	for l, n := range levels {
		if 2*n > total {
			main = uint8(l)
		}
	}
	if main == 0 {
		return
	}
	names := map[string]int{}
	other := func(m mark) bool { return m.level > 0 && m.level != main }
	name := func(m mark) string { return speakerName(strings.TrimLeft(w.text.Line(m.line), "#")) }
	for _, m := range w.seen {
		if other(m) {
			names[name(m)]++
		}
	}
	drop := func(m mark) bool { return other(m) && names[name(m)] == 1 }
	if kept := slices.DeleteFunc(slices.Clone(w.seen), drop); isChat(turnsOf(kept, layoutHeading)) {
		w.marks = slices.DeleteFunc(w.marks, drop)
	}
}

// TurnAt returns the index of the turn that holds line l, or -1.
func (r *Result) TurnAt(l text.Line) int { return turnAt(r.Turns, l) }

func turnAt(turns []Turn, l text.Line) int {
	i := sort.Search(len(turns), func(i int) bool { return turns[i].First > l }) - 1
	if i >= 0 && l >= turns[i].End {
		return -1
	}
	return i
}
