package ledger

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// entries returns the entries of applying all edits of a session, decoded again.
func (s *session) entries(run string) (all []Entry) {
	for _, e := range s.edits() {
		entry, ok := EntryOf(run, time.Now(), &e)
		require.True(s.t, ok)
		all = append(all, Decode([][]byte{entry.Encode()}, isAny, time.Now())...)
	}
	return all
}

func isAny(string) bool { return true }

// after returns what a new session with the same chat says of a text.
func (s *session) after(entries []Entry, a string) []string {
	now := begin(s.t, s.chat.String(), map[string]string{"a.txt": a})
	now.Read("/w", entries, isAny)
	for _, path := range now.Wanted() {
		t := now.files.Target(s.t.Context(), strings.TrimPrefix(path, "/w/"))
		now.Saw(path, t.File, nil)
	}
	return now.applied()
}

// What is known of a journal's entries is bounded by the journal, which drops its oldest ones.
func TestKnownEntriesAreBounded(t *testing.T) {
	l := New()
	entry := func(i int) Entry { return Entry{Run: fmt.Sprint(i), File: "a.txt", Root: "/w"} }
	for i := range 3 * maxKnown {
		l.know(entry(i))
		assert.True(t, l.HasRead("/w", []Entry{entry(i)}))
	}
	assert.LessOrEqual(t, len(l.known["/w"]), maxKnown)
	l.Read("/w", []Entry{entry(1), entry(2)}, isAny)
	assert.Len(t, l.known["/w"], 2)
	assert.True(t, l.HasRead("/w", []Entry{entry(1), entry(2)}))
	assert.False(t, l.HasRead("/w", []Entry{entry(3)}))
	assert.False(t, l.HasRead("/other", []Entry{entry(1)}))
}

func TestPlacesOfAJournal(t *testing.T) {
	s := begin(t, blockText("a.txt", "one\n", "uno\n")+blockText("a.txt", "two\n", "due\n2\n"), map[string]string{"a.txt": "one\ntwo\nthree\n"})
	entries := s.entries("run")
	require.Len(t, entries, 1)
	for name, c := range map[string]struct {
		a    string
		want []string
	}{
		"as it was":       {"uno\ndue\n2\nthree\n", []string{"0-1", "1-3"}},
		"below new lines": {"0\n0\nuno\ndue\n2\nthree\n", []string{"2-3", "3-5"}},
		"changed":         {"un\ndue\n2\nthree\n", []string{"0-1 changed", "1-3"}},
		"back":            {"one\ndue\n2\nthree\n", []string{"validated", "1-3"}},
		"rewritten":       {"def f():\n    pass\n", []string{"failed", "skipped"}},
	} {
		assert.Equal(t, c.want, s.after(entries, c.a), name)
	}
	s.chat = text.New("More.\n\n" + s.chat.String())
	assert.Equal(t, []string{"0-1 changed", "1-3"}, s.after(entries, "un\ndue\n2\nthree\n"), "the chat has grown")
}

// Of equal lines, those count that are between the lines that were around the block.
func TestEqualLinesInAJournal(t *testing.T) {
	s := begin(t, blockText("a.txt", "two:\nold\n", "two:\nnew\n"), map[string]string{"a.txt": "one:\nnew\n\ntwo:\nold\n"})
	entries := s.entries("run")
	assert.Equal(t, []string{"7-8"}, s.after(entries, "0\n0\n0\none:\nnew\n\ntwo:\nnew\n"), "the line above")
	assert.Equal(t, []string{"2-3"}, s.after(entries, "two:\n\nnew\n"), "another line above")

	s = begin(t, blockText("a.txt", "old\nend\n", "new\nend\n"), map[string]string{"a.txt": "new\n\nold\nend\n"})
	assert.Equal(t, []string{"4-5"}, s.after(s.entries("run"), "0\n0\nnew\n0\nnew\nend\n"), "the line below")
}

// A rewritten file doesn't hide a block that applies to it.
func TestARewrittenFile(t *testing.T) {
	s := begin(t, "FILE: a.txt\nFIND:\none two\nREPLACE:\n1 2\nEND\n", map[string]string{"a.txt": "say one two now\n"})
	entries := s.entries("run")
	assert.Equal(t, []string{"0-1 changed"}, s.after(entries, "say 1, 2 now\n"))
	assert.Equal(t, []string{"validated"}, s.after(entries, "hey,\nit is one two\n"))
}

// What a block only adds, and somebody takes out again, isn't applied. If they leave some of it, it is changed.
func TestAnInsertionInAJournal(t *testing.T) {
	s := begin(t, blockText("a.txt", "one\n", "one\n1.1\n1.2\n"), map[string]string{"a.txt": "one\ntwo\n"})
	entries := s.entries("run")
	assert.Equal(t, []string{"2-4"}, s.after(entries, "0\none\n1.1\n1.2\ntwo\n"))
	assert.Equal(t, []string{"validated"}, s.after(entries, "0\none\ntwo\n"))
	assert.Equal(t, []string{"1-3 changed"}, s.after(entries, "0\none\n1.2\ntwo\n"))
}

// Only entries of a chat's files are read, with those of other chats before and after a rename.
func TestEntriesOfAChat(t *testing.T) {
	entry := func(chat, file, to string) []byte {
		return Entry{Time: time.Now(), Run: "run", Chat: chat, File: file, To: to, Blocks: []EntryBlock{{Name: `,"blocks":[`}}}.Encode()
	}
	lines := [][]byte{
		entry("x", "a.txt", ""), entry("x", "c.txt", ""), entry(`this "one"`, "a.txt", ""), entry("x", "a.txt", "b.txt"), entry("x", "b.txt", ""), []byte("{"),
	}
	var files []string
	for _, e := range Decode(lines, func(chat string) bool { return chat == `this "one"` }, time.Now()) {
		files = append(files, e.File)
	}
	assert.Equal(t, []string{"a.txt", "a.txt", "a.txt", "b.txt"}, files)
}

