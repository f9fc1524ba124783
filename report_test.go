package editlsp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	editlsp "github.com/edit-lsp/edit-lsp"
)

// schema has every key of the JSON document, with a value of its type.
const schema = `{"version": 1,
 "documents": [{
   "path": "", "blocks": [{
     "index": 0, "number": 0, "candidates": [""], "dialect": "", "layout": "", "path": "", "operation": "", "new_path": "", "line": 0, "end_line": 0, "path_line": 0,
     "status": "", "code": "", "cause": "", "message": "", "details": [], "severity": "", "estimated_line": 0, "matches": [], "match_count": 0,
     "similarity": 0, "nearest": {"line": 0, "end_line": 0, "similarity": 0, "differs": [{"needle": 0, "line": 0, "missing": false}]},
     "anchor_preview": "", "old_preview": "", "new_preview": "", "added": 0, "removed": 0,
     "warnings": [{"code": "", "message": "", "line": 0}]}],
   "problems": [{"code": "", "message": "", "line": 0, "end_line": 0, "severity": ""}],
   "shell_suggestions": [{"command": "", "line": 0}],
   "files": [{"path": "", "operation": "", "blocks": []}],
   "proposals": [{"number": 0, "path": "", "operation": "", "kind": "", "line": 0, "end_line": 0, "status": "", "code": "", "message": "",
     "added": 0, "removed": 0, "hunks": [{"line": 0, "end_line": 0, "added": 0, "removed": 0}]}]}],
 "summary": {"blocks": 0, "validated": 0, "applied": 0, "already_applied": 0, "failed": 0, "skipped": 0, "not_in_context": 0, "stale": 0, "incomplete": 0, "code_blocks": 0, "not_read": 0,
             "files_modified": [], "files_auto_added": []}}`

// nullable are the keys whose value may be null.
var nullable = map[string]bool{"estimated_line": true, "similarity": true, "path_line": true, "nearest": true, "needle": true}

// sameKeys compares the keys of two JSON values, including those of each list element.
func sameKeys(t *testing.T, want, got any, at string) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		require.True(t, ok, "%s is no object: %v", at, got)
		for key, value := range want {
			have, ok := object[key]
			require.True(t, ok, "%s.%s is missing", at, key)
			if have == nil {
				require.True(t, nullable[key], "%s.%s is null", at, key)
				continue
			}
			sameKeys(t, value, have, at+"."+key)
		}
		for key := range object {
			require.Contains(t, want, key, "%s has another key", at)
		}
	case []any:
		list, ok := got.([]any)
		require.True(t, ok, "%s is no list: %v", at, got)
		for _, value := range list {
			if len(want) > 0 {
				sameKeys(t, want[0], value, at+"[]")
			}
		}
	default:
		require.IsType(t, want, got, at)
	}
}

func searchReplace(old, new string) string {
	return "<<<<<<< SEARCH\n" + old + "=======\n" + new + ">>>>>>> REPLACE\n"
}

func editRepl(edit, repl string) string {
	return "««« EDIT\n" + edit + "═══════ REPL\n" + repl + "»»» EDIT END\n"
}

func anchored(leading, old, new string) string {
	return "««« EDIT\n" + leading + "───────\n" + old + "═══════\n" + new + "───────\n»»»\n"
}

func folder(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, content := range files {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(content), 0o666))
	}
	return dir
}

func open(t *testing.T, dir string) *editlsp.Workspace {
	t.Helper()
	w, err := editlsp.Open(dir)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.Close()) })
	return w
}

func check(t *testing.T, chat string, files map[string]string, o editlsp.Options) *editlsp.Report {
	t.Helper()
	r, err := open(t, folder(t, files)).Check(t.Context(), "", chat, o)
	require.NoError(t, err)
	return r
}

func checkKeys(t *testing.T, reports ...*editlsp.Report) {
	t.Helper()
	data, err := json.Marshal(editlsp.NewResults(reports...))
	require.NoError(t, err)
	var got, want any
	require.NoError(t, json.Unmarshal(data, &got))
	require.NoError(t, json.Unmarshal([]byte(schema), &want))
	sameKeys(t, want, got, "")
}

const everything = "x\n««« EDIT\na\n═══════ REPL\nb\u202E\n»»» EDIT END\n" + // validated, with a warning
	"x\n<<<<<<< SEARCH\nb\u202E\n=======\nc\n>>>>>>> REPLACE\n" + // depends on it
	"x\n<<<<<<< SEARCH\nr s t\n=======\nz\n>>>>>>> REPLACE\n" + // fails
	"x\n««« EDIT\na\n═══════ REPL\nb\n»»» EDIT END\n" + // skipped
	"new\n««« EDIT\n═══════ REPL\nb\n»»» EDIT END\n" + // made
	"FILE: x\nFIND:\n \nREPLACE:\nq\nEND\n" + // empty
	"x\n««« EDIT\n»»»\n\n`git rm y`\n" + // malformed, a command
	"../x\n««« EDIT\na\n═══════ REPL\nb\n»»» EDIT END\n" // refused

