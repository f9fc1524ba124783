package workspace

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// The first base that has the file wins.
func TestResolutionOrder(t *testing.T) {
	chatRoot := tree(t, map[string]string{
		"first.txt": "chat root", "sub/.git/HEAD": "", "sub/.git2": "", "sub/first.txt": "no", "sub/repo.txt": "repo",
		"sub/docs/repo.txt": "no", "sub/docs/beside.txt": "beside", "client/first.txt": "no", "client/root.txt": "client",
		"work/root.txt": "no", "work/dir.txt": "work", "sub/docs/dir.txt": "no",
	})
	other := tree(t, map[string]string{"first.txt": "no", "other.txt": "other", "two.txt": "2"})
	third := tree(t, map[string]string{"two.txt": "3", "b/x.txt": "plain b", "x.txt": "no", "y.txt": "stripped"})
	w, _ := view(t, other, chatRoot, third)
	from := Origin{
		Path:    filepath.Join(chatRoot, "sub", "docs", "chat.md"),
		RootDir: filepath.Join(chatRoot, "client"),
		WorkDir: filepath.Join(chatRoot, "work"),
	}
	for _, c := range []struct{ name, content, path, root, why string }{
		{"first.txt", "chat root", "first.txt", chatRoot, "in the chat's workspace folder"},
		{"other.txt", "other", "other.txt", other, "in the workspace folder " + filepath.Base(other)},
		{"repo.txt", "repo", "sub/repo.txt", chatRoot, "in the nearest folder with a .git above the chat"},
		{"root.txt", "client", "client/root.txt", chatRoot, "in the client's root folder"},
		{"dir.txt", "work", "work/dir.txt", chatRoot, "in the server's working directory"},
		{"beside.txt", "beside", "sub/docs/beside.txt", chatRoot, "beside the chat"},
		{"b/x.txt", "plain b", "b/x.txt", third, "in the workspace folder " + filepath.Base(third)},
		{"b/y.txt", "stripped", "y.txt", third, "b/ prefix dropped, in the workspace folder " + filepath.Base(third)},
		{"a/first.txt", "chat root", "first.txt", chatRoot, "a/ prefix dropped, in the chat's workspace folder"},
		{filepath.Join(other, "first.txt"), "no", "first.txt", other, "an absolute path in a workspace folder"},
		{"none/new.txt", "", "none/new.txt", chatRoot, "in the chat's workspace folder"},
		{"a/new.txt", "", "a/new.txt", chatRoot, "in the chat's workspace folder"},
	} {
		target := w.View(t.Context(), from).Target(t.Context(), c.name)
		require.Nil(t, target.Refusal, c.name)
		assert.Equal(t, c.path, target.Path, c.name)
		assert.Equal(t, c.root, target.Root, c.name)
		assert.Equal(t, c.why, target.Why, c.name)
		assert.Equal(t, c.content != "", target.Exists, c.name)
		assert.Equal(t, filepath.Join(c.root, filepath.FromSlash(c.path)), target.Abs, c.name)
		if target.Exists {
			assert.Equal(t, c.content, target.File.Text.String(), c.name)
		}
	}

	v := w.View(t.Context(), from)
	target := v.Target(t.Context(), "two.txt")
	assertRefused(t, target, codes.AmbiguousRoot)
	assert.Equal(t, []string{other, third}, target.Candidates)
	for i, dir := range target.Candidates {
		chosen := v.Target(t.Context(), filepath.Join(dir, "two.txt"))
		require.Nil(t, chosen.Refusal)
		assert.Equal(t, []string{"2", "3"}[i], chosen.File.Text.String())
	}

	// Without a chat, a new file goes into the client's root folder.
	v = w.View(t.Context(), Origin{RootDir: third, WorkDir: other})
	assert.Equal(t, third, v.Target(t.Context(), "none.txt").Root)
	assert.Equal(t, other, w.View(t.Context(), Origin{}).Target(t.Context(), "none.txt").Root)
}

