package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

// P4: names that some file system treats as version control's.
func versionControlNames(t *testing.T) []trustCase {
	return nameCases(t, []nameCase{
		{".git/config", codes.PathDenied, ""},
		{".GIT/hooks/post-commit", codes.PathDenied, ""},
		{".Git", codes.PathDenied, ""},
		{".git./config", codes.PathDenied, ""},
		{".git /config", codes.PathDenied, ""},
		{`sub\.git\config`, codes.PathDenied, ""},
		{"git~1/config", codes.PathDenied, ""},
		{"GIT~2", codes.PathDenied, ""},
		{".g\u200Cit/config", codes.PathDenied, ""},
		{".git::$INDEX_ALLOCATION/config", codes.PathDenied, ""},
		{".gıt/config", codes.PathDenied, ""},
		{".git/../README.md", codes.PathDenied, ""},
		{".github/x.md", "", ".github/x.md"},
		{"a.git/x", "", "a.git/x"},
		{".git", codes.PathDenied, ""},
		{"sub/.git/hooks/pre-commit", codes.PathDenied, ""},
		{".GIT", codes.PathDenied, ""},
		{".git...", codes.PathDenied, ""},
		{".git. .", codes.PathDenied, ""},
		{"\u200B.git/x", codes.PathDenied, ""},
		{".git\u2060/x", codes.PathDenied, ""},
		{".gi\u2064t/x", codes.PathDenied, ""},
		{".git:x", codes.PathDenied, ""},
		{".Gİt/x", codes.PathDenied, ""},
		{".hg/hgrc", codes.PathDenied, ""},
		{".HG", codes.PathDenied, ""},
		{".jj/config.toml", codes.PathDenied, ""},
		{".svn/entries", codes.PathDenied, ""},
		{"sub/.Svn./x", codes.PathDenied, ""},
		{".h\u200Bg/x", codes.PathDenied, ""},
		// Short names on Windows.
		{"GIT~1", codes.PathDenied, ""},
		{"git~12/x", codes.PathDenied, ""},
		{"HG~1/hgrc", codes.PathDenied, ""},
		{"SVN~1", codes.PathDenied, ""},
		{"JJ~1", codes.PathDenied, ""},
		{"GITMOD~1", codes.PathDenied, ""},
		{"GITMOD~2", codes.PathDenied, ""},
		{"GITMOD~3", codes.PathDenied, ""},
		{"gitmod~4", codes.PathDenied, ""},
		{"GITATT~1", codes.PathDenied, ""},
		{"GI7EBA~1", codes.PathDenied, ""},
		{"gi7eba~9", codes.PathDenied, ""},
		{"GI7D29~1", codes.PathDenied, ""},
		{"GI7EB~10", codes.PathDenied, ""},
		{"sub/gitmod~1", codes.PathDenied, ""},
		{"GITMOD~1.", codes.PathDenied, ""},
		{"gitmod~1 ", codes.PathDenied, ""},
		// Look-alikes.
		{".gitignore", "", ".gitignore"},
		{"git", "", "git"},
		{"git/config", "", "git/config"},
		{"gitmod", "", "gitmod"},
		{"gitmod~5", "", "gitmod~5"},
		{"gitmodules~1", "", "gitmodules~1"},
		{"git~x", "", "git~x"},
		{"git~", "", "git~"},
		{"gi7eba~12", "", "gi7eba~12"},
		{"hg/x", "", "hg/x"},
		{".hgignore", "", ".hgignore"},
		{".jjconfig", "", ".jjconfig"},
		{"svn/entries", "", "svn/entries"},
		{".gitkeep", "", ".gitkeep"},
		{"gita~1", "", "gita~1"},
		{".github/git.md", "", ".github/git.md"},
		{"foo~1", "", "foo~1"},
	})
}

