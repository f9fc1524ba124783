// Command sarif validates a SARIF log against the JSON schema of SARIF 2.1.0. It is a separate
// module so that edit-lsp doesn't depend on its requirements.
//
// The schema is OASIS's, from the source of the module go-sarif, whose own validation covers only
// the types that it declares.
package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	// This import keeps the module required and pinned.
	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	module = "github.com/owenrumney/go-sarif/v3"
	source = "pkg/report/v210/sarif/schema.go"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sarif:", err)
		os.Exit(1)
	}
}

func run(files []string) error {
	if len(files) == 0 {
		return errors.New("name the files to validate")
	}
	schema, err := compile()
	if err != nil {
		return err
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		log, err := jsonschema.UnmarshalJSON(f)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := schema.Validate(log); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// compile compiles the schema, with checks of formats such as URI.
func compile() (*jsonschema.Schema, error) {
	text, err := schemaText()
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	const name = "sarif-schema-2.1.0.json"
	if err := c.AddResource(name, doc); err != nil {
		return nil, err
	}
	return c.Compile(name)
}

// schemaText returns the only string constant of the source file.
func schemaText() (string, error) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return "", fmt.Errorf("finding %s: %w", module, err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), source), nil, 0)
	if err != nil {
		return "", err
	}
	text := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && len(lit.Value) > len(text) {
			text = lit.Value
		}
		return true
	})
	return strconv.Unquote(text)
}
