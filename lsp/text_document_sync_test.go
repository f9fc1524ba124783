package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// oneFile is a workspace with a chat of two blocks. The second one fails.
func oneFile() files {
	return files{
		"chat.md": "Hello.\n\n" + block("a.txt", "one\n", "uno\n") + "\n" + block("b.txt", "no\n", "yes\n"),
		"a.txt":   "one\ntwo\n",
		"b.txt":   "three\n",
	}
}

const failing = "12 old-lines-not-found"

func at(line, character int) protocol.Position {
	return protocol.Position{Line: protocol.UInteger(line), Character: protocol.UInteger(character)}
}

func from(start, end protocol.Position) protocol.Range { return protocol.Range{Start: start, End: end} }

func changeBeforeOpen(t *testing.T) {
	u := begin(t, oneFile())
	uri := u.uri("chat.md")
	u.do(u.Notify(u.ctx, "textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uri, "version": 7},
		"contentChanges": []any{map[string]any{"text": "nothing"}},
	}))
	u.do(u.Notify(u.ctx, "textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": uri}}))
	u.do(u.Notify(u.ctx, "textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri}}))
	assert.Empty(t, u.titles(uri, 4), "a document that is not open")
	u.open("chat.md")
	assert.Equal(t, []string{failing}, u.codes(uri))
	assert.Contains(t, u.log.String(), "not open")
}

// The client's text is used anyway.
func versionsThatGoBackwards(t *testing.T) {
	u := begin(t, oneFile())
	uri := u.open("chat.md")
	u.settled()
	for i, version := range []int32{9, 4, 4, -1} {
		u.do(u.Notify(u.ctx, "textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": uri, "version": version},
			"contentChanges": []any{map[string]any{"range": from(at(0, 0), at(0, 0)), "text": "\n"}},
		}))
		u.settled()
		history := u.History(uri)
		last := history[len(history)-1]
		assert.Equal(t, version, int32(*last.Version))
		assert.EqualValues(t, 12+i, last.Diagnostics[0].Range.Start.Line)
	}
	assert.Contains(t, u.log.String(), "didn't increase")
}

// Helix 25.01 may send changes in the wrong order, and before it opens the document. Its newest text
// counts.
func TestChangesInTheWrongOrder(t *testing.T) {
	beginHelix := func(version string) *under {
		return beginWith(t, oneFile(), Options{}, lsptest.Options{Params: map[string]any{
			"clientInfo": map[string]any{"name": "helix", "version": version},
		}})
	}
	newer := beginHelix("25.07.1")
	assert.Equal(t, protocol.TextDocumentSyncKindIncremental, newer.Initialized.Capabilities.TextDocumentSync.Change)

	u := beginHelix("25.01.1")
	assert.Equal(t, protocol.TextDocumentSyncKindFull, u.Initialized.Capabilities.TextDocumentSync.Change)
	chat := u.open("chat.md")
	assert.Equal(t, []string{failing}, u.codes(chat))
	target := u.uri("b.txt")
	change := func(version int, text string) {
		u.do(u.Notify(u.ctx, "textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": target, "version": version},
			"contentChanges": []any{map[string]any{"text": text}},
		}))
	}
	open := func(text string) {
		u.do(u.Notify(u.ctx, "textDocument/didOpen", map[string]any{
			"textDocument": map[string]any{"uri": target, "languageId": "text", "version": 0, "text": text},
		}))
	}
	change(2, "no\n")
	change(1, "another\n")
	open("two\n")
	assert.Empty(t, u.codes(chat), "version 2 came first")
	change(4, "two\n")
	change(3, "no\n")
	assert.Equal(t, []string{failing}, u.codes(chat), "version 4 came first")

	// A change that comes after the document was closed isn't one of the next time.
	u.do(u.Notify(u.ctx, "textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": target}}))
	change(5, "no\n")
	u.settled()
	u.session.mu.Lock()
	late := u.session.early[target]
	late.came = late.came.Add(-2 * earlyTime)
	u.session.early[target] = late
	u.session.mu.Unlock()
	open("two\n")
	assert.Equal(t, []string{failing}, u.codes(chat))
}

