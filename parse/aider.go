package parse

import (
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// An aider history: `#### ` begins the user's lines, `> ` the tool's, and all others are
// the model's (formats, "Turns").

const aiderStart = "# aider chat started at "

// isAiderHistory reports whether a file is an aider history by its name.
func isAiderHistory(file string) bool {
	return path.Base(strings.ReplaceAll(file, `\`, "/")) == ".aider.chat.history.md"
}

// aiderEndings begin the lines after which another message follows, since aider asks
// again by itself after a failure, a lint error or a new file.
var aiderEndings = []string{
	"> Tokens:", "> Applied edit to ", "> Commit ", aiderNotConform, "> Add file to the chat",
}

// The lines that begin or end aider's report of blocks that failed.
const (
	aiderNotConform = "> The LLM did not conform"
	aiderRetryLine  = "Just reply with fixed versions of the "
	aiderAdviceLine = "The SEARCH section must exactly match "
	aiderCaretLine  = "^^^"
	aiderFailed     = "failed to match!"
)

// aiderMark reads a line of an aider history.
func aiderMark(line string) turnMark {
	switch {
	case strings.HasPrefix(line, aiderStart):
		return turnMark{who: aiderSession}
	case strings.HasPrefix(line, "#### "), line == "####":
		return turnMark{who: theUser, typed: strings.HasSuffix(line, "  ")}
	case isAiderReport(line):
		return turnMark{who: aiderReport}
	case strings.HasPrefix(line, "> Only ") && strings.Contains(line, " reflections"):
		return turnMark{who: aiderEnds}
	}
	for _, e := range aiderEndings {
		if strings.HasPrefix(line, e) {
			return turnMark{who: aiderEnds}
		}
	}
	// The end of a report may be quoted as the whole of it is.
	switch body := strings.TrimPrefix(line, "> "); {
	case strings.HasPrefix(body, aiderRetryLine):
		return turnMark{who: aiderRetry}
	case strings.HasPrefix(body, aiderAdviceLine):
		return turnMark{who: aiderAdvice}
	case strings.HasPrefix(body, aiderCaretLine):
		return turnMark{who: aiderCaret}
	case isQuote(line):
		return turnMark{who: aiderQuote}
	}
	return turnMark{}
}

func isAiderReport(line string) bool {
	return strings.HasPrefix(line, aiderNotConform+" to the edit format.") ||
		(line[0] == '#' || isQuote(line)) && strings.Contains(line, "SEARCH/REPLACE block") && strings.Contains(line, aiderFailed)
}

// isQuote reports whether a line is the tool's.
func isQuote(line string) bool { return line == ">" || strings.HasPrefix(line, "> ") }

// ownAiderMarks leaves out the `#### ` lines that are headings of an answer: where any has
// the two blanks that aider ends a person's line with, those without; else those without
// a blank line or another such line above. Only what begins or ends a turn stays among
// the marks; aiderLines are all.
func (o *outline) ownAiderMarks() {
	typed := slices.ContainsFunc(o.marks[layoutAider], func(m turnMark) bool { return m.who == theUser && m.typed })
	own := text.None
	o.dropMarks(layoutAider, func(m turnMark) bool {
		if m.who == theUser && (typed && !m.typed ||
			!typed && m.line > o.top && own != m.line-1 && !text.IsBlank(o.text.Line(m.line-1))) {
			return true
		}
		if m.who == theUser || m.who == aiderSession {
			own = m.line
		}
		return false
	})
	o.aiderLines = o.marks[layoutAider]
	o.marks[layoutAider] = slices.DeleteFunc(slices.Clone(o.aiderLines), func(m turnMark) bool { return m.who >= aiderQuote })
}

// aiderTurn goes on at a mark of an aider history.
func (w *walk) aiderTurn(m turnMark) {
	switch m.who {
	case aiderReport:
		w.endTurn(m)
		w.used(w.reportEnd(m.line))
	case theUser, aiderSession:
		w.endTurn(m)
	case aiderEnds:
		w.endTurn(m)
		w.used(w.paragraphEnd(m.line))
	default:
		if isQuote(w.text.Line(m.line)) && (len(w.inside) == 0 || !w.hides(w.inside[0])) {
			w.used(w.paragraphEnd(m.line))
		}
	}
}

// aiderLinesBelow are those below a line.
func (o *outline) aiderLinesBelow(l text.Line) []turnMark {
	return o.aiderLines[sort.Search(len(o.aiderLines), func(i int) bool { return o.aiderLines[i].line > l }):]
}

// paragraphEnd is the line after those of a quote that begins in line l: aider quotes only
// the first line of what it says.
func (o *outline) paragraphEnd(l text.Line) text.Line {
	end := text.Line(o.text.LineCount())
	if below := o.aiderLinesBelow(l); len(below) > 0 {
		end = below[0].line
	}
	for l++; l < end && !text.IsBlank(o.text.Line(l)); l++ {
	}
	return l
}

// reportEnd is the line after the report of failed blocks that begins in line l.
func (o *outline) reportEnd(l text.Line) text.Line {
	quoted, end, quote := l, text.Line(o.text.LineCount()), text.None
	var ends [aiderCaret + 1]text.Line
	for _, m := range o.aiderLinesBelow(l) {
		if m.line == quoted+1 && m.who != aiderEnds && isQuote(o.text.Line(m.line)) {
			quoted = m.line
		} else if m.who < aiderQuote {
			end = m.line
			break
		} else if quote == text.None && isQuote(o.text.Line(m.line)) {
			quote = m.line
		}
		if ends[m.who] == 0 {
			ends[m.who] = m.line
		}
	}
	// A report that is quoted whole ends with its quote.
	last := o.text.Line(quoted)
	whole := isQuote(last) && !strings.Contains(last, aiderFailed) && text.IsBlank(o.text.Line(quoted+1))
	for _, who := range []speaker{aiderRetry, aiderAdvice, aiderCaret} {
		if at := ends[who]; at > 0 && !(whole && at > quoted) {
			return max(at, quoted) + 1
		}
	}
	switch {
	case whole:
		return quoted + 1
	case quote != text.None:
		return quote
	}
	return end
}

// aiderTurns makes turns of the marks of an aider history: a user's turn is a run of
// `#### ` lines, and an assistant's what is between two ends of messages, if that holds
// more than the tool's lines.
func (w *walk) aiderTurns() []Turn {
	var turns []Turn
	at := w.top
	for _, m := range w.seen {
		n := len(turns)
		switch {
		case m.layout != layoutAider || m.who >= aiderQuote:
			continue
		case m.who == theUser && n > 0 && turns[n-1].Role == User && turns[n-1].End == m.line:
			turns[n-1].End = m.line + 1
		default:
			turns = w.appendReply(turns, at, m.line)
			if m.who == theUser {
				turns = append(turns, Turn{Role: User, First: m.line, End: m.line + 1})
			}
		}
		switch m.who {
		case aiderReport:
			at = w.reportEnd(m.line)
		case aiderEnds:
			at = w.paragraphEnd(m.line)
		default:
			at = m.line + 1
		}
	}
	n := len(turns)
	if turns = w.appendReply(turns, at, text.Line(w.text.LineCount())); len(turns) > n {
		turns[n].End = never
	}
	return turns
}

// appendReply appends a turn of the lines from first to before end, if an assistant has
// said something there.
func (w *walk) appendReply(turns []Turn, first, end text.Line) []Turn {
	said, tool := false, false
	w.text.Each(first, end, func(_ text.Line, line string) bool {
		switch {
		case text.IsBlank(line):
			tool = false
		case line[0] == '>':
			tool = true
		default:
			said = !tool
		}
		return !said
	})
	if !said {
		return turns
	}
	return append(turns, Turn{Role: Assistant, First: first, End: end})
}
