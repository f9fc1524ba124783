package workspace

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/tools/trust"
)

type trustCase struct {
	name string
	run  func(t *testing.T)
}

type parts []func(t *testing.T) []trustCase

// onlyHere holds the cases that only some systems have.
var onlyHere = map[string]parts{}

func TestTrust(t *testing.T) {
	trust.Run(t, "P1", 80, made(t, traversal, characters))
	trust.Run(t, "P2", 50, made(t, absoluteNames))
	trust.Run(t, "P3", 14, made(t, onlyHere["P3"]...))
	trust.Run(t, "P4", 115, made(t, versionControlNames, spellings, gitFolders, bareRepositories, configuredFiles))
	trust.Run(t, "P5", 40, made(t, windowsNames))
	trust.Run(t, "P6", 395, made(t, protectedFiles, editableFiles))
	trust.Run(t, "F", 26, made(t, append(onlyHere["F"], failedRenames)...))
}

func made(t *testing.T, all ...func(t *testing.T) []trustCase) []trust.Case {
	var cases []trust.Case
	for _, part := range all {
		for _, c := range part(t) {
			cases = append(cases, trust.Case{Name: c.name, Run: c.run})
		}
	}
	return cases
}

// nameCase is a name with the code that refuses it by its text, or its clean form.
type nameCase struct {
	name  string
	code  codes.Code
	clean string
}

// nameCases checks the rows against the lexical policy, and against a view that counts its calls:
// refused names must cause none (G2).
func nameCases(t *testing.T, rows []nameCase) []trustCase {
	d := &countingDisk{disk: testDisk}
	w := newWorkspace(d)
	t.Cleanup(w.Release)
	require.NoError(t, w.SetRoots([]string{t.TempDir()}))
	v := w.View(t.Context(), Origin{})
	var cases []trustCase
	for _, row := range rows {
		cases = append(cases, trustCase{fmt.Sprintf("%q", row.name), func(t *testing.T) {
			clean, refusal := CheckName(row.name)
			if row.code == "" {
				require.Nil(t, refusal)
				assert.Equal(t, row.clean, clean)
				return
			}
			require.NotNil(t, refusal, "accepted as %q", clean)
			assert.Equal(t, row.code, refusal.Code, refusal.Error())
			assert.Empty(t, clean)
			assert.NotEmpty(t, refusal.Cause)
			assert.NotRegexp(t, `\.$`, refusal.Cause)
			assert.Equal(t, refusal.Path, text.Escape(refusal.Path), "what is shown holds nothing hidden")

			before := d.count()
			target := v.Target(t.Context(), row.name)
			assert.Equal(t, before, d.count(), "file-system calls for a refused name")
			assertRefused(t, target, row.code)
			assert.Empty(t, target.Key)
			assert.False(t, target.Exists)
		}})
	}
	return cases
}

// P1: names that traverse folders.
func traversal(t *testing.T) []trustCase {
	return nameCases(t, []nameCase{
		{"", codes.PathInvalid, ""},
		{".", codes.PathInvalid, ""},
		{"./.", codes.PathInvalid, ""},
		{"..", codes.PathEscape, ""},
		{"../x", codes.PathEscape, ""},
		{`..\x`, codes.PathEscape, ""},
		{"a/../../x", codes.PathEscape, ""},
		{`a\..\..\x`, codes.PathEscape, ""},
		{`a/..\../x`, codes.PathEscape, ""},
		{"./../x", codes.PathEscape, ""},
		{"a/./../../x/y", codes.PathEscape, ""},
		{"a//../../x", codes.PathEscape, ""},
		{"../../../../../../etc/passwd", codes.PathEscape, ""},
		{"a/b/../../../ws/x", codes.PathEscape, ""},
		{"x/..", codes.PathInvalid, ""},
		{"a/../b", "", "b"},
		{"./conf//x.ini", "", "conf/x.ini"},
		{`a\b/./c\..\d`, "", "a/b/d"},
		{"..a/b..c", "", "..a/b..c"},
		{"src/pkg/", codes.NotARegularFile, ""},
	})
}

