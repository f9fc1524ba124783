package nearest_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/edit-lsp/edit-lsp/internal/nearest"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// BenchmarkFind searches for a needle with every line changed; for comparison, BenchmarkRead splits the
// same file into lines.
func BenchmarkFind(b *testing.B) {
	for _, size := range []struct{ lines, needle int }{{2_000, 10}, {20_000, 3}, {20_000, 10}, {20_000, 40}, {20_000, 200}, {100_000, 10}} {
		lines := program(rand.New(rand.NewPCG(8, 1)), size.lines)
		var needle []string
		for _, l := range lines[size.lines/2:][:size.needle] {
			needle = append(needle, strings.Replace(l, "(", "2(", 1)+";")
		}
		x := text.New(strings.Join(lines, "\n") + "\n")
		b.Run(fmt.Sprintf("%d in %d lines", size.needle, size.lines), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, found, err := nearest.Find(b.Context(), x, needle); !found || err != nil {
					b.Fatal(found, err)
				}
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	content := strings.Join(program(rand.New(rand.NewPCG(8, 1)), 20_000), "\n")
	for b.Loop() {
		text.New(strings.Clone(content))
	}
}

// program returns a file of many nearly equal lines.
func program(rnd *rand.Rand, n int) []string {
	names := strings.Fields("count index total user name buffer i x err result config path")
	pick := func() string { return names[rnd.IntN(len(names))] }
	lines := make([]string, n)
	for i := range lines {
		indent := strings.Repeat("\t", rnd.IntN(4))
		switch rnd.IntN(8) {
		case 0:
			lines[i] = indent + "return " + pick()
		case 1:
			lines[i] = fmt.Sprintf("%sif %s == %d {", indent, pick(), rnd.IntN(30))
		case 2:
			lines[i] = fmt.Sprintf("func %s%d(%s, %s string) error {", pick(), rnd.IntN(1000), pick(), pick())
		default:
			lines[i] = fmt.Sprintf("%s%s.%s = %s(%s, %d)", indent, pick(), pick(), pick(), pick(), rnd.IntN(100))
		}
	}
	return lines
}
