package workspace

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// foldingDisk behaves like file systems of macOS and Windows: names that differ only in letter case
// or in the composition of é are the same, and so are short names of six letters.
type foldingDisk struct{ disk }

func (d foldingDisk) openFolder(dir string) (folder, error) {
	f, err := d.disk.openFolder(dir)
	return foldingFolder{f}, err
}

type foldingFolder struct{ folder }

const composed, decomposed = "\u00E9", "e\u0301"

func folds(a, b string) bool {
	nfc := strings.NewReplacer(decomposed, composed)
	a, b = nfc.Replace(a), nfc.Replace(b)
	short, isShort := strings.CutSuffix(strings.ToLower(a), "~1")
	return strings.EqualFold(a, b) || isShort && len(short) == 6 && strings.HasPrefix(strings.ToLower(b), short)
}

// actual returns the name on disk, or the given one if there is no file.
func (f foldingFolder) actual(name string) string {
	at := "."
	for part := range strings.SplitSeq(name, "/") {
		found := part
		entries, _ := f.folder.list(at, 0)
		for _, e := range entries {
			if folds(part, e.Name()) {
				found = e.Name()
			}
		}
		at = path.Join(at, found)
	}
	return at
}

func (f foldingFolder) Lstat(name string) (fs.FileInfo, error) { return f.folder.Lstat(f.actual(name)) }
func (f foldingFolder) Readlink(name string) (string, error) {
	return f.folder.Readlink(f.actual(name))
}
func (f foldingFolder) Mkdir(name string, perm fs.FileMode) error {
	return f.folder.Mkdir(f.actual(name), perm)
}
func (f foldingFolder) Rename(from, to string) error {
	return f.folder.Rename(f.actual(from), f.actual(to))
}
func (f foldingFolder) Link(from, to string) error {
	return f.folder.Link(f.actual(from), f.actual(to))
}

func (f foldingFolder) list(name string, limit int) ([]fs.DirEntry, error) {
	return f.folder.list(f.actual(name), limit)
}

func (f foldingFolder) open(name string) (fs.File, error) { return f.folder.open(f.actual(name)) }
func (f foldingFolder) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return f.folder.OpenFile(f.actual(name), flag, perm)
}

func (f foldingFolder) openFolder(name string) (folder, error) {
	inner, err := f.folder.openFolder(f.actual(name))
	return foldingFolder{inner}, err
}

// The key is the same for all names of a file.
func TestFoldingFileSystem(t *testing.T) {
	dir := tree(t, map[string]string{
		"Src/Main.go": "main\n", "docs/caf" + decomposed + ".md": "x\n", "longname.txt": "long\n", ".GitHub/Workflows/ci.yml": "on: push\n",
	})
	w := newWorkspace(foldingDisk{osDisk{}})
	defer w.Release()
	require.NoError(t, w.SetRoots([]string{dir}))
	v := w.View(t.Context(), Origin{})
	ctx := t.Context()

	for _, group := range [][]string{
		{"Src/Main.go", "src/main.go", "SRC/MAIN.GO", "src/../Src/main.go"},
		{"docs/caf" + composed + ".md", "docs/caf" + decomposed + ".md", "Docs/CAF" + composed + ".md"},
		{"longname.txt", "LONGNA~1", "LongName.txt"},
	} {
		first := v.Target(ctx, group[0])
		require.NotNil(t, first.File, group[0])
		for _, name := range group[1:] {
			target := v.Target(ctx, name)
			assert.Equal(t, first.Key, target.Key, name)
			assert.Equal(t, first.Abs, target.Abs, name)
			assert.Same(t, first.File, target.File, name)
		}
	}
	assert.Equal(t, v.Target(ctx, "src/New.txt").Key, v.Target(ctx, "Src/NEW.txt").Key, "files to be made")
	assert.NotEqual(t, v.Target(ctx, "src/New.txt").Key, v.Target(ctx, "src/Newer.txt").Key)
	assert.True(t, v.Target(ctx, "GITHUB~1/../.github/workflows/CI.yml").Protected)
	assert.True(t, v.Target(ctx, ".github/workflows/other.yml").Protected)

	w.Open(filepath.Join(dir, "src", "MAIN.go"), 1, text.NewOpen("unsaved\n"))
	w.Open(filepath.Join(dir, "src", "Unsaved.go"), 1, text.NewOpen("new\n"))
	v = w.View(ctx, Origin{})
	assert.Equal(t, "unsaved\n", v.Target(ctx, "Src/Main.go").File.Text.String())
	assert.Equal(t, "new\n", v.Target(ctx, "SRC/unsaved.go").File.Text.String())
	w.Close(filepath.Join(dir, "src", "MAIN.go"))

	// A write under another spelling keeps the name on disk.
	target := w.View(ctx, Origin{}).Target(ctx, "src/main.GO")
	rewrite(t, w, target, []byte("new\n"))
	assert.Equal(t, []string{"Main.go"}, names(t, filepath.Join(dir, "Src")))
	rewrite(t, w, w.View(ctx, Origin{}).Target(ctx, "src/Fresh.txt"), []byte("f\n"))
	assert.Equal(t, []string{"Fresh.txt", "Main.go"}, names(t, filepath.Join(dir, "Src")))
}

