package snippet

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// Whatever the nesting, comparisons are counted, and too many are a refusal.
func TestHostileFencesAreBounded(t *testing.T) {
	const n = 1500
	nested := func(head string) (lines []string) {
		for i := range n {
			lines = append(lines, strings.Repeat(" ", i)+head)
		}
		return lines
	}
	flat := func(format string) (lines []string) {
		for i := range 20 * n {
			lines = append(lines, fmt.Sprintf(format, i%7))
		}
		return lines
	}
	for name, test := range map[string]struct{ file, block []string }{
		"nested":           {nested("if a > 1:"), nested("if a > 1:")},
		"nested, elided":   {nested("if a > 1:"), append([]string{"# ..."}, nested("if a > 2:")...)},
		"equal lines":      {flat("call(%d, first)"), append([]string{"# ..."}, flat("call(%d, other)")[:5*n]...)},
		"equal blocks":     {flat("if a > %d:\n    run(a)"), append([]string{"# ..."}, flat("if a > %d:\n    run(a)")[:n]...)},
		"open parentheses": {flat("f(((%d"), append([]string{"# ..."}, flat("f(((%d")[:n]...)},
		"quotes":           {flat(`x = """%d`), append([]string{"# ..."}, flat(`x = '''%d`)[:n]...)},
		"definitions":      {flat("def f%d():"), append([]string{"# ..."}, flat("def f%d():")[:n]...)},
	} {
		t.Run(name, func(t *testing.T) {
			_, p := classify("a.py", test.file, test.block)
			_, err := p.part()
			assert.LessOrEqual(t, p.steps, maxSteps+1)
			var refusal Refusal
			assert.True(t, err == nil || errors.As(err, &refusal))
		})
	}
}

// functions returns a file of functions with ten lines each, and a sketch of the one in the middle.
func functions(n int) (file, block []string, changed int) {
	for i := range n {
		file = append(file, fmt.Sprintf("def f%d(a):", i))
		for j := range 7 {
			file = append(file, fmt.Sprintf("    x%d = call(%d, %d)", j, i, j))
		}
		file = append(file, "    return x1", "")
	}
	i := n / 2
	block = []string{
		fmt.Sprintf("def f%d(a):", i), "    # ... existing code ...", fmt.Sprintf("    x5 = call(%d, 5)", i),
		fmt.Sprintf("    x6 = other(%d, 6)", i), "    return x1",
	}
	return file, block, 10*i + 7
}

// place puts the sketch into the file and checks that one line changes.
func place(t testing.TB, file, block []string, changed int) {
	_, now, err := Place("a.py", file, block)
	require.NoError(t, err)
	want := slices.Clone(file)
	want[changed] = block[3]
	require.Equal(t, want, now)
}

// Twice the file costs twice the comparisons and memory.
func TestCostIsLinearInTheFile(t *testing.T) {
	cost := func(n int) (steps int, bytes uint64) {
		file, block, changed := functions(n)
		place(t, file, block, changed)
		_, p := classify("a.py", file, block)
		bytes = trust.Allocated(func() {
			_, _, err := Place("a.py", file, block)
			assert.NoError(t, err)
		})
		_, err := p.part()
		assert.NoError(t, err)
		return p.steps, bytes
	}
	steps, bytes := cost(1000)
	more, larger := cost(2000)
	assert.LessOrEqual(t, more, 5*steps/2, "comparisons")
	assert.Less(t, larger, 5*bytes/2, "bytes that are allocated")
}

func BenchmarkPlace(b *testing.B) {
	file, block, changed := functions(2000)
	place(b, file, block, changed)
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Place("a.py", file, block); err != nil {
			b.Fatal(err)
		}
	}
}
