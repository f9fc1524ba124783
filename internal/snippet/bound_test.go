package snippet

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
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

func BenchmarkPlace(b *testing.B) {
	var file []string
	for i := range 2000 {
		file = append(file, fmt.Sprintf("def f%d(a):", i))
		for j := range 7 {
			file = append(file, fmt.Sprintf("    x%d = call(%d, %d)", j, i, j))
		}
		file = append(file, "    return x1", "")
	}
	block := []string{"def f1000(a):", "    # ... existing code ...", "    x5 = call(1000, 5)", "    x6 = other(1000, 6)", "    return x1"}
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Place("a.py", file, block); err != nil {
			b.Fatal(err)
		}
	}
}
