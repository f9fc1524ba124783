package diagnostics_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	editlsp "github.com/edit-lsp/edit-lsp"
	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/repair"
)

// FuzzCheck checks that every finding can be shown, on lines that exist, and that repairs are offered
// only where they fit.
func FuzzCheck(f *testing.F) {
	x := ended("one two three four one five")
	for _, block := range []string{
		editRepl("one\n", "1\n"), editRepl("One\n", "1\n"), searchReplace("tvo\n three\n", "2\n"), anchored("one\n", "three\n", "3\n", "five\n"),
		findReplace("wo\nth", "-"), findReplace("nothing like it\n", "\n"), editRepl("", "a\n"), searchReplace("two\n", "...\n\u202E\n»»»\n"),
		"# User\n# Assistant\nx\n" + editRepl("zz\n", "b\n") + "# User\n# Assistant\n", "««« EDIT\n",
	} {
		f.Add("x\n"+block, x)
		f.Add("x\n"+block+"\nx\n"+block, strings.ReplaceAll(x, "\n", "\r\n"))
	}
	f.Fuzz(func(t *testing.T, chat, x string) {
		source, target := text.Decode(chat), text.Decode(x)
		r, err := diagnostics.Check(t.Context(), source, memory{"x": target.String()}, diagnostics.Options{Options: apply.Options{Scope: parse.ScopeAuto}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := json.Marshal(editlsp.NewReport("chat.md", r)); err != nil {
			t.Fatal(err)
		}
		if n := r.Count(); n < 0 || n > len(r.Blocks)+len(r.Problems) {
			t.Fatalf("%d of %d blocks and %d problems count", n, len(r.Blocks), len(r.Problems))
		}
		for _, p := range append(append([]diagnostics.Finding{}, r.Problems...), r.Shell...) {
			checkFinding(t, source, p)
		}
		repairs := &repair.Repairs{Report: r, Targets: memory{"x": target.String()}, Options: diagnostics.Options{Options: apply.Options{Scope: parse.ScopeAuto}}}
		for i := range r.Blocks {
			b := &r.Blocks[i]
			if b.Code == "" && (b.Severity != codes.None || b.Headline != "") || b.Code != "" && b.Severity == codes.None {
				t.Fatalf("code %q, severity %v, headline %q", b.Code, b.Severity, b.Headline)
			}
			checkFinding(t, source, b.Finding)
			for _, w := range b.Warnings {
				checkFinding(t, source, w)
			}
			if last := text.Line(max(0, target.LineCount()-1)); b.Estimated < text.None || b.Target.Path == "x" && b.Estimated > last {
				t.Fatalf("estimated line %d of %d", b.Estimated.Number(), target.LineCount())
			}
			if n := b.Nearest; n != nil && (n.Similarity < 0 || n.Similarity > 1) {
				t.Fatalf("similarity %v", n.Similarity)
			}
			if fixed, _, err := repairs.Fix(t.Context(), i); err != nil {
				t.Fatal(err)
			} else if fixed != nil {
				source.Apply(fixed.Edits)
			}
		}
	})
}

func checkFinding(t *testing.T, source *text.Text, f diagnostics.Finding) {
	t.Helper()
	if f.First < 0 || f.End <= f.First || int(f.End) > source.LineCount() {
		t.Fatalf("%s spans lines %d to %d of %d", f.Code, f.First, f.End, source.LineCount())
	}
	for _, line := range append([]string{f.Headline}, f.Details()...) {
		if !utf8.ValidString(line) {
			t.Fatalf("%q is no text", line)
		}
		if f.Code != codes.ShellSuggestion && strings.ContainsFunc(line, unicode.IsControl) {
			t.Fatalf("%q has control characters", line)
		}
	}
	checkHeadline(t, &f)
}

// checkHeadline checks that a headline is short apart from paths and lists of lines.
func checkHeadline(t *testing.T, f *diagnostics.Finding) {
	t.Helper()
	if f.Code == codes.ShellSuggestion || strings.Contains(f.Headline, "(matches at lines ") {
		return
	}
	if f.Path != "" && strings.Contains(f.Headline, f.Path) {
		return
	}
	if n := utf8.RuneCountInString(f.Headline); n > 80 {
		t.Fatalf("%q has %d characters", f.Headline, n)
	}
}
