package diagnostics

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// warn adds what is to be said of a block besides its own outcome.
func (b *Block) warn() {
	blk := b.Outcome.Block
	if b.Status == apply.Validated {
		if b.Ambiguous {
			f := b.beside(codes.AmbiguousMatch, needleLine(blk, 0))
			f.setHeadline(ambiguous(b.Matches, b.MatchCount), "the first is taken")
			f.Severity, f.Place.Line, f.Related = codes.Warning, b.Chosen.Number(), b.places()
			b.Warnings = append(b.Warnings, f)
		}
		if b.NoChange {
			b.add(codes.NoChange, "", blk.Start)
		}
		if b.Target.Protected {
			b.add(codes.ProtectedPath, "", b.pathLine())
		}
	}
	b.warnHidden()
	if brought := b.Document.AddsMarker(blk); len(brought) > 0 {
		b.add(codes.MarkerInContent, quote(strings.TrimSpace(b.Lines(blk.New)[brought[0]-blk.New.First])), brought[0])
	}
	b.warnPlaceholder()
}

func (b *Block) pathLine() text.Line {
	if p := b.Outcome.Block.Path.Line; p != text.None && p < b.Outcome.Block.Start {
		return p
	}
	return b.Outcome.Block.Start
}

// add adds a warning at a line of the chat.
func (b *Block) add(code codes.Code, cause string, l text.Line) {
	f := b.beside(code, l)
	f.setHeadline(code.Headline("path", b.Target.Path), cause)
	b.Warnings = append(b.Warnings, f)
}

// beside is a finding at a line of the chat that has no words yet.
func (b *Block) beside(code codes.Code, l text.Line) Finding {
	return Finding{Code: code, Severity: code.Severity(), Path: b.Target.Path, First: l, End: l + 1, Counts: b.Live}
}

// warnHidden looks for characters that cannot be seen.
func (b *Block) warnHidden() {
	blk := b.Outcome.Block
	new := b.Lines(blk.New)
	if !slices.ContainsFunc(new, func(l string) bool { return !isASCII(l) }) {
		return
	}
	var had []rune
	for _, l := range b.Lines(blk.Old) {
		had = append(had, hiddenIn(l)...)
	}
	var points []string
	at := text.None
	for i, l := range new {
		for _, r := range hiddenIn(l) {
			if slices.Contains(had, r) {
				continue
			}
			if at == text.None {
				at = blk.New.First + text.Line(i)
			}
			if p := fmt.Sprintf("U+%04X", r); !slices.Contains(points, p) {
				points = append(points, p)
			}
		}
	}
	if at != text.None {
		b.add(codes.HiddenUnicode, strings.Join(points, ", "), at)
	}
}

