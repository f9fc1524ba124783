package workspace

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// BenchmarkView measures the cost of a keystroke: a view with 50 unchanged targets, each named 14
// times.
func BenchmarkView(b *testing.B) {
	dir := tree(b, nil)
	var all []string
	for i := range 50 {
		name := fmt.Sprintf("src/pkg%d/deep/file.go", i)
		put(b, dir, name, strings.Repeat("line\n", 500))
		age(b, dir, name)
		all = append(all, name)
	}
	w, _ := view(b, dir)
	for i := range 10 {
		w.Open(filepath.Join(dir, fmt.Sprintf("open%d.txt", i)), 1, text.NewOpen("x"))
	}
	for b.Loop() {
		v := w.View(b.Context(), Origin{Path: filepath.Join(dir, "chat.md")})
		for range 14 {
			for _, name := range all {
				if v.Target(b.Context(), name).File == nil {
					b.Fatal(name)
				}
			}
		}
	}
}

func BenchmarkCheckName(b *testing.B) {
	for b.Loop() {
		_, _ = CheckName("src/components/header/Header.tsx")
	}
}
