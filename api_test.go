package editlsp_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/golden"
)

const module = "github.com/edit-lsp/edit-lsp"

func run(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "CGO_ENABLED=0"), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "%s %s\n%s", name, args, &stderr)
	return string(out)
}

// No exported name has a type of an internal package, which other modules couldn't name. Types of
// unstable packages are used only for this module's own needs.
func TestExportedNamesHaveNoInternalTypes(t *testing.T) {
	api := declarations(t)
	foreign := map[string][]string{}
	for name := range api.nodes {
		if !token.IsExported(name) {
			continue
		}
		if found := api.foreignTypes(name, map[string]bool{}); found != nil {
			foreign[name] = found
		}
	}
	assert.Equal(t, map[string][]string{
		"NewReport":  {module + "/diagnostics.Report"},
		"ErrChanged": {module + "/internal/workspace.ErrStale"}, // an error
	}, foreign)
}

// api is a package's declarations. The type checker would know more, but takes longer to compile than
// the package.
type api struct {
	// nodes are the types of each name: a type has its own and those of the methods that programs call.
	nodes map[string][]ast.Node
	// imports are the paths of the packages by their names.
	imports map[string]string
}

func declarations(t *testing.T) api {
	t.Helper()
	a := api{nodes: map[string][]ast.Node{}, imports: map[string]string{}}
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, i := range f.Imports {
			of := strings.Trim(i.Path.Value, `"`)
			require.Nil(t, i.Name, "%s renames %s", name, of)
			a.imports[path.Base(of)] = of
		}
		for _, d := range f.Decls {
			a.declare(d)
		}
	}
	return a
}

func (a *api) declare(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil {
			if !d.Name.IsExported() {
				return
			}
			receiver := d.Recv.List[0].Type
			if star, ok := receiver.(*ast.StarExpr); ok {
				receiver = star.X
			}
			name = receiver.(*ast.Ident).Name
		}
		a.nodes[name] = append(a.nodes[name], d.Type)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				a.nodes[spec.Name.Name] = append(a.nodes[spec.Name.Name], spec.Type)
			case *ast.ValueSpec:
				for i, name := range spec.Names {
					if spec.Type != nil {
						a.nodes[name.Name] = []ast.Node{spec.Type}
					} else if i < len(spec.Values) {
						a.nodes[name.Name] = []ast.Node{spec.Values[i]} // what makes it has its type
					}
				}
			}
		}
	}
}

// foreignTypes returns the types of the module's other packages that a program meets in a name.
func (a *api) foreignTypes(name string, seen map[string]bool) (found []string) {
	if seen[name] {
		return nil
	}
	seen[name] = true
	var visit func(ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			for _, f := range n.Fields.List {
				if len(f.Names) == 0 || slices.ContainsFunc(f.Names, (*ast.Ident).IsExported) {
					ast.Inspect(f.Type, visit)
				}
			}
			return false
		case *ast.SelectorExpr:
			if of := a.imports[n.X.(*ast.Ident).Name]; strings.HasPrefix(of, module) {
				found = append(found, of+"."+n.Sel.Name)
			}
			return false
		case *ast.Ident:
			found = append(found, a.foreignTypes(n.Name, seen)...)
		}
		return true
	}
	for _, n := range a.nodes[name] {
		ast.Inspect(n, visit)
	}
	return found
}

// A program in another module checks and applies a chat, without network access.
func TestOutsideModule(t *testing.T) {
	top, err := filepath.Abs(".")
	require.NoError(t, err)
	dir := folder(t, map[string]string{
		"go.mod":  fmt.Sprintf("module example.com/outside\n\ngo 1.25.0\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", module, module, top),
		"ws/a.go": "package a\n\nvar n = 1\n",
		"ws/b.go": "package b\n",
		"chat.md": "a.go\n" + searchReplace("var n = 1\n", "var n = 2\n") + "b.go\n" + searchReplace("nothing\n", "\n"),
	})
	copyFile(t, "testdata/outside/main.go", filepath.Join(dir, "main.go"))
	copyFile(t, "go.sum", filepath.Join(dir, "go.sum"))
	program := filepath.Join(dir, "outside.exe")
	run(t, dir, []string{"GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off"}, "go", "build", "-trimpath", "-o", program, ".")
	assert.Equal(t, golden.Words("2 validated a.go \n8 failed b.go {old-lines-not-found}; nothing similar in the file\nwrote a.go\n"),
		run(t, dir, nil, program, "ws", "chat.md"))
	data, err := os.ReadFile(filepath.Join(dir, "ws", "a.go"))
	require.NoError(t, err)
	assert.Equal(t, "package a\n\nvar n = 2\n", string(data))
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(to, data, 0o666))
}
