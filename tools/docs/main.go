// Command docs writes the generated parts of the documentation: the pages of the codes, the settings
// in the VS Code extension's manifest and as JSON Schemas, and in other pages the parts between the comments
//
//	<!-- begin NAME -->
//	<!-- end NAME -->
//
// Run it as make docs; a test fails if a part is out of date.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/cmd/edit-lsp/cli"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/settings"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

// run updates the pages below top and deletes those of removed codes.
func run(top string) error {
	pages, err := generate(top)
	if err != nil {
		return err
	}
	for _, name := range []string{codePages, filepath.Dir(fileSchema)} {
		if err := os.MkdirAll(filepath.Join(top, name), 0o777); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		if err := os.WriteFile(filepath.Join(top, name), []byte(pages[name]), 0o666); err != nil {
			return err
		}
	}
	gone, err := leftOver(top, pages)
	if err != nil {
		return err
	}
	for _, name := range gone {
		if err := os.Remove(filepath.Join(top, name)); err != nil {
			return err
		}
	}
	return nil
}

// Directories from the top of the repository.
const (
	folder    = "docs"
	codePages = "docs/codes"
)

// leftOver returns the pages of removed codes.
func leftOver(top string, pages map[string]string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(top, codePages))
	if err != nil {
		return nil, err
	}
	var gone []string
	for _, e := range entries {
		if name := codePages + "/" + e.Name(); pages[name] == "" {
			gone = append(gone, name)
		}
	}
	return gone, nil
}

