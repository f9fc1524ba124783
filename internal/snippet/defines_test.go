package snippet_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/internal/snippet"
)

// Code of a file is what has one of its definitions and nothing but definitions.
func TestDefines(t *testing.T) {
	const python = "import os\n\nclass Shop:\n    def total(self):\n        return 0\n"
	for name, c := range map[string]struct {
		path, lines, block string
		want               bool
	}{
		"a method":                   {"a.py", python, "def total(self):\n    return 1", true},
		"a method and a new one":     {"a.py", python, "def total(self):\n    return 1\n\ndef close(self):\n    pass", true},
		"an import and a class":      {"a.py", python, "import sys\n\n# sells\nclass Shop:\n    # ...", true},
		"only a new function":        {"a.py", python, "def main():\n    pass", false},
		"a call":                     {"a.py", python, "shop = Shop()\nshop.total()", false},
		"a class and a call":         {"a.py", python, "class Shop:\n    pass\n\nShop().total()", false},
		"only imports":               {"a.py", python, "import os\nimport sys", false},
		"nothing":                    {"a.py", python, "", false},
		"a key of an object":         {"a.json", "{\n  \"scripts\": {\n    \"a\": 1\n  }\n}", "{\n  \"scripts\": {\n    \"a\": 2\n  }\n}", true},
		"another key":                {"a.json", "{\n  \"scripts\": {\n    \"a\": 1\n  }\n}", "{\n  \"error\": {\n    \"a\": 2\n  }\n}", false},
		"a key further down":         {"a.yaml", "a:\n  b: 1\n", "b: 2", false},
		"some keys":                  {"a.yaml", "a:\n  b: 1\nc: 1\n", "# new\nc: 2", true},
		"a new key":                  {"a.yaml", "a:\n  b: 1\nc: 1\n", "c: 2\nd: 1", false},
		"a function of a Go program": {"a.go", "package a\n\nfunc f() {\n}\n", "func f() {\n\tg()\n}", true},
		"prose":                      {"a.md", "# Shop\n\nText.\n", "# Shop\n\nOther.\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			lines := strings.Split(c.lines, "\n")
			assert.Equal(t, c.want, snippet.Defines(c.path, lines, strings.Split(c.block, "\n")))
		})
	}
}
