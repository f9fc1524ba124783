package diagnostics

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// codeRow is a row of the table in results, "Codes".
type codeRow struct {
	code     Code
	severity Severity
	begins   string
}

// resultsTable is that table, in its order. A message of the document's own words
// ("what was expected, where") has none here.
var resultsTable = []codeRow{
	{"leading-anchor-not-found", Error, "Leading anchor not found in file"},
	{"old-lines-mismatch", Error, "Old lines don't match content after anchor"},
	{"old-lines-not-found", Error, "Old lines not found in file"},
	{"trailing-anchor-not-found", Error, "Trailing anchor not found after old lines"},
	{"ambiguous-match", Error, "Edit location is ambiguous (matches at lines "},
	{"file-not-found", Error, "File not found: {path}"},
	{"file-exists", Error, "File already exists: {path}"},
	{"binary-file", Error, "Cannot edit binary file"},
	{"unsupported-encoding", Error, "Cannot edit a file that is not UTF-8"},
	{"file-too-large", Error, "File is larger than {limit}"},
	{"not-a-regular-file", Error, "Not a regular file: {path}"},
	{"path-escape", Error, "Path is outside the workspace: {path}"},
	{"path-invalid", Error, "Not a usable path: {path}"},
	{"path-denied", Error, "Edits here are refused: {path}"},
	{"protected-path", Warning, "Protected file: {path}"},
	{"previous-edit-failed", Warning, "Previous edit to this file failed"},
	{"empty-find", Warning, "FIND is empty"},
	{"no-target", Error, "No file named for this edit"},
	{"ambiguous-root", Error, "Path exists in several workspace folders"},
	{"not-in-context", Information, "File is not in the context"},
	{"already-applied", Hint, "Already applied"},
	{"stale-edit", Hint, "From an earlier turn: "},
	{"no-change", Hint, "Old and new lines are the same"},
	{"unclosed-block", Warning, ""},
	{"malformed-block", Warning, ""},
	{"missing-path", Warning, ""},
	{"hidden-unicode", Warning, ""},
	{"marker-in-content", Warning, ""},
	{"placeholder", Warning, ""},
	{"merge-suggested", Information, ""},
	{"shell-suggestion", Information, ""},
}

func TestCatalogueIsTheTableOfResults(t *testing.T) {
	require.Len(t, Catalogue(), len(resultsTable))
	for i, want := range resultsTable {
		e := Catalogue()[i]
		assert.Equal(t, want.code, e.Code, "row %d: the order decides between equals", i)
		assert.Equal(t, want.severity, e.Severity, e.Code)
		assert.True(t, strings.HasPrefix(e.Message, want.begins), "%s: %q", e.Code, e.Message)
		found, ok := Lookup(e.Code)
		assert.True(t, ok)
		assert.Equal(t, e, found)
	}
	_, ok := Lookup("no-such-code")
	assert.False(t, ok)
}

// Every code has words for people: a message, what it means and what to do.
func TestCatalogueSaysWhatItMeansAndWhatToDo(t *testing.T) {
	seen := map[Code]bool{}
	for _, e := range Catalogue() {
		assert.False(t, seen[e.Code], "%s twice", e.Code)
		seen[e.Code] = true
		assert.Regexp(t, `^[a-z]+(-[a-z]+)*$`, string(e.Code))
		for what, s := range map[string]string{"Message": e.Message, "Means": e.Means, "Do": e.Do} {
			assert.NotEmpty(t, s, "%s of %s", what, e.Code)
			assert.Equal(t, strings.Join(strings.Fields(s), " "), strings.TrimSpace(s), "%s of %s has stray blanks", what, e.Code)
		}
		for what, s := range map[string]string{"Means": e.Means, "Do": e.Do} {
			assert.Regexp(t, `[.!?)]$`, s, "%s of %s is no sentence", what, e.Code)
		}
		assert.False(t, strings.HasSuffix(e.Message, "."), "the message of %s has an end that more may follow", e.Code)
		assert.NotEmpty(t, e.Title())
		assert.NotContains(t, e.Title(), "{")
		assert.Contains(t, Page(e.Code), string(e.Code))
	}
}

func TestSeveritiesAreThoseOfLSP(t *testing.T) {
	for s, want := range map[Severity]struct {
		number int
		name   string
	}{None: {0, ""}, Error: {1, "error"}, Warning: {2, "warning"}, Information: {3, "information"}, Hint: {4, "hint"}} {
		assert.Equal(t, want.number, int(s))
		assert.Equal(t, want.name, s.String())
	}
}
