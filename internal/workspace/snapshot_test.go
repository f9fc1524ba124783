package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

func TestOpenBufferWins(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "disk\n"})
	w, before := view(t, dir)
	at := filepath.Join(dir, "a.txt")
	w.Open(at, 3, text.NewOpen("unsaved\n"))
	v := w.View(t.Context(), Origin{})
	w.Open(at, 4, text.NewOpen("later\n"))

	target := v.Target(t.Context(), "a.txt")
	assert.True(t, target.File.Open)
	assert.Equal(t, int32(3), target.File.Version)
	assert.Equal(t, "unsaved\n", target.File.Text.String())
	assert.Equal(t, at, target.Abs)
	assert.NotZero(t, target.File.ModTime)
	assert.False(t, before.Target(t.Context(), "a.txt").File.Open, "an older view keeps its picture")
	assert.Equal(t, "later\n", w.View(t.Context(), Origin{}).Target(t.Context(), "a.txt").File.Text.String())

	w.Close(at)
	target = w.View(t.Context(), Origin{}).Target(t.Context(), "a.txt")
	assert.False(t, target.File.Open)
	assert.Equal(t, "disk\n", target.File.Text.String())
}

func TestOpenBufferWithoutFile(t *testing.T) {
	dir := tree(t, nil)
	w, _ := view(t, dir)
	w.Open(filepath.Join(dir, "new", "x.txt"), 1, text.NewOpen("x\n"))
	target := w.View(t.Context(), Origin{}).Target(t.Context(), "new/x.txt")
	require.Nil(t, target.Refusal)
	assert.True(t, target.Exists)
	assert.False(t, target.ParentExists)
	assert.Equal(t, "x\n", target.File.Text.String())
	assert.Zero(t, target.File.ModTime)
}

// C: one file under two spellings, one of them open.
func TestOpenBufferUnderAnotherSpelling(t *testing.T) {
	dir := tree(t, map[string]string{"real/a.txt": "disk\n"})
	if err := os.Symlink("real", filepath.Join(dir, "link")); err != nil {
		t.Skip("no links here")
	}
	elsewhere := filepath.Join(t.TempDir(), "ws")
	require.NoError(t, os.Symlink(dir, elsewhere))
	for _, opened := range []string{
		filepath.Join(dir, "real", "a.txt"),
		filepath.Join(dir, "link", "a.txt"),
		filepath.Join(elsewhere, "real", "a.txt"),
		filepath.Join(elsewhere, "link", "a.txt"),
		dir + "/./link/../real/a.txt",
	} {
		w, _ := view(t, dir)
		w.Open(opened, 7, text.NewOpen("unsaved\n"))
		for _, name := range []string{"real/a.txt", "link/a.txt", "./link//a.txt", filepath.Join(dir, "real", "a.txt")} {
			target := w.View(t.Context(), Origin{}).Target(t.Context(), name)
			require.NotNil(t, target.File, "%s for %s", name, opened)
			assert.Equal(t, "unsaved\n", target.File.Text.String(), "%s for %s", name, opened)
			assert.Equal(t, opened, target.Abs, "the client knows the document by this path")
		}
		w.Open(filepath.Join(elsewhere, "real", "new.txt"), 1, text.NewOpen("new\n"))
		assert.True(t, w.View(t.Context(), Origin{}).Target(t.Context(), "link/new.txt").Exists, opened)
	}
}

// If two open documents are the same file, the one under the file's own name counts.
func TestTwoBuffersOfOneFile(t *testing.T) {
	dir := tree(t, map[string]string{"real/a.txt": ""})
	if err := os.Symlink("real", filepath.Join(dir, "link")); err != nil {
		t.Skip("no links here")
	}
	w, _ := view(t, dir)
	w.Open(filepath.Join(dir, "link", "a.txt"), 1, text.NewOpen("link"))
	w.Open(filepath.Join(dir, "real", "a.txt"), 1, text.NewOpen("real"))
	for range 20 {
		assert.Equal(t, "real", w.View(t.Context(), Origin{}).Target(t.Context(), "link/a.txt").File.Text.String())
	}
}

