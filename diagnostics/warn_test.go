package diagnostics

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// warned are the warnings of a block with these lines; their lines count from its first new one.
func warned(old, new []string) []Finding {
	// The longest markers, since the lines may be shorter ones.
	chat := "a.txt\n<<<<<<<<< SEARCH\n" + strings.Join(old, "\n") + "\n=========\n" + strings.Join(new, "\n") + "\n>>>>>>>>> REPLACE\n"
	doc, err := parse.Document(context.Background(), text.New(chat), parse.Options{}, nil)
	if err != nil || len(doc.Blocks) != 1 {
		panic("not one block")
	}
	b := &Block{Outcome: &apply.Outcome{Target: &workspace.Target{}, Document: doc, Block: &doc.Blocks[0]}}
	b.warn()
	for i := range b.Warnings {
		b.Warnings[i].First -= doc.Blocks[0].New.First
	}
	return b.Warnings
}

// Bidi controls, zero-width and tag characters.
func TestHiddenCharactersAreFound(t *testing.T) {
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
		"joiner between an emoji and a letter": "👩\u200Dx", "joiner between Arabic and Latin letters": "م\u200Dx",
	} {
		w := warned([]string{"a"}, []string{"fine", s})
		if assert.Len(t, w, 1, name) {
			assert.Equal(t, codes.HiddenUnicode, w[0].Code)
			assert.Equal(t, codes.Warning, w[0].Severity)
			assert.Equal(t, text.Line(1), w[0].First, "at the first line that has one")
		}
	}
}

// Legitimate Arabic, Hebrew and emoji stay silent, and other scripts do.
func TestLegitimateTextIsSilent(t *testing.T) {
	for name, s := range map[string]string{
		"ASCII": "a := b // c", "tabs": "\ta\tb", "a page of old sources": "\f", "Braille": "⠓⠊\u2800⠽⠕⠥", "accents": "café naïve", "combining accents": "e\u0301", "Greek": "αβγ", "CJK": "日本語 한국어",
		"Arabic": "مرحبا بالعالم", "Arabic with marks": "مرحبا\u200E (x) \u061C5", "Arabic year": "1445 ه\u200D", "tatweel": "مـ\u200D",
		"Persian": "می\u200Cخواهم", "Persian at a word's end": "ها\u200C، ", "Urdu": "کہ\u200Cتا",
		"Hebrew": "שלום עולם", "Hebrew with a mark": "שלום\u200F!", "Hebrew points": "שָׁלוֹם",
		"Hindi": "क्\u200Dष", "Bengali": "র\u200D্য", "Sinhala": "ක්\u200Dෂ", "Kannada": "ಕ್\u200Cಷ", "Malayalam": "ന്\u200D", "Mongolian": "ᠠ\u180B",
		"emoji": "😀", "emoji with a selector": "❤️ ✔️ ©️", "keycaps": "1️⃣ #️⃣", "skin": "👩🏽", "family": "👨\u200D👩\u200D👧", "profession": "👩🏽\u200D💻",
		"flag of letters": "🇩🇪", "rainbow": "🏳️\u200D🌈", "heart on fire": "❤️\u200D🔥", "eye": "👁️\u200D🗨️", "gender": "🧔\u200D♂️", "couple": "👩\u200D❤️\u200D👨",
		"Scotland":            "\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F",
		"ideograph selection": "葛\U000E0100", "mathematics": "∩︀", "box drawing": "«« ═══ ──", "blanks": "a\u00A0b\u3000c", "text style": "☺︎",
	} {
		assert.Empty(t, warned([]string{"a"}, []string{s}), name)
	}
}

// What the old lines have is not brought in; the code points are listed once each.
func TestHiddenCharactersThatTheOldLinesHave(t *testing.T) {
	assert.Empty(t, warned([]string{"a\u202Eb"}, []string{"c\u202Ed"}))
	assert.Len(t, warned([]string{"a\u202Eb"}, []string{"c\u202Ed\u202E"}), 1, "one more of a kind")
	w := warned([]string{"a\u202Eb"}, []string{"c\u202Ed\u200B", "\u200B\U000E0041"})
	if assert.Len(t, w, 1) {
		assert.Equal(t, "New lines add hidden characters; U+200B, U+E0041", w[0].Message())
		assert.Equal(t, text.Line(0), w[0].First)
	}
	assert.Len(t, warned(nil, []string{"a\u202Eb"}), 1, "a new file has them too")
}

var someCode = []string{"def f():", "    x = 1", "    return x"}

func TestPlaceholdersAreFound(t *testing.T) {
	for _, s := range []string{
		"...", "    ...", "…", "# ...", "// ...", "//...", "/* ... */", "<!-- ... -->", "{/* ... */}", "-- ...", "; ...", "% ...", "''' ...",
		"// rest of code", "# rest of the code", "# ... rest of code", "// ... rest of the file ...", "# Rest of the code remains unchanged", "// the rest of the function is unchanged.",
		"// ... existing code ...", "    // ... existing code ...", "{/* ... existing code ... */}", "# existing code", "// existing code...", "// ... keep existing code", "/* remaining implementation */",
		"# ... (rest of the code remains the same)", "// [rest of code]", "# [... rest of code ...]", "// ... other methods", "# ... same as before", "# ... unchanged", "... existing code ...",
		"// the rest stays the same", "# unchanged code", "<!-- rest of the file -->", "// ...rest of your code", "# omitted for brevity", "// code omitted", "# ... omitted ...", "-- rest of the file",
	} {
		w := warned(someCode, []string{"def f():", s})
		if assert.Len(t, w, 1, "%q", s) {
			assert.Equal(t, codes.Placeholder, w[0].Code)
			assert.Equal(t, text.Line(1), w[0].First)
		}
	}
}