// generate returns the pages by path from the top.
func generate(top string) (map[string]string, error) {
	pages := map[string]string{}
	for _, e := range codes.All() {
		page, err := codePage(e)
		if err != nil {
			return nil, err
		}
		pages[codePages+"/"+string(e.Code)+".md"] = page
	}
	files, err := filepath.Glob(filepath.Join(top, folder, "*.md"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		page, err := fill(strings.ReplaceAll(string(data), "\r\n", "\n"), top)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		pages[folder+"/"+filepath.Base(file)] = page
	}
	page, err := withSettings(top)
	if err != nil {
		return nil, err
	}
	pages[manifest] = page
	if pages[fileSchema], err = configurationSchema(); err != nil {
		return nil, err
	}
	if pages[vscodeSchema], err = settingsSchema(page); err != nil {
		return nil, err
	}
	return pages, nil
}

type madePart struct {
	name string
	make func(top string) (string, error)
}

var parts = []madePart{
	{"codes", func(string) (string, error) { return codesTable(), nil }},
	{"commands", func(string) (string, error) { return reference(), nil }},
	{"exit statuses", func(string) (string, error) { return exitStatuses(), nil }},
	{"environment", func(string) (string, error) { return descriptions("variable", cli.Environment), nil }},
	{"statuses", func(string) (string, error) { return statuses(), nil }},
	{"settings", func(string) (string, error) { return settingsTable(), nil }},
	{"protected", func(string) (string, error) { return protectedTables(), nil }},
	{"guarantees", func(string) (string, error) { return guarantees(), nil }},
	{"tests", trustTable},
	{"sample", func(string) (string, error) { return sampleFiles() }},
	{"sample json", func(string) (string, error) { return sample("json") }},
	{"sample github", func(string) (string, error) { return sample("github") }},
}

var part = regexp.MustCompile(`(?s)(<!-- begin ([a-z ]+) -->\n).*?(<!-- end ([a-z ]+) -->)`)

// fill regenerates the parts of a page.
func fill(page, top string) (string, error) {
	var errs []error
	filled := part.ReplaceAllStringFunc(page, func(old string) string {
		m := part.FindStringSubmatch(old)
		i := slices.IndexFunc(parts, func(row madePart) bool { return row.name == m[2] })
		if i < 0 || m[2] != m[4] {
			errs = append(errs, fmt.Errorf("there is no part %q, or it does not end", m[2]))
			return old
		}
		content, err := parts[i].make(top)
		if err != nil {
			errs = append(errs, err)
		}
		return m[1] + "\n" + strings.TrimSpace(content) + "\n\n" + m[3]
	})
	if err := errors.Join(errs...); err != nil {
		return "", err
	}
	return filled, nil
}

// head begins each generated page. The switch keeps edit-lsp from checking the examples.
const head = "<!-- Written by tools/docs from the codes and their examples; run make docs. -->\n<!-- edit-lsp: off -->\n\n"

func codePage(e codes.Entry) (string, error) {
	example, err := e.Code.Example()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(head)
	fmt.Fprintf(&b, "# `%s`\n\n> %s\n\n", e.Code, strings.TrimSpace(e.Headline))
	b.WriteString(strings.TrimSuffix(fmt.Sprintf("Severity: %s. Status: %s. %s", e.Severity, e.Status, e.Varies), " "))
	fmt.Fprintf(&b, "\n\n## What it means\n\n%s\n\n## Example\n", e.Means)
	for _, name := range slices.Sorted(maps.Keys(example.Files)) {
		fmt.Fprintf(&b, "\nThe file `%s`:\n\n%s", name, fenced("text", example.Files[name]))
	}
	if example.Given != "" {
		fmt.Fprintf(&b, "\n%s\n", example.Given)
	}
	fmt.Fprintf(&b, "\nThe chat:\n\n%s", fenced("text", example.Chat))
	fmt.Fprintf(&b, "\nReported for line %d:\n\n%s", example.Line, fenced("text", example.Message))
	if len(e.Causes) > 0 {
		b.WriteString("\n## Causes\n\nThe first of these that is true. The JSON output has its name as `cause`.\n")
	}
	for _, c := range e.Causes {
		fmt.Fprintf(&b, "\n### `%s`\n\n%s\n", c.Name, c.Means)
	}
	fmt.Fprintf(&b, "\n## What to do\n\n%s\n\n[All codes](../README.md#codes)\n", e.Do)
	return b.String(), nil
}

// fenced fences content safely and escapes invisible characters.
func fenced(tag, content string) string {
	lines := strings.Split(strings.TrimSuffix(content, "\n"), "\n")
	fence := parse.FenceFor(3, lines)
	for i, l := range lines {
		parts := strings.Split(l, "\t")
		for j, p := range parts {
			parts[j] = text.Escape(p)
		}
		lines[i] = strings.Join(parts, "\t")
	}
	return fence + tag + "\n" + strings.Join(lines, "\n") + "\n" + fence + "\n"
}

func codesTable() string {
	var b strings.Builder
	b.WriteString("| code | severity | message begins |\n|---|---|---|\n")
	for _, e := range codes.All() {
		fmt.Fprintf(&b, "| [`%s`](codes/%s.md) | %s | %s |\n", e.Code, e.Code, e.Severity, strings.TrimSpace(e.Headline))
	}
	return b.String()
}

// protectedTables makes a table per group. Adjacent files with one reason share a row.
func protectedTables() string {
	var b strings.Builder
	for _, g := range workspace.ProtectedGroups() {
		fmt.Fprintf(&b, "### %s\n\n| files | why |\n|---|---|\n", strings.ToUpper(g.Name[:1])+g.Name[1:])
		var names []string
		for i, f := range g.Files {
			names = append(names, "`"+f.Pattern+"`")
			if i+1 < len(g.Files) && g.Files[i+1].Reason == f.Reason {
				continue
			}
			fmt.Fprintf(&b, "| %s | %s |\n", strings.Join(names, ", "), f.Reason)
			names = nil
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func settingsTable() string {
	var b strings.Builder
	b.WriteString("| setting | flag | values | default | what it does |\n|---|---|---|---|---|\n")
	for _, s := range settings.Table {
		flag := "none"
		if s.Flag != "" {
			flag = "`--" + s.Flag + "`"
		}
		value := s.Default
		if value != "none" {
			value = "`" + value + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", s.Name, flag, s.Type, value, strings.ReplaceAll(s.Doc, "|", `\|`))
	}
	return b.String()
}

// sampleCode is the example for the output formats.
const sampleCode = codes.OldLinesMismatch

func sampleFiles() (string, error) {
	e, err := sampleCode.Example()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(e.Files)) {
		fmt.Fprintf(&b, "The file `%s`:\n\n%s\n", name, fenced("text", e.Files[name]))
	}
	fmt.Fprintf(&b, "The document `chat.md`:\n\n%s", fenced("text", e.Chat))
	return b.String(), nil
}

// sample returns what a check of the sample prints.
func sample(format string) (_ string, err error) {
	dir, err := os.MkdirTemp("", "edit-lsp-docs-")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	e, err := sampleCode.Example()
	if err != nil {
		return "", err
	}
	files := maps.Clone(e.Files)
	files["chat.md"] = e.Chat
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			return "", err
		}
	}
	// The output names the chat as it is given, relative to the working directory.
	back, err := os.Getwd()
	if err != nil {
		return "", err
	}
	err = errors.Join(os.Setenv("GITHUB_WORKSPACE", ""), os.Chdir(dir))
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.Chdir(back)) }()
	var out bytes.Buffer
	check := cli.Root()
	check.SetArgs([]string{"check", "--format", format, "chat.md"})
	check.SetOut(&out)
	if err := check.Execute(); err != nil && out.Len() == 0 { // findings are an error too
		return "", err
	}
	tag := "json"
	if format == "github" {
		tag = "text"
	}
	return fenced(tag, out.String()), nil
}
