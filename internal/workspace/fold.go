package workspace

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fold makes names equal that some file system takes for one: letter case goes,
// in every script, and so do the characters that have no width. It is for
// comparing with lists of names, where too much is safer than too little.
func fold(name string) string {
	if isASCII(name) {
		return strings.ToLower(name)
	}
	return strings.Map(func(r rune) rune {
		if isIgnorable(r) {
			return -1
		}
		return foldRune(r)
	}, name)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// foldRune gives one letter for all that fold into it (K, k and the Kelvin sign).
func foldRune(r rune) rune {
	switch r {
	case 'İ', 'ı': // whether these are an i depends on the table of the file system
		return 'i'
	}
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	return unicode.ToLower(least)
}

// isGitName tells whether some file system takes a part of a path for .git: in
// any case, with dots, blanks or a data stream behind, with characters that it
// ignores, or by its short name.
func isGitName(segment string) bool {
	if isPlain(segment) {
		// Most names are told by their first letter.
		bare := strings.TrimLeft(segment, " ")
		if bare == "" || bare[0] != '.' && bare[0]|0x20 != 'g' {
			return false
		}
	}
	segment, _, _ = strings.Cut(segment, ":")
	segment = strings.Map(func(r rune) rune {
		if isHidden(r) {
			return -1
		}
		return foldRune(r)
	}, segment)
	segment = strings.TrimRightFunc(strings.TrimSpace(segment), func(r rune) bool {
		return r == '.' || unicode.IsSpace(r)
	})
	if segment == ".git" {
		return true
	}
	number, short := strings.CutPrefix(segment, "git~")
	return short && number != "" && strings.Trim(number, "0123456789") == ""
}

// isDenied tells whether a clean path goes through .git.
func isDenied(clean string) bool {
	for s := range strings.SplitSeq(clean, "/") {
		if isGitName(s) {
			return true
		}
	}
	return false
}
