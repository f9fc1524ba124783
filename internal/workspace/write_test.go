package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

func TestWriteNewFileWithParents(t *testing.T) {
	dir := tree(t, map[string]string{"have/x": ""})
	w, v := view(t, dir)
	target := v.Target(t.Context(), "a/b/c.txt")
	require.Nil(t, target.Refusal)
	assert.False(t, target.Exists)
	assert.False(t, target.ParentExists)
	assert.Nil(t, target.File)
	assert.True(t, v.Target(t.Context(), "have/new.txt").ParentExists)
	assert.True(t, v.Target(t.Context(), "new.txt").ParentExists)
	rewrite(t, w, target, []byte("new\n"))
	assert.Equal(t, "new\n", get(t, dir, "a/b/c.txt"))
	assert.Equal(t, []string{"c.txt"}, names(t, filepath.Join(dir, "a/b")))
	assert.Equal(t, "new\n", w.View(t.Context(), Origin{}).Target(t.Context(), "a/b/c.txt").File.Text.String())
}

func TestWriteRefusesStale(t *testing.T) {
	for what, change := range map[string]func(t *testing.T, dir string){
		"other content":          func(t *testing.T, dir string) { put(t, dir, "a.txt", "other\n") },
		"other content, as long": func(t *testing.T, dir string) { put(t, dir, "a.txt", "b\n") },
		"no BOM any more":        func(t *testing.T, dir string) { put(t, dir, "bom.txt", "a\n") },
		"removed":                func(t *testing.T, dir string) { require.NoError(t, os.Remove(filepath.Join(dir, "a.txt"))) },
		"made":                   func(t *testing.T, dir string) { put(t, dir, "new/x.txt", "theirs\n") },
		"became a folder": func(t *testing.T, dir string) {
			require.NoError(t, os.Remove(filepath.Join(dir, "a.txt")))
			put(t, dir, "a.txt/x", "")
		},
	} {
		t.Run(what, func(t *testing.T) {
			dir := tree(t, map[string]string{"a.txt": "a\n", "bom.txt": "\uFEFFa\n", "new/y": ""})
			w, v := view(t, dir)
			targets := map[string]Target{}
			for _, n := range []string{"a.txt", "bom.txt", "new/x.txt"} {
				targets[n] = v.Target(t.Context(), n)
				require.Nil(t, targets[n].Refusal)
			}
			change(t, dir)
			failed := 0
			for _, target := range targets {
				if _, err := w.Write(t.Context(), target, []byte("mine\n")); err != nil {
					failed++
					var refusal *Refusal
					if !errors.As(err, &refusal) {
						assert.ErrorIs(t, err, ErrStale)
						assert.Contains(t, err.Error(), target.Path+": ")
					}
				}
			}
			assert.Equal(t, 1, failed)
		})
	}
}

func TestTouchedFileIsNotStale(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "a\n"})
	w, v := view(t, dir)
	target := v.Target(t.Context(), "a.txt")
	put(t, dir, "a.txt", "a\n")
	age(t, dir, "a.txt")
	rewrite(t, w, target, []byte("b\n"))
	assert.ErrorIs(t, writeFault(w.Write(t.Context(), target, []byte("c\n"))), ErrStale, "applied twice")
}