func TestOpenBufferIsCheckedToo(t *testing.T) {
	outside := tree(t, map[string]string{"s.txt": "s"})
	dir := tree(t, nil)
	w := New()
	w.Configure(Options{MaxFileSize: 100})
	defer w.Release()
	require.NoError(t, w.SetRoots([]string{dir}))
	w.Open(filepath.Join(dir, "nul"+"1.txt"), 1, text.NewOpen("a\x00"))
	w.Open(filepath.Join(dir, "big.txt"), 1, text.NewOpen(strings.Repeat("x", 101)))
	w.Open(filepath.Join(outside, "s.txt"), 1, text.NewOpen("s"))
	v := w.View(t.Context(), Origin{})
	assertRefused(t, v.Target(t.Context(), "nul1.txt"), codes.BinaryFile)
	assertRefused(t, v.Target(t.Context(), "big.txt"), codes.FileTooLarge)
	assertRefused(t, v.Target(t.Context(), filepath.Join(outside, "s.txt")), codes.PathEscape)
	if os.Symlink(outside, filepath.Join(dir, "l")) == nil {
		assertRefused(t, w.View(t.Context(), Origin{}).Target(t.Context(), "l/s.txt"), codes.PathEscape)
	}
}

// A view looks at each file once, from any number of goroutines and under any name, and doesn't
// change when the disk does.
func TestViewIsConsistent(t *testing.T) {
	dir := tree(t, map[string]string{"d/a.txt": "one\n"})
	d := &countingDisk{disk: osDisk{}}
	w := newWorkspace(d)
	defer w.Release()
	require.NoError(t, w.SetRoots([]string{dir}))
	v := w.View(t.Context(), Origin{})
	first := v.Target(t.Context(), "d/a.txt")
	calls := d.count()
	put(t, dir, "d/a.txt", "two\n")
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			name := []string{"d/a.txt", "./d/a.txt", `d\a.txt`, "d//a.txt"}[i%4]
			target := v.Target(t.Context(), name)
			assert.Same(t, first.File, target.File)
			assert.Same(t, target.File.Text.Index(), first.File.Text.Index())
		})
	}
	wg.Wait()
	assert.Equal(t, calls, d.count())
	assert.Equal(t, "two\n", w.View(t.Context(), Origin{}).Target(t.Context(), "d/a.txt").File.Text.String())
}

// A change within the clock's resolution is noticed. An old file isn't read again. Unchanged
// content keeps its text and indexes.
func TestCacheBetweenViews(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "aaaa\n"})
	at := filepath.Join(dir, "a.txt")
	d := &countingDisk{disk: osDisk{}}
	w := newWorkspace(d)
	defer w.Release()
	require.NoError(t, w.SetRoots([]string{dir}))
	look := func() *File {
		target := w.View(t.Context(), Origin{}).Target(t.Context(), "a.txt")
		require.Nil(t, target.Refusal)
		return target.File
	}
	stamp := time.Now().Add(time.Second) // as a coarse clock would set it both times
	require.NoError(t, os.Chtimes(at, stamp, stamp))
	first := look()
	put(t, dir, "a.txt", "bbbb\n")
	require.NoError(t, os.Chtimes(at, stamp, stamp))
	assert.Equal(t, "bbbb\n", look().Text.String(), "same size, same time, other content")
	put(t, dir, "a.txt", "aaaa\n")
	again := look()
	assert.Equal(t, first.Text.String(), again.Text.String())

	// Read long after the last change, the file's times are proof.
	w.clock = func() time.Time { return time.Now().Add(time.Hour) }
	settledFile := look()
	assert.Same(t, again.Text, settledFile.Text, "the same content keeps its text")
	calls := d.count()
	assert.Same(t, settledFile, look())
	looks := d.count() - calls
	w.Changed(at)
	calls = d.count()
	assert.Same(t, settledFile.Text, look().Text)
	assert.Equal(t, looks+1, d.count()-calls, "a watcher's word makes it open the file")
	w.Changed("")
	calls = d.count()
	look()
	assert.Equal(t, looks+1, d.count()-calls)
	w.Changed(filepath.Join(dir, "other.txt"))
	put(t, dir, "a.txt", "cccc\n")
	assert.Equal(t, "cccc\n", look().Text.String())

	// The current limit applies.
	w.Configure(Options{MaxFileSize: 3})
	assertRefused(t, w.View(t.Context(), Origin{}).Target(t.Context(), "a.txt"), codes.FileTooLarge)
}

