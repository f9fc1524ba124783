package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// byList has what tests hold by the id of their list.
type byList map[string]*held

type held struct {
	// Cases is the least number of cases.
	Cases int
	// Packages are the directories of the tests, from the top.
	Packages []string
}

// runOf matches the list and the number of cases of a call of [trust.Run], and inPage a test of the list W, which
// drives the page in a browser and isn't in Go.
var (
	runOf  = regexp.MustCompile(`\btrust\.Run\(t, "(\w+)", (\d+), `)
	inPage = regexp.MustCompile(`(?m)^\s*inTrust\(`)
)

// trustTests returns the tests below top, by list.
func trustTests(top string) byList {
	lists := byList{}
	must(filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || len(d.Name()) > 2 && d.Name()[0] == '.') {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, ".test.mjs") {
			return nil
		}
		data := get(os.ReadFile(name))
		folder := filepath.ToSlash(get(filepath.Rel(top, filepath.Dir(name))))
		if n := len(inPage.FindAll(data, -1)); n > 0 {
			lists.add("W", folder, n)
		}
		for _, m := range runOf.FindAllSubmatch(data, -1) {
			lists.add(string(m[1]), folder, get(strconv.Atoi(string(m[2]))))
		}
		return nil
	}))
	return lists
}

func (l byList) add(list, folder string, cases int) {
	if l[list] == nil {
		l[list] = &held{}
	}
	h := l[list]
	h.Cases += cases
	if !slices.Contains(h.Packages, folder) {
		h.Packages = append(h.Packages, folder)
	}
}
