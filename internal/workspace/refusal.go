package workspace

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

// Refusal says why a target cannot be read or written.
type Refusal struct {
	Code codes.Code
	// Path is the name in a form that can be shown: slashes for backslashes, and
	// hidden characters escaped as [Visible] does.
	Path string
	// Cause says what is wrong, and Advice what to do about it, without a period; either
	// may be empty.
	Cause, Advice string
	// Limit is the limit that was passed, in bytes, for [codes.FileTooLarge].
	Limit int64
}

// LimitSize writes the limit for people.
func (r *Refusal) LimitSize() string { return FormatSize(r.Limit) }

// Error returns the headline of the code, the cause and the advice as one line.
func (r *Refusal) Error() string {
	s := r.Code.Headline("path", r.Path, "limit", r.LimitSize())
	for _, more := range []string{r.Cause, r.Advice} {
		if more != "" {
			s += "; " + more
		}
	}
	return s
}

// FormatSize writes a number of bytes for people: "64 MiB", "1.5 KiB", "12 bytes".
func FormatSize(bytes int64) string {
	const step = 1024
	if bytes < step {
		return fmt.Sprintf("%d bytes", bytes)
	}
	value, unit := float64(bytes)/step, "KiB"
	for _, next := range []string{"MiB", "GiB", "TiB"} {
		if value < step {
			break
		}
		value, unit = value/step, next
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", value), ".0") + " " + unit
}

// shownRunes is how much of a name a message shows; the rest of a hostile one
// would only push the message out of sight.
const shownRunes = 300

func refuse(code codes.Code, name, cause string) *Refusal {
	return &Refusal{Code: code, Path: shown(name), Cause: cause}
}

// advise adds what to do about a refusal.
func (r *Refusal) advise(advice string) *Refusal {
	r.Advice = advice
	return r
}

// shown is a name as people see it.
func shown(name string) string {
	name = toSlash(name)
	count := 0
	for i := range name {
		if count == shownRunes {
			return Visible(name[:i]) + "…"
		}
		count++
	}
	return Visible(name)
}

// Visible escapes what cannot be seen, or changes how the rest is seen, so that a
// name in a message or a terminal is what it looks like: control, bidi and
// zero-width characters become \u202E (above U+FFFF \U000E0041), bytes that are
// not UTF-8 become \xFF.
func Visible(s string) string {
	if isPlain(s) || !strings.ContainsFunc(s, func(r rune) bool { return r == utf8.RuneError || isHidden(r) }) {
		return s
	}
	return spelled(s)
}

// spelled writes s with its hidden characters in digits.
func spelled(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && s[i] != "\uFFFD"[0]:
			fmt.Fprintf(&b, `\x%02X`, s[i])
		case !isHidden(r):
			b.WriteRune(r)
		case r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08X`, r)
		default:
			fmt.Fprintf(&b, `\u%04X`, r)
		}
	}
	return b.String()
}

// isPlain tells, at a glance of most names and messages, that s holds nothing but
// characters of ASCII that can be seen, and blanks.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// isHidden tells whether a character is invisible or moves others about: what a
// path must not hold (trust, "Path policy, lexical first").
func isHidden(r rune) bool { return isControl(r) || isIgnorable(r) }

// isControl tells whether r is a control character or ends a line.
func isControl(r rune) bool {
	return unicode.Is(unicode.Cc, r) || r == '\u2028' || r == '\u2029'
}

// isIgnorable tells whether r is a bidi control or has no width. Some file
// systems (HFS+) compare names as if such characters were not there.
func isIgnorable(r rune) bool {
	switch {
	case r < 0xAD:
		return false
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r): // Arabic number signs and the like: seen
		return false
	case unicode.Is(unicode.Cf, r): // soft hyphen, bidi controls, joiners, tags, byte order mark
		return true
	case unicode.Is(unicode.Variation_Selector, r):
		return true
	}
	switch r {
	case '\u2800', // a cell of Braille without dots
		'\u034F',                               // combining grapheme joiner
		'\u115F', '\u1160', '\u3164', '\uFFA0', // Hangul fillers
		'\u17B4', '\u17B5', // Khmer inherent vowels
		'\u2065':
		return true
	}
	return r >= 0xE0000 && r <= 0xE0FFF
}
