package text

import (
	"unicode"
	"unicode/utf8"
)

// wordBytes is a table because searches ask for each byte of a file.
var wordBytes = func() (table [256]bool) {
	for c := range table {
		table[c] = c == '_' || c >= utf8.RuneSelf || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))
	}
	return table
}()

// IsWord reports whether a byte is part of a word: a letter, a digit, `_`, or part of a non-ASCII
// character.
func IsWord(c byte) bool { return wordBytes[c] }
