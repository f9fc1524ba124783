//go:build unix

package workspace

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

func symlink(t *testing.T, dir, name, target string) {
	t.Helper()
	at := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o755))
	require.NoError(t, os.Symlink(target, at))
}

func init() { onlyHere["P3"] = append(onlyHere["P3"], links) }

// P3: links and their targets.
func links(t *testing.T) []trustCase {
	outside := tree(t, map[string]string{"secret.txt": "secret\n", "dir/secret.txt": "secret\n"})
	dir := tree(t, map[string]string{"real/a.txt": "a\n", "other/b.txt": "b\n", ".git/config": "x\n", ".github/workflows/ci.yml": "on: push\n"})
	w, v := view(t, dir)
	ctx := t.Context()

	cases := []trustCase{
		{"a link to a file inside", func(t *testing.T) {
			symlink(t, dir, "l1.txt", "real/a.txt")
			target := v.Target(ctx, "l1.txt")
			require.Nil(t, target.Refusal)
			assert.Equal(t, "a\n", target.File.Text.String())
			assert.Equal(t, "l1.txt", target.Path)
			assert.Equal(t, filepath.Join(dir, "real", "a.txt"), target.Abs)
		}},
		{"a link to a file outside", func(t *testing.T) {
			symlink(t, dir, "l2.txt", "../"+filepath.Base(outside)+"/secret.txt")
			target := v.Target(ctx, "l2.txt")
			assertRefused(t, target, codes.PathEscape)
			assert.Contains(t, target.Refusal.Cause, "l2.txt leads out")
		}},
		{"an absolute link outside", func(t *testing.T) {
			symlink(t, dir, "l3.txt", filepath.Join(outside, "secret.txt"))
			assertRefused(t, v.Target(ctx, "l3.txt"), codes.PathEscape)
		}},
		{"a folder that is a link inside", func(t *testing.T) {
			symlink(t, dir, "deep/l4", "../real")
			target := v.Target(ctx, "deep/l4/a.txt")
			require.Nil(t, target.Refusal)
			assert.Equal(t, "a\n", target.File.Text.String())
			assert.Equal(t, v.Target(ctx, "real/a.txt").Key, target.Key)
		}},
		{"a folder that is a link outside, for a new file too", func(t *testing.T) {
			symlink(t, dir, "l5", outside)
			assertRefused(t, v.Target(ctx, "l5/secret.txt"), codes.PathEscape)
			assertRefused(t, v.Target(ctx, "l5/new.txt"), codes.PathEscape)
			assertRefused(t, v.Target(ctx, "l5/dir/new/new.txt"), codes.PathEscape)
		}},
		{"a chain", func(t *testing.T) {
			symlink(t, dir, "c1", "c2")
			symlink(t, dir, "c2", "./deep/../c3")
			symlink(t, dir, "c3", "real/a.txt")
			target := v.Target(ctx, "c1")
			require.Nil(t, target.Refusal)
			assert.Equal(t, "a\n", target.File.Text.String())
		}},
		{"a chain whose last step leaves", func(t *testing.T) {
			symlink(t, dir, "d1", "d2")
			symlink(t, dir, "d2", "real/../../"+filepath.Base(outside)+"/secret.txt")
			assertRefused(t, v.Target(ctx, "d1"), codes.PathEscape)
		}},
		{"a loop", func(t *testing.T) {
			symlink(t, dir, "loop1", "loop2")
			symlink(t, dir, "loop2", "loop1")
			symlink(t, dir, "self", "self/x")
			assertRefused(t, v.Target(ctx, "loop1"), codes.NotARegularFile)
			assertRefused(t, v.Target(ctx, "self"), codes.NotARegularFile)
			assertRefused(t, v.Target(ctx, "loop1/new.txt"), codes.NotARegularFile)
		}},
		{"a link to nothing, which a create must not follow", func(t *testing.T) {
			symlink(t, dir, "dangling", "real/none.txt")
			symlink(t, dir, "danglingdir", "none")
			target := v.Target(ctx, "dangling")
			assertRefused(t, target, codes.NotARegularFile)
			assert.Contains(t, target.Refusal.Cause, "is broken")
			assertRefused(t, v.Target(ctx, "danglingdir/x.txt"), codes.NotARegularFile)
			assert.Error(t, writeFault(w.Write(ctx, target, []byte("x"))))
			assert.NoFileExists(t, filepath.Join(dir, "real", "none.txt"))
		}},
		{"an absolute link that points back inside", func(t *testing.T) {
			symlink(t, dir, "abs.txt", filepath.Join(dir, "real", "a.txt"))
			target := v.Target(ctx, "abs.txt")
			assertRefused(t, target, codes.PathEscape)
			assert.Contains(t, target.Refusal.Advice, "make it relative")
		}},
		{"a link put in the file's place after the view", func(t *testing.T) {
			put(t, dir, "swap.txt", "x\n")
			put(t, dir, "swapdir/x.txt", "x\n")
			file, in := v.Target(ctx, "swap.txt"), v.Target(ctx, "swapdir/x.txt")
			require.Nil(t, file.Refusal)
			require.Nil(t, in.Refusal)
			require.NoError(t, os.Remove(filepath.Join(dir, "swap.txt")))
			symlink(t, dir, "swap.txt", "../"+filepath.Base(outside)+"/secret.txt")
			require.NoError(t, os.Rename(filepath.Join(dir, "swapdir"), filepath.Join(dir, "swapped")))
			symlink(t, dir, "swapdir", filepath.Join(outside, "dir"))
			assert.Error(t, writeFault(w.Write(ctx, file, []byte("pwned\n"))))
			assert.Error(t, writeFault(w.Write(ctx, in, []byte("pwned\n"))))
			assert.Equal(t, "secret\n", get(t, outside, "secret.txt"))
			assert.Equal(t, []string{"secret.txt"}, names(t, filepath.Join(outside, "dir")))
		}},
		{"hard links are two files", func(t *testing.T) {
			put(t, dir, "h1.txt", "h\n")
			require.NoError(t, os.Link(filepath.Join(dir, "h1.txt"), filepath.Join(dir, "h2.txt")))
			one, two := v.Target(ctx, "h1.txt"), v.Target(ctx, "h2.txt")
			require.Nil(t, one.Refusal)
			require.Nil(t, two.Refusal)
			assert.NotEqual(t, one.Key, two.Key)
			rewrite(t, w, one, []byte("new\n"))
			assert.Equal(t, "h\n", get(t, dir, "h2.txt"))
			assert.Equal(t, "new\n", get(t, dir, "h1.txt"))
		}},
		{"two names of one file have one key", func(t *testing.T) {
			symlink(t, dir, "mirror", "real")
			key := v.Target(ctx, "real/a.txt").Key
			for _, name := range []string{"./real/a.txt", `real\a.txt`, "other/../real/a.txt", "mirror/a.txt", filepath.Join(dir, "real/a.txt"), "a/real/a.txt"} {
				assert.Equal(t, key, v.Target(ctx, name).Key, name)
			}
			assert.Equal(t, v.Target(ctx, "real/new/x.txt").Key, v.Target(ctx, "mirror/new/x.txt").Key)
		}},
		{"a link into .git or to a protected file", func(t *testing.T) {
			symlink(t, dir, "g", ".git")
			symlink(t, dir, "ci.txt", ".github/workflows/ci.yml")
			assertRefused(t, v.Target(ctx, "g/config"), codes.PathDenied)
			assertRefused(t, v.Target(ctx, "g/hooks/new"), codes.PathDenied)
			target := v.Target(ctx, "ci.txt")
			require.Nil(t, target.Refusal)
			assert.True(t, target.Protected)
		}},
	}
	for i, c := range cases {
		cases[i].run = func(t *testing.T) {
			v = w.View(ctx, Origin{}) // a view reads each folder only once
			c.run(t)
		}
	}
	return cases
}

