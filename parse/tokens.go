package parse

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// tokens are the lines of a document that matter, found in one pass.
type tokens struct {
	// markers holds the markers of each dialect, by line.
	markers [][]token
	// ends holds the lines of the end markers of each dialect and set, so that a
	// block without one is not looked through to the end of the document.
	ends   map[endKey][]text.Line
	fences []fence
	// fenceEnds says of each fence where it ends.
	fenceEnds []fenceEnd
	turns     []turnMark
	// events are the lines at which the scan has something to do, in order.
	events []event
}

type endKey struct{ dialect, set int }

// event is a line at which the scan has something to do.
type event struct {
	line text.Line
	kind eventKind
	// index is that of the fence, of the turn mark, or of the token in markers[dialect].
	index, dialect int
}

type eventKind uint8

const (
	fenceEvent eventKind = iota
	turnEvent
	offEvent
	onEvent
	blockEvent
)

const (
	switchOff = "<!-- edit-lsp: off -->"
	switchOn  = "<!-- edit-lsp: on -->"
)

// tokenize looks at each line from first once. In a growing document a last line
// that is not ended is not looked at: it may become anything.
func tokenize(t *text.Text, first text.Line, patterns turnPatterns, growing bool) tokens {
	toks := tokens{markers: make([][]token, len(dialects)), ends: map[endKey][]text.Line{}}
	end := text.Line(t.LineCount())
	if growing && !t.EndsWithNewline() {
		end--
	}
	for l := first; l < end; l++ {
		line := t.Line(l)
		trimmed := strings.TrimSpace(line)
		if trimmed == "" {
			continue
		}
		first := trimmed[0]
		for d, bits := 0, dialectsByFirst[first]; bits != 0; d, bits = d+1, bits>>1 {
			if bits&1 == 0 {
				continue
			}
			if tok, ok := dialects[d].marker(line, trimmed); ok {
				tok.line, tok.dialect = l, d
				toks.markers[d] = append(toks.markers[d], tok)
				if tok.role == endMarker {
					key := endKey{d, tok.set}
					toks.ends[key] = append(toks.ends[key], l)
				}
				if tok.role == startMarker || tok.role == keyword {
					toks.event(l, blockEvent, len(toks.markers[d])-1, d)
				}
			}
		}
		switch first {
		case '`', '~':
			if f, ok := parseFence(line); ok {
				f.line = l
				toks.fences = append(toks.fences, f)
				toks.event(l, fenceEvent, len(toks.fences)-1, 0)
			}
		case '<':
			switch trimmed {
			case switchOff:
				toks.event(l, offEvent, 0, 0)
			case switchOn:
				toks.event(l, onEvent, 0, 0)
			}
		}
		before := len(toks.turns)
		toks.turns = patterns.mark(toks.turns, l, line)
		for i := before; i < len(toks.turns); i++ {
			toks.event(l, turnEvent, i, 0)
		}
	}
	toks.fenceEnds = fenceEnds(toks.fences)
	return toks
}

func (t *tokens) event(l text.Line, kind eventKind, index, dialect int) {
	t.events = append(t.events, event{line: l, kind: kind, index: index, dialect: dialect})
}

// between are the tokens of a sorted list that stand in lines first to before end.
func between(list []token, first, end text.Line) []token {
	lo, hi := searchTokens(list, first), searchTokens(list, end)
	if hi < lo {
		return nil
	}
	return list[lo:hi]
}

// searchTokens is the index of the first token at or behind line.
func searchTokens(list []token, line text.Line) int {
	lo, hi := 0, len(list)
	for lo < hi {
		mid := (lo + hi) / 2
		if list[mid].line < line {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
