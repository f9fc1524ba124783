package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape makes invisible and reordering characters visible in messages and terminals: as \u202E (above
// U+FFFF \U000E0041), invalid UTF-8 bytes as \xFF.
func Escape(s string) string {
	if IsPlain(s) || !strings.ContainsFunc(s, func(r rune) bool { return r == utf8.RuneError || IsHidden(r) }) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && s[i] != "\uFFFD"[0]:
			fmt.Fprintf(&b, `\x%02X`, s[i])
		case !IsHidden(r):
			b.WriteRune(r)
		default:
			writeEscaped(&b, r)
		}
	}
	return b.String()
}

func writeEscaped(b *strings.Builder, r rune) {
	if r > 0xFFFF {
		fmt.Fprintf(b, `\U%08X`, r)
		return
	}
	fmt.Fprintf(b, `\u%04X`, r)
}

// IsPlain reports whether s is printable ASCII, as most names and messages are.
func IsPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// invisible are zero-width characters outside Unicode's categories: empty Braille cell, grapheme
// joiner, Hangul fillers, Khmer inherent vowels, and what Unicode keeps free for more.
const invisible = "\u2800\u034F\u115F\u1160\u3164\uFFA0\u17B4\u17B5\u2065\uFFF0\uFFF1\uFFF2\uFFF3\uFFF4\uFFF5\uFFF6\uFFF7\uFFF8"

// IsHidden reports whether a character is invisible or reorders others: controls, line separators, bidi
// controls, zero-width characters. Some file systems (HFS+) ignore them in names.
func IsHidden(r rune) bool {
	switch {
	case r < 0xAD:
		return unicode.IsControl(r)
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r): // visible, such as Arabic number signs
		return false
	// Cf: soft hyphen, bidi controls, joiners, tags, byte order mark.
	case unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector):
		return true
	}
	return strings.ContainsRune(invisible, r) || r >= 0xE0000 && r <= 0xE0FFF
}