func TestCacheIsBounded(t *testing.T) {
	dir := t.TempDir()
	w, _ := view(t, dir)
	w.cache = newCache(150 << 10)
	for i := range 50 {
		name := fmt.Sprintf("f%d.txt", i)
		put(t, dir, name, strings.Repeat("x", 10<<10))
		require.NotNil(t, w.View(t.Context(), Origin{}).Target(t.Context(), name).File)
	}
	assert.LessOrEqual(t, w.cache.used, int64(150<<10))
	assert.NotEmpty(t, w.cache.entries)
	kept := len(w.cache.entries)
	put(t, dir, "big.txt", strings.Repeat("x", 200<<10))
	require.NotNil(t, w.View(t.Context(), Origin{}).Target(t.Context(), "big.txt").File)
	assert.Len(t, w.cache.entries, kept, "what does not fit drives nothing out")
}

// This is for the race detector.
func TestConcurrentUse(t *testing.T) {
	one, two := tree(t, map[string]string{"a.txt": "a\n"}), tree(t, map[string]string{"a.txt": "b\n", "c/d.txt": "d\n"})
	w, _ := view(t, one)
	stop := time.Now().Add(300 * time.Millisecond)
	var wg sync.WaitGroup
	run := func(f func(i int)) {
		wg.Go(func() {
			for i := 0; time.Now().Before(stop); i++ {
				f(i)
			}
		})
	}
	run(func(i int) { _ = w.SetRoots([][]string{{one}, {two}, {one, two}}[i%3]) })
	run(func(i int) {
		w.Open(filepath.Join(one, "a.txt"), int32(i), text.NewOpen("open\n"))
		w.Close(filepath.Join(one, "a.txt"))
	})
	run(func(i int) { put(t, two, "c/d.txt", fmt.Sprintln(i)); w.Changed(filepath.Join(two, "c/d.txt")) })
	for range 4 {
		run(func(i int) {
			v := w.View(t.Context(), Origin{Path: filepath.Join(two, "chat.md")})
			for _, n := range []string{"a.txt", "c/d.txt", "b/a.txt", "../x", "new"} {
				if f := v.Target(t.Context(), n).File; f != nil {
					f.Text.Index()
				}
			}
		})
	}
	run(func(i int) {
		target := w.View(t.Context(), Origin{}).Target(t.Context(), "w.txt")
		_, _ = w.Write(t.Context(), target, fmt.Append(nil, i))
	})
	wg.Wait()
	assert.Empty(t, leftoversIn(t, one, two))
}

func leftoversIn(t *testing.T, dirs ...string) (all []string) {
	t.Helper()
	for _, dir := range dirs {
		found, err := filepath.Glob(filepath.Join(dir, ".edit-lsp-*"))
		require.NoError(t, err)
		all = append(all, found...)
	}
	return all
}

// The document that holds a name is recognized under any name, open or not, and distinguished from
// copies.
func TestTheDocumentItself(t *testing.T) {
	dir := tree(t, map[string]string{"real/chat.md": "x\n", "real/copy.md": "x\n"})
	if err := os.Symlink("real", filepath.Join(dir, "link")); err != nil {
		t.Skip("no links here")
	}
	w, _ := view(t, dir)
	own := func(chat, name string) bool {
		t.Helper()
		target := w.View(t.Context(), Origin{Path: chat}).Target(t.Context(), name)
		require.True(t, target.Exists)
		return target.Own
	}
	real, linked := filepath.Join(dir, "real", "chat.md"), filepath.Join(dir, "link", "chat.md")
	for _, open := range []string{"", real} {
		if open != "" {
			w.Open(open, 1, text.NewOpen("x\n"))
		}
		for _, chat := range []string{real, linked} {
			assert.True(t, own(chat, "real/chat.md"))
			assert.True(t, own(chat, "link/chat.md"))
			assert.False(t, own(chat, "real/copy.md"))
		}
		assert.False(t, own("", "real/chat.md"))
	}
}
