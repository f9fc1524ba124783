package parse

import "strings"

// matters says of the first byte of a line, blanks left out, how a line that begins so
// is looked at.
var matters [256]glance

type glance uint8

const (
	// letter: the letters behind it tell (tellingWords). Zero is for all that cannot be
	// of interest by its beginning.
	letter glance = iota + 1
	// telling: the line is looked at.
	telling
)

// tellingWords are the beginnings of the lines that begin with a letter and matter, in
// lower case, by their first letter.
var tellingWords ['z' + 1][]string

// learnGlances fills the tables from that of the dialects.
func learnGlances() {
	words := []string{"user:", "assistant:", "system:"}
	words = append(words, shellCommands...)
	for _, d := range dialects {
		for _, b := range []byte(d.firsts) {
			matters[b] = telling
		}
		words = append(words, d.words...)
	}
	for _, b := range []byte("`~<#$") {
		matters[b] = telling
	}
	// The blanks that are none for mayMatter begin so.
	for _, b := range []byte("\v\f\r\xc2\xe1\xe2\xe3") {
		matters[b] = telling
	}
	for _, w := range words {
		matters[w[0]], matters[w[0]&^0x20] = letter, letter
		tellingWords[w[0]] = append(tellingWords[w[0]], w)
	}
}

// mayMatter tells, at a glance, whether a line may be a token. Most are not, and a
// parse is as fast as this is.
func mayMatter(line string) bool {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	if i == len(line) {
		return false
	}
	switch matters[line[i]] {
	case telling:
		return true
	case letter:
		for _, w := range tellingWords[line[i]|0x20] {
			if len(line)-i >= len(w) && hasPrefixFold(line[i:], w) {
				return true
			}
		}
	}
	// A command may stand in backticks anywhere.
	for {
		n := strings.IndexByte(line[i:], '`')
		if n < 0 {
			return false
		}
		if i += n + 1; isCommand(line[i:]) {
			return true
		}
	}
}

// isCommand tells whether s begins with one of the commands that count.
func isCommand(s string) bool {
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

// mayCommand tells whether a line may hold a suggested command: behind a dollar sign,
// at its beginning, or in backticks.
func mayCommand(line, trimmed string) bool {
	if strings.HasPrefix(trimmed, "$ ") || isCommand(trimmed) {
		return true
	}
	for rest := line; ; {
		_, behind, ok := strings.Cut(rest, "`")
		if !ok || isCommand(behind) {
			return ok
		}
		rest = behind
	}
}
