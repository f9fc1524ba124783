package snippet_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/edit-lsp/edit-lsp/internal/snippet"
)

// Fences and files of random lines are placed without a panic, and what stands for other lines is never written.
func TestRandomFences(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	pool := []string{"`", `"""`, "'''", "{", "}", "/*", "*/", "<!--", "-->", "...", "  # ...", "\t// ...", "[", "},", "@x", "@x(", `# from "x"`, "else:", "end", "</div>", "`\t  ", "é"}
	for _, name := range archives {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, f := range txtar.Parse(data).Files {
			pool = append(pool, lines(f.Data)...)
		}
	}
	names := []string{"a.py", "a.go", "a.ts", "a.json", "a.yaml", "a.html", "a.css", "a.rb", "a.sql", "a.c", "Makefile"}
	r := rand.New(rand.NewPCG(1, 2))
	some := func(most int) (all []string) {
		for range r.IntN(most) + 1 {
			all = append(all, pool[r.IntN(len(pool))])
		}
		return all
	}
	for range 10_000 {
		name, file, block := names[r.IntN(len(names))], some(30), some(12)
		if r.IntN(2) == 0 {
			block = slices.Concat(block[:r.IntN(2)], file[r.IntN(len(file)):], block[:r.IntN(2)])
		}
		snippet.Defines(name, file, block)
		_, now, err := snippet.Place(name, file, block)
		if err != nil {
			continue
		}
		for _, l := range now {
			isNew := !slices.ContainsFunc(file, func(old string) bool { return strings.TrimSpace(old) == strings.TrimSpace(l) })
			require.False(t, isNew && snippet.IsElision(l), "%q is written\n%s\n%q\n%q", l, name, file, block)
		}
	}
}
