package codes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stable are the names that programs compare and users search for.
var stable = []struct {
	code     Code
	severity Severity
}{
	{"leading-anchor-not-found", Error},
	{"old-lines-mismatch", Error},
	{"old-lines-not-found", Error},
	{"trailing-anchor-not-found", Error},
	{"ambiguous-match", Error},
	{"file-not-found", Error},
	{"file-exists", Error},
	{"binary-file", Error},
	{"unsupported-encoding", Error},
	{"file-too-large", Error},
	{"not-a-regular-file", Error},
	{"path-escape", Error},
	{"path-invalid", Error},
	{"path-denied", Error},
	{"protected-path", Warning},
	{"previous-edit-failed", Warning},
	{"empty-find", Warning},
	{"no-target", Error},
	{"ambiguous-root", Error},
	{"not-in-context", Information},
	{"already-applied", Hint},
	{"stale-edit", Hint},
	{"no-change", Hint},
	{"unclosed-block", Warning},
	{"malformed-block", Warning},
	{"missing-path", Warning},
	{"looks-like-edit", Information},
	{"typographic", Warning},
	{"hidden-unicode", Warning},
	{"marker-in-content", Warning},
	{"placeholder", Warning},
	{"merge-suggested", Hint},
	{"not-placed", Information},
	{"shell-suggestion", Information},
}

func TestCodesAndSeveritiesAreStable(t *testing.T) {
	require.Len(t, All(), len(stable))
	for i, want := range stable {
		e := All()[i]
		assert.Equal(t, want.code, e.Code, "row %d: the order decides between equals", i)
		assert.Equal(t, want.severity, e.Severity, e.Code)
		found, ok := Lookup(e.Code)
		assert.True(t, ok)
		assert.Equal(t, e, found)
		assert.Equal(t, want.severity, e.Code.Severity())
	}
	_, ok := Lookup("no-such-code")
	assert.False(t, ok)
	assert.Equal(t, None, Code("no-such-code").Severity())
}

func TestEachConstantHasARow(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "code.go", nil, 0)
	require.NoError(t, err)
	var constants []Code
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == 1 {
			if value, ok := spec.Values[0].(*ast.BasicLit); ok && value.Kind == token.STRING {
				s, err := strconv.Unquote(value.Value)
				require.NoError(t, err)
				assert.Equal(t, spec.Names[0].Name, pascalCase(s))
				constants = append(constants, Code(s))
			}
		}
		return true
	})
	var rows []Code
	for _, e := range All() {
		rows = append(rows, e.Code)
	}
	assert.Equal(t, rows, constants)
}

func pascalCase(kebab string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(kebab, "-") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

func TestEachRowHasItsWords(t *testing.T) {
	for _, e := range All() {
		assert.Regexp(t, `^[a-z]+(-[a-z]+)*$`, string(e.Code))
		for what, s := range map[string]string{"Headline": e.Headline, "Means": e.Means, "Do": e.Do} {
			assert.NotEmpty(t, s, "%s of %s", what, e.Code)
			assert.Equal(t, strings.Join(strings.Fields(s), " "), strings.TrimSpace(s), "%s of %s has stray whitespace", what, e.Code)
		}
		for what, s := range map[string]string{"Means": e.Means, "Do": e.Do} {
			assert.Regexp(t, `[.!?)]$`, s, "%s of %s is not a sentence", what, e.Code)
		}
		assert.False(t, strings.HasSuffix(e.Headline, "."), "the headline of %s has an end that more may follow", e.Code)
		assert.NotEmpty(t, e.Title())
		assert.NotContains(t, e.Title(), "{")
		assert.Contains(t, e.Code.Page(), string(e.Code))
	}
}

func TestHeadlineIsFilled(t *testing.T) {
	assert.Equal(t, "File not found: a.py", FileNotFound.Headline("path", "a.py"))
	assert.Equal(t, "File is larger than 64 MiB", FileTooLarge.Headline("path", "a.py", "limit", "64 MiB"))
	assert.Equal(t, "File not found: {limit}", FileNotFound.Headline("path", "{limit}", "limit", "64 MiB"), "a value is not filled again")
	assert.Equal(t, "FIND is empty", EmptyFind.Headline("path", "a.py"))
}

func TestEachCodeHasAnExample(t *testing.T) {
	for _, e := range All() {
		x, err := e.Code.Example()
		if assert.NoError(t, err) {
			assert.NotEmpty(t, x.Chat, e.Code)
			assert.NotEmpty(t, x.Files, e.Code)
			assert.Positive(t, x.Line, e.Code)
			assert.NotEmpty(t, x.Message, e.Code)
		}
	}
	left, err := fs.Glob(examples, "examples/*")
	require.NoError(t, err)
	assert.Len(t, left, len(All()), "an example of no code")
	_, err = Code("no-such-code").Example()
	assert.ErrorContains(t, err, "no-such-code has no example")
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
