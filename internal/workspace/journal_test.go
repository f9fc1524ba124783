package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func journal(t *testing.T) *Journal {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	state, err := StateFolder()
	require.NoError(t, err)
	return OpenJournal(state, t.TempDir())
}

func (j *Journal) lines(t *testing.T, after Mark) ([]string, Mark) {
	t.Helper()
	lines, mark, err := j.Read(after)
	require.NoError(t, err)
	var all []string
	for _, l := range lines {
		all = append(all, string(l))
	}
	return all, mark
}

func TestJournal(t *testing.T) {
	j := journal(t)
	got, mark := j.lines(t, Mark{})
	assert.Empty(t, got)
	assert.Zero(t, j.Size())
	require.NoError(t, j.Append([]byte("one")))
	require.NoError(t, j.Append([]byte("two")))
	got, mark = j.lines(t, mark)
	assert.Equal(t, []string{"one", "two"}, got)
	assert.EqualValues(t, len("one\ntwo\n"), j.Size())
	require.NoError(t, j.Append([]byte("three")))
	got, mark = j.lines(t, mark)
	assert.Equal(t, []string{"three"}, got)
	got, _ = j.lines(t, mark)
	assert.Empty(t, got)
	if runtime.GOOS != "windows" {
		for path, mode := range map[string]os.FileMode{j.Folder(): 0o700, filepath.Join(j.Folder(), "00000001.jsonl"): 0o600} {
			info, err := os.Stat(path)
			require.NoError(t, err)
			assert.Equal(t, mode, info.Mode().Perm(), path)
		}
	}
}

// Each root has its own, whatever its path.
func TestJournalsOfRoots(t *testing.T) {
	root := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(root, link))
	state := t.TempDir()
	assert.Equal(t, OpenJournal(state, root).Folder(), OpenJournal(state, link).Folder())
	assert.NotEqual(t, OpenJournal(state, root).Folder(), OpenJournal(state, state).Folder())
}

// A line that a killed process or a full disk cut off spoils no other.
func TestATornLine(t *testing.T) {
	j := journal(t)
	require.NoError(t, j.Append([]byte("one")))
	name := filepath.Join(j.Folder(), "00000001.jsonl")
	file, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = file.WriteString("tor")
	require.NoError(t, err)
	require.NoError(t, file.Close())
	got, mark := j.lines(t, Mark{})
	assert.Equal(t, []string{"one"}, got, "the rest may follow")
	require.NoError(t, j.Append([]byte("two")))
	got, _ = j.lines(t, mark)
	assert.Equal(t, []string{"tor", "two"}, got)
}

// A full disk is an error, which nobody but the log hears of.
func TestAJournalOnAFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this system has no full disk")
	}
	defer full.Close()
	assert.ErrorContains(t, appendLine(full, 0, []byte("one")), "no space left")
}

// A folder that can't be made or listed is one, too.
func TestAJournalWithoutAFolder(t *testing.T) {
	state := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(state, nil, 0o600))
	j := OpenJournal(state, t.TempDir())
	assert.Error(t, j.Append([]byte("one")))
	_, _, err := j.Read(Mark{})
	assert.Error(t, err)
	assert.Zero(t, j.Size())
}

func TestTwoWriters(t *testing.T) {
	j := journal(t)
	other := *j
	line := strings.Repeat("x", 10_000)
	var writers sync.WaitGroup
	for k, w := range []*Journal{j, &other} {
		writers.Go(func() {
			for i := range 100 {
				assert.NoError(t, w.Append(fmt.Appendf(nil, "%d %d %s", k, i, line)))
			}
		})
	}
	writers.Wait()
	got, _ := j.lines(t, Mark{})
	require.Len(t, got, 200)
	next := [2]int{}
	for _, l := range got {
		var k, i int
		_, err := fmt.Sscanf(l, "%d %d "+line, &k, &i)
		require.NoError(t, err, "a whole line")
		assert.Equal(t, next[k], i)
		next[k]++
	}
}

func TestAJournalIsBounded(t *testing.T) {
	j := journal(t)
	line := []byte(strings.Repeat("x", 1<<20))
	for range 50 {
		require.NoError(t, j.Append(line))
	}
	assert.LessOrEqual(t, j.Size(), int64(journalBytes))
	assert.Greater(t, j.Size(), int64(journalBytes-2*segmentBytes))
	_, mark := j.lines(t, Mark{})
	entries, err := os.ReadDir(j.Folder())
	require.NoError(t, err)
	for _, e := range entries {
		info, err := e.Info()
		require.NoError(t, err)
		assert.LessOrEqual(t, info.Size(), int64(segmentBytes))
	}
	j.now = func() time.Time { return time.Now().Add(journalAge) }
	require.NoError(t, j.Append(line))
	got, _ := j.lines(t, mark)
	assert.Len(t, got, 1, "since the mark")
	assert.LessOrEqual(t, j.Size(), int64(segmentBytes), "the old ones are gone")
}

// What isn't a segment is left alone, and a link leads nowhere.
func TestForeignFilesInAJournal(t *testing.T) {
	j := journal(t)
	outside := filepath.Join(t.TempDir(), "outside")
	require.NoError(t, os.WriteFile(outside, []byte("mine\n"), 0o600))
	require.NoError(t, os.MkdirAll(filepath.Join(j.Folder(), "00000003.jsonl"), 0o700))
	require.NoError(t, os.Symlink(outside, filepath.Join(j.Folder(), "00000001.jsonl")))
	assert.Error(t, j.Append([]byte("one")))
	require.NoError(t, os.Remove(filepath.Join(j.Folder(), "00000001.jsonl")))
	require.NoError(t, j.Append([]byte("one")))
	got, _ := j.lines(t, Mark{})
	assert.Equal(t, []string{"one"}, got)
	data, err := os.ReadFile(outside)
	require.NoError(t, err)
	assert.Equal(t, "mine\n", string(data))
}

func TestStateFolder(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems have other folders")
	}
	t.Setenv("HOME", "/home/me")
	for set, want := range map[string]string{"": "/home/me/.local/state/edit-lsp", "relative": "/home/me/.local/state/edit-lsp", "/state": "/state/edit-lsp"} {
		t.Setenv("XDG_STATE_HOME", set)
		got, err := StateFolder()
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	t.Setenv("XDG_STATE_HOME", "")
	t.Setenv("HOME", "")
	_, err := StateFolder()
	assert.Error(t, err)
}
