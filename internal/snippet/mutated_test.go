package snippet_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/edit-lsp/edit-lsp/internal/snippet"
)

// Fences that nobody writes are placed or refused, as any other.
func TestMutatedFences(t *testing.T) {
	junk := []string{
		"...", "// ...", "/*", "*/", "/* x", "x */ y = 1", `"""`, "'''", "<!--", "-->", "--> <p>", "# ...", " * ...", "}", "{", ")", "(", "@x", "",
		"const q = 1;", `    """`, `"""a"""`,
	}
	random := rand.New(rand.NewPCG(1, 2))
	mutate := func(fence, file []string) []string {
		fence = slices.Clone(fence)
		for range 1 + random.IntN(6) {
			at := random.IntN(len(fence) + 1)
			switch n := len(fence); random.IntN(6) {
			case 0:
				fence = slices.Delete(fence, min(at, max(0, n-1)), min(at+1, n))
			case 1:
				fence = slices.Insert(fence, at, junk[random.IntN(len(junk))])
			case 2:
				fence = slices.Insert(fence, at, file[random.IntN(len(file))])
			case 3:
				fence = fence[at:]
			case 4:
				fence = fence[:at]
			default:
				if at < n {
					fence[at] += []string{" /* a", " */", ` """`, "x", " // ..."}[random.IntN(5)]
				}
			}
		}
		return fence
	}
	names, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		files := txtar.Parse(data).Files
		file, fence := lines(files[0].Data), lines(files[1].Data)
		for range 100 {
			mutated := mutate(fence, file)
			assert.NotPanics(t, func() { _, _, err = snippet.Place(files[0].Name, file, mutated) }, "%s:\n%q", name, mutated)
		}
	}
}
