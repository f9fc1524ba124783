package protocol

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestPathsOfURIs(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///home/me/chat.md":             "/home/me/chat.md",
		"file:///":                            "/",
		"FILE:///x":                           "/x",
		"file:/x/y":                           "/x/y",
		"file://localhost/x":                  "/x",
		"file://LOCALHOST/x":                  "/x",
		"file:///a%20b%23c%3Fd%25e":           "/a b#c?d%e",
		"file:///a b":                         "/a b",
		"file:///%C3%A9/%F0%9F%98%80":         "/é/😀",
		"file:///é":                           "/é",
		"file:///cwd/%5BCodeCompanion%5D%203": "/cwd/[CodeCompanion] 3",
		"file:///x?query#fragment":            "/x",
		"file:///x#fragment":                  "/x",
		"file:////x":                          "//x",
		"file:///a//b/":                       "/a//b/",
		"file:///a/../b":                      "/a/../b",
		"file:///a%2Fb":                       "/a/b",
		"file:///a%5Cb":                       `/a\b`,
		"file:///a%00b":                       "/a\x00b",
		"file:///c%3A/x/y":                    `C:\x\y`,
		"file:///C:/x":                        `C:\x`,
		"file:///c:/x%20y":                    `C:\x y`,
		"file:///c:":                          `C:`,
		"file:///cc:/x":                       "/cc:/x",
		"file://server/share/x":               `\\server\share\x`,
		"file://server/":                      `\\server\`,
		"file://wsl.localhost/Debian/x":       `\\wsl.localhost\Debian\x`,
		"file://wsl%24/Debian/x":              `\\wsl$\Debian\x`,
	} {
		path, ok := Path(uri)
		assert.True(t, ok, uri)
		assert.Equal(t, want, path, uri)
	}
}

func TestURIsWithoutAPath(t *testing.T) {
	for _, uri := range []string{
		"", "file", "file:", "file://", "file://host", "file://?x", "file:x/y", "file:?", "file:#", "/home/me", `C:\x`, "c:/x",
		"untitled:Untitled-1", "untitled:/home/me/x", "vscode-chat-code-block://x/0", "vscode-notebook-cell:/x#1", "http://x/y",
		"files:///x", "xfile:///x", "file:///a%", "file:///a%2", "file:///a%zz", "file://h%2Fx/y", "file://h%5Cx/y", `file://h\x/y`,
	} {
		path, ok := Path(uri)
		assert.False(t, ok, uri)
		assert.Empty(t, path, uri)
	}
}

func TestURIsOfPaths(t *testing.T) {
	for path, want := range map[string]string{
		"/":                      "file:///",
		"/home/me/chat.md":       "file:///home/me/chat.md",
		"/cwd/[CodeCompanion] 3": "file:///cwd/%5BCodeCompanion%5D%203",
		"/a b#c?d%e+f&g":         "file:///a%20b%23c%3Fd%25e%2Bf%26g",
		"/é":                     "file:///%C3%A9",
		"/a:b":                   "file:///a%3Ab",
		`/a\b`:                   "file:///a%5Cb",
		"/a~b-c_d.e":             "file:///a~b-c_d.e",
		"//x":                    "file:////x",
		"/\xff":                  "file:///%FF",
		`C:\x y\z`:               "file:///C%3A/x%20y/z",
		`c:/x`:                   "file:///c%3A/x",
		`\\server\share\x`:       "file://server/share/x",
		`\\wsl$\Debian\x`:        "file://wsl%24/Debian/x",
	} {
		assert.Equal(t, want, FileURI(path), path)
	}
}

// FuzzURI checks that a path from a URI makes a URI that names the same path, with only characters
// that no client escapes.
func FuzzURI(f *testing.F) {
	for _, uri := range []string{
		"file:///home/me/chat.md", "file:///c%3A/x", "file://server/share/x%20y", "file://", "untitled:x", "file:///%", "file:///%00%FF",
		"file://wsl%24/D", "file:///a?b#c", "file://localhost//x", "file:////server/x", `file:///\\x`, "file:///c:x", "file://%20/",
	} {
		f.Add(uri)
	}
	f.Fuzz(func(t *testing.T, uri string) {
		path, ok := Path(uri)
		if !ok {
			assert.Empty(t, path)
			return
		}
		again := FileURI(path)
		assert.True(t, strings.HasPrefix(again, "file://"))
		assert.True(t, utf8.ValidString(again))
		for _, c := range []byte(again) {
			assert.True(t, c > ' ' && c < 0x7f && !strings.ContainsRune(`?#[]\"<>`, rune(c)), "%q in %q", c, again)
		}
		back, ok := Path(again)
		assert.True(t, ok, again)
		assert.Equal(t, path, back, again)
	})
}
