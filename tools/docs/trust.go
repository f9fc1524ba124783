package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
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
func trustTests(top string) (byList, error) {
	lists := byList{}
	err := filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || len(d.Name()) > 2 && d.Name()[0] == '.') {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, ".test.mjs") {
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(top, filepath.Dir(name))
		if err != nil {
			return err
		}
		if n := len(inPage.FindAll(data, -1)); n > 0 {
			lists.add(pageList, filepath.ToSlash(folder), n)
		}
		for _, m := range runOf.FindAllSubmatch(data, -1) {
			cases, err := strconv.Atoi(string(m[2]))
			if err != nil {
				return err
			}
			lists.add(string(m[1]), filepath.ToSlash(folder), cases)
		}
		return nil
	})
	return lists, err
}

// pageList is the list of the tests that drive the page in a browser, which aren't in Go.
const pageList = "W"

// inPage matches such a test.
var inPage = regexp.MustCompile(`(?m)^\s*inTrust\(`)

// byList has what tests hold by the id of their list.
type byList map[string]*held

func (l byList) add(list, folder string, cases int) {
	h := l[list]
	if h == nil {
		h = &held{}
		l[list] = h
	}
	h.cases += cases
	if !slices.Contains(h.packages, folder) {
		h.packages = append(h.packages, folder)
	}
}

// runOf matches the list and the number of cases of a call.
var runOf = regexp.MustCompile(`\btrust\.Run\(t, "(\w+)", (\d+), `)

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
		run := fmt.Sprintf("go test -run 'Trust/%s' ./%s", l.ID+"$", strings.Join(h.packages, " ./"))
		if l.ID == pageList {
			run = "make test-web"
		}
		fmt.Fprintf(&b, "| %s | %s | %d | `%s` |\n", l.ID, l.About, h.cases, run)
	}
	return b.String(), nil
}