// P4: git's folder under another name. Links in files are written as "-> target".
func gitFolders(t *testing.T) []trustCase {
	var cases []trustCase
	for _, c := range []struct {
		what   string
		files  map[string]string
		denied []string
		free   []string
	}{
		{"gitdir to a folder", map[string]string{".git": "gitdir: gitdata\n", "gitdata/config": ""},
			[]string{"gitdata/config", "gitdata/hooks/pre-commit", "gitdata", "./gitdata/../gitdata/x"}, []string{"gitdata2/x", "sub/gitdata/x"}},
		{"gitdir in another case", map[string]string{".git": "gitdir: gitdata\n"}, []string{"GITDATA/hooks/x"}, nil},
		{"gitdir to a folder that is not there yet", map[string]string{".git": "gitdir: later/data"}, []string{"later/data/HEAD"}, []string{"later/x"}},
		{"gitdir with dots", map[string]string{".git": "gitdir: ./x/../gitdata/\r\n", "x/y": ""}, []string{"gitdata/config"}, []string{"x/config"}},
		{"gitdir to a hidden folder", map[string]string{".git": "gitdir: ./.bare\n", ".bare/HEAD": ""}, []string{".bare/config", ".bare/worktrees/a/x"}, nil},
		{"gitdir by an absolute path", map[string]string{".git": "gitdir: $ROOT/gitdata\n", "gitdata/config": ""}, []string{"gitdata/config"}, nil},
		{"gitdir through a link", map[string]string{".git": "gitdir: link/data", "link": "-> real", "real/data/x": ""},
			[]string{"real/data/x", "link/data/x"}, []string{"real/x"}},
		{"commondir of git's folder", map[string]string{".git": "gitdir: gitdata\n", "gitdata/commondir": "../common\n", "common/HEAD": ""},
			[]string{"gitdata/x", "common/config", "common/hooks/x"}, nil},
		{"commondir of a plain .git", map[string]string{".git/commondir": "../common\n", "common/HEAD": ""}, []string{"common/config"}, nil},
		{".git as a link", map[string]string{".git": "-> gitdata", "gitdata/config": ""}, []string{"gitdata/config", "gitdata/hooks/x"}, []string{"other/x"}},
		{".git as a chain of links", map[string]string{".git": "-> one", "one": "-> two", "two/config": ""}, []string{"two/config", "one/config"}, nil},
		{".git as an absolute link", map[string]string{".git": "-> $ROOT/gitdata", "gitdata/config": ""}, []string{"gitdata/config"}, nil},
		{".git as a link to nothing", map[string]string{".git": "-> gitdata"}, []string{"gitdata/config"}, nil},
		{".git as a link to a file gitdir", map[string]string{".git": "-> gitfile", "gitfile": "gitdir: gitdata", "gitdata/x": ""}, []string{"gitfile", "gitdata/x"}, nil},
		{".git as links in a circle", map[string]string{".git": "-> one", "one": "-> .git"}, nil, []string{"a.txt"}},
		{"a link to git's folder", map[string]string{".git": "gitdir: gitdata", "gitdata/config": "", "l": "-> gitdata"}, []string{"l/config", "l/new"}, nil},
		{"gitdir to a folder outside", map[string]string{".git": "gitdir: ../elsewhere\n"}, nil, []string{"elsewhere/x", "a.txt"}},
		{"gitdir in a submodule's place", map[string]string{".git": "gitdir: ../.git/modules/a\n"}, nil, []string{"modules/a/x"}},
		{"a .git that says nothing", map[string]string{".git": "x\n"}, nil, []string{"x", "a.txt"}},
		{"a .git that is too long", map[string]string{".git": "gitdir: x\n" + strings.Repeat("y", 1<<20)}, nil, []string{"a.txt"}},
		{"the folder itself is git's", map[string]string{".git": "gitdir: .\n"}, []string{"config", "hooks/x"}, nil},
	} {
		cases = append(cases, trustCase{c.what, func(t *testing.T) {
			dir := lay(t, c.files)
			_, v := view(t, dir)
			for _, name := range c.denied {
				assertRefused(t, v.Target(t.Context(), name), codes.PathDenied)
				assertRefused(t, v.Target(t.Context(), filepath.Join(dir, name)), codes.PathDenied)
			}
			for _, name := range c.free {
				assert.Nil(t, v.Target(t.Context(), name).Refusal, name)
			}
		}})
	}
	return append(cases,
		trustCase{"a workspace folder inside .git", func(t *testing.T) {
			dir := tree(t, map[string]string{".git/config": "x", ".git/hooks/h": ""})
			_, v := view(t, filepath.Join(dir, ".git"))
			assertRefused(t, v.Target(t.Context(), "config"), codes.PathDenied)
			assertRefused(t, v.Target(t.Context(), "hooks/new"), codes.PathDenied)
		}},
		trustCase{"a .git that comes between check and write", func(t *testing.T) {
			if testDisk != (osDisk{}) {
				t.Skip("nothing is written to a source")
			}
			dir := tree(t, map[string]string{"gitdata/config": "x\n"})
			w, v := view(t, dir)
			target := v.Target(t.Context(), "gitdata/config")
			require.Nil(t, target.Refusal)
			put(t, dir, ".git", "gitdir: gitdata\n")
			_, err := w.Write(t.Context(), target, []byte("y\n"))
			var refusal *Refusal
			require.ErrorAs(t, err, &refusal)
			assert.Equal(t, codes.PathDenied, refusal.Code)
			assert.Equal(t, "x\n", get(t, dir, "gitdata/config"))
		}},
		trustCase{"names in git's folder are not offered", func(t *testing.T) {
			_, v := view(t, tree(t, map[string]string{".git": "gitdir: gitdata", "gitdata/config": "", "gitdata/pack": "", "a/b": ""}))
			entries, refusal := v.List(t.Context(), "gitdata")
			assert.Nil(t, refusal)
			assert.Empty(t, entries)
			assert.Empty(t, v.Similar(t.Context(), []string{"x/pack"}, 5)["x/pack"])
		}},
	)
}