func TestKeysAreNeverMissing(t *testing.T) {
	checkKeys(t)
	checkKeys(t, check(t, "", nil, editlsp.Options{}))
	files := map[string]string{"x": "a\nr s\nt\n"}
	r := check(t, everything, files, editlsp.Options{})
	checkKeys(t, r, check(t, "text", nil, editlsp.Options{}))
	checkKeys(t, check(t, everything, files, editlsp.Options{Context: []string{"y"}}))
	var statuses []editlsp.Status
	for _, b := range r.Blocks {
		statuses = append(statuses, b.Status)
	}
	assert.Equal(t, []editlsp.Status{
		editlsp.Validated, editlsp.Validated, editlsp.Failed, editlsp.Skipped, editlsp.Validated, editlsp.Skipped, editlsp.Skipped,
	}, statuses)
	assert.Len(t, r.Problems, 1)
	assert.Equal(t, []editlsp.ShellSuggestion{{Command: "git rm y", Line: 40}}, r.ShellSuggestions)
}

func TestResultsDecode(t *testing.T) {
	files := map[string]string{"x": "a\nr s\nt\n"}
	data, err := json.Marshal(editlsp.NewResults(check(t, everything, files, editlsp.Options{})))
	require.NoError(t, err)
	var decoded editlsp.Results
	require.NoError(t, json.Unmarshal(data, &decoded))
	again, err := json.Marshal(decoded)
	require.NoError(t, err)
	assert.JSONEq(t, string(data), string(again))
	assert.Zero(t, decoded.Documents[0].Blocks[3].EstimatedLine, "null")
	assert.EqualValues(t, 1, decoded.Documents[0].Blocks[0].EstimatedLine)
}

func TestBlock(t *testing.T) {
	long := strings.Repeat("é", 60)
	r := check(t, "text\n\nsrc/x\n"+anchored("l1\nl2\n", "o1\n", long+"\nn2\n"), map[string]string{"src/x": "l1\nl2\no1\n"}, editlsp.Options{})
	assert.Equal(t, []editlsp.Block{{
		Number: 1, Candidates: []string{},
		Dialect: "anchored", Path: "src/x", Operation: editlsp.Modify, Line: 4, EndLine: 13, PathLine: 3, Status: editlsp.Validated,
		Details: []string{}, EstimatedLine: 1, Matches: []int{1}, MatchCount: 1,
		AnchorPreview: "l1", OldPreview: "o1", NewPreview: strings.Repeat("é", 50), Added: 2, Removed: 1, Warnings: []editlsp.Warning{},
	}}, r.Blocks)
	assert.Equal(t, []editlsp.File{{Path: "src/x", Operation: editlsp.Modify, Blocks: []int{0}}}, r.Files)
}

func TestBlockThatFails(t *testing.T) {
	r := check(t, "x\n"+searchReplace("abcdefgh\n", "y\n"), map[string]string{"x": "abcdXfgh\n"}, editlsp.Options{})
	b := r.Blocks[0]
	require.NotNil(t, b.Similarity)
	assert.InDelta(t, 5./7, *b.Similarity, 1e-9)
	needle := 0
	assert.Equal(t, &editlsp.Nearest{
		Line: 1, EndLine: 1, Similarity: *b.Similarity, Differs: []editlsp.Difference{{Needle: &needle, Line: 1}},
	}, b.Nearest)
	assert.Equal(t, editlsp.Near, b.Cause)
	assert.Equal(t, editlsp.Error, b.Severity)
	assert.Empty(t, r.Files)

	r = check(t, "FIND:\na\nREPLACE:\nb\nEND\n", nil, editlsp.Options{})
	b = r.Blocks[0]
	assert.Zero(t, b.PathLine, "no line names it")
	assert.Empty(t, b.Path)
	assert.Equal(t, "no-target", b.Code)
}

func TestSummary(t *testing.T) {
	chat := "x\n" + editRepl("a\n", "b\n") + "y\n" + editRepl("zz\n", "b\n") + "x\n" + editRepl("q\n", "c\n")
	files := map[string]string{"x": "a\nc\n", "y": "a\n"}
	all := check(t, chat, files, editlsp.Options{})
	some := check(t, chat, files, editlsp.Options{Context: []string{"x"}})
	require.NoError(t, some.Apply(t.Context()))
	assert.Equal(t, editlsp.Summary{
		Blocks: 6, Validated: 1, Applied: 1, AlreadyApplied: 2, Failed: 1, NotInContext: 1,
		FilesModified: []string{"x"}, FilesAutoAdded: []string{"y"},
	}, editlsp.NewResults(all, some).Summary)
}
