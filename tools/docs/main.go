// Command docs writes the generated parts of the documentation: the pages of the codes, the settings
// in the VS Code extension's manifest and as JSON Schemas, and in other pages the parts between the comments
//
//	<!-- begin NAME -->
//	<!-- end NAME -->
//
// Run it as make docs; a test fails if a part is out of date. With -man FOLDER it writes the man pages of all commands
// into a folder instead.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

func main() {
	man := flag.String("man", "", "the `folder` for the man pages")
	version := flag.String("version", "devel", "the `version` that the man pages name")
	if flag.Parse(); *man != "" {
		writeMan(*man, *version)
	} else {
		run(".")
	}
}

// must panics if there is an error, which is one of the documentation or of its sources.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// get is must for a call with a result.
func get[T any](v T, err error) T {
	must(err)
	return v
}

// run updates the pages below top and deletes those of removed codes.
func run(top string) {
	pages := generate(top)
	for name, page := range pages {
		must(os.MkdirAll(filepath.Join(top, filepath.Dir(name)), 0o777))
		must(os.WriteFile(filepath.Join(top, name), []byte(page), 0o666))
	}
	for _, name := range leftOver(top, pages) {
		must(os.Remove(filepath.Join(top, name)))
	}
}

// Directories from the top of the repository.
const (
	folder    = "docs"
	codePages = "docs/codes"
)

// leftOver returns the pages of removed codes.
func leftOver(top string, pages map[string]string) (gone []string) {
	for _, e := range get(os.ReadDir(filepath.Join(top, codePages))) {
		if name := codePages + "/" + e.Name(); pages[name] == "" {
			gone = append(gone, name)
		}
	}
	return gone
}

// generate returns the pages by path from the top.
func generate(top string) map[string]string {
	from := sources(top)
	pages := map[string]string{manifest: withSettings(top), fileSchema: configurationSchema()}
	pages[vscodeSchema] = settingsSchema(pages[manifest])
	for _, e := range codes.All() {
		pages[codePages+"/"+string(e.Code)+".md"] = made("code page", e)
	}
	for _, file := range get(filepath.Glob(filepath.Join(top, folder, "*.md"))) {
		pages[folder+"/"+filepath.Base(file)] = fill(readFile(file), from)
	}
	return pages
}

// readFile returns a file's text with LF, however it was checked out.
func readFile(name string) string {
	return strings.ReplaceAll(string(get(os.ReadFile(name))), "\r\n", "\n")
}

var part = regexp.MustCompile(`(?s)(<!-- begin ([a-z ]+) -->\n).*?(<!-- end ([a-z ]+) -->)`)

// fill regenerates the parts of a page.
func fill(page string, from map[string]any) string {
	return part.ReplaceAllStringFunc(page, func(old string) string {
		m := part.FindStringSubmatch(old)
		if m[2] != m[4] {
			panic(fmt.Sprintf("the part %q does not end", m[2]))
		}
		return m[1] + "\n" + strings.TrimSpace(made(m[2], from)) + "\n\n" + m[3]
	})
}
