package apply_test

import (
	"context"
	"path"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/ledger"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// With a journal, no block is applied a second time: all that a run applied is known to the next one, each of which is
// a process of its own. What the second run may write are only blocks that the first one skipped, after a block that
// now counts as applied. The texts alone can't show what was applied for some chats, which are counted.
func TestTwiceIsOnceWithAJournal(t *testing.T) {
	chats, needed, skipped := uint64(1000), 0, 0
	if trust.RaceDetector {
		chats /= 5
	}
	for seed := range chats {
		chat, file := apply.RandomChat(seed)
		doc, err := parse.Document(t.Context(), text.New(chat), parse.Options{}, nil)
		require.NoError(t, err)
		for name, chosen := range map[string]func(int) bool{
			"twice":        func(int) bool { return false },
			"one by one":   func(int) bool { return true },
			"some by hand": func(i int) bool { return (seed>>i)&1 == 0 },
		} {
			j := &journaled{T: t, doc: doc, file: text.New(file)}
			once := slices.Concat(j.oneByOne(chosen), j.applyAll())
			again := j.applyAll()
			for _, i := range again {
				require.NotContains(t, once, i, "seed %d, %s: block %d of %s\non %q", seed, name, i, chat, file)
			}
			if len(again) > 0 {
				skipped++
			}
			j.entries = nil
			if isOnce := func(i int) bool { return slices.Contains(once, i) }; slices.ContainsFunc(j.applyAll(), isOnce) {
				needed++
			}
		}
	}
	require.Positive(t, needed)
	require.Less(t, skipped, needed)
	t.Logf("the journal was needed %d times; %d times, a block was written that was skipped at first", needed, skipped)
}

// journaled applies a chat to a.txt, and keeps a journal.
type journaled struct {
	*testing.T
	doc     *parse.Result
	file    *text.Text
	entries [][]byte
}

const journaledChat = "/w/chat.md"

func (j *journaled) Target(_ context.Context, name string) workspace.Target {
	t := workspace.Target{Name: name, Path: name, Key: name, Abs: path.Join("/w", name), Root: "/w", ParentExists: true}
	if j.file != nil && name == "a.txt" {
		t.Exists, t.File = true, &workspace.File{Text: j.file}
	}
	return t
}

// plan plans the chat as a new process does.
func (j *journaled) plan(o apply.Options) *apply.Plan {
	isAny := func(string) bool { return true }
	l := ledger.New()
	l.Read("/w", ledger.Decode(j.entries, isAny, time.Now()), isAny)
	for _, p := range l.Wanted() {
		l.Saw(p, j.Target(j.Context(), path.Base(p)).File, nil)
	}
	if at := l.At(journaledChat); at != nil {
		o.Applied = at
	}
	p, err := apply.New(j.Context(), j.doc, j, o, nil)
	require.NoError(j, err)
	return p
}

// keep writes an edit and adds it to the journal, as a run of its own, which can be undone.
func (j *journaled) keep(p *apply.Plan, f *apply.FileEdit) {
	before := j.file
	if j.file = f.After(); f.Delete {
		j.file = nil
	}
	e := ledger.Edit{Chat: journaledChat, Document: p.Document, File: f}
	for _, i := range f.Blocks {
		e.Blocks = append(e.Blocks, p.Outcomes[i])
	}
	entry, ok := ledger.EntryOf(ledger.NewRun(), time.Now(), &e)
	require.True(j, ok)
	was, err := (&ledger.Run{Entries: []ledger.Entry{entry}}).Steps("/w")[0].Was(j.file)
	require.NoError(j, err)
	require.Equal(j, content(before), content(was), "undone")
	j.entries = append(j.entries, entry.Encode())
}

// content returns a file's bytes, nil for a missing one.
func content(t *text.Text) []byte {
	if t == nil {
		return nil
	}
	return t.Bytes()
}

// applyAll returns the indexes of the blocks that it applies.
func (j *journaled) applyAll() (blocks []int) {
	p := j.plan(apply.Options{Confirmed: true})
	for _, f := range p.Files {
		j.keep(p, f)
		blocks = append(blocks, f.Blocks...)
	}
	return blocks
}

// oneByOne applies the chosen blocks from the first to the last, and returns their indexes.
func (j *journaled) oneByOne(chosen func(int) bool) (blocks []int) {
	for i := range j.plan(apply.Options{}).Outcomes {
		p := j.plan(apply.Options{})
		if !chosen(i) || p.Outcomes[i].Status != apply.Validated {
			continue
		}
		f, _, err := p.Single(j.Context(), i, text.None)
		require.NoError(j, err)
		if f != nil {
			j.keep(p, f)
			blocks = append(blocks, i)
		}
	}
	return blocks
}
