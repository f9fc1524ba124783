package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	editlsp "github.com/edit-lsp/edit-lsp"
	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/internal/settings"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/prompt"
)

const top = "../.."

func TestPagesAreUpToDate(t *testing.T) {
	if golden.Update {
		run(top)
	}
	pages := generate(top)
	for name, want := range pages {
		got, err := os.ReadFile(filepath.Join(top, name))
		if assert.NoError(t, err, "run make docs") {
			assert.True(t, golden.Equal(t, want, unified(got)), "%s is out of date; run make docs", name)
		}
	}
	assert.Empty(t, leftOver(top, pages), "pages of no code; run make docs")
}

// unified returns a text file with LF, however it was checked out.
func unified(data []byte) string { return strings.ReplaceAll(string(data), "\r\n", "\n") }

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(top, name))
	require.NoError(t, err)
	return unified(data)
}

// readPages returns the documentation and the pages at the top.
func readPages(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{}
	tops, err := filepath.Glob(filepath.Join(top, "*.md"))
	require.NoError(t, err)
	for _, name := range tops {
		pages[filepath.Base(name)] = read(t, filepath.Base(name))
	}
	require.NoError(t, filepath.WalkDir(filepath.Join(top, folder), func(name string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".md" {
			rel, _ := filepath.Rel(top, name)
			pages[filepath.ToSlash(rel)] = read(t, rel)
		}
		return err
	}))
	require.Contains(t, pages, "docs/README.md")
	return pages
}

// Every code has a page; diagnostics link to it, and the index lists it with the code's message.
func TestEveryCodeHasItsPage(t *testing.T) {
	index := read(t, "docs/README.md")
	for _, e := range codes.All() {
		name := fmt.Sprintf("codes/%s.md", e.Code)
		assert.True(t, strings.HasSuffix(e.Code.Page(), "/blob/main/docs/"+name), e.Code.Page())
		assert.Contains(t, index, fmt.Sprintf("| [`%s`](%s) | %s | %s |", e.Code, name, e.Severity, strings.TrimSpace(e.Headline)))
		page := read(t, "docs/"+name)
		assert.Contains(t, page, "\n> "+strings.TrimSpace(e.Headline)+"\n")
	}
}

// Opened in an editor, no page has a finding above informational or an edit that would be applied.
func TestPagesAreCalm(t *testing.T) {
	root, err := filepath.Abs(top)
	require.NoError(t, err)
	ws := workspace.New()
	defer ws.Release()
	require.NoError(t, ws.SetRoots([]string{root}))
	ctx := context.Background()
	for name, page := range readPages(t) {
		abs := filepath.Join(root, name)
		r, err := diagnostics.Check(ctx, text.New(page), ws.View(ctx, workspace.Origin{Path: abs}), diagnostics.Options{
			Options: apply.Options{Scope: parse.ScopeAuto}, Parse: parse.Options{FileName: abs},
		}, nil)
		require.NoError(t, err)
		assert.Zero(t, r.Count(), "%s: the exit status of check", name)
		assert.Empty(t, r.Plan.Files, "%s: would be applied", name)
		var all []diagnostics.Finding
		for _, b := range r.Blocks {
			all = append(append(all, b.Finding), b.Warnings...)
		}
		for _, f := range slices.Concat(all, r.Problems, r.Shell) {
			assert.False(t, f.Severity == codes.Error || f.Severity == codes.Warning, "%s:%d: %s", name, f.First.Number(), f.Message())
		}
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#{1,6} +(.*)$`)
)

// Every relative link leads to an existing file and heading.
func TestLinks(t *testing.T) {
	pages := readPages(t)
	for name, page := range pages {
		for _, m := range link.FindAllStringSubmatch(withoutFences(page), -1) {
			goal, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(goal, ":") {
				continue
			}
			file := name
			if goal != "" {
				file = path.Join(path.Dir(name), goal)
				_, err := os.Stat(filepath.Join(top, file))
				assert.NoError(t, err, "%s: %s", name, m[1])
			}
			if anchor != "" {
				var anchors []string
				for _, h := range heading.FindAllStringSubmatch(withoutFences(pages[file]), -1) {
					anchors = append(anchors, slug(h[1]))
				}
				assert.Contains(t, anchors, anchor, "%s: %s", name, m[1])
			}
		}
	}
}

// slug returns the anchor that code hosts give a heading.
func slug(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// codeFence is a fence of a page, according to CommonMark.
type codeFence struct {
	info, body string
	line       int
	// heading is the text of the heading above.
	heading string
}

func fencesOf(page string) []codeFence {
	var all []codeFence
	open, heading := "", ""
	for i, l := range strings.Split(page, "\n") {
		run := l[:len(l)-len(strings.TrimLeft(l, "`"))]
		switch {
		case open == "" && strings.HasPrefix(l, "#"):
			heading = strings.TrimLeft(l, "# ")
		case open == "" && len(run) >= 3:
			open = run
			all = append(all, codeFence{info: strings.TrimSpace(l[len(run):]), line: i + 1, heading: heading})
		case open != "" && len(run) >= len(open) && l == run:
			open = ""
		case open != "":
			all[len(all)-1].body += l + "\n"
		}
	}
	return all
}

func withoutFences(page string) string {
	for _, f := range fencesOf(page) {
		page = strings.Replace(page, f.info+"\n"+f.body, "\n", 1)
	}
	return page
}

// Each dialect has a page with correct examples: a fence tagged markdown is a chat with blocks of the
// dialect. It is applied to the files above it, in fences with a path after their tag, and must leave
// those in the fences below tagged "after".
func TestDialectPages(t *testing.T) {
	for _, dialect := range parse.Dialects() {
		t.Run(dialect.Name, func(t *testing.T) {
			files := map[string]string{}
			var report *diagnostics.Report
			chats, heading := 0, ""
			for _, f := range fencesOf(read(t, "docs/dialects/"+dialect.Name+".md")) {
				if f.heading != heading {
					files, report, heading = map[string]string{}, nil, f.heading
				}
				words := strings.Fields(f.info)
				switch {
				case f.info == "markdown":
					chats++
					report = check(t, f.body, files)
					assert.Empty(t, report.Problems, "line %d", f.line)
					assert.NotEmpty(t, report.Blocks, "line %d", f.line)
					for _, b := range report.Blocks {
						assert.Equal(t, dialect, b.Outcome.Block.Dialect, "line %d", f.line)
						assert.Equal(t, apply.Validated, b.Status, "line %d: %s", f.line, b.Message())
						assert.Empty(t, b.Warnings, "line %d", f.line)
					}
				case len(words) == 2:
					files[words[1]] = f.body
				case len(words) == 3 && words[2] == "after":
					require.NotNil(t, report, "line %d: no chat above", f.line)
					i := slices.IndexFunc(report.Plan.Files, func(e *apply.FileEdit) bool { return e.Target.Path == words[1] })
					require.GreaterOrEqual(t, i, 0, "line %d: the chat above does not change %s", f.line, words[1])
					assert.Equal(t, f.body, report.Plan.Files[i].After().String(), "line %d", f.line)
				default:
					assert.Equal(t, "text", f.info, "line %d", f.line)
				}
			}
			assert.GreaterOrEqual(t, chats, 3, "chats that show the dialect")
			assert.Contains(t, read(t, "docs/README.md"), "](dialects/"+dialect.Name+".md)")
			names := regexp.MustCompile("--dialect ([a-z-]+)").FindAllStringSubmatch(read(t, "docs/dialects/"+dialect.Name+".md"), -1)
			assert.Equal(t, !dialect.Called, len(names) > 0, "how to have it written")
			for _, n := range names {
				format, err := prompt.Lookup(n[1])
				require.NoError(t, err)
				assert.Equal(t, dialect, format.Form.Dialect)
			}
		})
	}
}

func check(t *testing.T, chat string, files map[string]string) *diagnostics.Report {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		name = filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(content), 0o666))
	}
	ws := workspace.New()
	defer ws.Release()
	require.NoError(t, ws.SetRoots([]string{root}))
	ctx := context.Background()
	r, err := diagnostics.Check(ctx, text.New(chat), ws.View(ctx, workspace.Origin{}), diagnostics.Options{Options: apply.Options{Scope: parse.ScopeAuto}}, nil)
	require.NoError(t, err)
	return r
}