// hiddenIn lists the hidden characters of a line that its script does not call for.
func hiddenIn(line string) []rune {
	if isASCII(line) {
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

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func neighbour(runes []rune, i, step int) rune {
	if i += step; i < 0 || i >= len(runes) {
		return 0
	}
	return runes[i]
}

// isHidden tells whether a character is a bidi control, of zero width, a tag, or a
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

// isSelector tells whether a character chooses another form of the one before it.
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

// joins tells whether a letter is of a script in which letters join. The tatweel is
// of no script.
func joins(r rune) bool {
	return r == 0x640 || unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali,
		unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada,
		unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar)
}

// isEmoji tells whether a character can stand at either side of a joiner in an emoji.
func isEmoji(r rune) bool {
	return 0x1F000 <= r && r <= 0x1FAFF || 0x2190 <= r && r <= 0x2BFF || r == 0xFE0F
}

// The words of a comment that stands for code which is not written out: behind an
// ellipsis few of them say so, without one the whole comment must.
var (
	elided = expression(`(?i)^(?:(?:keep|the|all|your|with)\s+)*(?:rest|remaining|existing|other|previous|unchanged|same|omitted|as before|code|implementation)\b.{0,50}$`)
	spared = expression(`(?i)^(?:keep )?(?:the |all |your )*(?:rest of|remaining|existing|unchanged|same) (?:the |your |this |my )*(?:\w+ )?` +
		`(?:code|file|functions?|methods?|class|implementation|contents?|logic|lines|body|module|script|component)` +
		`(?: (?:remains?|stays?|is|are|goes|follows|continues|as|the|same|unchanged|here|before|below|above|omitted|intact|untouched|for|brevity))*[.:]?$|` +
		`^(?:the )?(?:rest|code|file|function|implementation) (?:remains?|stays?|is) (?:the same|unchanged|as before|as is)\.?$|` +
		`^(?:code |implementation )?(?:omitted|unchanged|same as before)(?: for brevity)?\.?$`)
	opener = expression(`^(?:(?://+|#+|--|;+|%+|/\*+|<!--|\{/\*|"""|')\s*)+`)
	closer = expression(`\s*(?:\*/\}?|-->|""")$`)
	dots   = expression(`^(?:\.\.\.|…)\s*|\s*(?:\.\.\.|…)$`)
)

// isPlaceholder tells whether a line stands for code which is not written out.
func isPlaceholder(line string) bool {
	line = strings.TrimSpace(line)
	if !mayBePlaceholder(line) {
		return false
	}
	return standsForCode(line)
}

// mayBePlaceholder tells at a glance of most lines that they stand for themselves:
// expressions take long. The line begins with no blank.
func mayBePlaceholder(line string) bool {
	return line != "" && strings.IndexByte(commentBegins, line[0]) >= 0 || strings.Contains(line, "...") || strings.Contains(line, "…")
}

// commentBegins are the bytes with which opener can begin.
const commentBegins = "/#-;%<{\"'"

// sparing are words of which a comment has one that stands for code without an ellipsis.
var sparing = [...]string{"rest", "remaining", "existing", "unchanged", "same", "code", "file", "function", "implementation", "omitted"}

// maySpare tells of a line without an ellipsis whether it has one of those words.
func maySpare(line string) bool {
	if !isASCII(line) {
		return true // some letters beyond are taken for those of ASCII
	}
	line = strings.ToLower(line)
	for _, word := range sparing {
		if strings.Contains(line, word) {
			return true
		}
	}
	return false
}

// standsForCode is isPlaceholder for a line without blanks at its ends.
func standsForCode(line string) bool {
	if !strings.Contains(line, "...") && !strings.Contains(line, "…") && !maySpare(line) {
		return false
	}
	body := opener().ReplaceAllString(line, "")
	comment := body != line
	body = closer().ReplaceAllString(body, "")
	ellipsis := false
	for was := ""; was != body; {
		was = body
		body = strings.TrimSpace(body)
		if n := len(body); n > 1 && (body[0] == '(' && body[n-1] == ')' || body[0] == '[' && body[n-1] == ']') {
			body = body[1 : n-1]
		}
		if cut := dots().ReplaceAllString(body, ""); cut != body {
			body, ellipsis = cut, true
		}
	}
	switch {
	case ellipsis && body == "":
		return true
	case ellipsis:
		// A word by itself is a name: `...rest`.
		return (comment || strings.Contains(body, " ")) && elided().MatchString(body)
	default:
		return comment && spared().MatchString(body)
	}
}

// sayNothing tells whether `...` may well replace a line.
func sayNothing(line string) bool {
	switch line {
	case "pass", "...", "raise NotImplementedError", "raise NotImplementedError()":
		return true
	}
	return false
}

// warnPlaceholder looks for new lines that stand for code which is not written out.
func (b *Block) warnPlaceholder() {
	blk := b.Outcome.Block
	old := b.Lines(blk.Old)
	for i, l := range b.Lines(blk.New) {
		trimmed := strings.TrimSpace(l)
		same := func(o string) bool { return strings.TrimSpace(o) == trimmed }
		if !isPlaceholder(trimmed) || slices.ContainsFunc(old, same) {
			continue
		}
		if b.loses() {
			b.add(codes.Placeholder, quote(trimmed), blk.New.First+text.Line(i))
		}
		return
	}
}

// loses tells whether an old line that says something is not among the new ones.
func (b *Block) loses() bool {
	new := b.Lines(b.Outcome.Block.New)
	return slices.ContainsFunc(b.Lines(b.Outcome.Block.Old), func(l string) bool {
		return !text.IsBlank(l) && !sayNothing(strings.TrimSpace(l)) && !slices.Contains(new, l)
	})
}