// P1: characters that no path may contain, each inside a name, and letters that are allowed.
func characters(t *testing.T) []trustCase {
	var rows []nameCase
	for _, r := range []rune{
		0, '\t', '\n', '\r', 0x07, 0x08, 0x1B, 0x7F, 0x85, 0x9B, 0x2028, 0x2029, // control, line ends
		0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, // bidi
		0x00AD, 0x034F, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060, 0x2064, 0xFEFF, 0xFE0F, 0xE0041, // no width
		0x2800, 0x3164, 0x115F, 0x1160, 0xFFA0, 0xFFF0, 0xFFF4, 0xFFF8, // fillers
		0x00A0, 0x1680, 0x2000, 0x2003, 0x2009, 0x200A, 0x202F, 0x205F, 0x3000, // whitespace other than a space
		0xFFFD, // invalid characters
	} {
		rows = append(rows, nameCase{"conf/a" + string(r) + "b.ini", codes.PathInvalid, ""})
	}
	return nameCases(t, append(rows,
		nameCase{"a\xE9b", codes.PathInvalid, ""},
		nameCase{"a\xED\xA0\x80b", codes.PathInvalid, ""},
		nameCase{"a b/c d.txt", "", "a b/c d.txt"},
		nameCase{"שלום/سلام.md", "", "שלום/سلام.md"},
		nameCase{"⚙️ settings.md", "", "⚙️ settings.md"},
		nameCase{"1️⃣.md", "", "1️⃣.md"},
		nameCase{"日本語.txt", "", "日本語.txt"},
		nameCase{"❤️ ‼️ 👁️.md", "", "❤️ ‼️ 👁️.md"},
		nameCase{"a+\uFE0F.md", codes.PathInvalid, ""},
		nameCase{"a→\uFE0F.md", codes.PathInvalid, ""},
		nameCase{"a/\uFE0Fx.md", codes.PathInvalid, ""},
		nameCase{"1\uFE0F.md", codes.PathInvalid, ""},
		nameCase{"a\uFE0F\u20E3.md", codes.PathInvalid, ""},
		nameCase{"❤️\uFE0F.md", codes.PathInvalid, ""},
	))
}

// P2: absolute names, drives, shares, devices, and names that a shell or a browser expands.
func absoluteNames(t *testing.T) []trustCase {
	return nameCases(t, []nameCase{
		{"/etc/passwd", codes.PathEscape, ""},
		{`\Windows\win.ini`, codes.PathEscape, ""},
		{`C:\temp\a.txt`, codes.PathEscape, ""},
		{"c:/temp/a.txt", codes.PathEscape, ""},
		{"C:a.txt", codes.PathEscape, ""},
		{`\\srv\share\a.txt`, codes.PathEscape, ""},
		{"//srv/share/a.txt", codes.PathEscape, ""},
		{`\\?\C:\a.txt`, codes.PathEscape, ""},
		{"//?/UNC/srv/share", codes.PathEscape, ""},
		{`\??\C:\a.txt`, codes.PathEscape, ""},
		{`\\.\pipe\x`, codes.PathEscape, ""},
		{"file:///etc/passwd", codes.PathInvalid, ""},
		{"~/.bashrc", codes.PathInvalid, ""},
		{"./~/.bashrc", codes.PathInvalid, ""},
		{"a/../~0", codes.PathInvalid, ""},
		{"$HOME/x", codes.PathInvalid, ""},
		{"~", codes.PathInvalid, ""},
		{"~root/x", codes.PathInvalid, ""},
		{"a~", "", "a~"},
		{"docs/~draft.md", "", "docs/~draft.md"},
		{"$HOME", codes.PathInvalid, ""},
		{"${HOME}/x", codes.PathInvalid, ""},
		{"src/${NAME}.ts", codes.PathInvalid, ""},
		{"src/$USER/x", codes.PathInvalid, ""},
		{"$(id)/x", codes.PathInvalid, ""},
		{"$home/x", codes.PathInvalid, ""},
		{"%TEMP%/x", codes.PathInvalid, ""},
		{"a/%AppData%/x", codes.PathInvalid, ""},
		{"app/routes/$id.tsx", "", "app/routes/$id.tsx"},
		{"app/routes/users.$userId/edit.tsx", "", "app/routes/users.$userId/edit.tsx"},
		{"com/x/Foo$Bar.java", "", "com/x/Foo$Bar.java"},
		{"a%20b%20c", "", "a%20b%20c"},
		{"caf%C3%A9.txt", "", "caf%C3%A9.txt"},
		{"100%", "", "100%"},
		{"https://example.org/x", codes.PathInvalid, ""},
		{"FILE:/etc/passwd", codes.PathInvalid, ""},
		{"vscode-remote://x/y", codes.PathInvalid, ""},
		{"mailto:x", codes.PathInvalid, ""},
		{"[slug]/(group)/@x/+page.svelte", "", "[slug]/(group)/@x/+page.svelte"},
		{"-rf", "", "-rf"},
		{"C:", codes.PathEscape, ""},
		{"//./pipe/x", codes.PathEscape, ""},
		// If a name breaks several rules, the refusal is the most telling one.
		{"../.git/config", codes.PathEscape, ""},
		{"/ws/.git/config", codes.PathEscape, ""},
		{"../a\x00b", codes.PathEscape, ""},
		{".git/a\x00b", codes.PathDenied, ""},
		{"~/.git/config", codes.PathDenied, ""},
		{"file:///x/.git/config", codes.PathDenied, ""},
		{".git/", codes.PathDenied, ""},
		{"nul/", codes.PathInvalid, ""},
	})
}

