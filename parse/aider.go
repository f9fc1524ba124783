package parse

import (
	"path"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// In an aider history, `#### ` begins a user line, `> ` a tool line; all others are the model's.

const aiderStart = "# aider chat started at "

func isAiderHistory(file string) bool {
	return path.Base(strings.ReplaceAll(file, `\`, "/")) == ".aider.chat.history.md"
}

const (
	aiderNotConform = "The LLM did not conform"
	aiderFailed     = "failed to match!"
)

// aiderReportEnds are prefixes of the last line of aider's report of failed blocks, most reliable
// first.
var aiderReportEnds = []string{"Just reply with fixed versions of the ", "The SEARCH section must exactly match ", "^^^"}

func aiderMark(line string) mark {
	switch body, quoted := strings.CutPrefix(line, "> "); {
	case strings.HasPrefix(line, aiderStart):
		return mark{who: aiderSession}
	case strings.HasPrefix(line, "#### "), line == "####":
		return mark{who: theUser, typed: strings.HasSuffix(line, "  ")}
	case isAiderReport(line):
		return mark{who: aiderReport}
	case quoted && endsAiderMessage(body):
		return mark{who: aiderEnds}
	}
	return mark{}
}

// endsAiderMessage reports whether a new message follows: aider asks again after a failure, a lint
// error or a new file (turns/aider-applied-edit-ends-a-message).
func endsAiderMessage(body string) bool {
	for _, e := range []string{"Tokens:", "Applied edit to ", "Commit ", aiderNotConform, "Add file to the chat"} {
		if strings.HasPrefix(body, e) {
			return true
		}
	}
	return strings.HasPrefix(body, "Only ") && strings.Contains(body, " reflections")
}

func isAiderReport(line string) bool {
	return strings.HasPrefix(line, "> "+aiderNotConform+" to the edit format.") ||
		(line[0] == '#' || isQuote(line)) && strings.Contains(line, "SEARCH/REPLACE block") && strings.Contains(line, aiderFailed)
}

func isQuote(line string) bool { return line == ">" || strings.HasPrefix(line, "> ") }

// speaksOn reports whether line continues a quote: aider quotes only the first of several lines
// (turns/aider-cost-below-the-tokens):
//
//	> Tokens: 2k sent, 90 received.
//	Cost: $0.01 message
func speaksOn(line string) bool {
	endsReport := func(begins string) bool { return strings.HasPrefix(line, begins) }
	return !isQuote(line) && !text.IsBlank(line) && !slices.ContainsFunc(aiderReportEnds, endsReport)
}

// dropAnswersHeadings drops `#### ` lines that are headings in an answer: if any line ends with the two
// spaces that aider adds to user lines, those without; otherwise those not below a blank or user line
// (turns/aider-heading-of-an-answer).
func (o *outline) dropAnswersHeadings() {
	typed := slices.ContainsFunc(o.marks, func(m mark) bool { return m.layout == layoutAider && m.typed })
	own := text.None
	o.marks = slices.DeleteFunc(o.marks, func(m mark) bool {
		if m.layout != layoutAider {
			return false
		}
		if m.who == theUser && (typed && !m.typed ||
			!typed && m.line > o.top && own != m.line-1 && !text.IsBlank(o.text.Line(m.line-1))) {
			return true
		}
		if m.who == theUser || m.who == aiderSession {
			own = m.line
		}
		return false
	})
}

// aiderTurn handles a mark of an aider history. A run of `#### ` lines is a user turn; lines between
// two ends of messages are an assistant turn unless they are all the tool's.
func (w *walk) aiderTurn(m mark) {
	if m.who == aiderQuote {
		if len(w.inside) == 0 || !w.hides(w.inside[0]) {
			w.used(w.paragraphEnd(m.line))
		}
		return
	}
	w.endTurn(m)
	n := len(w.replies)
	if m.who == theUser && n > 0 && w.replies[n-1].Role == User && w.replies[n-1].End == m.line {
		w.replies[n-1].End = m.line + 1
	} else {
		w.replies = w.appendReply(w.replies, w.replyFrom, m.line)
		if m.who == theUser {
			w.replies = append(w.replies, Turn{Role: User, First: m.line, End: m.line + 1})
		}
	}
	switch w.replyFrom = m.line + 1; m.who {
	case aiderReport:
		w.replyFrom = w.reportEnd(m.line)
		w.used(w.replyFrom)
	case aiderEnds:
		w.replyFrom = w.paragraphEnd(m.line)
		w.used(w.replyFrom)
	}
}

// paragraphEnd returns the line after the quote that begins at l.
func (w *walk) paragraphEnd(l text.Line) text.Line {
	end := w.nextTurn(l)
	for l++; l < end && speaksOn(w.text.Line(l)); l++ {
	}
	return l
}

// reportEnd returns the line after the report of failed blocks that begins at l
// (turns/aider-report-ends-at-its-last-sentence).
func (w *walk) reportEnd(l text.Line) text.Line {
	quoted := l
	for next := w.text.Line(l + 1); isQuote(next) && aiderMark(next).who != aiderEnds; next = w.text.Line(quoted + 1) {
		quoted++
	}
	end := w.nextTurn(quoted)
	// A fully quoted report ends with its quote.
	if last := w.text.Line(quoted); isQuote(last) && !strings.Contains(last, aiderFailed) && text.IsBlank(w.text.Line(quoted+1)) {
		end = quoted + 1
	}
	for _, begins := range aiderReportEnds {
		for at := l + 1; at < min(end, w.end); at++ {
			if strings.HasPrefix(strings.TrimPrefix(w.text.Line(at), "> "), begins) {
				return max(at, quoted) + 1
			}
		}
	}
	at := quoted + 1
	for at < end && !isQuote(w.text.Line(at)) {
		at++
	}
	return at
}

func (w *walk) aiderTurns() []Turn {
	turns := w.appendReply(w.replies, w.replyFrom, text.Line(w.text.LineCount()))
	if n := len(turns); n > len(w.replies) {
		turns[n-1].End = never
	}
	return turns
}

// appendReply appends an assistant turn for lines first to end (exclusive) if it has any text there.
func (w *walk) appendReply(turns []Turn, first, end text.Line) []Turn {
	said, tool := false, false
	for l := first; l < end && !said; l++ {
		switch line := w.text.Line(l); {
		case text.IsBlank(line):
			tool = false
		case line[0] == '>':
			tool = true
		default:
			said = !tool
		}
	}
	if !said {
		return turns
	}
	return append(turns, Turn{Role: Assistant, First: first, End: end})
}
