package parse

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// A parse is as fast as its glance at each line, since most lines are nothing to it: the
// first byte behind the blanks tells, and of a letter the one behind it.

// telling says of the first byte of a line, blanks left out, whether a line that begins
// so is looked at: it has a bit for the byte behind it, by the five bits that both cases
// of a letter share. A line that begins otherwise is of no interest, unless a command in
// backticks stands in it.
var telling [256]uint32

// any32 is for a first byte that is telling whatever follows.
const any32 = 1<<32 - 1

// tellingWords are the beginnings of the lines that begin with a letter and matter, in
// lower case, by their first letter.
var tellingWords ['z' + 1][]string

// commandFirsts are the first bytes of the commands that count.
var commandFirsts [256]bool

// learnGlances fills the tables from that of the dialects.
func learnGlances() {
	words := []string{strings.ToLower(aiderRetryLine), strings.ToLower(aiderAdviceLine)}
	for name := range firstNames {
		words = append(words, name)
	}
	for _, c := range shellCommands {
		commandFirsts[c[0]] = true
		words = append(words, c)
	}
	for _, d := range dialects {
		for _, b := range []byte(d.firsts) {
			telling[b] = any32
		}
		words = append(words, d.words...)
	}
	// So begin fences, headings, commands, and the blanks that are none at a glance.
	for _, b := range []byte("`~<>#$^[" + "\v\f\r\xc2\xe1\xe2\xe3") {
		telling[b] = any32
	}
	// Labels may have emphasis or a number, but are no items of a list.
	telling['*'], telling['_'] = any32&^1, any32&^1
	for b := '0'; b <= '9'; b++ {
		telling[b] = any32
	}
	letters := [256]uint32{}
	for _, w := range words {
		tellingWords[w[0]] = append(tellingWords[w[0]], w)
		letters[w[0]] |= 1 << (w[1] & 31)
	}
	for c, next := range letters {
		if next != 0 {
			telling[c], telling[c&^0x20] = next, next
		}
	}
}

// look notes what matters of the lines of a run.
func (p *piece) look(r text.Run, patterns turnPatterns) {
	every := len(patterns.user)+len(patterns.assistant) > 0
	content, starts := r.Content, r.Starts
	end := int(starts[0])
	tick := nextTicked(content, end)
	for i := range starts {
		at := end
		if end = len(content); i+1 < len(starts) {
			end = int(starts[i+1])
		}
		ticked := tick < end
		if !ticked && !every {
			// Most lines end here: nothing is called for them.
			c := content[at]
			for (c == ' ' || c == '\t') && at+1 < end {
				at++
				c = content[at]
			}
			next := byte(0)
			if at+1 < len(content) {
				next = content[at+1]
			}
			if telling[c]>>(next&31)&1 == 0 || 'a' <= c|0x20 && c|0x20 <= 'z' && !beginsTelling(content[at:end]) {
				continue
			}
		}
		line := r.Line(i)
		p.line(text.Line(i), line, ticked, patterns)
		if isQuote(line) && (i+1 == len(starts) || speaksOn(r.Line(i+1))) {
			p.mark(turnMark{line: text.Line(i), layout: layoutAider, who: aiderQuote})
		}
		if ticked {
			tick = nextTicked(content, end)
		}
	}
}

// beginsTelling tells whether what begins with a letter begins with one of the words.
func beginsTelling(s string) bool {
	for _, w := range tellingWords[s[0]|0x20] {
		if len(s) >= len(w) && hasPrefixFold(s, w) {
			return true
		}
	}
	return false
}

// isCommand tells whether s begins with one of the commands that count.
func isCommand(s string) bool {
	if s == "" || !commandFirsts[s[0]] {
		return false
	}
	for _, c := range shellCommands {
		if strings.HasPrefix(s, c) {
			return true
		}
	}
	return false
}

// hasPrefixFold tells whether s, which is as long, begins with the lower-case prefix in
// some letter case.
func hasPrefixFold(s, prefix string) bool {
	for i := range len(prefix) {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != prefix[i] {
			return false
		}
	}
	return true
}

// mayCommand tells whether a line may hold a suggested command: behind a dollar sign or
// at its beginning. Those in backticks have been found before.
func mayCommand(trimmed string) bool {
	return strings.HasPrefix(trimmed, "$ ") || isCommand(trimmed)
}

// nextTicked is the first place in s, at or after from, of a backtick with a command
// after it; or the length of s.
func nextTicked(s string, from int) int {
	for at := from; ; at++ {
		n := strings.IndexByte(s[at:], '`')
		if n < 0 {
			return len(s)
		}
		if at += n; isCommand(s[at+1:]) {
			return at
		}
	}
}
