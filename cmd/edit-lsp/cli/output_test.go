package cli

import (
	"bytes"
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/golden"
)

// checkExample runs check on the example of a code. Examples with several workspace folders are
// only for editors.
func checkExample(t *testing.T, code codes.Code, format string) (ran, bool) {
	e, err := code.Example()
	require.NoError(t, err)
	if len(e.Folders) > 0 {
		return ran{}, false
	}
	dir := t.TempDir()
	write(t, dir, e.Files)
	write(t, dir, map[string]string{"chat.md": e.Chat})
	args := []string{"check", "--format", format, "chat.md"}
	if e.MaxFileSize > 0 {
		args = append(args, "--max-file-size", "16")
	}
	r := start(t, dir, nil, binary(t), args...)
	require.Less(t, r.status, exitTrouble, r.err)
	return r, true
}

// The log of each code matches the schema and the table of codes.
func TestSARIF(t *testing.T) {
	var logs []string
	for i, entry := range codes.All() {
		r, ok := checkExample(t, entry.Code, "sarif")
		if !ok || entry.Code == codes.NotPlaced { // code blocks are no results
			continue
		}
		name := filepath.Join(t.TempDir(), string(entry.Code)+".sarif")
		require.NoError(t, os.WriteFile(name, r.out, 0o666))
		logs = append(logs, name)
		var log sarifLog
		decode(t, r.out, &log)
		require.Len(t, log.Runs, 1)
		run := log.Runs[0]
		require.Len(t, run.Tool.Driver.Rules, len(codes.All()))
		rule := run.Tool.Driver.Rules[i]
		assert.Equal(t, string(entry.Code), rule.ID)
		assert.Equal(t, entry.Code.Page(), rule.HelpURI)
		assert.Equal(t, entry.Means, rule.FullDescription.Text)
		found := false
		for _, res := range run.Results {
			assert.Equal(t, res.RuleID, run.Tool.Driver.Rules[res.RuleIndex].ID)
			assert.Equal(t, "chat.md", res.Locations[0].Physical.Artifact.URI)
			assert.LessOrEqual(t, res.Locations[0].Physical.Region.Start, res.Locations[0].Physical.Region.End)
			e, err := entry.Code.Example()
			require.NoError(t, err)
			if res.RuleID == string(entry.Code) && res.Locations[0].Physical.Region.Start == e.Line {
				found = true
				assert.True(t, strings.HasSuffix(res.Message.Text, e.Message), res.Message.Text)
				level, kind := sarifLevel(entry.Severity)
				assert.Equal(t, level, res.Level)
				assert.Equal(t, kind, res.Kind)
			}
		}
		assert.True(t, found, "%s: no such result", entry.Code)
		assert.True(t, run.Invocations[0].Successful)
	}
	validateSARIF(t, logs...)
}

