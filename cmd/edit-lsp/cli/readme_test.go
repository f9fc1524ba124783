package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/parse"
)

const top = "../../.."

func readme(t *testing.T) string {
	data, err := os.ReadFile(filepath.Join(top, "README.md"))
	require.NoError(t, err)
	return strings.ReplaceAll(string(data), "\r\n", "\n")
}

// The README shows the program's output for the demo chat, and part of that chat.
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

func TestReadmeCommands(t *testing.T) {
	text := readme(t)
	known := map[string]bool{}
	for _, c := range Root().Commands() {
		known[c.Name()] = true
		assert.True(t, c.Name() == "help" || strings.Contains(text, "`edit-lsp "+c.Name()), "%s is missing", c.Name())
	}
	for _, m := range regexp.MustCompile("`edit-lsp ([a-z]+)").FindAllStringSubmatch(text, -1) {
		assert.True(t, known[m[1]], "there is no %s", m[1])
	}
	for _, f := range formats {
		assert.Contains(t, text, "`"+f.name+"`")
	}
}

// The README links to each dialect's page, whose examples are tested there.
func TestReadmeFormats(t *testing.T) {
	text := readme(t)
	for _, d := range parse.Dialects() {
		row := "| [`" + d.Name + "`](docs/dialects/" + d.Name + ".md) |"
		assert.True(t, strings.Contains(text, row), "no %s", row)
	}
}

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
		// Chats in tests may have broken links.
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