// Of several folders, the chat's other files decide which gets a new one.
func TestNewFilesOfSeveralFolders(t *testing.T) {
	one, two := tree(t, map[string]string{"a.txt": "a"}), tree(t, map[string]string{"b.txt": "b"})
	w, _ := view(t, one, two)
	create, change := Name{Text: "new.txt", Create: true}, Name{Text: "new.txt"}
	named := func(names ...Name) *View {
		return w.View(t.Context(), Origin{Names: func(context.Context) []Name { return names }})
	}
	assert.Equal(t, two, named(Name{Text: "b.txt"}, create).Target(t.Context(), "new.txt").Root)
	for _, names := range [][]Name{{create}, {create, change}, {change, create}, {{Text: "a.txt"}, {Text: "b.txt"}, create}} {
		target := named(names...).Target(t.Context(), "new.txt")
		assertRefused(t, target, codes.AmbiguousRoot)
		assert.Equal(t, []string{one, two}, target.Candidates)
	}
	inTwo := named(create).Target(t.Context(), filepath.Base(two)+"/new.txt")
	require.Nil(t, inTwo.Refusal)
	assert.Equal(t, []string{two, "new.txt"}, []string{inTwo.Root, inTwo.Path})
	assert.Equal(t, one, named(change).Target(t.Context(), "new.txt").Root, "a file that is missing is looked for in the first")
}

func TestNothingOutsideDeclaredRoots(t *testing.T) {
	outer := tree(t, map[string]string{"secret.txt": "secret", ".git/HEAD": "", "ws/a.txt": "a", "chat/near.txt": "near"})
	w, _ := view(t, filepath.Join(outer, "ws"))
	v := w.View(t.Context(), Origin{Path: filepath.Join(outer, "chat", "c.md"), RootDir: outer, WorkDir: outer})
	for _, name := range []string{"secret.txt", "near.txt", "ws/a.txt", "chat/near.txt"} {
		target := v.Target(t.Context(), name)
		assert.False(t, target.Exists, name)
		assert.Nil(t, target.File, name)
		assert.Equal(t, filepath.Join(outer, "ws"), target.Root)
	}
	assertRefused(t, v.Target(t.Context(), filepath.Join(outer, "secret.txt")), codes.PathEscape)
	assertRefused(t, v.Target(t.Context(), filepath.Join(outer, "ws", "..", "secret.txt")), codes.PathEscape)
	assertRefused(t, v.Target(t.Context(), filepath.Join(outer, "ws")+"2/x"), codes.PathEscape)
	assertRefused(t, v.Target(t.Context(), filepath.Join(outer, "ws")), codes.PathInvalid)
	assert.True(t, v.Target(t.Context(), filepath.Join(outer, "ws", "a.txt")).Exists)
	assertRefused(t, v.Target(t.Context(), filepath.Join(outer, "ws", ".git", "config")), codes.PathDenied)
	assertRefused(t, v.Target(t.Context(), filepath.Join(outer, "ws", "nul.txt")), codes.PathInvalid)
}

// In an editor in single-file mode, other places replace the workspace folder.
func TestNoFolderOpen(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("USERPROFILE", os.Getenv("HOME"))
	repo := tree(t, map[string]string{".git/HEAD": "", "a.txt": "repo", "docs/near.txt": "near", "docs/a.txt": "no"})
	plain := tree(t, map[string]string{"a.txt": "plain", "up.txt": "up", "in/b.txt": "b"})
	work := tree(t, map[string]string{"w.txt": "work"})
	w := New()
	defer w.Release()

	v := w.View(t.Context(), Origin{Path: filepath.Join(repo, "docs", "chat.md"), WorkDir: work})
	assert.Equal(t, "repo", v.Target(t.Context(), "a.txt").File.Text.String())
	assert.Equal(t, "docs/near.txt", v.Target(t.Context(), "near.txt").Path)
	assert.Equal(t, "work", v.Target(t.Context(), "w.txt").File.Text.String())
	assert.Equal(t, repo, v.Target(t.Context(), "new.txt").Root, "the chat's own root")
	assertRefused(t, v.Target(t.Context(), "../x"), codes.PathEscape)

	v = w.View(t.Context(), Origin{Path: filepath.Join(plain, "in", "chat.md")})
	assert.Equal(t, "b", v.Target(t.Context(), "b.txt").File.Text.String())
	assert.False(t, v.Target(t.Context(), "up.txt").Exists, "the chat's folder is the root")
	assert.Equal(t, filepath.Join(plain, "in"), v.Target(t.Context(), "new.txt").Root)

	v = w.View(t.Context(), Origin{Path: filepath.Join(plain, "in", "chat.md"), RootDir: plain})
	assert.Equal(t, "in/b.txt", v.Target(t.Context(), "b.txt").Path)

	v = w.View(t.Context(), Origin{WorkDir: work})
	assert.Equal(t, "work", v.Target(t.Context(), "w.txt").File.Text.String())

	// Neither the top of the file system nor the home folder is opened for a chat elsewhere.
	put(t, os.Getenv("HOME"), ".git/HEAD", "")
	put(t, os.Getenv("HOME"), "private.txt", "private")
	put(t, os.Getenv("HOME"), "notes/n.txt", "n")
	for _, from := range []Origin{
		{WorkDir: "/"}, {WorkDir: os.Getenv("HOME")}, {}, {Path: "/chat.md"},
		{Path: filepath.Join(os.Getenv("HOME"), "notes", "chat.md"), WorkDir: os.Getenv("HOME")},
	} {
		v = w.View(t.Context(), from)
		target := v.Target(t.Context(), "private.txt")
		assert.False(t, target.Exists)
		assert.False(t, v.Target(t.Context(), "etc/passwd").Exists)
		if from.Path == "" {
			assertRefused(t, target, codes.PathEscape)
		}
	}
}

