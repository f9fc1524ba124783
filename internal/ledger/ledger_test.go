package ledger

import (
	"context"
	"fmt"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// memory is a workspace of texts by name.
type memory map[string]*text.Text

func (m memory) Target(_ context.Context, name string) workspace.Target {
	t := workspace.Target{Name: name, Path: name, Key: name, Abs: path.Join("/w", name), Root: "/w", ParentExists: true}
	if content := m[name]; content != nil {
		t.Exists, t.File = true, &workspace.File{Text: content}
	}
	return t
}

func blockText(name, old, new string) string {
	return name + "\n<<<<<<< SEARCH\n" + old + "=======\n" + new + ">>>>>>> REPLACE\n"
}

// session is a chat and the ledger of a session with it.
type session struct {
	t     *testing.T
	chat  *text.Text
	files memory
	*Ledger
}

const chatID = "/w/chat.md"

func begin(t *testing.T, chat string, files map[string]string) *session {
	s := &session{t: t, chat: text.New(chat), files: memory{}, Ledger: New()}
	for name, content := range files {
		s.files[name] = text.New(content)
	}
	s.Edited(Document{Chat: chatID}, []Change{{Text: s.chat}}, nil)
	return s
}

func (s *session) check() *diagnostics.Report {
	o := diagnostics.Options{IsAnswer: true}
	if at := s.At(chatID); at != nil {
		o.Applied = at
	}
	r, err := diagnostics.Check(s.t.Context(), s.chat, s.files, o, nil)
	require.NoError(s.t, err)
	return r
}

// edits returns the edits of all blocks.
func (s *session) edits() []Edit {
	r := s.check()
	var list []Edit
	for _, f := range r.Plan.Files {
		e := Edit{Chat: chatID, Document: r.Plan.Document, File: f}
		for _, i := range f.Blocks {
			e.Blocks = append(e.Blocks, r.Plan.Outcomes[i])
		}
		list = append(list, e)
	}
	return list
}

// opened opens a file in the editor.
func (s *session) opened(name string) {
	s.edited(name, Change{Text: s.files[name]})
}

func (s *session) edited(name string, c Change) {
	s.files[name] = c.Text
	s.Edited(Document{Chat: "file:///w/" + name, Path: "/w/" + name}, []Change{c}, nil)
}

// typed replaces bytes of an open file.
func (s *session) typed(name string, start, end text.Offset, new string) {
	e := text.Edit{Start: start, End: end, New: new}
	s.edited(name, Change{Text: s.files[name].Apply([]text.Edit{e}), Edits: []text.Edit{e}})
}

func (s *session) applied() (lines []string) {
	for _, o := range s.check().Plan.Outcomes {
		at := string(o.Status)
		if o.Applied != nil {
			at = fmt.Sprint(o.Applied.Lines.First, "-", o.Applied.Lines.End)
			if o.Applied.Changed {
				at += " changed"
			}
		}
		lines = append(lines, at)
	}
	return lines
}

// apply offers all edits and makes them in open files.
func (s *session) apply() {
	list := s.edits()
	s.Offered("all", list)
	for _, e := range list {
		s.edited(e.File.Target.Name, Change{Text: e.File.After()})
	}
	s.Reported(list, time.Now())
}

// A check is a function of texts and look-up: it gives the same report again, changes nothing, and waits for
// nobody who holds the ledger.
func TestACheckIsPure(t *testing.T) {
	chat := blockText("a.txt", "one\n", "uno\n") + blockText("a.txt", "two\n", "due\n") + blockText("b.txt", "", "new\n")
	s := begin(t, chat, map[string]string{"a.txt": "one\ntwo\n"})
	s.opened("a.txt")
	s.apply()
	s.typed("a.txt", 0, 3, "un")
	at := s.At(chatID)
	require.NotNil(t, at)
	state := func() string { return fmt.Sprintf("%+v %+v %+v", s.files, s.Ledger.files, s.unsaved) }
	s.mu.Lock()
	before := state()
	var reports []*diagnostics.Report
	for range 2 {
		r, err := diagnostics.Check(t.Context(), s.chat, s.files, diagnostics.Options{Options: apply.Options{Applied: at}}, nil)
		require.NoError(t, err)
		reports = append(reports, r)
	}
	assert.Equal(t, before, state())
	s.mu.Unlock()
	assert.Equal(t, statuses(reports[0]), statuses(reports[1]))
	assert.Equal(t, reports[0].Blocks, reports[1].Blocks)
	assert.Contains(t, statuses(reports[0]), "already-applied")
	assert.Same(t, at, s.At(chatID), "a question doesn't change the ledger")
}

func statuses(r *diagnostics.Report) string {
	var all []string
	for i := range r.Blocks {
		all = append(all, fmt.Sprint(r.Blocks[i].Status, r.Blocks[i].Outcome.Applied))
	}
	return strings.Join(all, " ")
}

// Of equal lines, the texts don't tell which one was inserted; the client's range does.
func TestRangesMovePlaces(t *testing.T) {
	s := begin(t, blockText("a.txt", "x\nold\n", "x\nx\n"), map[string]string{"a.txt": "x\nold\nx\n"})
	s.opened("a.txt")
	s.apply()
	assert.Equal(t, []string{"1-2"}, s.applied())
	s.typed("a.txt", 0, 0, "x\n")
	assert.Equal(t, []string{"2-3"}, s.applied())
	s.typed("a.txt", s.files["a.txt"].Len(), s.files["a.txt"].Len(), "x\n")
	assert.Equal(t, []string{"2-3"}, s.applied())
	s.typed("a.txt", 4, 5, "y")
	assert.Equal(t, []string{"2-3 changed"}, s.applied())
	s.typed("a.txt", 2, 4, "")
	assert.Equal(t, []string{"1-2 changed"}, s.applied())
	s.typed("a.txt", 2, 3, "old")
	assert.Equal(t, []string{string(apply.Validated)}, s.applied(), "the old text is back")
}

// What changes in the chat moves blocks, too.
func TestBlocksMoveInTheirChat(t *testing.T) {
	block := blockText("a.txt", "one\n", "uno\n")
	s := begin(t, block, map[string]string{"a.txt": "one\n"})
	s.opened("a.txt")
	s.apply()
	s.typed("a.txt", 0, 3, "un")
	e := text.Edit{New: block + "\n"}
	s.chat = s.chat.Apply([]text.Edit{e})
	s.Edited(Document{Chat: chatID}, []Change{{Text: s.chat, Edits: []text.Edit{e}}}, nil)
	assert.Equal(t, []string{string(apply.Failed), "0-1 changed"}, s.applied(), "the copy above is another block")
}

// A client's word counts only if the text agrees.
func TestAnEditThatIsOnlyReported(t *testing.T) {
	s := begin(t, blockText("a.txt", "one\n", "uno\n"), map[string]string{"a.txt": "one\n"})
	list := s.edits()
	s.opened("a.txt")
	s.Reported(list, time.Now())
	assert.Equal(t, []string{string(apply.Validated)}, s.applied(), "the open file has its old text")
	s.typed("a.txt", 0, 3, "other")
	s.Reported(list, time.Now())
	assert.Equal(t, []string{"0-1"}, s.applied(), "it has another one, as by a formatter")

	s = begin(t, blockText("a.txt", "one\n", "uno\n"), map[string]string{"a.txt": "one\n"})
	s.Reported(s.edits(), time.Now())
	assert.Equal(t, []string{"0-1"}, s.applied(), "in a buffer that isn't seen")
	assert.Equal(t, []string{"/w/a.txt"}, s.Wanted())
	s.files["a.txt"] = text.New("uno\n")
	s.Saw("/w/a.txt", &workspace.File{Text: s.files["a.txt"]}, nil)
	assert.Equal(t, []string{"0-1"}, s.applied())
	target := s.files.Target(t.Context(), "a.txt")
	assert.False(t, s.IsUnsaved(&target))
}

// Where a later block reverts an earlier one, the text without the earlier one is undone, also if it's seen twice: first
// by who keeps what is on disk, then by a check, whose plan is of the text before.
func TestATextThatIsUndoneIsSeenTwice(t *testing.T) {
	const old, made = "top\nx = 1\n", "top\nx = 2\n"
	s := begin(t, blockText("a.txt", "x = 1\n", "x = 2\n")+blockText("a.txt", "x = 2\n", "x = 1\n"), map[string]string{"a.txt": old})
	saw := func(content string, more func(*workspace.File) []Edit) {
		s.files["a.txt"] = text.New(content)
		s.Saw("/w/a.txt", &workspace.File{Text: s.files["a.txt"]}, more)
	}
	only := func(number int) []Edit {
		o := diagnostics.Options{IsAnswer: true}
		o.Only = map[int]bool{number: true}
		if at := s.At(chatID); at != nil {
			o.Applied = at
		}
		r, err := diagnostics.Check(t.Context(), s.chat, s.files, o, nil)
		require.NoError(t, err)
		require.Len(t, r.Plan.Files, 1)
		f := r.Plan.Files[0]
		return []Edit{{Chat: chatID, Document: r.Plan.Document, File: f, Blocks: []*apply.Outcome{r.Plan.Outcomes[f.Blocks[0]]}}}
	}
	first := only(0)
	saw(made, func(*workspace.File) []Edit { return first })
	assert.Equal(t, "1-2", s.applied()[0])
	planned := only(1)
	saw(old, nil)
	saw(old, func(*workspace.File) []Edit { return planned })
	assert.Equal(t, []string{"validated", "validated"}, s.applied())
}
