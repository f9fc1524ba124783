package cli

import (
	"encoding/json"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const top = "../../.."

func readme(t *testing.T) string {
	data, err := os.ReadFile(filepath.Join(top, "README.md"))
	require.NoError(t, err)
	return strings.ReplaceAll(string(data), "\r\n", "\n")
}

// What the read-me shows is what the program prints, on the chat that it shows.
func TestReadme(t *testing.T) {
	text := readme(t)
	demo := filepath.Join(top, "testdata", "demo")
	got := start(t, demo, nil, binary(t), "check", "--root", "workspace", "chat.md")
	assert.Equal(t, exitFindings, got.status)
	assert.Contains(t, text, "\n$ cd testdata/demo\n$ edit-lsp check --root workspace chat.md\n"+string(got.out)+"```\n")

	chat, err := os.ReadFile(filepath.Join(demo, "chat.md"))
	require.NoError(t, err)
	parts := regexp.MustCompile("(?s)\n````markdown\n(.*?\n)````\n").FindAllStringSubmatch(text, -1)
	require.NotEmpty(t, parts)
	for _, p := range parts {
		assert.Contains(t, string(chat), p[1])
	}
}

// The read-me leaves out no subcommand and no output format, and makes none up.
func TestReadmeCommands(t *testing.T) {
	text := readme(t)
	known := map[string]bool{"help": true, "completion": true} // cobra makes these
	for _, c := range Root().Commands() {
		known[c.Name()] = true
		assert.True(t, c.Hidden || strings.Contains(text, "`edit-lsp "+c.Name()), "%s is missing", c.Name())
	}
	for _, m := range regexp.MustCompile("`edit-lsp ([a-z]+)").FindAllStringSubmatch(text, -1) {
		assert.True(t, known[m[1]], "there is no %s", m[1])
	}
	for _, f := range formats {
		assert.Contains(t, text, "`"+f.name+"`")
	}
}

// Each example of a format is a block of that format, and the only one.
func TestReadmeFormats(t *testing.T) {
	examples := regexp.MustCompile("(?s)<b>(.*?)</b>\n<pre>(.*?)</pre>").FindAllStringSubmatch(readme(t), -1)
	assert.Len(t, examples, 5)
	for _, e := range examples {
		t.Run(e[1], func(t *testing.T) {
			dialect, layout, _ := strings.Cut(e[1], ", ")
			dir := t.TempDir()
			write(t, dir, map[string]string{
				"web/cart.ts": "for (const l of lines) {\n  sum += l.cents;\n}\n",
			})
			got := start(t, dir, []byte(html.UnescapeString(e[2])+"\n"), binary(t), "check", "--format", "json", "-")
			require.Equal(t, exitFine, got.status, "%s", got.out)
			var result any
			require.NoError(t, json.Unmarshal(got.out, &result))
			assert.Empty(t, differs(map[string]any{
				"blocks": []any{map[string]any{
					"dialect": dialect, "layout": layout, "path": "web/cart.ts", "status": "validated", "code": "",
				}},
				"problems": []any{},
			}, onlyDocument(t, result), ""))
		})
	}
}

// Links inside the repository lead somewhere.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#]+)(#[^)]*)?\)`)
	checked := 0
	require.NoError(t, filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			switch d.Name() {
			case "node_modules", ".git", ".tools":
				return filepath.SkipDir
			}
			return nil
		}
		// Chats of the tests may say what they like.
		if filepath.Ext(path) != ".md" || strings.Contains(filepath.ToSlash(path), "/testdata/") && d.Name() != "README.md" {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range link.FindAllStringSubmatch(string(data), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			checked++
			_, err := os.Stat(filepath.Join(filepath.Dir(path), m[1]))
			assert.NoError(t, err, "%s: link to %s", path, m[1])
		}
		return nil
	}))
	assert.NotZero(t, checked)
}
