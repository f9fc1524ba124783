package text

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// Hidden returns the hidden characters of a line that its script does not call for.
func Hidden(line string) []rune {
	if IsASCII(line) {
		return nil
	}
	runes := []rune(line)
	var found []rune
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		before, after := neighbour(runes, i, -1), neighbour(runes, i, 1)
		switch {
		case !isHidden(r):
		case r == zwj && isEmoji(before) && isEmoji(after):
		case (r == zwj || r == zwnj) && (joins(before) && (joins(after) || !unicode.IsLetter(after)) ||
			joins(after) && !unicode.IsLetter(before)):
		case isSelector(r) && isSelected(before):
		case isMark(r) && slices.ContainsFunc(runes, isRightToLeft):
		case isTag(r) && before == blackFlag:
			// The tags of a flag, up to the one that ends them.
			end := i
			for end < len(runes) && isTag(runes[end]) && runes[end] != tagEnd {
				end++
			}
			if end == len(runes) || runes[end] != tagEnd || end-i > mostFlagTags {
				found = append(found, r)
				continue
			}
			i = end
		default:
			found = append(found, r)
		}
	}
	return found
}

const (
	zwnj      = '\u200C'
	zwj       = '\u200D'
	blackFlag = '\U0001F3F4'
	tagEnd    = '\U000E007F'
	// mostFlagTags is how many letters the flag of a region has at most.
	mostFlagTags = 6
)

func neighbour(runes []rune, i, step int) rune {
	if i += step; i < 0 || i >= len(runes) {
		return 0
	}
	return runes[i]
}

// isHidden reports whether a character is a bidi control, of zero width, a tag, or a
// line break that few editors show as one.
func isHidden(r rune) bool {
	switch {
	case r < 0x85:
		return false
	case r == 0x85, r == 0x61C, r == 0x180E, r == 0xFEFF, r == 0x2028, r == 0x2029,
		0x200B <= r && r <= 0x200F, 0x202A <= r && r <= 0x202E, 0x2060 <= r && r <= 0x2064,
		0x2066 <= r && r <= 0x206F, 0xFFF9 <= r && r <= 0xFFFB:
		return true
	case r == 0x34F, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r == 0x3164, r == 0xFFA0:
		return true // joiners and fillers that show nothing
	}
	return isTag(r) || isSelector(r)
}

// isSelector reports whether a character chooses another form of the one before it.
// Where that has none, it is a way to hide data.
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

func isRightToLeft(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko) && unicode.IsLetter(r)
}

// joins reports whether a letter is of a script in which letters join. The tatweel is
// of no script.
func joins(r rune) bool {
	return r == 0x640 || unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali,
		unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada,
		unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar)
}

// isEmoji reports whether a character can stand at either side of a joiner in an emoji.
func isEmoji(r rune) bool {
	return 0x1F000 <= r && r <= 0x1FAFF || 0x2190 <= r && r <= 0x2BFF || r == 0xFE0F
}

// IsASCII reports whether s has no bytes beyond ASCII.
func IsASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