func TestWriteThroughLink(t *testing.T) {
	dir := tree(t, map[string]string{"real/a.txt": "a\n"})
	symlink(t, dir, "l.txt", "real/a.txt")
	w, v := view(t, dir)
	target := v.Target(t.Context(), "l.txt")
	rewrite(t, w, target, []byte("b\n"))
	assert.Equal(t, "b\n", get(t, dir, "real/a.txt"))
	info, err := os.Lstat(filepath.Join(dir, "l.txt"))
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&fs.ModeSymlink)
}

// A write uses the opened folder, not a link that replaces it before the rename.
func TestFolderSwappedDuringWrite(t *testing.T) {
	outside := tree(t, map[string]string{"x.txt": "out\n"})
	dir := tree(t, map[string]string{"in/x.txt": "x\n"})
	d := &hookedDisk{disk: osDisk{}}
	w := newWorkspace(d)
	t.Cleanup(w.Release)
	require.NoError(t, w.SetRoots([]string{dir}))
	target := w.View(t.Context(), Origin{}).Target(t.Context(), "in/x.txt")
	d.before = func(op, _ string) error {
		if op == "rename" {
			d.before = nil
			require.NoError(t, os.Rename(filepath.Join(dir, "in"), filepath.Join(dir, "moved")))
			symlink(t, dir, "in", outside)
		}
		return nil
	}
	rewrite(t, w, target, []byte("new\n"))
	assert.Equal(t, "out\n", get(t, outside, "x.txt"))
	assert.Equal(t, "new\n", get(t, dir, "moved/x.txt"))
}

// A root may be reached through links. Absolute names work with both paths.
func TestRootThroughLink(t *testing.T) {
	real := tree(t, map[string]string{"a.txt": "a\n"})
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(real, link))
	w, v := view(t, link)
	for _, name := range []string{"a.txt", filepath.Join(link, "a.txt"), filepath.Join(real, "a.txt")} {
		target := v.Target(t.Context(), name)
		require.Nil(t, target.Refusal, name)
		assert.Equal(t, "a.txt", target.Path)
		assert.Equal(t, filepath.Join(link, "a.txt"), target.Abs)
	}
	// The folder is replaced, and the next view sees the new one.
	second := tree(t, map[string]string{"b.txt": "b\n"})
	require.NoError(t, os.Remove(link))
	require.NoError(t, os.Symlink(second, link))
	assert.True(t, w.View(t.Context(), Origin{}).Target(t.Context(), "b.txt").Exists)
	assert.ErrorIs(t, writeFault(w.Write(t.Context(), v.Target(t.Context(), "a.txt"), []byte("x"))), ErrStale)
}
