package lsp

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// hostileTexts are texts that could be more than text in a hover or a title. They occur in the path
// and lines of a block and in the file.
func hostileTexts() []trust.Case {
	var cases []trust.Case
	for name, s := range map[string]string{
		"a command: link":                "[run](command:evil)",
		"a fence that ends":              "```\n[x](command:evil)\n```",
		"a long fence that ends":         strings.Repeat("`", 40) + "\n<b>\n" + strings.Repeat("`", 40),
		"a fence of tildes":              "~~~\n<b>\n~~~",
		"a code span that ends":          "a`<b>`b",
		"an icon of VS Code":             "$(trash)$(a)$$((b)",
		"an image":                       "![x](https://example.org/x.png)",
		"HTML":                           "<img src=x onerror=alert(1)><b>",
		"a link by reference":            "[x][y]\n[y]: command:evil",
		"an autolink":                    "<command:evil> <https://example.org>",
		"a title of 10,000 characters":   strings.Repeat("long ", 2000),
		"10,000 characters of two bytes": strings.Repeat("é", 10_000),
		"right-to-left letters":          "שלום/سلام",
		"right-to-left override":         "x\u202ey.txt\u2066z",
		"zero-width characters":          "a\u200b\u2060\ufeffb",
		"escape sequences":               "a\x1b]0;owned\x07b\x08",
		"a table":                        "| a | b |\n|---|---|\n| <b> | x |",
		"a setext heading":               "x\n===\n<b>",
	} {
		cases = append(cases, trust.Case{Name: name, Run: func(t *testing.T) { showsAsText(t, s) }})
	}
	return cases
}

const longestTitle = 300

func showsAsText(t *testing.T, s string) {
	inLine := strings.ReplaceAll(s, "\n", " ")
	u := begin(t, files{
		"chat.md": block("a.txt", s+"\nold\n", s+"\nnew\n") + "\n" + block("src/"+inLine+".txt", "x\n", "y\n") + "\n" +
			block("b.txt", s+"\n", "z\n") + "\n`git rm " + inLine + "`\n",
		"a.txt": s + "\nold\n", "b.txt": s + "!\n",
	})
	chat := u.open("chat.md")
	var titles []string
	for line := range strings.Count(u.Text(chat), "\n") {
		var hover *protocol.Hover
		u.do(u.Call(u.ctx, "textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": chat}, "position": at(line, 0)}, &hover))
		if hover != nil {
			assertInert(t, hover.Contents.Value)
		}
		list, err := u.CodeActions(u.ctx, chat, line)
		u.do(err)
		for _, a := range list {
			titles = append(titles, a.Title)
		}
	}
	var lenses []protocol.CodeLens
	u.do(u.Call(u.ctx, "textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": chat}}, &lenses))
	assert.NotEmpty(t, lenses)
	for _, l := range lenses {
		titles = append(titles, l.Command.Title)
		assert.NotContains(t, l.Command.Title, "$(")
	}
	for _, title := range titles {
		assert.Equal(t, text.Escape(title), title, "nothing hidden")
		assert.LessOrEqual(t, utf8.RuneCountInString(title), longestTitle)
	}
}

var backticks = regexp.MustCompile("`+")

// withoutSpans removes code spans from a line of markdown: each ends at the next run of as many
// backticks.
func withoutSpans(line string) string {
	runs := backticks.FindAllStringIndex(line, -1)
	var rest strings.Builder
	at := 0
	for i, open := range runs {
		if open[0] < at {
			continue
		}
		for _, end := range runs[i+1:] {
			if end[1]-end[0] == open[1]-open[0] {
				rest.WriteString(line[at:open[0]])
				at = end[1]
				break
			}
		}
	}
	return rest.String() + line[at:]
}

// assertInert checks that a hover has only plain text outside fences and code spans.
func assertInert(t *testing.T, hover string) {
	t.Helper()
	fence := ""
	for l := range strings.Lines(hover) {
		l = strings.TrimSuffix(l, "\n")
		switch run := l[:len(l)-len(strings.TrimLeft(l, "`"))]; {
		case fence == "" && len(run) >= 3:
			fence = run
		case fence != "" && run == l && len(run) >= len(fence):
			fence = ""
		case fence == "":
			assert.NotRegexp(t, `[<\[\]|]|command:|^[=~#]`, withoutSpans(l))
		}
		assert.Equal(t, text.Escape(strings.ReplaceAll(l, "\t", " ")), strings.ReplaceAll(l, "\t", " "), "nothing hidden")
	}
	assert.Empty(t, fence, "all fences are closed")
}

// JSON may contain lone surrogates. They decode to U+FFFD, and the output is well-formed.
func loneSurrogates(t *testing.T) {
	r := serveRaw(t, Options{})
	r.initialize()
	r.say(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:1","languageId":"markdown","version":1,"text":` +
		`"\ud800../a\udc00.txt\n««« EDIT\n\ud83d\n═══════ REPL\nx\n»»» EDIT END\n"}}}`)
	m := r.hear("", 0)
	assert.Contains(t, asJSON(t, m), "path-invalid")
	assert.True(t, utf8.ValidString(asJSON(t, m)))
	r.bye()
}
