package snippet_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/snippet"
)

func TestPlaceCalled(t *testing.T) {
	python := "LIMIT = 3\n\nclass A:\n    def load(self):\n        return 1\n\n    def save(self):\n        return 2\n\n\nclass B:\n    def load(self):\n        return 3\n"
	script := "class A {\n  private text: string | null = null;\n\n  index() {\n    return this.text;\n  }\n}\n"
	for name, c := range map[string]struct{ file, lines, block, called, where, want string }{
		"a method":                  {"a.py", python, "def sort(self):\n    return 4", "save", "", "LIMIT = 3\n\nclass A:\n    def load(self):\n        return 1\n\n    def save(self):\n        return 2\n\n    def sort(self):\n        return 4\n\n\nclass B:\n    def load(self):\n        return 3\n"},
		"above it":                  {"a.py", python, "    def sort(self):\n        return 4", "save()", "above", "LIMIT = 3\n\nclass A:\n    def load(self):\n        return 1\n\n    def sort(self):\n        return 4\n\n    def save(self):\n        return 2\n\n\nclass B:\n    def load(self):\n        return 3\n"},
		"of two":                    {"a.py", python, "def sort(self):\n    return 4", "load", "", "!fits in several places"},
		"of none":                   {"a.py", python, "def sort(self):\n    return 4", "read", "", "!not found: read"},
		"a constant":                {"a.py", python, "DEPTH = 4", "LIMIT", "", "LIMIT = 3\nDEPTH = 4\n\nclass A:\n    def load(self):\n        return 1\n\n    def save(self):\n        return 2\n\n\nclass B:\n    def load(self):\n        return 3\n"},
		"put there already":         {"a.py", "LIMIT = 3\nDEPTH = 4\n", "DEPTH = 4", "LIMIT", "", "!changes nothing"},
		"put there already, above":  {"a.py", "DEPTH = 4\nLIMIT = 3\n", "DEPTH = 4", "LIMIT", "above", "!changes nothing"},
		"put there, and one more":   {"a.py", "LIMIT = 3\nWIDTH = 5\nDEPTH = 4\n", "DEPTH = 4", "LIMIT", "", "!changes nothing"},
		"another value is there":    {"a.py", "LIMIT = 3\nDEPTH = 5\n", "DEPTH = 4", "LIMIT", "", "LIMIT = 3\nDEPTH = 4\n"},
		"another name is there":     {"a.py", "def save():\n    return 1\n\n\ndef sort():\n    return 2\n", "def sort():\n    return 3", "save", "instead", "def save():\n    return 1\n\n\ndef sort():\n    return 3\n"},
		"one of two goes":           {"a.py", python, "def sort(self):\n    return 4", "load", "instead", "!no line of it is in the file"},
		"a string without an end":   {"a.py", "LIMIT = 3\nTEXT = \"\"\"a\n", "DEPTH = 4", "LIMIT", "", "!a string never ends"},
		"another version is beside": {"a.py", "def load():\n    return 1\n\n\ndef save():\n    return 2\n", "def save():\n    return 3", "load", "", "def load():\n    return 1\n\n\ndef save():\n    return 3\n"},
		"shown with what is new":    {"a.py", "LIMIT = 3\n\nx()\n", "LIMIT = 3\nDEPTH = 4", "LIMIT", "", "!a new line at the edge of the block"},
		"goes with its comment":     {"a.py", "# Saves.\ndef save():\n    return 1\n\n\nx()\n", "# Sorts.\ndef sort():\n    return 2", "save", "instead", "# Sorts.\ndef sort():\n    return 2\n\n\nx()\n"},
		"goes below its comment":    {"a.py", "# Saves.\ndef save():\n    return 1\n\n\nx()\n", "def sort():\n    return 2", "save", "instead", "# Saves.\ndef sort():\n    return 2\n\n\nx()\n"},
		"a method in Go":            {"a.go", "package a\n\nfunc (s *S) load() {\n\ta()\n}\n", "func (s *S) save() {\n\tb()\n}", "load()", "", "package a\n\nfunc (s *S) load() {\n\ta()\n}\n\nfunc (s *S) save() {\n\tb()\n}\n"},
		"a line that begins so":     {"a.py", "x.start()\nstart()\nstarted()\n", "stop()", "start", "", "x.start()\nstart()\nstop()\nstarted()\n"},
		"a line that is there":      {"a.py", "start()\nrun()\nstop()\n", "stop()", "start", "", "!changes nothing"},
		"a line shown with another": {"a.py", "start()\n\nx()\n", "start()\nstop()", "start", "", "!a new line at the edge of the block"},
		"an open string in it":      {"a.py", "LIMIT = 3\n", "TEXT = \"\"\"a", "LIMIT", "", "!a string never ends"},
		"another version is there":  {"a.py", python, "def save(self):\n    return 5", "save", "", "LIMIT = 3\n\nclass A:\n    def load(self):\n        return 1\n\n    def save(self):\n        return 5\n\n\nclass B:\n    def load(self):\n        return 3\n"},
		"a field with a modifier":   {"a.ts", script, "private size = 0;", "text", "", "class A {\n  private text: string | null = null;\n  private size = 0;\n\n  index() {\n    return this.text;\n  }\n}\n"},
		"a rule":                    {"a.css", "@keyframes out {\n  to { opacity: 0; }\n}\n", "@keyframes in {\n  to { opacity: 1; }\n}", "@keyframes out", "", "@keyframes out {\n  to { opacity: 0; }\n}\n\n@keyframes in {\n  to { opacity: 1; }\n}\n"},
		"leaves lines out":          {"a.py", python, "def sort(self):\n    # ... existing code ...\n    return 4", "save", "", "!the new lines leave lines out"},
		"of a class":                {"a.py", python, "def sort(self):\n    return 4", "load of B", "", python + "\n    def sort(self):\n        return 4\n"},
		"replaces it":               {"a.py", python, "def sort(self):\n    return 4", "save", "instead", "LIMIT = 3\n\nclass A:\n    def load(self):\n        return 1\n\n    def sort(self):\n        return 4\n\n\nclass B:\n    def load(self):\n        return 3\n"},
		"has replaced it":           {"a.py", "LIMIT = 3\n\n\ndef sort(self):\n    return 4\n", "def sort(self):\n    return 4", "save", "instead", "!changes nothing"},
		"replaced, but for calls":   {"a.js", "function sort() {\n  b();\n}\n\non(() => {\n  save(1);\n});\n", "function sort() {\n  b();\n}", "save", "instead", "!changes nothing"},
		"a key":                     {"a.json", "{\n  \"a\": 1\n}\n", "\"b\": 2", "a", "", "{\n  \"a\": 1,\n  \"b\": 2\n}\n"},
		"nothing but comments left": {"a.py", python, "# ...", "save", "", "!nothing but elisions"},
	} {
		t.Run(name, func(t *testing.T) {
			called := snippet.Called{Name: c.called, Where: map[string]snippet.Where{"": snippet.Below, "above": snippet.Above, "instead": snippet.Instead}[c.where]}
			called.Name, called.Class, _ = strings.Cut(c.called, " of ")
			_, now, err := snippet.PlaceCalled(c.file, lines([]byte(c.lines)), lines([]byte(c.block)), called)
			if c.want[0] == '!' {
				assert.EqualError(t, err, c.want[1:])
				return
			}
			require.NoError(t, err)
			assert.Equal(t, lines([]byte(c.want)), now)
		})
	}
}
