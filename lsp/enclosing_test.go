package lsp

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

func TestEnclosing(t *testing.T) {
	for want, c := range map[string]struct {
		file string
		line text.Line
	}{
		"":                  {"one\ntwo\n", 1},
		"def balance(":      {"def balance(account):\n    x = 1\n\n    return x\n", 3},
		"class A":           {"class A:\n    x = 1\n    def f(self):\n        pass\n    y = 2\n", 4},
		"def f(":            {"class A:\n    x = 1\n    def f(self):\n        pass\n    y = 2\n", 3},
		"static void Main(": {"static void Main(string[] args)\n{\n    Run();\n}\n", 2},
		"func label(":       {"func label(w io.Writer) {\n\tx()\n\tif !ok {\n\t\treturn\n\t} else {\n\t\ty()\n\t}\n}\n", 5},
		"if x":              {"if x {\n\ty()\n}\n", 1},
		"type point struct": {"type point struct {\n\tx int\n}\n", 1},
		"\\u202Eevil":       {"\u202eevil:\n  x\n", 1},
		"a long line of more than forty character…": {"a long line of more than forty characters, in fact\n x\n", 1},
	} {
		assert.Equal(t, want, enclosing(text.New(c.file), c.line))
	}
}