// validateSARIF runs the validator. It is a separate module, built and its modules fetched on first
// use.
func validateSARIF(t *testing.T, logs ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", append([]string{"run", "-trimpath", "."}, logs...)...)
	cmd.Dir, cmd.Env = filepath.Join("testdata", "sarif"), append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// URIs are escaped, relative inside the working directory and absolute outside. An unreadable
// document makes the run fail. An empty result is valid.
func TestSARIFOfOddPlaces(t *testing.T) {
	dir := t.TempDir()
	const chat = "%s\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n"
	write(t, dir, map[string]string{
		"work/a b/ü #%.md":       strings.ReplaceAll(chat, "%s", "../x"),
		"outside.md":             strings.ReplaceAll(chat, "%s", "~/x"),
		"work/hostile.md":        strings.ReplaceAll(chat, "%s", "a\u202e\x1b]0;owned\a.txt"),
		"work/prose.md":          "Nothing to do.\n",
		"work/many.md":           strings.Repeat(strings.ReplaceAll(chat, "%s", "no.txt"), 2),
		"work/moved/down.md":     "Hello.\n\n" + strings.Repeat(strings.ReplaceAll(chat, "%s", "no.txt"), 2),
		"work/target/a & b.txt":  "x\nx\n",
		"work/related/chat.md":   "a & b.txt\n««« EDIT\nx\n═══════ REPL\ny\n»»» EDIT END\n",
		"elsewhere/with space/x": "",
	})
	work := filepath.Join(dir, "work")
	var logs []string
	sarif := func(in string, args ...string) sarifRun {
		r := start(t, work, []byte(in), binary(t), append([]string{"check", "--format", "sarif"}, args...)...)
		name := filepath.Join(t.TempDir(), "log.sarif")
		require.NoError(t, os.WriteFile(name, r.out, 0o666))
		logs = append(logs, name)
		for _, c := range r.out {
			require.False(t, c < 0x20 && c != '\n' || c == 0x7f, "a control character")
		}
		require.NotContains(t, string(r.out), "\u202e")
		var log sarifLog
		decode(t, r.out, &log)
		return log.Runs[0]
	}
	place := func(r sarifResult) sarifArtifact { return r.Locations[0].Physical.Artifact }

	run := sarif("", filepath.Join("a b", "ü #%.md"))
	assert.Equal(t, "a%20b/%C3%BC%20%23%25.md", place(run.Results[0]).URI)
	assert.Equal(t, sarifBase, place(run.Results[0]).BaseID)

	run = sarif("", "../outside.md")
	u, err := url.Parse(place(run.Results[0]).URI)
	require.NoError(t, err)
	assert.Equal(t, "file", u.Scheme)
	assert.True(t, strings.HasSuffix(u.Path, "/outside.md"), u.Path)
	assert.Empty(t, place(run.Results[0]).BaseID)

	run = sarif(strings.ReplaceAll(chat, "%s", "../x"), "-")
	assert.Equal(t, "-", place(run.Results[0]).URI)
	assert.Equal(t, "standard input", run.Artifacts[0].Location.Description.Text)

	sarif("", "hostile.md")

	run = sarif("", "prose.md")
	assert.Empty(t, run.Results)
	assert.Equal(t, "prose.md", run.Artifacts[0].Location.URI)

	run = sarif("", "missing.md")
	assert.False(t, run.Invocations[0].Successful)
	assert.Empty(t, run.Results)

	run = sarif("", "--root", "target", "related/chat.md")
	require.Len(t, run.Results[0].Related, 2)
	assert.Equal(t, "target/a%20&%20b.txt", run.Results[0].Related[0].Physical.Artifact.URI)
	assert.Equal(t, []int{1, 2}, []int{run.Results[0].Related[0].ID, run.Results[0].Related[1].ID})

	prints := func(run sarifRun) (all []string) {
		for _, r := range run.Results {
			all = append(all, r.Fingerprints[sarifPrint])
		}
		return all
	}
	before := prints(sarif("", "many.md"))
	assert.Equal(t, before, prints(sarif("", "moved/down.md")), "lines above do not count")
	slices.Sort(before)
	assert.Len(t, slices.Compact(before), len(before), "equal blocks are told apart")
	validateSARIF(t, logs...)
}

func TestFolderURI(t *testing.T) {
	assert.Equal(t, "file:///", folderURI("/"))
	assert.Equal(t, "file:///work/", folderURI("/work"))
}

func TestJSONL(t *testing.T) {
	for _, entry := range codes.All() {
		r, ok := checkExample(t, entry.Code, "jsonl")
		if !ok {
			continue
		}
		whole, _ := checkExample(t, entry.Code, "json")
		require.Equal(t, whole.status, r.status)
		lines := bytes.Split(bytes.TrimSuffix(r.out, []byte("\n")), []byte("\n"))
		document := map[string]any{"path": "chat.md", "blocks": []any{}, "problems": []any{}, "shell_suggestions": []any{}, "files": []any{}, "proposals": []any{}}
		keys := map[string]string{"block": "blocks", "problem": "problems", "shell_suggestion": "shell_suggestions", "file": "files", "proposal": "proposals"}
		for _, l := range lines[:len(lines)-1] {
			var part map[string]any
			decode(t, l, &part)
			key := keys[part["type"].(string)]
			require.NotEmpty(t, key, "%s", l)
			require.Equal(t, "chat.md", part["document"])
			delete(part, "type")
			delete(part, "document")
			document[key] = append(document[key].([]any), part)
		}
		var summary map[string]any
		decode(t, lines[len(lines)-1], &summary)
		assert.Equal(t, "summary", summary["type"])
		assert.Equal(t, []any{"chat.md"}, summary["documents"])
		got := map[string]any{"version": summary["version"], "documents": []any{document}}
		delete(summary, "type")
		delete(summary, "version")
		delete(summary, "documents")
		got["summary"] = summary
		var want map[string]any
		decode(t, whole.out, &want)
		assert.Equal(t, want, got)
	}
}

// No text of a chat can become a command of its own.
func TestGitHub(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"sub/a,b:c%.md": "../x%0A,y:z\n««« EDIT\na\n═══════ REPL\nb\n»»» EDIT END\n" +
			"a.txt\n««« EDIT\n::error::owned\n═══════ REPL\nb\n»»» EDIT END\n" +
			"b.txt\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n" +
			"`git rm ##[error]x`\n",
		"sub/a.txt":        "the error one\n",
		"sub/b.txt":        "y\n",
		"sub/ok.md":        "b.txt\n<<<<<<< SEARCH\ny\n=======\nz\n>>>>>>> REPLACE\n",
		"sub/::error::.md": "a.txt\n<<<<<<< SEARCH\nno\n=======\nz\n>>>>>>> REPLACE\n",
	})
	sub := filepath.Join(dir, "sub")
	t.Setenv("GITHUB_WORKSPACE", "")
	r := start(t, sub, nil, binary(t), "check", "--format", "github", "a,b:c%.md", "ok.md")
	assert.Equal(t, exitFindings, r.status)
	assert.Equal(t, strings.Join([]string{
		golden.Words("::error file=a%2Cb%3Ac%25.md,line=1,endLine=1,title=edit-lsp (path-escape)::{path-escape}: ../x%250A,y:z; .. leads above the workspace folder%0Ause a path relative to the workspace folder"),
		golden.Words("::error file=a%2Cb%3Ac%25.md,line=9,endLine=9,title=edit-lsp (old-lines-not-found)::{old-lines-not-found}; nothing similar in the file%0Aunlikely match: a.txt:1, 38%25 similar"),
		"::notice file=a%2Cb%3Ac%25.md,line=19,endLine=19,title=edit-lsp (shell-suggestion)::Suggested command: git rm ##[error]x",
		"3 blocks, 1 applied, 1 doesn't apply, 1 skipped",
		"1 block, 1 ready; apply would write 1 of them to 1 file",
		"",
	}, "\n"), string(r.out))

	t.Setenv("GITHUB_WORKSPACE", dir)
	r = start(t, sub, nil, binary(t), "check", "--format", "github", "::error::.md")
	assert.Contains(t, string(r.out), "::error file=sub/%3A%3Aerror%3A%3A.md,line=3,")
	r = start(t, sub, []byte("FIND:\nx\nREPLACE:\ny\nEND\n"), binary(t), "check", "--format", "github", "-")
	assert.Contains(t, string(r.out), "::error title=edit-lsp (no-target)::No file named for this edit\n")
}