func rangesThatAreNotThere(t *testing.T) {
	const far = 1 << 31
	for name, c := range map[string]struct {
		change protocol.Range
		text   string
		want   string
	}{
		"past the last line":        {from(at(far-1, far-1), at(far-1, far-1)), "!", "one\n😀two!"},
		"past a line's end":         {from(at(0, far-1), at(1, 0)), "", "one😀two"},
		"over all":                  {from(at(0, 0), at(far-1, 0)), "new", "new"},
		"the end before the start":  {from(at(1, 2), at(0, 0)), "!", "one\n😀!two"},
		"inside a surrogate pair":   {from(at(1, 1), at(1, 2)), "", "one\ntwo"},
		"the largest there can be":  {from(at(1<<32-1, 1<<32-1), at(1<<32-1, 1<<32-1)), "!", "one\n😀two!"},
		"the line behind the last":  {from(at(2, 0), at(2, 0)), "!", "one\n😀two!"},
		"nothing, in the last line": {from(at(1, 5), at(1, 5)), "!", "one\n😀two!"},
	} {
		t.Run(name, func(t *testing.T) {
			u := begin(t, files{"a.txt": "one\n😀two"})
			uri := u.open("a.txt")
			u.do(u.Notify(u.ctx, "textDocument/didChange", map[string]any{
				"textDocument":   map[string]any{"uri": uri, "version": 2},
				"contentChanges": []any{map[string]any{"range": c.change, "text": c.text}},
			}))
			assert.Equal(t, c.want, u.has(uri))
		})
	}
}

// has returns the server's text of an open document.
func (u *under) has(uri protocol.DocumentUri) string {
	u.t.Helper()
	u.settled()
	u.session.mu.Lock()
	defer u.session.mu.Unlock()
	require.Contains(u.t, u.session.open, uri)
	return u.session.open[uri].text.String()
}

// Each change in a notification refers to the text after the previous one.
func changesOfOneNotification(t *testing.T) {
	u := begin(t, files{"a.txt": "one\ntwo\n"})
	uri := u.open("a.txt")
	u.do(u.Notify(u.ctx, "textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": 2},
		"contentChanges": []any{
			map[string]any{"range": from(at(0, 0), at(1, 0)), "text": ""},
			map[string]any{"range": from(at(0, 3), at(0, 3)), "text": "!"},
			map[string]any{"text": "three\r\n"},
			map[string]any{"range": from(at(0, 5), at(1, 0)), "text": " four\n"},
		},
	}))
	assert.Equal(t, "three four\n", u.has(uri))
	u.do(u.Notify(u.ctx, "textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": 3}, "contentChanges": []any{},
	}))
	assert.Equal(t, "three four\n", u.has(uri))
}

func openTwice(t *testing.T) {
	u := begin(t, oneFile())
	uri := u.open("chat.md")
	assert.Equal(t, []string{failing}, u.codes(uri))
	u.do(u.OpenText(u.ctx, uri, "markdown", "Nothing.\n"))
	assert.Empty(t, u.codes(uri), "what was said of the first text is taken back")
	u.open("chat.md")
	assert.Equal(t, []string{failing}, u.codes(uri))
	u.do(u.OpenText(u.ctx, uri, "python", u.Text(uri)))
	assert.Empty(t, u.codes(uri), "it is no chat any more")
	assert.Empty(t, u.titles(uri, 4))
}

func TestCloseTakesBackWhatWasSaid(t *testing.T) {
	u := begin(t, oneFile())
	uri := u.open("chat.md")
	u.settled()
	u.do(u.Append(u.ctx, uri, "\n")) // an analysis is running or about to
	u.do(u.Close(u.ctx, uri))
	u.settled()
	history := u.History(uri)
	assert.Empty(t, history[len(history)-1].Diagnostics)
	n := len(history)
	u.open("a.txt")
	u.settled()
	assert.Equal(t, n, u.Published(uri), "nothing is said of a closed document")
}

// A new version is always answered, since some clients drop diagnostics of another one.
func TestEveryVersionIsAnswered(t *testing.T) {
	u := begin(t, oneFile())
	uri := u.open("chat.md")
	u.settled()
	n := u.Published(uri)
	for i := range 5 {
		u.do(u.Change(u.ctx, uri, from(at(0, 0), at(0, 0)), "x"))
		u.settled()
		history := u.History(uri)
		require.Len(t, history, n+i+1)
		assert.EqualValues(t, u.Buffer(uri).Version, *history[n+i].Version)
	}
}

