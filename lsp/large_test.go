package lsp

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/settings"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// Large and hostile documents have bounded cost, and the server survives. The time limit is
// [patience], not a measurement. Sizes are smaller with the race detector.

var most = settings.New(nil).MaxDiagnostics

// size returns n, or a part of it with the race detector.
func size(n, part int) int {
	if trust.RaceDetector {
		return n / part
	}
	return n
}

// chatOf creates a chat of blocks with a line each, spread over the targets.
func chatOf(blocks, targets int) files {
	all := files{}
	var chat strings.Builder
	for i := range blocks {
		name := fmt.Sprintf("src/f%d.txt", i%targets)
		fmt.Fprintf(&chat, "Block %d:\n\n%s\n", i, block(name, fmt.Sprintf("line %d\n", i), fmt.Sprintf("LINE %d\n", i)))
		all[name] += fmt.Sprintf("line %d\n\n\n\n\n\n", i)
	}
	all["chat.md"] = chat.String()
	return all
}

func largeTenThousandBlocks(t *testing.T) {
	blocks := size(10_000, 5)
	u := begin(t, chatOf(blocks, 100))
	uri := u.open("chat.md")
	assert.Empty(t, u.shown(uri), "all blocks apply")
	title := fmt.Sprintf("Apply all %d edits in this document", blocks)
	assert.Equal(t, []string{"Apply edit", title, "Apply all edits to f0.txt"}, u.titles(uri, 4))
	u.choose(uri, 4, title)
	u.save()
	for _, name := range []string{"src/f0.txt", "src/f99.txt"} {
		assert.NotContains(t, u.content(name), "line")
	}
	u.do(u.Saved(u.ctx, uri))
	assert.Equal(t, most+1, len(u.codes(uri)), "all are applied")
	assert.Contains(t, u.shown(uri)[most], fmt.Sprintf("%d more", blocks-most))
}

func largeChatIsTypedInto(t *testing.T) {
	all := chatOf(700, 50)
	const prose = "Some prose that goes on for a while and says nothing at all.\n"
	all["chat.md"] = strings.Repeat(prose, size(4<<20, 4)/len(prose)) + all["chat.md"]
	u := begin(t, all)
	uri := u.open("chat.md")
	assert.Empty(t, u.shown(uri))
	// Analyses in between are dropped, and don't pile up.
	for range 100 {
		u.do(u.Append(u.ctx, uri, "x"))
	}
	assert.Equal(t, []string{"Apply edit"}, u.titles(uri, len(strings.Split(u.Text(uri), "\n"))-7)[:1])
	u.do(u.Append(u.ctx, uri, "\n\n"+block("src/none.txt", "a\n", "b\n")))
	assert.Len(t, u.codes(uri), 1)
	assert.LessOrEqual(t, u.Published(uri), 2)
}

func largeNestedStarts(t *testing.T) {
	starts := size(50_000, 10)
	u := begin(t, files{
		"named.md":  strings.Repeat("a.txt\n««« EDIT\n", starts),
		"nested.md": "a.txt\n" + strings.Repeat("««« EDIT\n", starts),
		"mixed.md":  strings.Repeat("FILE: a.txt\nFIND:\na.txt\n<<<<<<< SEARCH\n««« EDIT\n```\n", starts/5),
		"a.txt":     "x\n",
	})
	for name, want := range map[string]int{"named.md": most + 1, "nested.md": 1} {
		assert.Equal(t, want, len(u.codes(u.open(name))), name)
	}
	u.codes(u.open("mixed.md"))
	u.lives()
}

func largeEqualLines(t *testing.T) {
	lines := size(20_000, 4)
	anchor := strings.Repeat("same\n", lines/40)
	u := begin(t, files{
		"chat.md": block("a.txt", anchor+"other\n", anchor+"new\n") + "\n" + block("b.txt", anchor, anchor+"new\n"),
		"a.txt":   strings.Repeat("same\n", lines),
		"b.txt":   strings.Repeat("same\n", lines),
	})
	got := u.shown(u.open("chat.md"))
	require.Len(t, got, 2)
	assert.Contains(t, got[1], fmt.Sprintf("and %d more)", lines-lines/40+1-10))
	u.lives()
}

