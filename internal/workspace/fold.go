package workspace

import (
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// fold makes names equal that some file system takes for one: letter case goes,
// in every script, and so do control characters and those of no width. It is for
// comparing with lists of names, where too much is safer than too little.
func fold(name string) string {
	if text.IsPlain(name) {
		return strings.ToLower(name)
	}
	return strings.Map(func(r rune) rune {
		if text.IsHidden(r) {
			return -1
		}
		return foldRune(r)
	}, name)
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