func TestRealCodeIsNoPlaceholder(t *testing.T) {
	for _, s := range []string{
		"x = [...a]", "print('...')", "foo(...args)", "return {...state, a: 1}", "    ...rest", "...props,", "...other,", "    ...rest,", "type F = (...xs: int) => x", "func f(xs ...int) {", "f(xs...)",
		"case other:", "other.method()", "x[..., 0]", "def f(self): ...", "Tuple[int, ...]", "for (...) {", "log(\"...\")", "s += '…'", "catch (...) {",
		"# the rest of the values are summed", "# previous code was wrong", "// existing users keep their code", "# Remaining lines are read below", "# existing file is kept", "// other functions may call this method",
		"# The previous implementation was slow", "// same code as in bar.go handles the error", "match rest:", "# Load the remaining content", "rest = code[1:]", "remaining = content",
		"# wait...", "// and so on...", "# Loading...", "// TODO: finish", "# Other methods", "", "# code", "// implementation of Foo", "# ... and then it is summed up", "// e.g. 1, 2, ...",
	} {
		assert.Empty(t, warned(someCode, []string{"def f():", s}), "%q", s)
	}
}

// A placeholder stands in place of code that the old lines had.
func TestPlaceholderNeedsCodeThatIsLost(t *testing.T) {
	assert.Empty(t, warned([]string{"class A:"}, []string{"class A:", "    ..."}), "nothing is lost")
	assert.Empty(t, warned(nil, []string{"def f():", "    ..."}), "nothing was there")
	assert.Empty(t, warned([]string{"x = 1", "..."}, []string{"x = 2", "..."}), "it was there")
	assert.Empty(t, warned([]string{"def f():", "    pass"}, []string{"def f():", "    ..."}), "a body of nothing for another")
	assert.Empty(t, warned([]string{"def f():", "", "  "}, []string{"def f():", "..."}), "blank lines are no code")
	assert.Len(t, warned([]string{"def f():", "    return 1"}, []string{"def f():", "    ..."}), 1)
}

func TestMarkersThatWouldBeWritten(t *testing.T) {
	w := warned([]string{"x"}, []string{"x", "  ═══════ REPL", "»»»"})
	if assert.Len(t, w, 1) {
		assert.Equal(t, codes.MarkerInContent, w[0].Code)
		assert.Equal(t, "New lines contain an edit block marker; `═══════ REPL`", w[0].Message())
		assert.Equal(t, text.Line(1), w[0].First)
	}
	assert.Empty(t, warned([]string{"»»»"}, []string{"y", "»»»"}))
	assert.Empty(t, warned([]string{"x"}, []string{"Heading", "=======", "───────", "END"}))
}

// The glance that spares the expressions never overlooks a placeholder.
func TestGlanceAtPlaceholdersOverlooksNone(t *testing.T) {
	begins := []string{"", "//", "///", "#", "--", ";", "%", "/*", "<!--", "{/*", `"""`, "'", "(", "[", "x ", "- "}
	middles := []string{"", " ", "rest of the code", "...", "…", "existing code", "... rest", "x"}
	ends := []string{"", "...", " …", "*/", " */}", "-->", `"""`, ")", "]"}
	found := 0
	for _, a := range begins {
		for _, b := range middles {
			for _, c := range ends {
				line := strings.TrimSpace(a + b + c)
				if standsForCode(line) {
					found++
					assert.True(t, mayBePlaceholder(line), "%q", line)
				}
			}
		}
	}
	assert.Greater(t, found, 100)
	assert.False(t, mayBePlaceholder("return x"))
	assert.False(t, mayBePlaceholder(""))
}

// Nor does the one at the words of a comment without an ellipsis.
func TestGlanceAtSparingWordsOverlooksNone(t *testing.T) {
	words := []string{
		"rest", "rest of", "remaining", "Existing", "unchanged", "SAME", "code", "file", "functions", "implementation", "omitted", "same as before", "unchanged.",
		"reſt", "\u212Aeep the", "keep the", "the", "your", "my", "all", "methods", "class", "body", "remains", "is as is", "stays the same", "for brevity", "x", "method", "logic:",
	}
	random := rand.New(rand.NewPCG(5, 6))
	matched, passed := 0, 0
	for range 50000 {
		parts := make([]string, 1+random.IntN(5))
		for i := range parts {
			parts[i] = words[random.IntN(len(words))]
		}
		body := strings.Join(parts, " ")
		if spared().MatchString(body) {
			matched++
			assert.True(t, maySpare(body), "%q", body)
			assert.True(t, standsForCode("// "+body), "%q", body)
		} else if !maySpare(body) {
			passed++
		}
	}
	assert.Greater(t, matched, 100)
	assert.Greater(t, passed, 100)
}
