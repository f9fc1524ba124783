package diagnostics_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
)

// schema is the document of results, "JSON": keys are never missing.
const schema = `{"version": 1,
 "documents": [{
   "path": "", "blocks": [{
     "index": 0, "dialect": "", "layout": "", "path": "", "operation": "", "line": 0, "end_line": 0, "path_line": 0,
     "status": "", "code": "", "cause": "", "message": "", "details": [], "severity": "", "estimated_line": 0, "matches": [], "match_count": 0,
     "similarity": 0, "nearest": {"line": 0, "end_line": 0, "similarity": 0, "differs": [{"needle": 0, "line": 0, "missing": false}]},
     "anchor_preview": "", "old_preview": "", "new_preview": "", "added": 0, "removed": 0,
     "warnings": [{"code": "", "message": "", "line": 0}]}],
   "problems": [{"code": "", "message": "", "line": 0, "end_line": 0, "severity": ""}],
   "shell_suggestions": [{"command": "", "line": 0}],
   "files": [{"path": "", "operation": "", "blocks": []}]}],
 "summary": {"blocks": 0, "validated": 0, "applied": 0, "already_applied": 0, "failed": 0, "skipped": 0, "not_in_context": 0, "stale": 0, "incomplete": 0,
             "files_modified": [], "files_auto_added": []}}`

// nullable are the keys whose value may be unknown.
var nullable = map[string]bool{"estimated_line": true, "similarity": true, "path_line": true, "nearest": true, "needle": true}

// sameKeys compares the keys of two JSON values, of lists those of each element.
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
			require.Contains(t, want, key, "%s has more than results says", at)
		}
	case []any:
		list, ok := got.([]any)
		require.True(t, ok, "%s is no list: %v", at, got)
		for _, value := range list {
			if len(want) > 0 {
				sameKeys(t, want[0], value, at+"[]")
			}
		}
	case float64:
		require.IsType(t, want, got, at)
	case string:
		require.IsType(t, want, got, at)
	}
}

// document is the JSON of the reports, decoded.
func document(t *testing.T, reports ...*diagnostics.Report) map[string]any {
	t.Helper()
	j := diagnostics.NewJSON()
	for _, r := range reports {
		j.Add("chat.md", r)
	}
	data, err := json.Marshal(j)
	require.NoError(t, err)
	var got, want map[string]any
	require.NoError(t, json.Unmarshal(data, &got))
	require.NoError(t, json.Unmarshal([]byte(schema), &want))
	sameKeys(t, want, got, "")
	return got
}

func TestJSONKeysAreNeverMissing(t *testing.T) {
	document(t)
	document(t, check(t, "", memory{}, diagnostics.Options{}))
	everything := "x\n" + editRepl("a\n", "b\u202E\n") + // validated, with a warning
		"x\n" + searchReplace("b\u202E\n", "c\n") + // depends on it
		"x\n" + anchored("q\n", "", "z\n", "") + // fails
		"x\n" + editRepl("a\n", "b\n") + // skipped
		"new\n" + editRepl("", "b\n") + // made
		findReplace(" \n", "q\n") + "x\n««« EDIT\n»»»\n\n`git rm y`\n" + // empty, malformed, a command
		"../x\n" + editRepl("a\n", "b\n") // refused
	document(t, check(t, everything, memory{"x": ended("a r s")}, diagnostics.Options{}), check(t, "text", memory{}, diagnostics.Options{}))
	document(t, check(t, everything, memory{"x": ended("a r s")}, diagnostics.Options{Context: []string{"y"}}))
}

