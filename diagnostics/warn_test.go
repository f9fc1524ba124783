package diagnostics

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// warned returns the warnings of a block; their lines count from its first new line.
func warned(old, new []string) []Finding {
	// The longest markers, because the lines may contain shorter ones.
	chat := "a.txt\n<<<<<<<<< SEARCH\n" + strings.Join(old, "\n") + "\n=========\n" + strings.Join(new, "\n") + "\n>>>>>>>>> REPLACE\n"
	doc, err := parse.Document(context.Background(), text.New(chat), parse.Options{}, nil)
	if err != nil || len(doc.Blocks) != 1 {
		panic("not one block")
	}
	b := &Block{Outcome: &apply.Outcome{Target: &workspace.Target{}, Document: doc, Block: &doc.Blocks[0]}}
	b.warn()
	for i := range b.Warnings {
		b.Warnings[i].First -= doc.Blocks[0].New.First
	}
	return b.Warnings
}

var someCode = []string{"def f():", "    x = 1", "    return x"}

func TestPlaceholdersAreFound(t *testing.T) {
	for _, s := range []string{
		"...", "    ...", "…", "# ...", "// ...", "//...", "/* ... */", "<!-- ... -->", "{/* ... */}", "-- ...", "; ...", "% ...", "''' ...",
		"// rest of code", "# rest of the code", "# ... rest of code", "// ... rest of the file ...", "# Rest of the code remains unchanged", "// the rest of the function is unchanged.", "# rest unchanged", "// code unchanged",
		"// ... existing code ...", "    // ... existing code ...", "{/* ... existing code ... */}", "# existing code", "// existing code...", "// ... keep existing code", "/* remaining implementation */",
		"# ... (rest of the code remains the same)", "// [rest of code]", "# [... rest of code ...]", "// ... other methods", "# ... same as before", "# ... unchanged", "... existing code ...",
		"// the rest stays the same", "# unchanged code", "<!-- rest of the file -->", "// ...rest of your code", "# omitted for brevity", "// code omitted", "# ... omitted ...", "-- rest of the file",
	} {
		w := warned(someCode, []string{"def f():", s})
		if assert.Len(t, w, 1, "%q", s) {
			assert.Equal(t, codes.Placeholder, w[0].Code)
			assert.Equal(t, text.Line(1), w[0].First)
		}
	}
}

func TestRealCodeIsNoPlaceholder(t *testing.T) {
	for _, s := range []string{
		"x = [...a]", "print('...')", "foo(...args)", "return {...state, a: 1}", "    ...rest", "...props,", "...other,", "    ...rest,", "type F = (...xs: int) => x", "func f(xs ...int) {", "f(xs...)",
		"case other:", "other.method()", "x[..., 0]", "def f(self): ...", "Tuple[int, ...]", "for (...) {", "log(\"...\")", "s += '…'", "catch (...) {",
		"# the rest of the values are summed", "# previous code was wrong", "// existing users keep their code", "# Remaining lines are read below", "# existing file is kept", "// other functions may call this method",
		"# The previous implementation was slow", "// same code as in bar.go handles the error", "match rest:", "# Load the remaining content", "rest = code[1:]", "remaining = content",
		"# wait...", "// and so on...", "# Loading...", "// TODO: finish", "# Other methods", "", "# code", "// implementation of Foo", "# ... and then it is summed up", "// e.g. 1, 2, ...",
	} {
		assert.Empty(t, warned(someCode, []string{"def f():", s}), "%q", s)
	}
}

// A placeholder replaces code that the old lines had.
func TestPlaceholderNeedsCodeThatIsLost(t *testing.T) {
	assert.Empty(t, warned([]string{"class A:"}, []string{"class A:", "    ..."}), "nothing is lost")
	assert.Empty(t, warned(nil, []string{"def f():", "    ..."}), "nothing was there")
	assert.Empty(t, warned([]string{"x = 1", "..."}, []string{"x = 2", "..."}), "it was there")
	assert.Empty(t, warned([]string{"def f():", "    pass"}, []string{"def f():", "    ..."}), "a body of nothing for another")
	assert.Empty(t, warned([]string{"def f():", "", "  "}, []string{"def f():", "..."}), "blank lines are no code")
	assert.Len(t, warned([]string{"def f():", "    return 1"}, []string{"def f():", "    ..."}), 1)
}