// Unchanged results aren't sent again after a keystroke in a target or a save.
func TestWhatTheClientHasIsNotSaidAgain(t *testing.T) {
	u := begin(t, oneFile())
	uri, target := u.open("chat.md"), u.open("b.txt")
	u.settled()
	n := u.Published(uri)
	u.do(u.Append(u.ctx, target, "%%%%%%\n"))
	u.do(u.Saved(u.ctx, uri))
	u.settled()
	assert.Equal(t, n, u.Published(uri))
	u.do(u.Append(u.ctx, target, "no\n"))
	assert.Empty(t, u.codes(uri))
}

func TestOtherChatsAreLeftAlone(t *testing.T) {
	all := oneFile()
	all["other.md"] = block("b.txt", "three\n", "tres\n")
	u := begin(t, all)
	chat, other := u.open("chat.md"), u.open("other.md")
	a, b, c := u.open("a.txt"), u.open("b.txt"), u.uri("c.txt")
	u.do(u.OpenText(u.ctx, c, "", ""))
	analyses := func() [2]*analysis {
		u.settled()
		u.session.mu.Lock()
		defer u.session.mu.Unlock()
		return [2]*analysis{u.session.open[chat].analysis, u.session.open[other].analysis}
	}
	before := analyses()
	step := func(uri protocol.DocumentUri, chatIsChecked, otherIsChecked bool, why string) {
		t.Helper()
		u.do(u.Append(u.ctx, uri, "!"))
		now := analyses()
		assert.Equal(t, chatIsChecked, now[0] != before[0], why)
		assert.Equal(t, otherIsChecked, now[1] != before[1], why)
		before = now
	}
	step(a, true, false, "a target of chat.md only")
	step(b, true, true, "a target of both")
	step(c, false, false, "a target of none")
	step(chat, true, false, "a chat")
}

// Requests and changes overtake each other, but every edit is right for the version it names. The
// editor gets edits with the actions.
func editsAreForTheVersionTheyName(t *testing.T) {
	u := beginWith(t, oneFile(), Options{}, optionsOf(t, "eglot-1.9", nil))
	chat, target := u.open("chat.md"), u.open("a.txt")
	u.settled()
	type answer struct {
		action protocol.CodeAction
		err    error
	}
	const rounds = 50
	answers := make(chan answer, rounds)
	texts := map[int32]string{1: u.Text(target)}
	for i := range rounds {
		go func() {
			a, err := u.CodeAction(u.ctx, chat, 3, "Apply edit")
			answers <- answer{a, err}
		}()
		u.do(u.Change(u.ctx, target, from(at(0, 0), at(0, 0)), fmt.Sprintf("line %d\n", i)))
		b := u.Buffer(target)
		texts[b.Version] = b.Text
	}
	for range rounds {
		a := <-answers
		require.NoError(t, a.err)
		edit := a.action.Edit.DocumentChanges[0].TextDocumentEdit
		before, known := texts[int32(*edit.TextDocument.Version)]
		require.True(t, known)
		r := edit.Edits[0].Range
		lines := strings.SplitAfter(before, "\n")
		assert.Equal(t, "one\n", strings.Join(lines[r.Start.Line:r.End.Line], ""), "version %d", *edit.TextDocument.Version)
	}
}

// While a chat grows by single letters, unfinished parts cause no diagnostics.
func TestGrowingDocument(t *testing.T) {
	whole := "I change it:\n\n```\n" + block("a.txt", "one\n", "uno\n") + "```\n\nand\n\n" +
		"b.txt\n```\n<<<<<<< SEARCH\nthree\n=======\ntres\n>>>>>>> REPLACE\n```\n\n" +
		"FILE: a.txt\nFIND:\ntwo\nREPLACE:\ndos\nEND\n\nDone.\n"
	u := begin(t, files{"chat.md": "", "a.txt": "one\n\n\n\n\ntwo\n", "b.txt": "three\n"})
	uri := u.open("chat.md")
	for _, letter := range whole {
		u.do(u.Append(u.ctx, uri, string(letter)))
		assert.Empty(t, u.codes(uri), "%q", u.Text(uri))
	}
	assert.Zero(t, u.Published(uri))
	u.idle()
	assert.Empty(t, u.codes(uri))
	assert.Equal(t, []string{"Apply edit", "Apply all 3 edits in this document", "Apply all edits to a.txt"}, u.titles(uri, 5))
}