// P5: names with a special meaning on Windows.
func windowsNames(t *testing.T) []trustCase {
	return nameCases(t, []nameCase{
		{"CON", codes.PathInvalid, ""},
		{"src/nul.txt", codes.PathInvalid, ""},
		{"prn", codes.PathInvalid, ""},
		{"aux.c", codes.PathInvalid, ""},
		{"Com1.tar.gz", codes.PathInvalid, ""},
		{"lpt9/x", codes.PathInvalid, ""},
		{"COM²", codes.PathInvalid, ""},
		{"CONIN$", codes.PathInvalid, ""},
		{"conout$.txt", codes.PathInvalid, ""},
		{"NUL .txt", codes.PathInvalid, ""},
		{"notes.txt:hidden", codes.PathInvalid, ""},
		{"notes.txt::$DATA", codes.PathInvalid, ""},
		{"a.txt.", codes.PathInvalid, ""},
		{"a /b", codes.PathInvalid, ""},
		{"console/com10/lpt.c", "", "console/com10/lpt.c"},
		{"nullable.go", "", "nullable.go"},
		{"PRN", codes.PathInvalid, ""},
		{"AUX", codes.PathInvalid, ""},
		{"NUL", codes.PathInvalid, ""},
		{"COM1", codes.PathInvalid, ""},
		{"COM2", codes.PathInvalid, ""},
		{"COM3", codes.PathInvalid, ""},
		{"COM4", codes.PathInvalid, ""},
		{"COM5", codes.PathInvalid, ""},
		{"COM6", codes.PathInvalid, ""},
		{"COM7", codes.PathInvalid, ""},
		{"COM8", codes.PathInvalid, ""},
		{"COM9", codes.PathInvalid, ""},
		{"LPT1", codes.PathInvalid, ""},
		{"LPT2", codes.PathInvalid, ""},
		{"LPT3", codes.PathInvalid, ""},
		{"LPT4", codes.PathInvalid, ""},
		{"LPT5", codes.PathInvalid, ""},
		{"LPT6", codes.PathInvalid, ""},
		{"LPT7", codes.PathInvalid, ""},
		{"LPT8", codes.PathInvalid, ""},
		{"LPT9", codes.PathInvalid, ""},
		{"a.txt ", codes.PathInvalid, ""},
		{"a./b", codes.PathInvalid, ""},
		{"a...", codes.PathInvalid, ""},
		{"LPT³", codes.PathInvalid, ""},
		{"sub/con/x", codes.PathInvalid, ""},
		{"com0", "", "com0"},
		{"lpt", "", "lpt"},
		{"auxiliary.c", "", "auxiliary.c"},
	})
}