func TestWriteLeavesNothingBehind(t *testing.T) {
	fault := errors.New("no space left")
	for _, fails := range []string{"mkdir", "open", "link", "rename"} {
		t.Run(fails, func(t *testing.T) {
			dir := tree(t, map[string]string{"a.txt": "a\n"})
			d := &hookedDisk{disk: osDisk{}}
			w := newWorkspace(d)
			defer w.Release()
			require.NoError(t, w.SetRoots([]string{dir}))
			v := w.View(t.Context(), Origin{})
			old, fresh := v.Target(t.Context(), "a.txt"), v.Target(t.Context(), "p/q/new.txt")
			d.before = func(op, name string) error {
				// Only writes fail: the temporary file, its rename, the new folder.
				if op == fails && (op != "open" || filepath.Ext(name) == ".tmp") && !(op == "mkdir" && name == "p") {
					return fault
				}
				return nil
			}
			if fails != "mkdir" && fails != "link" {
				assert.ErrorIs(t, writeFault(w.Write(t.Context(), old, []byte("b\n"))), fault)
			}
			_, err := w.Write(t.Context(), fresh, []byte("b\n"))
			switch fails {
			case "link", "rename":
				// Without hard links the name is reserved and then replaced. Otherwise, a link has
				// already created it.
				assert.NoError(t, err)
			default:
				assert.ErrorIs(t, err, fault)
				assert.Equal(t, []string{"a.txt"}, names(t, dir))
			}
			assert.Equal(t, "a\n", get(t, dir, "a.txt"))
		})
	}
}

// A file created between the last check and the end of a create isn't replaced.
func TestCreateNeverReplaces(t *testing.T) {
	for _, hardLinks := range []bool{true, false} {
		dir := tree(t, nil)
		d := &hookedDisk{disk: osDisk{}}
		w := newWorkspace(d)
		defer w.Release()
		require.NoError(t, w.SetRoots([]string{dir}))
		target := w.View(t.Context(), Origin{}).Target(t.Context(), "new.txt")
		d.before = func(op, name string) error {
			if op == "link" {
				put(t, dir, "new.txt", "theirs\n")
				if !hardLinks {
					return errors.New("not supported")
				}
			}
			return nil
		}
		assert.ErrorIs(t, writeFault(w.Write(t.Context(), target, []byte("mine\n"))), ErrStale)
		assert.Equal(t, "theirs\n", get(t, dir, "new.txt"))
		assert.Equal(t, []string{"new.txt"}, names(t, dir))
	}
}

func TestChangeDuringWriteIsSeen(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "a\n"})
	d := &hookedDisk{disk: osDisk{}}
	w := newWorkspace(d)
	defer w.Release()
	require.NoError(t, w.SetRoots([]string{dir}))
	target := w.View(t.Context(), Origin{}).Target(t.Context(), "a.txt")
	d.before = func(op, name string) error {
		if op == "open" && filepath.Ext(name) == ".tmp" {
			put(t, dir, "a.txt", "theirs\n")
		}
		return nil
	}
	assert.ErrorIs(t, writeFault(w.Write(t.Context(), target, []byte("mine\n"))), ErrStale)
	assert.Equal(t, "theirs\n", get(t, dir, "a.txt"))
	assert.Equal(t, []string{"a.txt"}, names(t, dir))
}

func TestSyncOnceForAFolder(t *testing.T) {
	dir := tree(t, map[string]string{"in/a.txt": "a\n", "in/b.txt": "b\n"})
	d := &hookedDisk{disk: osDisk{}}
	w := newWorkspace(d)
	defer w.Release()
	require.NoError(t, w.SetRoots([]string{dir}))
	v := w.View(t.Context(), Origin{})
	var opened []string
	d.before = func(op, name string) error {
		if info, err := os.Stat(filepath.Join(dir, name)); op == "open" && err == nil && info.IsDir() {
			opened = append(opened, name)
		}
		return nil
	}
	for _, name := range []string{"in/a.txt", "in/b.txt", "new/deep/c.txt", "new/deep/d.txt"} {
		rewrite(t, w, v.Target(t.Context(), name), []byte("x\n"))
	}
	assert.Empty(t, opened)
	w.Sync()
	assert.ElementsMatch(t, []string{"in", "new/deep", "new", "."}, opened)
	w.Sync()
	assert.Len(t, opened, 4)
}