// The idle time, which is short, really passes here.
func TestIdleTime(t *testing.T) {
	u := beginWith(t, files{"chat.md": "", "a.txt": "one\n"}, Options{idle: 1}, lsptest.Options{})
	uri := u.open("chat.md")
	u.do(u.Append(u.ctx, uri, "a.txt\n««« EDIT\none\n"))
	list, err := u.Diagnostics(u.ctx, uri, nil)
	u.do(err)
	require.Equal(t, "unclosed-block", string(list[0].Code))
	u.do(u.Append(u.ctx, uri, "═══════ REPL\nuno\n»»» EDIT END\n"))
	_, err = u.Diagnostics(u.ctx, uri, func(list []protocol.Diagnostic) bool { return len(list) == 0 })
	u.do(err)
	// Close it before the idle time has passed.
	u.do(u.Append(u.ctx, uri, "a.txt\n««« EDIT\n"))
	u.do(u.Close(u.ctx, uri))
	u.settled()
	history := u.History(uri)
	assert.Empty(t, history[len(history)-1].Diagnostics)
}

// Only the last block of a growing document is unfinished.
func TestWhatIsBehindInAGrowingDocument(t *testing.T) {
	u := begin(t, files{"chat.md": "", "a.txt": "one\n"})
	uri := u.open("chat.md")
	u.do(u.Append(u.ctx, uri, "a.txt\n««« EDIT\none\n\na.txt\n««« EDIT\none\n"))
	assert.Equal(t, []string{"2 unclosed-block"}, u.codes(uri))
	u.do(u.Append(u.ctx, uri, "═══════ REPL\nuno\n»»» EDIT END\n"))
	assert.Equal(t, []string{"2 unclosed-block"}, u.codes(uri))
	u.idle()
	assert.Equal(t, []string{"2 unclosed-block"}, u.codes(uri))
}

// Documents with other languages or schemes are only targets.
func TestWhatIsNoChat(t *testing.T) {
	u := begin(t, oneFile())
	chat := block("a.txt", "no\n", "yes\n")
	for i, language := range []string{"python", "", "markdown-ish", "Markdown", "json"} {
		uri := u.uri(fmt.Sprintf("%d.txt", i))
		u.do(u.OpenText(u.ctx, uri, language, chat))
		assert.Empty(t, u.codes(uri), language)
		assert.Empty(t, u.titles(uri, 2), language)
		assert.Zero(t, u.Published(uri), language)
	}
	for i, language := range []string{"markdown", "mdx", "plaintext", "org", "codecompanion", "Avante", "quarto", "chat"} {
		uri := protocol.DocumentUri(fmt.Sprintf("untitled:chat-%d", i))
		u.do(u.OpenText(u.ctx, uri, language, chat))
		assert.Equal(t, []string{"3 old-lines-not-found"}, u.codes(uri), language)
	}
	for _, uri := range []protocol.DocumentUri{"vscode-chat-code-block://1", "vscode-chat-code-block:x", "git:/a.md", "output:x"} {
		u.do(u.OpenText(u.ctx, uri, "markdown", chat))
		assert.Empty(t, u.codes(uri), uri)
		assert.Zero(t, u.Published(uri), uri)
	}
	for _, uri := range []protocol.DocumentUri{
		"file://", "file:///cwd/%5BCodeCompanion%5D%203", "FILE:///x.md", "inmemory://model/1", "vscode-notebook-cell:/x.md#a",
		"no scheme at all", "", "file:///%zz", "file:///a%00b.md", "oil:///x/", "untitled:Untitled-1",
	} {
		u.do(u.OpenText(u.ctx, uri, "markdown", chat))
		assert.Equal(t, []string{"3 old-lines-not-found"}, u.codes(uri), uri)
		u.do(u.Close(u.ctx, uri))
		assert.Empty(t, u.codes(uri), uri)
	}
	u.lives()
}
