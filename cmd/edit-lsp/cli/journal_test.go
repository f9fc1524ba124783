package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/ledger"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

const oneToUno = "FILE: a.txt\nFIND:\none\nREPLACE:\nuno\nEND\n"

// inJournal creates a workspace with a state folder of its own, and returns both.
func inJournal(t *testing.T, files map[string]string) (dir, state string) {
	top := t.TempDir()
	dir, state = filepath.Join(top, "ws"), filepath.Join(top, "state")
	write(t, dir, files)
	t.Setenv("XDG_STATE_HOME", state)
	return dir, state
}

// segment returns the path of the only file of the journals in a state folder.
func segment(t *testing.T, state string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(state, "edit-lsp/journal/*/*.jsonl"))
	require.NoError(t, err)
	require.Len(t, found, 1)
	return found[0]
}

func appendTo(t *testing.T, name, content string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString(content)
	require.NoError(t, err)
	require.NoError(t, f.Close())
}

// A line that a full disk or a killed process cut off costs only its own run.
func TestTornJournal(t *testing.T) {
	dir, state := inJournal(t, map[string]string{
		"a.txt": "one\n", "b.txt": "one\n", "c.txt": "one\n", "a.md": oneToUno,
		"b.md": strings.ReplaceAll(oneToUno, "a.txt", "b.txt"), "c.md": strings.ReplaceAll(oneToUno, "a.txt", "c.txt"),
	})
	require.Equal(t, exitFine, start(t, dir, nil, binary(t), "apply", "a.md").status)
	require.Equal(t, exitFine, start(t, dir, nil, binary(t), "apply", "b.md").status)
	name := segment(t, state)
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, data[:len(data)-20], 0o600))
	require.Equal(t, exitFine, start(t, dir, nil, binary(t), "apply", "c.md").status)

	list := start(t, dir, nil, binary(t), "undo", "--list")
	assert.Regexp(t, `^1  .*  c\.md  c\.txt\n2  .*  a\.md  a\.txt\n$`, string(list.out))
	assert.Equal(t, exitFine, start(t, dir, nil, binary(t), "undo").status)
	assert.Equal(t, exitFine, start(t, dir, nil, binary(t), "undo").status)
	assert.Equal(t, exitFindings, start(t, dir, nil, binary(t), "undo").status)
	have := tree(t, dir)
	assert.Equal(t, []string{"one\n", "uno\n", "one\n"}, []string{have["a.txt"], have["b.txt"], have["c.txt"]})
}

// Processes that write one journal at once lose no entry.
func TestProcessesWithOneJournal(t *testing.T) {
	const processes = 6
	files := map[string]string{}
	for i := range processes {
		name := fmt.Sprintf("%d.txt", i)
		files[name], files[fmt.Sprintf("%d.md", i)] = "one\n", strings.ReplaceAll(oneToUno, "a.txt", name)
	}
	dir, state := inJournal(t, files)
	var running []*exec.Cmd
	for i := range processes {
		cmd := exec.CommandContext(t.Context(), binary(t), "apply", fmt.Sprintf("%d.md", i))
		cmd.Dir = dir
		require.NoError(t, cmd.Start())
		running = append(running, cmd)
	}
	for _, cmd := range running {
		require.NoError(t, cmd.Wait())
	}
	data, err := os.ReadFile(segment(t, state))
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		require.True(t, json.Valid([]byte(line)), "%s", line)
	}
	for range processes {
		require.Equal(t, exitFine, start(t, dir, nil, binary(t), "undo").status)
	}
	assert.Equal(t, files, tree(t, dir))
}

// What somebody else put in the journal leads nowhere: not outside the root, to no protected file, and to no other text
// than what an entry says.
func TestForeignEntries(t *testing.T) {
	dir, state := inJournal(t, map[string]string{"a.txt": "one\n", ".env": "KEY=1\n", "chat.md": oneToUno, "../outside.txt": "mine\n"})
	require.Equal(t, exitFine, start(t, dir, nil, binary(t), "apply", "chat.md").status)
	before := tree(t, dir)
	name := segment(t, state)
	own, err := os.ReadFile(name)
	require.NoError(t, err)
	outside := filepath.Join(dir, "..", "outside.txt")
	// whole replaces all of a text by the one that an entry says was there before.
	whole := func(now string) []ledger.EntryEdit {
		return []ledger.EntryEdit{{End: text.Offset(len(now)), New: "evil\n", Lines: 1, Was: 1}}
	}
	evil := hash("evil\n")
	for _, e := range []ledger.Entry{
		{File: "../outside.txt", Before: evil, After: hash("mine\n"), Undo: whole("mine\n")},
		{File: filepath.ToSlash(outside), Before: evil, After: hash("mine\n"), Undo: whole("mine\n")},
		{File: "../outside.txt", After: hash("mine\n")},
		{File: "a.txt", To: "../outside.txt", Before: evil, After: hash("mine\n"), Undo: whole("mine\n")},
		{File: ".git/hooks/pre-commit", Before: evil, Undo: whole("")},
		{File: ".env", Before: evil, After: hash("KEY=1\n"), Undo: whole("KEY=1\n")},
		{File: "a.txt", Before: evil, After: hash("uno\n"), Undo: []ledger.EntryEdit{{Start: 1 << 40, End: 1 << 41, New: "evil\n"}}},
		{File: "a.txt", Before: hash("one\n"), After: hash("uno\n"), Undo: whole("uno\n")},
		{File: "a.txt", Before: evil, After: hash("another\n"), Undo: whole("uno\n")},
		{File: "made.txt", Before: evil, Undo: whole(""), Mode: 0o777 | os.ModeSetuid},
	} {
		t.Run(e.File+" "+e.To, func(t *testing.T) {
			e.Time, e.Run, e.Chat = time.Now(), "foreign", "chat.md"
			require.NoError(t, os.WriteFile(name, append(own[:len(own):len(own)], append(e.Encode(), '\n')...), 0o600))
			start(t, dir, nil, binary(t), "check", "chat.md")
			start(t, dir, nil, binary(t), "undo", "1")
			have := tree(t, dir)
			if e.File == "made.txt" { // the entry may say that it deleted the file, which comes back
				assert.Equal(t, "evil\n", have[e.File])
				info, err := os.Stat(filepath.Join(dir, e.File))
				require.NoError(t, err)
				assert.Zero(t, info.Mode()&os.ModeSetuid)
				delete(have, e.File)
				require.NoError(t, os.Remove(filepath.Join(dir, e.File)))
			}
			if have["a.txt"] == "one\n" { // the run before was undone instead
				have["a.txt"] = before["a.txt"]
				write(t, dir, map[string]string{"a.txt": before["a.txt"]})
			}
			assert.Equal(t, before, have)
			data, err := os.ReadFile(outside)
			require.NoError(t, err)
			assert.Equal(t, "mine\n", string(data))
		})
	}
	// Lines of any kind are skipped.
	require.NoError(t, os.WriteFile(name, own, 0o600))
	appendTo(t, name, "\x00\xff\nnull\n[]\n{\"run\":1}\n{\"file\":\"a.txt\",\"mode\":-1}\n"+strings.Repeat("[", 1<<20)+"\n")
	assert.Equal(t, exitFine, start(t, dir, nil, binary(t), "check", "chat.md").status)
	assert.Equal(t, exitFine, start(t, dir, nil, binary(t), "undo").status)
	assert.Equal(t, "one\n", tree(t, dir)["a.txt"])
}

func hash(content string) string { return ledger.HashOf(&workspace.File{Text: text.New(content)}) }