func TestWriteErrorsNameThePathOnce(t *testing.T) {
	for _, fails := range []string{"open", "rename", "mkdir"} {
		dir := tree(t, map[string]string{"in/a.txt": "a\n"})
		d := &hookedDisk{disk: osDisk{}}
		w := newWorkspace(d)
		defer w.Release()
		require.NoError(t, w.SetRoots([]string{dir}))
		v := w.View(t.Context(), Origin{})
		name := map[string]string{"open": "in/a.txt", "rename": "in/a.txt", "mkdir": "new/b.txt"}[fails]
		target := v.Target(t.Context(), name)
		d.before = func(op, at string) error {
			switch {
			case op == "rename" && fails == op:
				return &os.LinkError{Op: "renameat", Old: ".edit-lsp-X.tmp", New: "a.txt", Err: os.ErrPermission}
			case op == fails && (op == "mkdir" || filepath.Ext(at) == ".tmp"):
				return &os.PathError{Op: op + "at", Path: at, Err: os.ErrPermission}
			}
			return nil
		}
		_, err := w.Write(t.Context(), target, []byte("b\n"))
		assert.EqualError(t, err, name+": permission denied")
	}
}

func TestLeftoversAreNamed(t *testing.T) {
	const left = ".edit-lsp-AAAA.tmp"
	dir := tree(t, map[string]string{
		"in/a.txt": "", "in/" + left: "", "in/deep/" + left: "", ".github/" + left: "", "node_modules/" + left: "", ".git/" + left: "",
		"in/.edit-lsp-notes": "", "in/x.tmp": "",
	})
	w, v := view(t, dir)
	a, b, gone := v.Target(t.Context(), "in/a.txt"), v.Target(t.Context(), "in/new.txt"), v.Target(t.Context(), "../x")
	assert.Equal(t, []string{filepath.Join(dir, "in", left)}, w.Leftovers([]*Target{&a, &b, &gone}))
	assert.Equal(t, []string{filepath.Join(dir, ".github", left), filepath.Join(dir, "in", left), filepath.Join(dir, "in", "deep", left)},
		w.AllLeftovers(t.Context()))
}

func TestWriteRefusesWhatNoViewResolved(t *testing.T) {
	w, v := view(t, t.TempDir())
	assert.Error(t, writeFault(w.Write(t.Context(), Target{Path: "x"}, nil)))
	var refusal *Refusal
	assert.ErrorAs(t, writeFault(w.Write(t.Context(), v.Target(t.Context(), "../x"), nil)), &refusal)
	assert.Equal(t, codes.PathEscape, refusal.Code)
}

func TestRemoveAndRename(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n", "d.txt": "d\n"})
	w, v := view(t, dir)
	ctx := t.Context()
	renamed := func(from, to string, content []byte) error {
		_, err := w.Rename(ctx, v.Target(ctx, from), v.Target(ctx, to), content)
		return err
	}
	require.NoError(t, renamed("a.txt", "new/a2.txt", nil))
	assert.Equal(t, "a\n", get(t, dir, "new/a2.txt"))
	require.NoError(t, renamed("d.txt", "d2.txt", []byte("e\n")))
	assert.Equal(t, "e\n", get(t, dir, "d2.txt"))
	require.ErrorIs(t, renamed("b.txt", "c.txt", nil), os.ErrExist)
	require.Error(t, renamed("b.txt", ".git/hooks/x", nil))
	require.Error(t, renamed("b.txt", "../x", nil))
	require.Error(t, w.Remove(ctx, v.Target(ctx, "none.txt")))
	put(t, dir, "b.txt", "changed\n")
	require.ErrorIs(t, w.Remove(ctx, v.Target(ctx, "b.txt")), ErrStale)
	c := v.Target(ctx, "c.txt")
	require.NoError(t, w.Remove(ctx, c))
	assert.Equal(t, []string{"b.txt", "d2.txt", "new"}, names(t, dir))
	rewrite(t, w, c.Gone(), []byte("made\n"))
	assert.Equal(t, "made\n", get(t, dir, "c.txt"))
}

