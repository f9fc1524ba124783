package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/edit-lsp/edit-lsp/tools/trust"
)

type held struct {
	// cases is the least number of cases.
	cases int
	// packages are the directories of the tests, from the top.
	packages []string
}

// trustTests returns the calls of [trust.Run] below top, by list.
func trustTests(top string) (map[string]*held, error) {
	lists := map[string]*held{}
	err := filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || len(d.Name()) > 2 && d.Name()[0] == '.') {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(top, filepath.Dir(name))
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if list, cases, ok := runOf(n); ok {
				if lists[list] == nil {
					lists[list] = &held{}
				}
				lists[list].add(filepath.ToSlash(folder), cases)
			}
			return true
		})
		return nil
	})
	return lists, err
}

func (h *held) add(folder string, cases int) {
	h.cases += cases
	if !slices.Contains(h.packages, folder) {
		h.packages = append(h.packages, folder)
	}
}

// runOf returns the list and the number of cases of a call trust.Run(t, "P1", 20, …).
func runOf(n ast.Node) (list string, cases int, ok bool) {
	call, isCall := n.(*ast.CallExpr)
	if !isCall || len(call.Args) != 4 {
		return "", 0, false
	}
	f, isSelector := call.Fun.(*ast.SelectorExpr)
	if !isSelector || f.Sel.Name != "Run" {
		return "", 0, false
	}
	if x, isName := f.X.(*ast.Ident); !isName || x.Name != "trust" {
		return "", 0, false
	}
	id, isID := call.Args[1].(*ast.BasicLit)
	number, isNumber := call.Args[2].(*ast.BasicLit)
	if !isID || !isNumber {
		return "", 0, false
	}
	list, err := strconv.Unquote(id.Value)
	if err != nil {
		return "", 0, false
	}
	cases, err = strconv.Atoi(number.Value)
	return list, cases, err == nil
}

// guarantees lists the guarantees with their lists of cases.
func guarantees() string {
	var b strings.Builder
	b.WriteString("| | guarantee | tests |\n|---|---|---|\n")
	for _, p := range trust.Promises {
		var ids []string
		for _, l := range trust.Lists {
			if slices.Contains(l.Promises, p.ID) {
				ids = append(ids, l.ID)
			}
		}
		fmt.Fprintf(&b, "| %s | %s. | %s |\n", p.ID, p.Text, strings.Join(ids, ", "))
	}
	return b.String()
}

// trustTable lists the lists with the commands that run them.
func trustTable(top string) (string, error) {
	lists, err := trustTests(top)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("| tests | about | cases, at least | run |\n|---|---|---|---|\n")
	for _, l := range trust.Lists {
		h := lists[l.ID]
		if h == nil {
			return "", fmt.Errorf("the list %s of tools/trust has no tests", l.ID)
		}
		fmt.Fprintf(&b, "| %s | %s | %d | `go test -run 'Trust/%s' ./%s` |\n", l.ID, l.About, h.cases, l.ID+"$", strings.Join(h.packages, " ./"))
	}
	return b.String(), nil
}