func TestRootsFollowed(t *testing.T) {
	one := tree(t, map[string]string{"a.txt": "1"})
	two := filepath.Join(t.TempDir(), "later")
	w := New()
	defer w.Release()
	err := w.SetRoots([]string{one, two, one, "relative"})
	assert.ErrorContains(t, err, "cannot open workspace folder relative: the path is not absolute")
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.Contains(t, err.Error(), "cannot open workspace folder "+two)
	assert.Equal(t, []string{one}, w.Roots())
	before := w.View(t.Context(), Origin{})
	assert.True(t, before.Target(t.Context(), "a.txt").Exists, "the others work")

	put(t, two, "b.txt", "2")
	assert.True(t, w.View(t.Context(), Origin{}).Target(t.Context(), "b.txt").Exists, "it's there now")
	assert.Equal(t, []string{one, two}, w.Roots())
	require.NoError(t, w.SetRoots([]string{two}))
	assert.False(t, w.View(t.Context(), Origin{}).Target(t.Context(), "a.txt").Exists)
	assert.True(t, before.Target(t.Context(), "./a.txt").Exists, "a view keeps its folders")

	// A folder that was removed and recreated is opened again.
	require.NoError(t, os.RemoveAll(two))
	put(t, two, "c.txt", "3")
	assert.True(t, w.View(t.Context(), Origin{}).Target(t.Context(), "c.txt").Exists)
	assert.False(t, w.View(t.Context(), Origin{}).Target(t.Context(), "b.txt").Exists)

	file := filepath.Join(one, "a.txt")
	assert.Error(t, w.SetRoots([]string{file}), "a file is no folder")
}

// A file has the same key through nested folders.
func TestNestedRoots(t *testing.T) {
	outer := tree(t, map[string]string{"in/a.txt": "a", "in/new/x": ""})
	inner := filepath.Join(outer, "in")
	for _, order := range [][]string{{outer, inner}, {inner, outer}} {
		w, v := view(t, order...)
		assert.Equal(t, v.Target(t.Context(), filepath.Join(inner, "a.txt")).Key, v.Target(t.Context(), "in/a.txt").Key)
		target := v.Target(t.Context(), filepath.Join(inner, "a.txt"))
		assert.Equal(t, "a.txt", target.Path, "the innermost folder")
		// From a third place, it isn't ambiguous with itself.
		require.Nil(t, v.Target(t.Context(), "a.txt").Refusal)
		v = w.View(t.Context(), Origin{Path: filepath.Join(inner, "chat.md")})
		assert.Equal(t, inner, v.Target(t.Context(), "none.txt").Root)
	}
}

func TestPolicyDoesNotDependOnExistence(t *testing.T) {
	full := tree(t, map[string]string{".git/config": "", ".vscode/settings.json": "{}", "a.txt": ""})
	empty := tree(t, nil)
	_, here := view(t, full)
	_, there := view(t, empty)
	for _, name := range []string{".git/config", ".vscode/settings.json", "a.txt", "../x", "nul", "a.txt:x", "", "d/"} {
		a, b := here.Target(t.Context(), name), there.Target(t.Context(), name)
		assert.Equal(t, a.Refusal, b.Refusal, name)
		assert.Equal(t, a.Protected, b.Protected, name)
	}
}

