package diagnostics

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// The lists T and D of docs/trust.md: hidden and misleading text, and the cost of checks.
func TestTrust(t *testing.T) {
	trust.Run(t, "D", 10, costCases())
	trust.Run(t, "T", 115, slices.Concat(hiddenCases(), fillerCases(), legitimateCases(), trust.Named(map[string]func(*testing.T){
		"markers that would be written":          markersThatWouldBeWritten,
		"more hidden characters than there were": hiddenCharactersThatTheOldLinesHave,
		"a blank that another warning names":     blankNamedOnce,
		"look-alike markers":                     lookAlikeMarkers,
		"a path of letters that look alike":      homoglyphPath,
		"a path with an escape sequence":         escapeInPath,
		"a very long line in a message":          veryLongLine,
	})))
}

func hiddenCases() []trust.Case {
	var cases []trust.Case
	for name, s := range map[string]string{
		"right-to-left override": "a\u202Eb", "left-to-right embedding": "\u202Ab", "isolate": "a\u2066b", "its end": "a\u2069",
		"deprecated formatting": "a\u206Ab", "mark in Latin": "a\u200Eb", "Arabic mark in Latin": "a\u061Cb",
		"zero-width space": "a\u200Bb", "non-joiner in Latin": "ad\u200Cmin", "joiner in Latin": "ad\u200Dmin", "word joiner": "a\u2060b",
		"invisible times": "a\u2062b", "a BOM inside": "a\uFEFFb", "a tag": "a\U000E0041", "language tag": "\U000E0001a",
		"line separator": "a\u2028b", "paragraph separator": "a\u2029b", "next line": "a\u0085b", "vowel separator": "a\u180Eb",
		"annotation": "a\uFFF9b", "grapheme joiner": "a\u034Fb", "Hangul filler": "a\u3164b", "halfwidth filler": "a\uFFA0b", "jamo fillers": "\u115F\u1160",
		"selector on a letter": "a\uFE0Fb", "selector on nothing": "\uFE0F", "many selectors": "😀\U000E0100\U000E0101", "selector behind a blank": "a \uFE00",
		"override in Hebrew": "\u05D0\u202E\u05D1", "isolate in Arabic": "مر\u2066حبا", "flag that does not end": "\U0001F3F4\U000E0067\U000E0062",
		"flag that is too long": "\U0001F3F4\U000E0061\U000E0061\U000E0061\U000E0061\U000E0061\U000E0061\U000E0061\U000E007F", "joiner behind an emoji": "👩\u200D", "joiner before one": "\u200D👩",
		"escape": "\x1b[31m", "bell": "a\ab", "backspace": "a\bb", "a lone carriage return": "a\rb", "NUL": "a\x00b", "delete": "\x7F", "C1 control": "a\u009Bb",
		"soft hyphen": "a\u00ADb", "a cell of Braille without dots": "a\u2800b",
		"form feed": "a\fb", "page": "\f", "no-break space": "a\u00A0b", "narrow no-break space": "a\u202Fb", "ideographic space in Latin": "a\u3000b",
		"en quad": "a\u2000b", "em space": "\u2003a", "thin space": "1\u2009000", "hair space": "a\u200A", "mathematical space": "a\u205Fb", "Ogham space in Latin": "a\u1680b",
		"reserved": "a\uFFF0b", "selector of ideographs on a letter": "a\U000E0100b", "Khmer vowel": "a\u17B4b",
		"joiner between an emoji and a letter": "👩\u200Dx", "joiner between Arabic and Latin letters": "م\u200Dx",
	} {
		cases = append(cases, trust.Case{Name: "hidden: " + name, Run: func(t *testing.T) {
			w := warned([]string{"a"}, []string{"fine", s})
			require.Len(t, w, 1)
			assert.Equal(t, codes.HiddenUnicode, w[0].Code)
			assert.Equal(t, codes.Warning, w[0].Severity)
			assert.Equal(t, text.Line(1), w[0].First, "at the first line that has one")
		}})
	}
	return cases
}

