package editlsp_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/edit-lsp/edit-lsp"

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