func TestListAndSimilar(t *testing.T) {
	dir := tree(t, map[string]string{
		"src/main.go": "", "src/lib/Util.go": "", "src/.git/x": "", "src/nul.txt": "", "docs/util.go": "", "README.md": "",
		"node_modules/util.go": "",
	})
	_, v := view(t, dir)
	ctx := t.Context()
	entries, refusal := v.List(ctx, "src/")
	require.Nil(t, refusal)
	assert.Equal(t, []Entry{{Name: "lib", Folder: true}, {Name: "main.go"}}, entries)
	entries, refusal = v.List(ctx, "")
	require.Nil(t, refusal)
	assert.Equal(t, []Entry{{"README.md", false}, {"docs", true}, {"node_modules", true}, {"src", true}}, entries)
	for _, name := range []string{"..", "/etc", "src/../..", ".git", "/"} {
		_, refusal = v.List(ctx, name)
		assert.NotNil(t, refusal, name)
	}
	entries, refusal = v.List(ctx, "none")
	assert.Nil(t, refusal)
	assert.Empty(t, entries)

	for name, want := range map[string][]string{
		"lib/util.go": {"src/lib/Util.go", "docs/util.go"}, "src/lib/utill.go": {"src/lib/Util.go"}, "SRC/MAIN.GO": {"src/main.go"},
		"src/mian.go": nil, "zzz": nil, "../main.go": nil,
	} {
		assert.Equal(t, want, v.Similar(ctx, []string{name}, 5)[name], name)
	}
}

// G2: the folder is stripped from absolute names by their text.
func TestAbsoluteNamesAreRefusedWithoutALook(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "a"})
	d := &countingDisk{disk: osDisk{}}
	w := newWorkspace(d)
	defer w.Release()
	require.NoError(t, w.SetRoots([]string{dir}))
	v := w.View(t.Context(), Origin{Path: filepath.Join(dir, "chat.md")})
	before := d.count()
	for name, code := range map[string]codes.Code{
		dir + "/../x": codes.PathEscape, dir + "/.git/x": codes.PathDenied, dir + "/a/../.git/../x": codes.PathDenied, dir + "/nul": codes.PathInvalid,
		dir + "x/y": codes.PathEscape, dir: codes.PathInvalid, dir + "/": codes.PathInvalid, dir + "/d/": codes.NotARegularFile, "//" + dir + "/a.txt": codes.PathEscape,
		dir + "/a\u200B.txt": codes.PathInvalid, dir + "/a.txt:s": codes.PathInvalid, "file://" + dir + "/a.txt": codes.PathInvalid,
	} {
		assertRefused(t, v.Target(t.Context(), name), code)
	}
	assert.Equal(t, before, d.count())
	assert.True(t, v.Target(t.Context(), dir+"//./b/../a.txt").Exists)
}

func TestTargetIsTheChat(t *testing.T) {
	dir := tree(t, map[string]string{"chat.md": "saved\n"})
	w, _ := view(t, dir)
	chat := filepath.Join(dir, "chat.md")
	w.Open(chat, 9, text.NewOpen("typed\n"))
	target := w.View(t.Context(), Origin{Path: chat}).Target(t.Context(), "chat.md")
	require.NotNil(t, target.File)
	assert.Equal(t, chat, target.Abs)
	assert.Equal(t, int32(9), target.File.Version)
	assert.Equal(t, "typed\n", target.File.Text.String())
}

// Without an open folder, no reason speaks of one, even for a file that doesn't exist.
func TestWhyWithoutAWorkspaceFolder(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.txt", "x\n")
	view := New().View(t.Context(), Origin{Path: filepath.Join(dir, "chat.md")})
	for _, name := range []string{"a.txt", "none.txt"} {
		target := view.Target(t.Context(), name)
		require.Nil(t, target.Refusal, name)
		assert.Equal(t, "in "+filepath.Base(dir)+", as no workspace folder is open", target.Why, name)
	}
}
