package workspace

import (
	"math/rand/v2"
	"path"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

// nameCase is one row of a lexical list of trust, "The list of cases".
type nameCase struct {
	name  string
	code  codes.Code // empty: accepted
	clean string     // for accepted names
}

// checkNames runs the rows against the lexical policy, and against a whole view
// that counts its calls: for a refused name there must be none (G2).
func checkNames(t *testing.T, want int, cases []nameCase) {
	t.Helper()
	require.Len(t, cases, want, "the number of cases in the specification")
	dir := t.TempDir()
	d := &countingDisk{disk: osDisk{}}
	w := newWorkspace(Options{}, d)
	defer w.Release()
	require.NoError(t, w.SetRoots([]string{dir}))
	v := w.View(t.Context(), Origin{})
	for _, c := range cases {
		t.Run(Visible(c.name), func(t *testing.T) {
			clean, refusal := CheckName(c.name)
			if c.code == "" {
				require.Nil(t, refusal)
				assert.Equal(t, c.clean, clean)
				return
			}
			require.NotNil(t, refusal, "accepted as %q", clean)
			assert.Equal(t, c.code, refusal.Code, refusal.Error())
			assert.Empty(t, clean)
			assert.NotEmpty(t, refusal.Cause)
			assert.False(t, strings.HasSuffix(refusal.Cause, "."))
			assert.Equal(t, refusal.Path, Visible(refusal.Path), "what is shown holds nothing hidden")

			before := d.count()
			target := v.Target(t.Context(), c.name)
			assert.Equal(t, before, d.count(), "G2: file-system calls for a refused name")
			require.NotNil(t, target.Refusal)
			assert.Equal(t, c.code, target.Refusal.Code)
			assert.Empty(t, target.Key)
			assert.False(t, target.Exists)
			assert.Nil(t, target.File)
		})
	}
}

func TestP1LexicalTraversal(t *testing.T) {
	checkNames(t, 20, []nameCase{
		{name: "", code: codes.PathInvalid},
		{name: ".", code: codes.PathInvalid},
		{name: "./.", code: codes.PathInvalid},
		{name: "..", code: codes.PathEscape},
		{name: "../x", code: codes.PathEscape},
		{name: `..\x`, code: codes.PathEscape},
		{name: "a/../../x", code: codes.PathEscape},
		{name: `a\..\..\x`, code: codes.PathEscape},
		{name: `a/..\../x`, code: codes.PathEscape},
		{name: "./../x", code: codes.PathEscape},
		{name: "a/./../../x/y", code: codes.PathEscape},
		{name: "a//../../x", code: codes.PathEscape},
		{name: "../../../../../../etc/passwd", code: codes.PathEscape},
		{name: "a/b/../../../ws/x", code: codes.PathEscape},
		{name: "x/..", code: codes.PathInvalid},
		{name: "a/../b", clean: "b"},
		{name: "./conf//x.ini", clean: "conf/x.ini"},
		{name: `a\b/./c\..\d`, clean: "a/b/d"},
		{name: "..a/b..c", clean: "..a/b..c"},
		{name: "src/pkg/", code: codes.NotARegularFile},
	})
}

func TestP2AbsoluteDriveShareDevice(t *testing.T) {
	checkNames(t, 14, []nameCase{
		{name: "/etc/passwd", code: codes.PathEscape},
		{name: `\Windows\win.ini`, code: codes.PathEscape},
		{name: `C:\temp\a.txt`, code: codes.PathEscape},
		{name: "c:/temp/a.txt", code: codes.PathEscape},
		{name: "C:a.txt", code: codes.PathEscape},
		{name: `\\srv\share\a.txt`, code: codes.PathEscape},
		{name: "//srv/share/a.txt", code: codes.PathEscape},
		{name: `\\?\C:\a.txt`, code: codes.PathEscape},
		{name: "//?/UNC/srv/share", code: codes.PathEscape},
		{name: `\??\C:\a.txt`, code: codes.PathEscape},
		{name: `\\.\pipe\x`, code: codes.PathEscape},
		{name: "file:///etc/passwd", code: codes.PathInvalid},
		{name: "~/.bashrc", code: codes.PathInvalid},
		{name: "$HOME/x", code: codes.PathInvalid},
	})
}

func TestVariablesAndSchemes(t *testing.T) {
	cases := []nameCase{
		{name: "~", code: codes.PathInvalid},
		{name: "~root/x", code: codes.PathInvalid},
		{name: "a~", clean: "a~"},
		{name: "docs/~draft.md", clean: "docs/~draft.md"},
		{name: "$HOME", code: codes.PathInvalid},
		{name: "${HOME}/x", code: codes.PathInvalid},
		{name: "src/${NAME}.ts", code: codes.PathInvalid},
		{name: "src/$USER/x", code: codes.PathInvalid},
		{name: "$(id)/x", code: codes.PathInvalid},
		{name: "$home/x", code: codes.PathInvalid},
		{name: "%TEMP%/x", code: codes.PathInvalid},
		{name: "a/%AppData%/x", code: codes.PathInvalid},
		{name: "app/routes/$id.tsx", clean: "app/routes/$id.tsx"},
		{name: "app/routes/users.$userId/edit.tsx", clean: "app/routes/users.$userId/edit.tsx"},
		{name: "com/x/Foo$Bar.java", clean: "com/x/Foo$Bar.java"},
		{name: "a%20b%20c", clean: "a%20b%20c"},
		{name: "caf%C3%A9.txt", clean: "caf%C3%A9.txt"},
		{name: "100%", clean: "100%"},
		{name: "https://example.org/x", code: codes.PathInvalid},
		{name: "FILE:/etc/passwd", code: codes.PathInvalid},
		{name: "vscode-remote://x/y", code: codes.PathInvalid},
		{name: "mailto:x", code: codes.PathInvalid},
		{name: "a b/c d.txt", clean: "a b/c d.txt"},
		{name: "שלום/سلام.md", clean: "שלום/سلام.md"},
		{name: "⚙️ settings.md", clean: "⚙️ settings.md"},
		{name: "1️⃣.md", clean: "1️⃣.md"},
		{name: "日本語.txt", clean: "日本語.txt"},
		{name: "[slug]/(group)/@x/+page.svelte", clean: "[slug]/(group)/@x/+page.svelte"},
		{name: "-rf", clean: "-rf"},
	}
	checkNames(t, len(cases), cases)
}

func TestControlAndHiddenCharacters(t *testing.T) {
	var cases []nameCase
	for _, r := range []rune{
		0, '\t', '\n', '\r', 0x1B, 0x7F, 0x85, 0x2028, 0x2029, // control, line ends
		0x061C, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x2069, // bidi
		0x00AD, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xFE0F, 0x3164, 0xE0041, // no width
		0xFFFD, // what could not be read
	} {
		cases = append(cases, nameCase{name: "conf/a" + string(r) + "b.ini", code: codes.PathInvalid})
	}
	cases = append(cases, nameCase{name: "a\xE9b", code: codes.PathInvalid}, nameCase{name: "a\xED\xA0\x80b", code: codes.PathInvalid})
	checkNames(t, len(cases), cases)
}

func TestP4GitFolder(t *testing.T) {
	checkNames(t, 14, []nameCase{
		{name: ".git/config", code: codes.PathDenied},
		{name: ".GIT/hooks/post-commit", code: codes.PathDenied},
		{name: ".Git", code: codes.PathDenied},
		{name: ".git./config", code: codes.PathDenied},
		{name: ".git /config", code: codes.PathDenied},
		{name: `sub\.git\config`, code: codes.PathDenied},
		{name: "git~1/config", code: codes.PathDenied},
		{name: "GIT~2", code: codes.PathDenied},
		{name: ".g\u200Cit/config", code: codes.PathDenied},
		{name: ".git::$INDEX_ALLOCATION/config", code: codes.PathDenied},
		{name: ".gıt/config", code: codes.PathDenied},
		{name: ".git/../README.md", code: codes.PathDenied},
		{name: ".github/x.md", clean: ".github/x.md"},
		{name: "a.git/x", clean: "a.git/x"},
	})
}

// Of several rules that a name breaks, the one that says most about it answers.
func TestPrecedenceOfRules(t *testing.T) {
	cases := []nameCase{
		{name: "../.git/config", code: codes.PathEscape},
		{name: "/ws/.git/config", code: codes.PathEscape},
		{name: "../a\x00b", code: codes.PathEscape},
		{name: ".git/a\x00b", code: codes.PathDenied},
		{name: "~/.git/config", code: codes.PathDenied},
		{name: "file:///x/.git/config", code: codes.PathDenied},
		{name: ".git/", code: codes.PathDenied},
		{name: "nul/", code: codes.PathInvalid},
	}
	checkNames(t, len(cases), cases)
}

func TestP5WindowsNames(t *testing.T) {
	checkNames(t, 16, []nameCase{
		{name: "CON", code: codes.PathInvalid},
		{name: "src/nul.txt", code: codes.PathInvalid},
		{name: "prn", code: codes.PathInvalid},
		{name: "aux.c", code: codes.PathInvalid},
		{name: "Com1.tar.gz", code: codes.PathInvalid},
		{name: "lpt9/x", code: codes.PathInvalid},
		{name: "COM²", code: codes.PathInvalid},
		{name: "CONIN$", code: codes.PathInvalid},
		{name: "conout$.txt", code: codes.PathInvalid},
		{name: "NUL .txt", code: codes.PathInvalid},
		{name: "notes.txt:hidden", code: codes.PathInvalid},
		{name: "notes.txt::$DATA", code: codes.PathInvalid},
		{name: "a.txt.", code: codes.PathInvalid},
		{name: "a /b", code: codes.PathInvalid},
		{name: "console/com10/lpt.c", clean: "console/com10/lpt.c"},
		{name: "nullable.go", clean: "nullable.go"},
	})
}

func TestP6ProtectedFiles(t *testing.T) {
	cases := []struct {
		name string
		want bool
	}{
		{".vscode/settings.json", true},
		{".VSCode/tasks.json", true},
		{"app.code-workspace", true},
		{".idea/workspace.xml", true},
		{".cursorrules", true},
		{".cursor/rules/x.mdc", true},
		{".claude/settings.json", true},
		{".gemini/settings.json", true},
		{".codex/config.toml", true},
		{".mcp.json", true},
		{"sub/AGENTS.md", true},
		{"packages/a/CLAUDE.md", true},
		{"GEMINI.md", true},
		{".github/copilot-instructions.md", true},
		{".github/workflows/ci.yml", true},
		{".gitlab-ci.yml", true},
		{".circleci/config.yml", true},
		{"Jenkinsfile", true},
		{"azure-pipelines.release.yml", true},
		{".husky/pre-commit", true},
		{".pre-commit-config.yaml", true},
		{"sub/.envrc", true},
		{".env.local", true},
		{"web/.npmrc", true},
		{".devcontainer/devcontainer.json", true},
		{".gitattributes", true},
		{"home/.bashrc", true},
		{".edit-lsp.toml", true},
		{"src/environment.ts", false},
		{".github/ISSUE_TEMPLATE.md", false},
	}
	require.Len(t, cases, 30)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			clean, refusal := CheckName(c.name)
			require.Nil(t, refusal)
			assert.Equal(t, c.want, IsProtected(clean, nil))
			assert.Equal(t, c.want, IsProtected(strings.ToUpper(clean), nil))
		})
	}
}