func TestJSONOfABlock(t *testing.T) {
	long := strings.Repeat("é", 60)
	r := check(t, "text\n\nsrc/x\n"+anchored("l1\nl2\n", "o1\n", long+"\nn2\n", ""), memory{"src/x": ended("l1 l2 o1")}, diagnostics.Options{})
	j := diagnostics.NewJSON()
	j.Add("chat.md", r)
	b := j.Documents[0].Blocks[0]
	assert.Equal(t, "anchored", b.Dialect)
	assert.Equal(t, "src/x", b.Path)
	assert.Equal(t, 3, *b.PathLine)
	assert.Equal(t, [2]int{4, 13}, [2]int{b.Line, b.EndLine}, "1-based, start marker and end marker")
	assert.Equal(t, []int{1}, b.Matches)
	assert.Equal(t, 1, *b.EstimatedLine)
	assert.Nil(t, b.Similarity)
	assert.Nil(t, b.Nearest)
	assert.Equal(t, [3]string{"l1", "o1", strings.Repeat("é", 50)}, [3]string{b.AnchorPreview, b.OldPreview, b.NewPreview})
	assert.Equal(t, [2]int{2, 1}, [2]int{b.Added, b.Removed})
	assert.Equal(t, [4]string{"", "", "", ""}, [4]string{string(b.Code), b.Message, b.Severity, string(b.Cause)})
	assert.Equal(t, []diagnostics.JSONFile{{Path: "src/x", Operation: "modify", Blocks: []int{0}}}, j.Documents[0].Files)

	r = check(t, "x\n"+searchReplace("abcdefgh\n", "y\n"), memory{"x": ended("abcdXfgh")}, diagnostics.Options{})
	j = diagnostics.NewJSON()
	j.Add("chat.md", r)
	b = j.Documents[0].Blocks[0]
	assert.InDelta(t, 5./7, *b.Similarity, 1e-9)
	index := 0
	assert.Equal(t, &diagnostics.JSONNearest{
		Line: 1, EndLine: 1, Similarity: *b.Similarity, Differs: []diagnostics.JSONDiffers{{Needle: &index, Line: 1}},
	}, b.Nearest)
	assert.Equal(t, "near", string(b.Cause))
	assert.Equal(t, "error", b.Severity)
	assert.Empty(t, j.Documents[0].Files)

	r = check(t, "FIND:\na\nREPLACE:\nb\nEND\n", memory{}, diagnostics.Options{})
	j = diagnostics.NewJSON()
	j.Add("chat.md", r)
	b = j.Documents[0].Blocks[0]
	assert.Nil(t, b.PathLine, "no line names it")
	assert.Empty(t, b.Path)
	assert.Equal(t, codes.NoTarget, b.Code)
}

func TestJSONSummaryCountsAllDocuments(t *testing.T) {
	chat := "x\n" + editRepl("a\n", "b\n") + "y\n" + editRepl("zz\n", "b\n") + "x\n" + editRepl("q\n", "c\n")
	r := check(t, chat, memory{"x": ended("a c"), "y": ended("a")}, diagnostics.Options{})
	outside := check(t, chat, memory{"x": ended("a c"), "y": ended("a")}, diagnostics.Options{Context: []string{"x"}})
	s := document(t, r, outside)["summary"].(map[string]any)
	assert.EqualValues(t, 6, s["blocks"])
	assert.EqualValues(t, 2, s["validated"])
	assert.EqualValues(t, 2, s["already_applied"])
	assert.EqualValues(t, 1, s["failed"])
	assert.EqualValues(t, 1, s["not_in_context"])
	assert.Equal(t, []any{"y"}, s["files_auto_added"])
	assert.Equal(t, "3 blocks, 1 validated, 1 already applied, 1 failed", r.Summary())
	assert.Equal(t, "0 blocks", check(t, "", memory{}, diagnostics.Options{}).Summary())
}

// What was written is applied; the plan is as it was.
func TestMarkApplied(t *testing.T) {
	r := check(t, "x\n"+editRepl("a\n", "b\n")+"x\n"+editRepl("c\n", "d\n")+"y\n"+editRepl("a\n", "b\n"), memory{"x": ended("a c"), "y": ended("a")}, diagnostics.Options{})
	require.Len(t, r.Plan.Files, 2)
	r.MarkApplied([]apply.Written{{File: r.Plan.Files[0]}, {File: r.Plan.Files[1], Err: assert.AnError}})
	assert.Equal(t, "3 blocks, 1 validated, 2 applied", r.Summary())
	assert.Equal(t, apply.Validated, r.Plan.Outcomes[0].Status)
}
