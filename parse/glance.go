package parse

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// A parse is as fast as its glance at each line, since most lines are nothing to it: the
// first byte behind the blanks tells, and of a letter the one behind it.

// matters says of the first byte of a line, blanks left out, how a line that begins so
// is looked at.
var matters [256]glance

type glance uint8

const (
	// plain: the beginning tells that the line is of no interest, unless a command stands
	// in it. So do bytes of which nothing is said.
	plain glance = iota
	// blank: the byte behind it tells.
	blank
	// letter: the letters behind it tell (tellingWords).
	letter
	// telling: the line is looked at.
	telling
)

// tellingWords are the beginnings of the lines that begin with a letter and matter, in
// lower case, by their first letter.
var tellingWords ['z' + 1][]string

// tellingPairs has, by the first letter of such a word, a bit for the second one. Only
// the five bits count that both letter cases share.
var tellingPairs [32]uint32

// commandFirsts are the first bytes of the commands that count.
var commandFirsts [256]bool

// learnGlances fills the tables from that of the dialects.
func learnGlances() {
	words := []string{"user:", "assistant:", "system:"}
	for _, c := range shellCommands {
		commandFirsts[c[0]] = true
		words = append(words, c)
	}
	for _, d := range dialects {
		for _, b := range []byte(d.firsts) {
			matters[b] = telling
		}
		words = append(words, d.words...)
	}
	for _, b := range []byte("`~<#$") {
		matters[b] = telling
	}
	matters[' '], matters['\t'] = blank, blank
	// The blanks that are none at a glance begin so.
	for _, b := range []byte("\v\f\r\xc2\xe1\xe2\xe3") {
		matters[b] = telling
	}
	for _, w := range words {
		matters[w[0]], matters[w[0]&^0x20] = letter, letter
		tellingWords[w[0]] = append(tellingWords[w[0]], w)
		tellingPairs[w[0]&31] |= 1 << (w[1] & 31)
	}
}

// glanced is the number of lines that are looked at together: what they hold is read
// twice, the second time out of the nearest cache.
const glanced = 512

// glance looks at the lines of a run and takes those that may be tokens. So many lines
// have been looked at before.
func (t *tokens) glance(r text.Run, before int, patterns turnPatterns) {
	every := len(patterns.user)+len(patterns.assistant) > 0
	content, end := r.Content, int(r.Starts[0])
	tick := nextTicked(content, end)
	for i := range r.Starts {
		at := end
		end = r.End(i)
		ticked := tick < end
		if !ticked && !every {
			// Most lines end here: nothing is called for them.
			g := matters[content[at]]
			for g == blank && at+1 < end {
				at++
				g = matters[content[at]]
			}
			if g <= blank || g == letter && !beginsTelling(content[at:end]) {
				continue
			}
		}
		t.seen = before + i
		t.line(r.First+text.Line(i), r.Line(i), ticked, patterns)
		if ticked {
			tick = nextTicked(content, end)
		}
	}
}

// beginsTelling tells whether what begins with a letter begins with one of the words.
func beginsTelling(s string) bool {
	if len(s) < 2 || tellingPairs[s[0]&31]>>(s[1]&31)&1 == 0 {
		return false
	}
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
