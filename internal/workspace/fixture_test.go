package workspace

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for name, content := range files {
		put(t, dir, name, content)
	}
	return dir
}

func put(t testing.TB, dir, name, content string) {
	t.Helper()
	at := filepath.Join(dir, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o755))
	require.NoError(t, os.WriteFile(at, []byte(content), 0o644))
}

func get(t testing.TB, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	require.NoError(t, err)
	return string(data)
}

func names(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// testDisk is the disk that [view] uses.
var testDisk disk = osDisk{}

// view returns a workspace of folders and a view without a chat.
func view(t testing.TB, dirs ...string) (*Workspace, *View) {
	t.Helper()
	w := newWorkspace(testDisk)
	t.Cleanup(w.Release)
	require.NoError(t, w.SetRoots(dirs))
	return w, w.View(t.Context(), Origin{})
}

// rewrite writes a target and checks that all attributes are kept.
func rewrite(t *testing.T, w *Workspace, target Target, content []byte) {
	t.Helper()
	changed, err := w.Write(t.Context(), target, content)
	require.NoError(t, err)
	assert.Empty(t, changed)
}

func writeFault(_ []string, err error) error { return err }

func assertRefused(t *testing.T, target Target, code codes.Code) {
	t.Helper()
	if assert.NotNil(t, target.Refusal, "%s is accepted as %s", target.Name, target.Abs) {
		assert.Equal(t, code, target.Refusal.Code, target.Refusal.Error())
	}
	assert.Nil(t, target.File)
}

// age sets a file's times back, so they prove that it is unchanged.
func age(t testing.TB, dir, name string) {
	t.Helper()
	past := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(filepath.Join(dir, name), past, past))
}

// hookedDisk calls before ahead of each operation in a folder. The hook may change files or return
// an error.
type hookedDisk struct {
	disk
	before func(op, name string) error
}

func (d *hookedDisk) openFolder(dir string) (folder, error) {
	f, err := d.disk.openFolder(dir)
	return hookedFolder{f, d}, err
}

type hookedFolder struct {
	folder
	disk *hookedDisk
}

func (f hookedFolder) call(op, name string) error {
	if f.disk.before == nil {
		return nil
	}
	return f.disk.before(op, name)
}

func (f hookedFolder) Lstat(name string) (fs.FileInfo, error) {
	if err := f.call("lstat", name); err != nil {
		return nil, err
	}
	return f.folder.Lstat(name)
}

func (f hookedFolder) open(name string) (fs.File, error) {
	if err := f.call("open", name); err != nil {
		return nil, err
	}
	return f.folder.open(name)
}

func (f hookedFolder) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	if err := f.call("open", name); err != nil {
		return nil, err
	}
	return f.folder.OpenFile(name, flag, perm)
}

func (f hookedFolder) openFolder(name string) (folder, error) {
	inner, err := f.folder.openFolder(name)
	if err != nil {
		return nil, err
	}
	return hookedFolder{inner, f.disk}, nil
}

func (f hookedFolder) Mkdir(name string, perm fs.FileMode) error {
	if err := f.call("mkdir", name); err != nil {
		return err
	}
	return f.folder.Mkdir(name, perm)
}

func (f hookedFolder) Remove(name string) error {
	if err := f.call("remove", name); err != nil {
		return err
	}
	return f.folder.Remove(name)
}

func (f hookedFolder) Rename(from, to string) error {
	if err := f.call("rename", to); err != nil {
		return err
	}
	return f.folder.Rename(from, to)
}

func (f hookedFolder) Link(from, to string) error {
	if err := f.call("link", to); err != nil {
		return err
	}
	return f.folder.Link(from, to)
}
