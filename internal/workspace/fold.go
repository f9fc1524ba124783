package workspace

import (
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// fold maps names to the same string if some file system treats them as equal: it ignores letter
// case, control characters and zero-width characters. It is for comparison with lists of names,
// where a false match is safer than a miss.
func fold(name string) string {
	if text.IsPlain(name) {
		return strings.ToLower(name)
	}
	return foldedPairs.Replace(strings.Map(func(r rune) rune {
		if text.IsHidden(r) {
			return -1
		}
		return foldRune(r)
	}, name))
}

// foldedPairs are letters whose full case folding is several ASCII letters.
var foldedPairs = strings.NewReplacer("ß", "ss", "ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "ﬅ", "st", "ﬆ", "st")

// foldRune maps letters that fold into each other, such as K, k and the Kelvin sign, to one.
func foldRune(r rune) rune {
	switch r {
	case 'İ', 'ı': // some file systems treat these as i
		return 'i'
	}
	first := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		first = min(first, f)
	}
	return unicode.ToLower(first)
}