// P4: different spellings of a name don't bypass the policy.
func spellings(t *testing.T) []trustCase {
	dir := tree(t, map[string]string{
		".vscode/tasks.json": "{}", "docs/caf" + decomposed + ".md": "x\n", ".git": "gitdir: Gitdata\n", "Gitdata/config": "",
	})
	w := newWorkspace(foldingDisk{osDisk{}})
	t.Cleanup(w.Release)
	require.NoError(t, w.SetRoots([]string{dir}))
	v := w.View(t.Context(), Origin{})
	return []trustCase{
		{".VSCode", func(t *testing.T) {
			target := v.Target(t.Context(), ".VSCode/Tasks.json")
			assert.True(t, target.Protected)
			assert.Equal(t, v.Target(t.Context(), ".vscode/tasks.json").Key, target.Key)
		}},
		{"NFC and NFD", func(t *testing.T) {
			nfc, nfd := v.Target(t.Context(), "docs/caf"+composed+".md"), v.Target(t.Context(), "docs/caf"+decomposed+".md")
			require.NotNil(t, nfc.File)
			assert.Equal(t, nfc.Key, nfd.Key)
		}},
		{"git's folder in another case", func(t *testing.T) {
			assertRefused(t, v.Target(t.Context(), "gitDATA/config"), codes.PathDenied)
			assertRefused(t, v.Target(t.Context(), "GITDAT~1/config"), codes.PathDenied)
		}},
	}
}

// On a case-sensitive file system, names that differ in case have different keys.
func TestFileSystemThatDoesNotFold(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "lower", "A.txt": "upper"})
	if len(names(t, dir)) != 2 {
		t.Skip("this file system folds names")
	}
	_, v := view(t, dir)
	assert.NotEqual(t, v.Target(t.Context(), "a.txt").Key, v.Target(t.Context(), "A.txt").Key)
	assert.NotEqual(t, v.Target(t.Context(), "n.txt").Key, v.Target(t.Context(), "N.txt").Key)
	assert.Equal(t, "upper", v.Target(t.Context(), "A.txt").File.Text.String())
}

func TestFold(t *testing.T) {
	for _, same := range [][]string{{"KELVIN", "kelvin", "\u212Aelvin"}, {".VſCODE", ".vscode"}, {"ÄÖ", "äö"}, {"ıİiI", "iiii"}, {"a\u200Db", "AB"}} {
		for _, s := range same {
			assert.Equal(t, fold(same[0]), fold(s))
		}
	}
}