// Fillers that fonts show as nothing are visible where a failed block's lines are compared.
func fillerCases() []trust.Case {
	var cases []trust.Case
	for _, r := range "\u2800\u3164\u115F\u034F\u17B4\U000E0100" {
		point := fmt.Sprintf("U+%04X", r)
		cases = append(cases, trust.Case{Name: "compared: " + point, Run: func(t *testing.T) {
			report := checked(t, "a.txt\n<<<<<<< SEARCH\nfirst\nto"+string(r)+"tal = 1\nlast\n=======\nnew\n>>>>>>> REPLACE\n", map[string]string{"a.txt": "first\ntotal = 1\nlast\n"})
			require.Len(t, report.Blocks, 1)
			assert.Equal(t, codes.OldLinesNotFound, report.Blocks[0].Code)
			assert.Contains(t, report.Blocks[0].Message(), "<"+point+">")
		}})
	}
	return cases
}

// A no-break space instead of a space is typographic, and named once.
func blankNamedOnce(t *testing.T) {
	w := warned([]string{"a b"}, []string{"a\u00A0b"})
	require.Len(t, w, 1)
	assert.Equal(t, codes.Typographic, w[0].Code)
	w = warned([]string{"a b"}, []string{"a b\u00A0c"})
	require.Len(t, w, 1)
	assert.Equal(t, codes.HiddenUnicode, w[0].Code)
}

// Legitimate Arabic, Hebrew, emoji and other scripts cause no warning.
func legitimateCases() []trust.Case {
	var cases []trust.Case
	for name, s := range map[string]string{
		"ASCII": "a := b // c", "tabs": "\ta\tb", "Braille": "⠓⠊\u2800⠽⠕⠥", "accents": "café naïve", "combining accents": "e\u0301", "Greek": "αβγ", "CJK": "日本語 한국어",
		"Arabic": "مرحبا بالعالم", "Arabic with marks": "مرحبا\u200E (x) \u061C5", "Arabic year": "1445 ه\u200D", "tatweel": "مـ\u200D",
		"Persian": "می\u200Cخواهم", "Persian at a word's end": "ها\u200C، ", "Urdu": "کہ\u200Cتا",
		"Hebrew": "שלום עולם", "Hebrew with a mark": "שלום\u200F!", "Hebrew points": "שָׁלוֹם",
		"Hindi": "क्\u200Dष", "Bengali": "র\u200D্য", "Sinhala": "ක්\u200Dෂ", "Kannada": "ಕ್\u200Cಷ", "Malayalam": "ന്\u200D", "Mongolian": "ᠠ\u180B",
		"emoji": "😀", "emoji with a selector": "❤️ ✔️ ©️", "keycaps": "1️⃣ #️⃣", "skin": "👩🏽", "family": "👨\u200D👩\u200D👧", "profession": "👩🏽\u200D💻",
		"flag of letters": "🇩🇪", "rainbow": "🏳️\u200D🌈", "heart on fire": "❤️\u200D🔥", "eye": "👁️\u200D🗨️", "gender": "🧔\u200D♂️", "couple": "👩\u200D❤️\u200D👨",
		"Scotland":            "\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F",
		"ideograph selection": "葛\U000E0100", "mathematics": "∩︀", "box drawing": "«« ═══ ──", "French": "«\u00A0Oui\u202F!\u00A0»\u00A0: 10\u202F000\u00A0%", "ideographic spaces": "\u3000日本\u3000語、\u3000Go", "Ogham": "\u169B\u1680\u169C", "text style": "☺︎",
	} {
		cases = append(cases, trust.Case{Name: "silent: " + name, Run: func(t *testing.T) {
			assert.Empty(t, warned([]string{"a"}, []string{s}))
		}})
	}
	return cases
}

// Characters that the old lines have aren't added; code points are listed once.
func hiddenCharactersThatTheOldLinesHave(t *testing.T) {
	assert.Empty(t, warned([]string{"a\u202Eb"}, []string{"c\u202Ed"}))
	assert.Len(t, warned([]string{"a\u202Eb"}, []string{"c\u202Ed\u202E"}), 1, "one more of a kind")
	w := warned([]string{"a\u202Eb"}, []string{"c\u202Ed\u200B", "\u200B\U000E0041"})
	if assert.Len(t, w, 1) {
		assert.Equal(t, "New lines add hidden characters; U+200B, U+E0041", w[0].Message())
		assert.Equal(t, text.Line(0), w[0].First)
	}
	assert.Len(t, warned(nil, []string{"a\u202Eb"}), 1, "a new file has them too")
}