// F: a rename that fails half-way leaves the old file as it was, and no new one.
func failedRenames(*testing.T) []trustCase {
	var cases []trustCase
	for _, c := range []struct {
		what    string
		fail    map[string]bool // operations and names
		content []byte
		want    map[string]string
		fault   string
	}{
		{"the old one can't be removed", map[string]bool{"remove a.txt": true}, []byte("new\n"), map[string]string{"a.txt": "old\n"}, "a.txt: it keeps its name and content: refused"},
		{"the old one can't be removed, nothing else changes", map[string]bool{"remove a.txt": true}, nil, map[string]string{"a.txt": "old\n"}, "a.txt: it keeps its name and content: refused"},
		{"neither can be removed", map[string]bool{"remove a.txt": true, "remove b.txt": true}, []byte("new\n"), map[string]string{"a.txt": "old\n", "sub/b.txt": "new\n"},
			"a.txt: refused; sub/b.txt is there, too, and neither could be removed"},
		{"neither can be removed, nothing else changes", map[string]bool{"remove a.txt": true, "remove b.txt": true}, nil, map[string]string{"a.txt": "old\n", "sub/b.txt": "old\n"},
			"a.txt: refused; sub/b.txt is there, too, and neither could be removed"},
		{"the new folder can't be made", map[string]bool{"mkdir sub": true}, []byte("new\n"), map[string]string{"a.txt": "old\n"}, "sub/b.txt: refused"},
		{"the new name can only be reserved", map[string]bool{"link b.txt": true, "rename b.txt": true}, nil, map[string]string{"a.txt": "old\n"}, "sub/b.txt: refused"},
		{"the new one can't be made", map[string]bool{"link b.txt": true, "open b.txt": true}, []byte("new\n"), map[string]string{"a.txt": "old\n"}, "sub/b.txt: refused"},
		{"no hard links", map[string]bool{"link b.txt": true}, []byte("new\n"), map[string]string{"sub/b.txt": "new\n"}, ""},
	} {
		cases = append(cases, trustCase{"a rename that fails: " + c.what, func(t *testing.T) {
			dir := tree(t, map[string]string{"a.txt": "old\n"})
			require.NoError(t, os.Chmod(filepath.Join(dir, "a.txt"), 0o640))
			d := &hookedDisk{disk: osDisk{}}
			w := newWorkspace(d)
			t.Cleanup(w.Release)
			require.NoError(t, w.SetRoots([]string{dir}))
			v := w.View(t.Context(), Origin{})
			from, to := v.Target(t.Context(), "a.txt"), v.Target(t.Context(), "sub/b.txt")
			d.before = func(op, name string) error {
				if c.fail[op+" "+path.Base(name)] {
					return errors.New("refused")
				}
				return nil
			}
			_, err := w.Rename(t.Context(), from, to, c.content)
			if c.fault == "" {
				require.NoError(t, err)
				info, err := os.Stat(filepath.Join(dir, "sub/b.txt"))
				require.NoError(t, err)
				assert.Equal(t, os.FileMode(0o640), info.Mode())
			} else {
				require.EqualError(t, err, c.fault)
			}
			for name, content := range c.want {
				assert.Equal(t, content, get(t, dir, name))
			}
			var all []string
			require.NoError(t, filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
				if !e.IsDir() {
					all = append(all, name)
				}
				return err
			}))
			assert.Len(t, all, len(c.want), "nothing else is left")
			if c.want["sub/b.txt"] == "" {
				assert.NoDirExists(t, filepath.Join(dir, "sub"))
			}
		}})
	}
	return cases
}

func TestWriteOfOpenBuffer(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "disk\n"})
	w, _ := view(t, dir)
	at := filepath.Join(dir, "a.txt")
	w.Open(at, 1, text.NewOpen("unsaved\n"))
	target := w.View(t.Context(), Origin{}).Target(t.Context(), "a.txt")
	assert.ErrorIs(t, writeFault(w.Write(t.Context(), target, []byte("x\n"))), ErrStale)
	assert.Equal(t, "disk\n", get(t, dir, "a.txt"))
	w.Open(at, 2, text.NewOpen("disk\n"))
	target = w.View(t.Context(), Origin{}).Target(t.Context(), "a.txt")
	rewrite(t, w, target, []byte("x\n"))
}