// lay creates a folder with files and links. $ROOT is the folder.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := tree(t, nil)
	for name, content := range files {
		content = strings.ReplaceAll(content, "$ROOT", dir)
		target, isLink := strings.CutPrefix(content, "-> ")
		if isLink && testDisk != (osDisk{}) {
			t.Skip("links of a source are not followed")
		}
		if !isLink {
			put(t, dir, name, content)
		} else if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("no links here: ", err)
		}
	}
	return dir
}

// P4: folders that a chat would turn into a bare repository, whose configuration makes git run
// commands.
func bareRepositories(t *testing.T) []trustCase {
	var cases []trustCase
	for _, c := range []struct {
		what      string
		disk      []string
		chat      []string
		protected []string // files of the chat
	}{
		{"all from the chat", nil, []string{"docs/x/HEAD", "docs/x/config", "docs/x/objects/a"}, []string{"docs/x/HEAD", "docs/x/config", "docs/x/objects/a"}},
		{"with refs and hooks", nil, []string{"x/HEAD", "x/config", "x/objects/a", "x/refs/a", "x/hooks/post-update", "x/readme"},
			[]string{"x/HEAD", "x/config", "x/objects/a", "x/refs/a", "x/hooks/post-update"}},
		{"config for HEAD and objects on disk", []string{"x/HEAD", "x/objects/a"}, []string{"x/config"}, []string{"x/config"}},
		{"HEAD for config and objects on disk", []string{"x/config", "x/objects/a"}, []string{"x/HEAD"}, []string{"x/HEAD"}},
		{"objects for HEAD and config on disk", []string{"x/config", "x/HEAD"}, []string{"x/objects/info/a"}, []string{"x/objects/info/a"}},
		{"a repository on disk is changed", []string{"x/config", "x/HEAD", "x/objects/a"}, []string{"x/config", "x/hooks/update", "x/a.txt"}, []string{"x/config", "x/hooks/update"}},
		{"a worktree's and a submodule's part of it", []string{"x/config", "x/HEAD", "x/objects/a", "x/worktrees/w/HEAD", "x/worktrees/w/commondir"},
			[]string{"x/worktrees/w/config.worktree", "x/modules/m/hooks/update"}, []string{"x/worktrees/w/config.worktree", "x/modules/m/hooks/update"}},
		{"half on disk, half from the chat", []string{"x/HEAD"}, []string{"x/config", "x/objects/a"}, []string{"x/config", "x/objects/a"}},
		{"the rest by commondir", nil, []string{"x/HEAD", "x/commondir"}, []string{"x/HEAD", "x/commondir"}},
		{"a commondir on disk", []string{"x/commondir"}, []string{"x/HEAD"}, []string{"x/HEAD"}},
		{"the workspace folder itself", nil, []string{"HEAD", "config", "objects/a"}, []string{"HEAD", "config", "objects/a"}},
		{"in another case", nil, []string{"x/head", "x/Config", "x/OBJECTS/a"}, []string{"x/head", "x/Config", "x/OBJECTS/a"}},
		{"under several names of the folder", nil, []string{"x/HEAD", "./y/../x/config", `x\objects\a`}, []string{"x/HEAD", "./y/../x/config", `x\objects\a`}},
		{"without objects", nil, []string{"x/HEAD", "x/config", "x/refs/a"}, nil},
		{"without HEAD", []string{"x/objects/a"}, []string{"x/config", "x/hooks/a"}, nil},
		{"without config", nil, []string{"x/HEAD", "x/objects/a"}, nil},
		{"in different folders", nil, []string{"x/HEAD", "y/config", "z/objects/a"}, nil},
		{"a folder config", []string{"x/HEAD", "x/config/a"}, []string{"x/objects/a"}, nil},
		{"a file objects", nil, []string{"x/HEAD", "x/config", "x/objects"}, nil},
		{"hooks of a program", nil, []string{"src/hooks/useTitle.ts", "src/config", "src/info/a.md"}, nil},
	} {
		cases = append(cases, trustCase{c.what, func(t *testing.T) {
			files := map[string]string{}
			for _, name := range c.disk {
				files[name] = "x\n"
			}
			_, v := view(t, tree(t, files))
			var targets []*Target
			for _, name := range c.chat {
				target := v.Target(t.Context(), name)
				require.Nil(t, target.Refusal)
				targets = append(targets, &target)
			}
			ProtectRepositories(targets)
			var got []string
			for _, target := range targets {
				if target.Protected {
					got = append(got, target.Name)
				}
			}
			assert.Equal(t, c.protected, got)
		}})
	}
	return cases
}