func markersThatWouldBeWritten(t *testing.T) {
	w := warned([]string{"x"}, []string{"x", "  ═══════ REPL", "»»»"})
	if assert.Len(t, w, 1) {
		assert.Equal(t, codes.MarkerInContent, w[0].Code)
		assert.Equal(t, "New lines contain an edit block marker; `═══════ REPL`", w[0].Message())
		assert.Equal(t, text.Line(1), w[0].First)
	}
	assert.Empty(t, warned([]string{"»»»"}, []string{"y", "»»»"}))
	assert.Empty(t, warned([]string{"x"}, []string{"Heading", "=======", "───────", "END"}))
}

// Markers with similar-looking characters aren't markers and harm no block.
func lookAlikeMarkers(t *testing.T) {
	for _, marker := range []string{
		"＜＜＜＜＜＜＜ SEARCH", "‹‹‹ EDIT", "≪≪≪ EDIT", "<<<<<<< ЅEARCH", "««« ЕDIT", "＝＝＝＝＝＝＝", "━━━━━━━ REPL", "FІND:", "<<<<<<<\u00a0SEARCH",
	} {
		r := checked(t, marker+"\nold\n"+marker+"\n\na.txt\n<<<<<<< SEARCH\n"+marker+"\n=======\nnew\n>>>>>>> REPLACE\n", map[string]string{"a.txt": marker + "\n"})
		require.Len(t, r.Blocks, 1, marker)
		assert.Empty(t, r.Blocks[0].Code, marker)
	}
}

// A path with homoglyphs is a different file.
func homoglyphPath(t *testing.T) {
	for _, name := range []string{"\u0430.txt", "а\u200d.txt", "ａ.txt", "a․txt"} {
		r := checked(t, name+"\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n", map[string]string{"a.txt": "old\n"})
		require.Len(t, r.Blocks, 1, name)
		assert.Contains(t, []codes.Code{codes.FileNotFound, codes.PathInvalid}, r.Blocks[0].Code, name)
	}
}

// Paths are escaped in everything shown about them.
func escapeInPath(t *testing.T) {
	r := checked(t, "a\x1b]0;owned\a.txt\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n", nil)
	require.Len(t, r.Blocks, 1)
	assert.Equal(t, codes.PathInvalid, r.Blocks[0].Code)
	assert.Equal(t, text.Escape(r.Blocks[0].InOneLine()), r.Blocks[0].InOneLine())
	assert.Contains(t, r.Blocks[0].Message(), `a\u001B]0;owned\u0007.txt`)
}

// A line of a megabyte doesn't make a message of a megabyte.
func veryLongLine(t *testing.T) {
	long := strings.Repeat("x", 1<<17)
	r := checked(t, "a.txt\n<<<<<<< SEARCH\n"+long+"y\n=======\n// ... "+long+"\n>>>>>>> REPLACE\n", map[string]string{"a.txt": long + "\n"})
	require.Len(t, r.Blocks, 1)
	assert.Equal(t, codes.OldLinesNotFound, r.Blocks[0].Code)
	for _, f := range append([]Finding{r.Blocks[0].Finding}, r.Blocks[0].Warnings...) {
		assert.Less(t, utf8.RuneCountInString(f.Message()), 1000)
	}
}

type held map[string]string

func (h held) Target(_ context.Context, name string) workspace.Target {
	clean, refusal := workspace.CheckName(name)
	if refusal != nil {
		return workspace.Target{Name: name, Path: refusal.Path, Refusal: refusal}
	}
	target := workspace.Target{Name: name, Path: clean, Key: clean, Abs: "/" + clean, ParentExists: true}
	if content, ok := h[clean]; ok {
		target.Exists, target.File = true, &workspace.File{Text: text.New(content)}
	}
	return target
}

func checked(t *testing.T, chat string, files map[string]string) *Report {
	t.Helper()
	r, err := Check(t.Context(), text.New(chat), held(files), Options{}, nil)
	require.NoError(t, err)
	return r
}