func BenchmarkDecode(b *testing.B) {
	var lines [][]byte
	e := Entry{Time: time.Now(), Run: "run"}
	for range 40 {
		e.Blocks = append(e.Blocks, EntryBlock{Name: "a.txt", Made: []string{strings.Repeat("x", 80)}})
	}
	for i := range 7000 {
		e.Chat, e.File = fmt.Sprintf("/chats/%d.md", i%50), fmt.Sprintf("src/%d.go", i%200)
		lines = append(lines, e.Encode())
	}
	for name, isWanted := range map[string]func(string) bool{"one chat": func(chat string) bool { return chat == "/chats/7.md" }, "all": isAny} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				require.NotEmpty(b, Decode(lines, isWanted, time.Now()))
			}
		})
	}
}

// A later run moves the places of an earlier one, and reverts it.
func TestRunsAfterOneAnother(t *testing.T) {
	s := begin(t, blockText("a.txt", "two\n", "due\n"), map[string]string{"a.txt": "one\ntwo\n"})
	first := s.entries("first")
	above := begin(t, blockText("a.txt", "one\n", "0\n0\none\n"), map[string]string{"a.txt": "one\ndue\n"}).entries("second")
	above[0].Chat = "another"
	assert.Equal(t, []string{"3-4"}, s.after(append(first, above...), "0\n0\none\ndue\n"))
	back := Entry{Time: time.Now(), Run: "third", Chat: chatID, File: "a.txt", Undone: "first"}
	assert.Equal(t, []string{"failed"}, s.after(append(first, back), "one\ndu\n"))
}

// A run whose file was restored by other means is over, also if the same chat was applied and undone since.
func TestARunThatWasRestored(t *testing.T) {
	s := begin(t, blockText("a.txt", "one\n", "uno\n"), map[string]string{"a.txt": "one\ntwo\n"})
	entries := append(s.entries("first"), s.entries("second")...)
	assert.Equal(t, []string{"0-1"}, s.after(entries, "uno\ntwo\n"))
	back := Entry{
		Time: time.Now(), Run: "second", Chat: chatID, File: "a.txt", Undone: "second",
		Before: entries[1].After, After: entries[1].Before,
	}
	assert.Equal(t, []string{"validated"}, s.after(append(entries, back), "one\ntwo\n"))
}

// The edits of an entry revert it.
func TestUndoOfAnEntry(t *testing.T) {
	long := strings.Repeat("and so on ", 2000)
	for before, chat := range map[string]string{
		"one\r\ntwo\r\nthree":                    blockText("a.txt", "one\n", "uno\n1\n") + blockText("a.txt", "three\n", ""),
		"\uFEFFone\ntwo\n":                       blockText("a.txt", "two\n", "due\n"),
		"[1] " + long + "[2] " + long + "\nlast": "FILE: a.txt\nFIND:\n[1]\nREPLACE:\nuno\nEND\nFIND:\n[2]\nREPLACE:\ndue\n2\nEND\nFIND:\nlast\nREPLACE:\nend\nEND\n",
	} {
		s := begin(t, chat, map[string]string{"a.txt": before})
		list := s.edits()
		require.Len(t, list, 1)
		e, ok := EntryOf("run", time.Now(), &list[0])
		require.True(t, ok)
		now := list[0].File.After()
		assert.Equal(t, HashOf(&workspace.File{Text: now}), e.After)
		var edits []text.Edit
		for _, u := range e.Undo {
			edits = append(edits, text.Edit{Start: u.Start, End: u.End, New: u.New})
		}
		assert.Equal(t, before, string(now.Apply(edits).Bytes()))
		assert.Equal(t, e.Before, HashOf(&workspace.File{Text: now.Apply(edits)}))
	}
}

// A large entry keeps no texts.
func TestALargeEntry(t *testing.T) {
	long := strings.Repeat("x", maxEntry) + "\n"
	s := begin(t, blockText("a.txt", "one\n", long), map[string]string{"a.txt": "one\n"})
	entries := s.entries("run")
	require.Len(t, entries, 1)
	assert.Empty(t, entries[0].Undo)
	assert.Less(t, len(entries[0].Encode()), 1000)
	assert.Equal(t, []string{"0-1"}, s.after(entries, long), "by the hash")
	assert.Equal(t, []string{"failed"}, s.after(entries, "un\n"))
}

func TestEntriesThatAreNone(t *testing.T) {
	good := Entry{Time: time.Now(), Run: "run", Chat: chatID, File: "a.txt"}
	bad := func(change func(*Entry)) []byte {
		e := good
		change(&e)
		return e.Encode()
	}
	lines := [][]byte{
		[]byte("{"), []byte("null"), []byte("1"), {0xff}, []byte(`{"run":"x"}`),
		bad(func(e *Entry) { e.Run = "" }), bad(func(e *Entry) { e.File = "../a.txt" }), bad(func(e *Entry) { e.File = "/a.txt" }),
		bad(func(e *Entry) { e.File = ".git/config" }), bad(func(e *Entry) { e.To = "../b.txt" }),
		bad(func(e *Entry) { e.Time = time.Now().Add(-91 * 24 * time.Hour) }), good.Encode(),
	}
	got := Decode(lines, isAny, time.Now())
	require.Len(t, got, 1)
	assert.Equal(t, "a.txt", got[0].File)
}
