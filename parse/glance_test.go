package parse

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// tellingPieces are what lines that may be tokens are made of.
var tellingPieces = slices.Concat(
	[]string{"", " ", "  ", "\t", "\r", "\v", "\f", "\u0085", "\u00a0", "\u1680", "\u2003", "\u3000", "\u200b", "\xc2", "\xe2\x80", "\ufeff"},
	[]string{"#", "##", "# ", "## User", "#### x  ", "# aider chat started at x", "###### GPT-4o said", ">", "> ", "$ ", "-", "=", "`", "~", "<", "é", "日", "🟧", "x", ":", "("},
	[]string{"```", "````", "~~~", "```py", "```bash", "```md", "<<<<<<<", "=======", ">>>>>>>", "<<<<<<< SEARCH", "=====", ">>>>>>> REPLACE", " UPDATED", " ORIGINAL"},
	[]string{guillemetStart, anchoredSingle, anchoredDouble, anchoredEnd, agentStart, agentEnd, "═══════ REPL", "»»» EDIT END", "🟨🟨🟨 REPL", "==== REPLACE"},
	[]string{"FILE:", "file: a.py", "Find:", "FIND", "find (near line 7):", "REPLACE:", "rEplace:", "END", "end", "End", "ending"},
	[]string{"user:", "USER: x", "Assistant:", "SYSTEM: y", "system", "as", "fi", "fI", "re", "en", "us", "gi", "mk", "rm"},
	[]string{"git rm ", "git mv a b", "mkdir -p ", "rm -rf ", "`git rm ", "`git mv a`", "`mkdir -p x`", "`rm -rf ", "`rm -r", "git ", " -rf ", "`git rm", "``rm -rf ", "``mkdir -p ``"},
	[]string{switchOff, switchOn, "---", "src/a.py"},
)

// plainly makes the tokens of a document by a look at each line for all that it may be.
func plainly(doc *text.Text, patterns turnPatterns) *piece {
	p := &piece{lines: text.Line(doc.LineCount())}
	doc.Each(0, p.lines, func(l text.Line, line string) bool {
		ticked := slices.ContainsFunc(shellCommands, func(c string) bool { return strings.Contains(line, "`"+c) })
		p.line(l, line, ticked, patterns)
		if next := l + 1; isQuote(line) && (next == p.lines || speaksOn(doc.Line(next))) {
			p.mark(turnMark{line: l, layout: layoutAider, who: aiderQuote})
		}
		return true
	})
	return p
}

// The glance at a line passes over none that is a token.
func TestTheGlanceSeesAllTokens(t *testing.T) {
	rounds := 4000
	if testing.Short() {
		rounds = 800
	}
	found := &piece{}
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		var b strings.Builder
		for range 1 + r.IntN(40) {
			for range r.IntN(4) {
				piece := tellingPieces[r.IntN(len(tellingPieces))]
				b.WriteString([]string{piece, piece, piece, strings.ToUpper(piece), strings.ToLower(piece)}[r.IntN(5)])
				if r.IntN(6) == 0 { // so that what follows stands anywhere
					b.WriteString(strings.Repeat("y", r.IntN(12)))
				}
			}
			b.WriteString([]string{"\n", "\n", "\r\n", "\n\n"}[r.IntN(4)])
		}
		source := strings.ToValidUTF8(b.String(), "\uFFFD")
		source = source[:len(source)-r.IntN(2)]
		patterns := turnPatterns{}
		if r.IntN(8) == 0 {
			patterns.user = []*regexp.Regexp{regexp.MustCompile(`y{5}`)}
		}
		doc := text.New(source)
		want := plainly(doc, patterns)
		got, err := (*Memo)(nil).pieces(t.Context(), doc, patterns)
		require.NoError(t, err)
		if doc.LineCount() > 0 {
			require.Equal(t, []*piece{want}, got, "seed %d: %q", seed, source)
		}
		found.events, found.commands = append(found.events, want.events...), append(found.commands, want.commands...)
	}
	kinds := map[eventKind]int{}
	for _, e := range found.events {
		kinds[e.kind]++
	}
	for _, k := range []eventKind{fenceEvent, turnEvent, offEvent, onEvent, blockEvent} {
		require.Greater(t, kinds[k], 20, "events of kind %d", k)
	}
	require.Greater(t, len(found.commands), 100)
}

// A command in backticks is found wherever it stands.
func TestTickedCommandsAreFoundEverywhere(t *testing.T) {
	for _, c := range shellCommands {
		for before := range 50 {
			for behind := range 30 {
				s := strings.Repeat("`", before) + c + strings.Repeat("x", behind)
				for from := range before + 2 {
					want := len(s)
					if from < before {
						want = before - 1
					}
					require.Equal(t, want, nextTicked(s, from), "from %d in %q", from, s)
				}
			}
		}
	}
}
