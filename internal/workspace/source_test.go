package workspace

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

type diskSource struct{}

func (diskSource) Stat(_ context.Context, path string) (SourceEntry, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return SourceEntry{}, fs.ErrNotExist
	}
	return sourceEntry(info), nil
}

func sourceEntry(info fs.FileInfo) SourceEntry {
	return SourceEntry{Folder: info.IsDir(), Link: info.Mode()&fs.ModeSymlink != 0, Size: info.Size(), ModTime: info.ModTime()}
}

func (diskSource) List(_ context.Context, path string, limit int) (all []SourceEntry, err error) {
	err = filepath.WalkDir(path, func(at string, d fs.DirEntry, err error) error {
		if err != nil || at == path || len(all) == limit {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		e := sourceEntry(info)
		e.Path, err = filepath.Rel(path, at)
		all = append(all, e)
		return err
	})
	return all, err
}

func (diskSource) Read(_ context.Context, path string) ([]byte, error) { return os.ReadFile(path) }

type countingSource struct {
	diskSource
	mu    sync.Mutex
	stats map[string]int
	reads map[string]int
	lists int
}

func newCountingSource() *countingSource {
	return &countingSource{stats: map[string]int{}, reads: map[string]int{}}
}

func (s *countingSource) Stat(ctx context.Context, path string) (SourceEntry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stats[filepath.Base(path)]++
	return s.diskSource.Stat(ctx, path)
}

func (s *countingSource) List(ctx context.Context, path string, limit int) ([]SourceEntry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lists++
	return s.diskSource.List(ctx, path, limit)
}

func (s *countingSource) Read(ctx context.Context, path string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads[filepath.Base(path)]++
	return s.diskSource.Read(ctx, path)
}

// A source is asked once for several views, until its client reports a change.
func TestASourceIsAskedOnce(t *testing.T) {
	dir := tree(t, map[string]string{"src/a.py": "one\n", "src/deep/b.py": "two\n"})
	old := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(filepath.Join(dir, "src", "a.py"), old, old))
	s := newCountingSource()
	w := NewFrom(s)
	t.Cleanup(w.Release)
	require.NoError(t, w.SetRoots([]string{dir}))
	assert.Empty(t, s.stats, "the client can't be asked while it waits for initialize")
	assert.Zero(t, s.lists)

	look := func() (a, none Target) {
		v := w.View(t.Context(), Origin{Path: filepath.Join(dir, "chat.md")})
		return v.Target(t.Context(), "src/a.py"), v.Target(t.Context(), "src/none.py")
	}
	for range 5 {
		a, none := look()
		require.Nil(t, a.Refusal)
		assert.Equal(t, "one\n", a.File.Text.String())
		assert.False(t, none.Exists)
	}
	assert.Equal(t, 1, s.stats["a.py"])
	assert.Equal(t, 1, s.stats["none.py"])
	assert.Equal(t, 1, s.reads["a.py"])

	put(t, dir, "src/a.py", "changed\n")
	put(t, dir, "src/none.py", "new\n")
	a, _ := look()
	assert.Equal(t, "one\n", a.File.Text.String(), "nobody has said that it changed")
	w.Changed(filepath.Join(dir, "src", "a.py"))
	a, none := look()
	assert.Equal(t, "changed\n", a.File.Text.String())
	assert.True(t, none.Exists)
}

// A search for a similar name sends one request, however many folders there are.
func TestASourceListsOnce(t *testing.T) {
	files := map[string]string{}
	for _, d := range []string{"a", "b", "c", "c/d", "c/d/e"} {
		files[d+"/x.txt"] = ""
	}
	files["c/d/e/wanted.py"] = ""
	s := newCountingSource()
	w := NewFrom(s)
	require.NoError(t, w.SetRoots([]string{tree(t, files)}))
	v := w.View(t.Context(), Origin{})
	assert.Equal(t, []string{"c/d/e/wanted.py"}, v.Similar(t.Context(), []string{"wanted.py"}, 3)["wanted.py"])
	entries, refusal := v.List(t.Context(), "c")
	require.Nil(t, refusal)
	assert.Equal(t, []Entry{{Name: "d", Folder: true}, {Name: "x.txt"}}, entries)
	assert.Equal(t, 1, s.lists)
}

func TestASourceHasNoLinksAndNoWrites(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "one\n"})
	require.NoError(t, os.Symlink("a.txt", filepath.Join(dir, "link.txt")))
	w := NewFrom(diskSource{})
	require.NoError(t, w.SetRoots([]string{dir}))
	v := w.View(t.Context(), Origin{})
	assertRefused(t, v.Target(t.Context(), "link.txt"), codes.PathDenied)
	_, err := w.Write(t.Context(), v.Target(t.Context(), "a.txt"), []byte("two\n"))
	assert.Error(t, err)
	assert.Equal(t, "one\n", get(t, dir, "a.txt"))
	assert.Equal(t, []string{"a.txt", "link.txt"}, names(t, dir))
}