// The rest of the list in trust, so that no row of it is lost.
func TestProtectedListIsWhole(t *testing.T) {
	for _, name := range []string{
		".gitmodules", ".yarnrc", ".yarnrc.yml", ".pypirc", ".nvim.lua", ".exrc", ".dir-locals.el", ".helix/config.toml",
		".ssh/config", ".zshrc", ".zshenv", ".profile", ".bash_profile", ".config/fish/config.fish", "edit-lsp.toml",
		".vſcode/settings.json", "a/b/.idea/x", ".env", ".cursorignore",
	} {
		assert.True(t, IsProtected(name, nil), name)
	}
	for _, name := range []string{"README.md", ".gitignore", ".editorconfig", "github/workflows/x", "workflows/ci.yml", "vscode/x", "Jenkinsfile.md"} {
		assert.False(t, IsProtected(name, nil), name)
	}
}

// What is looked up part by part is what plain patterns of the rows match, for paths
// that are made of the rows' parts, whole and broken.
func TestProtectedListAgainstPlainPatterns(t *testing.T) {
	plain := func(clean string) bool {
		parts := strings.Split(clean, "/")
		for i := range parts {
			for _, row := range protectedNames {
				n := strings.Count(row, "/") + 1
				if n > len(parts)-i {
					continue
				}
				if ok, err := path.Match(row, strings.Join(parts[i:i+n], "/")); err != nil || ok {
					return true
				}
			}
		}
		return false
	}
	random := rand.New(rand.NewPCG(1, 2))
	words := []string{"a", "é", "*", ".", "x.md", ".github", "yml", ".envx"}
	for _, row := range protectedNames {
		for _, part := range strings.Split(row, "/") {
			bare := strings.ReplaceAll(part, "*", "")
			words = append(words, part, bare, bare+"x", "x"+bare, bare[1:], bare[:len(bare)-1])
		}
		words = append(words, row)
	}
	listed := 0
	for range 50000 {
		parts := make([]string, 1+random.IntN(4))
		for i := range parts {
			parts[i] = words[random.IntN(len(words))]
		}
		name := strings.Join(parts, "/")
		want := plain(name)
		if want {
			listed++
		}
		require.Equal(t, want, isListed(name), name)
	}
	assert.Greater(t, listed, 1000)
}