// Every key of the JSON document is documented, and every value of keys with few values.
func TestJSONIsExplained(t *testing.T) {
	page := read(t, "docs/json.md")
	keys := map[string]bool{}
	var collect func(reflect.Type)
	collect = func(of reflect.Type) {
		switch of.Kind() {
		case reflect.Slice, reflect.Pointer:
			collect(of.Elem())
		case reflect.Struct:
			for i := range of.NumField() {
				tag, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
				if tag == "" || tag == "-" {
					continue
				}
				keys[tag] = true
				collect(of.Field(i).Type)
			}
		}
	}
	collect(reflect.TypeFor[editlsp.Results]())
	for _, s := range []apply.Status{
		apply.Validated, apply.Applied, apply.AlreadyApplied, apply.Failed, apply.Skipped, apply.NotInContext, apply.Stale, apply.Incomplete,
	} {
		keys[string(s)] = true
	}
	for _, c := range []diagnostics.Cause{diagnostics.Whitespace, diagnostics.LetterCase, diagnostics.Moved, diagnostics.Near, diagnostics.Absent} {
		keys[string(c)] = true
	}
	for s := codes.Error; s <= codes.Hint; s++ {
		keys[s.String()] = true
	}
	for key := range keys {
		assert.Contains(t, page, "`"+key+"`")
	}
}

// The settings in the samples are valid.
func TestSamplesOfSettings(t *testing.T) {
	tables := 0
	for _, f := range fencesOf(read(t, "docs/settings.md")) {
		c := settings.New(parse.DialectNames())
		switch f.info {
		case "toml":
			assert.Empty(t, c.ApplyFile(settings.FromUser, "sample", f.body))
		case "json":
			var values map[string]any
			require.NoError(t, json.Unmarshal([]byte(f.body), &values))
			for name, value := range values {
				own, ok := strings.CutPrefix(name, "editLsp.")
				require.True(t, ok, name)
				assert.NoError(t, c.Set(settings.FromClient, "", own, value))
			}
		default:
			continue
		}
		tables++
		assert.NotEqual(t, settings.New(parse.DialectNames()).Values, c.Values)
	}
	assert.Equal(t, 2, tables)
}

// Troubleshooting quotes the exact messages.
func TestTroubleshootingQuotesMessages(t *testing.T) {
	page := withoutFences(read(t, "docs/troubleshooting.md"))
	quotes := regexp.MustCompile(`"([A-Z][^"]*)"`).FindAllStringSubmatch(page, -1)
	assert.GreaterOrEqual(t, len(quotes), 10)
	for _, q := range quotes {
		known := slices.ContainsFunc(codes.All(), func(e codes.Entry) bool { return strings.HasPrefix(e.Headline, q[1]) })
		assert.True(t, known, "no message begins with %q", q[1])
	}
}