func TestGitHubEscapes(t *testing.T) {
	assert.Equal(t, "100%25%0A:,", githubData("100%\n:,"))
	assert.Equal(t, "a%0Ab", githubData("a\r\nb"))
	assert.Equal(t, `a\u000Db\u001B`, githubData("a\rb\x1b"))
	assert.Equal(t, "100%25%0A%3A%2C", githubProperty("100%\n:,"))
}

func TestFormatsOfApply(t *testing.T) {
	for _, format := range formats {
		dir := t.TempDir()
		write(t, dir, map[string]string{"a.txt": "one\n", "chat.md": "a.txt\n<<<<<<< SEARCH\none\n=======\ntwo\n>>>>>>> REPLACE\n"})
		r := start(t, dir, nil, binary(t), "apply", "--format", format.name, "chat.md")
		require.Zero(t, r.status, r.err)
		want := map[string]string{
			"text": "changed a.txt\n", "json": `"status": "applied"`, "jsonl": `"status":"applied"`,
			"sarif": `"executionSuccessful": true`, "github": "1 block, 1 applied\n",
		}[format.name]
		require.NotEmpty(t, want, "%s has no case", format.name)
		assert.Contains(t, string(r.out), want)
	}
}

func TestSeverityWordsOfFormats(t *testing.T) {
	for _, s := range []codes.Severity{codes.Error, codes.Warning, codes.Information} {
		assert.NotEmpty(t, githubLevels[s])
	}
	assert.Empty(t, githubLevels[codes.Hint])
}