func TestProtectedPatternsOfTheUser(t *testing.T) {
	patterns := []string{"*.pem", "deploy/**", "Secrets", "a/*/c.txt", "x["}
	for name, want := range map[string]bool{
		"key.PEM": true, "sub/key.pem": true, "deploy/x/y": true, "sub/secrets/x": true, "a/b/c.txt": true,
		"a/b/d/c.txt": false, "pem": false, "x[": false,
	} {
		assert.Equal(t, want, IsProtected(name, patterns), name)
	}
	assert.NoError(t, CheckPattern("deploy/**"))
	assert.Error(t, CheckPattern("x["))
	assert.Error(t, CheckPattern("/"))
}

func TestRefusalMessages(t *testing.T) {
	for _, c := range []struct {
		refusal Refusal
		want    string
	}{
		{Refusal{Code: codes.PathEscape, Path: "../x", Cause: "y"}, "Path is outside the workspace: ../x; y"},
		{Refusal{Code: codes.PathInvalid, Path: "a"}, "Not a usable path: a"},
		{Refusal{Code: codes.PathDenied, Path: ".git/x"}, "Edits here are refused: .git/x"},
		{Refusal{Code: codes.BinaryFile}, "Cannot edit binary file"},
		{Refusal{Code: codes.UnsupportedEncoding}, "Cannot edit a file that is not UTF-8"},
		{Refusal{Code: codes.FileTooLarge, Limit: 64 << 20}, "File is larger than 64 MiB"},
		{Refusal{Code: codes.NotARegularFile, Path: "d"}, "Not a regular file: d"},
		{Refusal{Code: codes.AmbiguousRoot}, "Path exists in several workspace folders"},
	} {
		assert.Equal(t, c.want, c.refusal.Error())
	}
	_, refusal := CheckName("a\u202Eb\x1b[31m\U000E0041\xFF")
	assert.Equal(t, `a\u202Eb\u001B[31m\U000E0041\xFF`, refusal.Path)
	_, refusal = CheckName("../" + strings.Repeat("é", 1000))
	assert.Equal(t, "../"+strings.Repeat("é", shownRunes-3)+"…", refusal.Path)
	assert.Equal(t, []string{"5 bytes", "1 KiB", "1.5 MiB", "2 GiB"},
		[]string{FormatSize(5), FormatSize(1024), FormatSize(3 << 19), FormatSize(2 << 30)})
}

