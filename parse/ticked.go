package parse

import "strings"

// A command in backticks may stand anywhere in a line, and prose has backticks in every
// other line, so that a search for these stops too often. What is looked for instead is
// a run of four bytes of one of the commands, at every fifth byte: each command has,
// with the backtick before it, eight bytes or more, of which five runs of four begin
// within the first five.
const (
	gramLength = 4
	gramStep   = 5
	// gramBits is the logarithm of the size of the table: one that the nearest cache holds.
	gramBits = 13
)

// commandGrams has the hashes of those runs.
var commandGrams [1 << gramBits]bool

func init() {
	for _, c := range shellCommands {
		for i := range gramStep {
			commandGrams[gramHash(gram("`"+c, i))] = true
		}
	}
}

// gram is the run of four bytes of s at i.
func gram(s string, i int) uint32 {
	return uint32(s[i]) | uint32(s[i+1])<<8 | uint32(s[i+2])<<16 | uint32(s[i+3])<<24
}

func gramHash(gram uint32) uint32 { return gram * 0x9E3779B1 >> (32 - gramBits) }

// nextTicked is the first place in s, at or behind from, of a backtick with a command
// behind it; or the length of s.
func nextTicked(s string, from int) int {
	const steps = 4 // at once
	at := from
	for ; len(s)-at >= steps*gramStep; at += steps * gramStep {
		w := s[at : at+steps*gramStep]
		if commandGrams[gramHash(gram(w, 0))] || commandGrams[gramHash(gram(w, gramStep))] ||
			commandGrams[gramHash(gram(w, 2*gramStep))] || commandGrams[gramHash(gram(w, 3*gramStep))] {
			if found := tickedIn(s, from, at-gramStep+1, at+steps*gramStep); found >= 0 {
				return found
			}
		}
	}
	if found := tickedIn(s, from, at-gramStep+1, len(s)); found >= 0 {
		return found
	}
	return len(s)
}

// tickedIn is the first such place from first, but not before from, to before end; or -1.
func tickedIn(s string, from, first, end int) int {
	for at := max(from, first); at < end; at++ {
		n := strings.IndexByte(s[at:end], '`')
		if n < 0 {
			break
		}
		if at += n; isCommand(s[at+1:]) {
			return at
		}
	}
	return -1
}