func largeMarkerLines(t *testing.T) {
	lines := size(1_000_000, 10)
	u := begin(t, files{
		"chat.md": strings.Repeat("=======\n>>>>>>> REPLACE\n───────\n»»»\nEND\nREPLACE:\n```\n", lines/7),
	})
	assert.Empty(t, u.shown(u.open("chat.md")))
	u.lives()
}

func largeCheckIsCancelled(t *testing.T) {
	u := begin(t, chatOf(size(10_000, 5), 100))
	before := runtime.NumGoroutine()
	uri := u.open("chat.md")
	for range 50 {
		u.do(u.Change(u.ctx, uri, protocol.Range{}, "x\n"))
	}
	u.do(u.Change(u.ctx, uri, protocol.Range{End: protocol.Position{Line: 1 << 30}}, "Nothing."))
	assert.Empty(t, u.shown(uri))
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+2 }, patience, time.Millisecond, "checks are left over")
}

func (u *under) lives() {
	u.t.Helper()
	const uri = "untitled:lives"
	write(u.t, u.dir, files{"lives.txt": "one\n"})
	u.do(u.OpenText(u.ctx, uri, "markdown", block("lives.txt", "one\n", "two\n")+"\n"+block("lives.txt", "no\n", "\n")))
	assert.Equal(u.t, []string{"10 old-lines-not-found"}, u.codes(uri))
	assert.Contains(u.t, u.titles(uri, 2), "Apply edit")
	u.do(u.Close(u.ctx, uri))
}

// Many keystrokes during a check: superseded analyses are released at once.
func stormDuringACheck(t *testing.T) {
	u := begin(t, chatOf(700, 50))
	uri := u.open("chat.md")
	u.settled()
	u.session.mu.Lock()
	checking := u.session.open[uri].checking
	u.session.mu.Unlock()
	checking <- struct{}{} // the earlier check
	heap, goroutines := held(), runtime.NumGoroutine()
	for range size(5000, 5) {
		u.do(u.Append(u.ctx, uri, "x"))
	}
	// The answer comes after all changes were handled. The last of them waits for its turn.
	u.do(u.Call(u.ctx, "workspace/willRenameFiles", map[string]any{"files": []any{}}, nil))
	for runtime.NumGoroutine() > goroutines+1 {
		runtime.Gosched()
	}
	assert.Less(t, held(), heap+8<<20)
	<-checking
	u.do(u.Append(u.ctx, uri, "\n\n"+block("src/none.txt", "a\n", "b\n")))
	assert.Len(t, u.codes(uri), 1)
}

func held() uint64 {
	var now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&now)
	return now.HeapAlloc
}

// In a single line of 12 MB with 300 edits, a keystroke allocates less than the line.
func longLineIsTypedInto(t *testing.T) {
	edits := size(300, 8)
	part := strings.Repeat("x", size(12<<20, 8)/edits)
	var line, chat strings.Builder
	for i := range edits {
		fmt.Fprintf(&line, "%s[%d]", part, i)
		fmt.Fprintf(&chat, "FILE: a.js\nFIND:\n[%d]\nREPLACE:\n(%d)\nEND\n", i, i)
	}
	u := begin(t, files{"a.js": line.String() + "\n", "chat.md": chat.String()})
	chatURI := u.open("chat.md")
	assert.Equal(t, 1, strings.Count(strings.Join(u.codes(chatURI), "\n"), "merge-suggested"))
	target := u.open("a.js")
	u.settled()
	const keys = 4
	keystrokes := trust.Allocated(func() {
		for range keys {
			u.do(u.Append(u.ctx, chatURI, "x"))
			u.settled()
		}
	})
	limit := line.Len() / 2
	if trust.RaceDetector {
		limit += 8 << 20 // the line is shorter, and the rest takes more
	}
	assert.Less(t, keystrokes/keys, uint64(limit), "the line is not copied")
	u.do(u.Change(u.ctx, target, from(at(0, 0), at(0, 1)), "y"))
	assert.NotContains(t, strings.Join(u.codes(chatURI), "\n"), "not-found")
}