// Names that are told at a glance are what a look at each character tells them to be.
func TestGlancesAgainstEachCharacter(t *testing.T) {
	git := func(segment string) bool {
		segment, _, _ = strings.Cut(segment, ":")
		segment = strings.Map(func(r rune) rune {
			if isHidden(r) {
				return -1
			}
			return foldRune(r)
		}, segment)
		segment = strings.TrimRightFunc(strings.TrimSpace(segment), func(r rune) bool { return r == '.' || unicode.IsSpace(r) })
		number, short := strings.CutPrefix(segment, "git~")
		return segment == ".git" || short && number != "" && strings.Trim(number, "0123456789") == ""
	}
	random := rand.New(rand.NewPCG(3, 4))
	pieces := []string{".", "g", "G", "i", "I", "t", "T", ".git", "git~", "1", " ", "\t", ":", "x", "~", "\x7f", "\x1b", "é", "\u200b", "İ", "\u00a0", "\xff", "\u2028", "K"}
	names := 0
	for range 50000 {
		var b strings.Builder
		for range random.IntN(6) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		require.Equal(t, spelled(b.String()), Visible(b.String()), "%q", b.String())
		require.Equal(t, git(b.String()), isGitName(b.String()), "%q", b.String())
		if isGitName(b.String()) {
			names++
		}
	}
	assert.Greater(t, names, 100)
}
