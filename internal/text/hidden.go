package text

import (
	"slices"
	"strings"
	"unicode"
)

// Hidden returns a line's hidden characters and special spaces, except those that its script needs.
func Hidden(line string) []rune {
	if mayBeShown(line) {
		return nil
	}
	runes := []rune(line)
	var found []rune
	for _, i := range uncalledFor(runes) {
		found = append(found, runes[i])
	}
	for i, r := range runes {
		if IsSpecialBlank(r) && !needsBlank(r, neighbour(runes, i, -1), neighbour(runes, i, 1)) {
			found = append(found, r)
		}
	}
	return found
}

// IsSpecialBlank reports whether a character looks like a space and is none.
func IsSpecialBlank(r rune) bool { return r > ' ' && unicode.Is(unicode.Zs, r) }

// needsBlank reports whether a special blank is where a script puts it: an ideographic space beside CJK, a
// no-break space at French punctuation or between digits, an Ogham space beside Ogham.
func needsBlank(r, before, after rune) bool {
	switch r {
	case '\u3000':
		return isCJK(before) || isCJK(after)
	case '\u00A0', '\u202F':
		return strings.ContainsRune(";:!?»%", after) || before == '«' || unicode.IsDigit(before) && unicode.IsDigit(after)
	case '\u1680':
		return unicode.Is(unicode.Ogham, before) || unicode.Is(unicode.Ogham, after)
	}
	return false
}

func isCJK(r rune) bool {
	const punctuation, afterPunctuation, fullwidth, afterFullwidth = 0x3000, 0x3040, 0xFF00, 0xFFF0
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo) ||
		punctuation < r && r < afterPunctuation || fullwidth < r && r < afterFullwidth
}

// EscapeHidden escapes what [Hidden] finds.
func EscapeHidden(line string) string {
	if mayBeShown(line) {
		return line
	}
	runes := []rune(line)
	var b strings.Builder
	at := 0
	for _, i := range uncalledFor(runes) {
		b.WriteString(string(runes[at:i]))
		writeEscaped(&b, runes[i])
		at = i + 1
	}
	b.WriteString(string(runes[at:]))
	return b.String()
}

// mayBeShown is a quick check for ASCII without unusual controls.
func mayBeShown(line string) bool {
	for i := range len(line) {
		if c := line[i]; c >= 0x7F || c < ' ' && c != '\t' {
			return false
		}
	}
	return true
}

// uncalledFor returns the indexes of hidden characters that the context doesn't need.
func uncalledFor(runes []rune) []int {
	var found []int
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		before, after := neighbour(runes, i, -1), neighbour(runes, i, 1)
		switch {
		case !IsHidden(r), r == '\t':
		case r == zwj && isEmoji(before) && isEmoji(after):
		case (r == zwj || r == zwnj) && (joins(before) && (joins(after) || !unicode.IsLetter(after)) ||
			joins(after) && !unicode.IsLetter(before)):
		case isSelector(r) && isSelected(before):
		case isMark(r) && slices.ContainsFunc(runes, isRightToLeft):
		case r == emptyBraille && slices.ContainsFunc(runes, isBraille):
		case isTag(r) && before == blackFlag:
			end := i
			for end < len(runes) && isTag(runes[end]) && runes[end] != tagEnd {
				end++
			}
			if end == len(runes) || runes[end] != tagEnd || end-i > mostFlagTags {
				found = append(found, i)
				continue
			}
			i = end
		default:
			found = append(found, i)
		}
	}
	return found
}

const (
	zwnj      = '\u200C'
	zwj       = '\u200D'
	blackFlag = '\U0001F3F4'
	// emptyBraille is the space of Braille.
	emptyBraille = '\u2800'
	tagEnd       = '\U000E007F'
	mostFlagTags = 6
)

func neighbour(runes []rune, i, step int) rune {
	if i += step; i < 0 || i >= len(runes) {
		return 0
	}
	return runes[i]
}

// isSelector reports whether a character selects a variant of the one before. Elsewhere it can hide
// data.
func isSelector(r rune) bool {
	return 0xFE00 <= r && r <= 0xFE0F || 0xE0100 <= r && r <= 0xE01EF || 0x180B <= r && r <= 0x180F && r != 0x180E
}

func isSelected(r rune) bool {
	switch {
	case r == 0, unicode.IsSpace(r), isSelector(r), unicode.IsControl(r):
		return false
	case unicode.IsLetter(r):
		return unicode.In(r, unicode.Han, unicode.Mongolian, unicode.Myanmar, unicode.Phags_Pa, unicode.Manichaean)
	}
	return true
}

func isTag(r rune) bool  { return 0xE0000 <= r && r <= 0xE007F }
func isMark(r rune) bool { return r == 0x200E || r == 0x200F || r == 0x61C }

func isBraille(r rune) bool { return unicode.Is(unicode.Braille, r) && r != emptyBraille }

func isRightToLeft(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko) && unicode.IsLetter(r)
}

// joins reports whether a letter's script joins letters. The tatweel has none.
func joins(r rune) bool {
	return r == 0x640 || unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali,
		unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada,
		unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar)
}

// isEmoji reports whether a character may be beside a joiner in an emoji.
func isEmoji(r rune) bool {
	return 0x1F000 <= r && r <= 0x1FAFF || 0x2190 <= r && r <= 0x2BFF || r == 0xFE0F
}