// P4: files that git's configuration makes git run or read.
func configuredFiles(t *testing.T) []trustCase {
	var cases []trustCase
	for _, c := range []struct {
		what      string
		files     map[string]string
		protected []string
		free      []string
	}{
		{"hooks in the root", map[string]string{".git/config": "[core]\n\thooksPath = dev/hooks\n", "dev/hooks/pre-commit": "x"},
			[]string{"dev/hooks/pre-commit", "dev/hooks/new", "DEV/Hooks/x", "./dev/../dev/hooks/x"}, []string{"dev/x", "hooks/x", "x/dev/hooks/x"}},
		{"hooks in quotes, in other letters", map[string]string{".git/config": "; a\n[CORE] bare = false # b\n\thookspath = \"git hooks\"\n"}, []string{"git hooks/x"}, []string{"git/x"}},
		{"hooks by an absolute path", map[string]string{".git/config": "[core]\n\thooksPath = $ROOT/dev\n"}, []string{"dev/x"}, []string{"x/dev"}},
		{"hooks through a link", map[string]string{".git/config": "[core]\n\thooksPath = dev\n", "real/x": "x", "dev": "-> real"}, []string{"dev/x"}, nil},
		{"hooks in the home folder", map[string]string{".git/config": "[core]\n\thooksPath = ~/dev\n"}, []string{"dev/x"}, []string{"x/dev"}},
		{"hooks outside", map[string]string{".git/config": "[core]\n\thooksPath = ../dev\n"}, nil, []string{"dev/x"}},
		{"hooks in the root itself", map[string]string{".git/config": "[core]\n\thooksPath = .\n"}, nil, []string{"dev/x"}},
		{"an included file", map[string]string{".git/config": "[include]\n\tpath = ../shared.gitconfig\n"}, []string{"shared.gitconfig"}, []string{"other.gitconfig", "x/shared.gitconfig"}},
		{"a file included under a condition", map[string]string{".git/config": "[includeIf \"gitdir:~/a/\"]\n\tpath = ../conf/git\n"}, []string{"conf/git"}, []string{"conf/x"}},
		{"hooks that an included file names", map[string]string{".git/config": "[include]\n\tpath = ../a\n", "a": "[include]\npath = b\n", "b": "[core]\nhooksPath = h\n"}, []string{"a", "b", "h/x"}, []string{"c"}},
		{"files that include each other", map[string]string{".git/config": "[include]\n\tpath = ../a\n", "a": "[include]\npath = a\n"}, []string{"a"}, []string{"b"}},
		{"configuration of a work tree", map[string]string{".git/config": "", ".git/config.worktree": "[core]\n\thooksPath = h\n"}, []string{"h/x"}, nil},
		{"configuration in a folder that .git names", map[string]string{".git": "gitdir: data\n", "data/config": "[core]\n\thooksPath = h\n"}, []string{"h/x"}, nil},
		{"other sections", map[string]string{".git/config": "[remote \"x\"]\n\tpath = a\n\thooksPath = b\n[core]\n\tpath = c\n"}, nil, []string{"a", "b/x", "c"}},
		{"a section and its value on one line", map[string]string{".git/config": "\uFEFF[a.b] x = \"y\n[remote \"a\\b\"] [core]\n[core]hooksPath=h \\\r\ni # x\n"}, []string{"h i/x"}, []string{"h/x"}},
		{"configuration that git can't read", map[string]string{".git/config": "[core]\n\thooksPath = h\n[x\n"}, []string{"h/x"}, []string{"a"}},
	} {
		cases = append(cases, trustCase{c.what, func(t *testing.T) {
			dir := lay(t, c.files)
			t.Setenv("HOME", dir)
			t.Setenv("USERPROFILE", dir)
			_, v := view(t, dir)
			for _, name := range c.protected {
				target := v.Target(t.Context(), name)
				require.Nil(t, target.Refusal, name)
				assert.True(t, target.Protected, name)
				assert.Contains(t, target.ProtectedReason, "git", name)
			}
			for _, name := range c.free {
				assert.False(t, v.Target(t.Context(), name).Protected, name)
			}
		}})
	}
	return cases
}
