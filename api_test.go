package editlsp_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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
	api := typeCheck(t)
	foreign := map[string][]string{}
	for _, name := range api.Scope().Names() {
		if !token.IsExported(name) {
			continue
		}
		v := visitor{api: api, seen: map[types.Type]bool{}}
		v.object(api.Scope().Lookup(name))
		for _, found := range v.found {
			assert.NotContains(t, found, "/internal/", "%s", name)
			foreign[name] = append(foreign[name], found)
		}
	}
	assert.Equal(t, map[string][]string{"NewReport": {module + "/diagnostics.Report"}}, foreign)
}

// typeCheck type-checks this package with the compiler's export data.
func typeCheck(t *testing.T) *types.Package {
	t.Helper()
	exports := map[string]string{}
	for line := range strings.Lines(run(t, ".", nil, "go", "list", "-trimpath", "-deps", "-export", "-f", "{{.ImportPath}} {{.Export}}", ".")) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		files = append(files, f)
	}
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	config := types.Config{Importer: importer.ForCompiler(fset, runtime.Compiler, lookup)}
	api, err := config.Check(module, fset, files, nil)
	require.NoError(t, err)
	return api
}

// visitor finds the module's other packages' types that a program meets in an exported name.
type visitor struct {
	api   *types.Package
	seen  map[types.Type]bool
	found []string
}

func (v *visitor) object(o types.Object) {
	if pkg := o.Pkg(); pkg != nil && pkg != v.api {
		if strings.HasPrefix(pkg.Path(), module) {
			v.found = append(v.found, pkg.Path()+"."+o.Name())
		}
		return
	}
	v.visit(o.Type())
}

func (v *visitor) visit(of types.Type) {
	if v.seen[of] {
		return
	}
	v.seen[of] = true
	switch of := of.(type) {
	case *types.Alias:
		v.object(of.Obj())
		v.visit(of.Rhs())
	case *types.Named:
		v.object(of.Obj())
		if of.Obj().Pkg() != v.api {
			return
		}
		v.visit(of.Underlying())
		for m := range of.Methods() {
			if m.Exported() {
				v.visit(m.Type())
			}
		}
	case *types.Struct:
		for f := range of.Fields() {
			if f.Exported() {
				v.visit(f.Type())
			}
		}
	case *types.Signature:
		v.visit(of.Params())
		v.visit(of.Results())
	case *types.Tuple:
		for x := range of.Variables() {
			v.visit(x.Type())
		}
	case *types.Map:
		v.visit(of.Key())
		v.visit(of.Elem())
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		v.visit(of.Elem())
	case *types.Basic, *types.Interface:
	default:
		panic(fmt.Sprintf("a type of the kind %T", of))
	}
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
