package main

import (
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"strings"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// queriesPerOp is how many blocks, and how many passes, one operation of P8 takes:
// some are faster than others.
const queriesPerOp = 6

// nearest is P8: the diagnosis of a block of ten lines, none of which stands in the
// file any more, against a pass over the file that splits it into lines and hashes
// each. The diagnosis begins with the plan, and tries other causes first.
func nearest(s scale) ([]*comparison, error) {
	const file = "big.go"
	rnd := rand.New(rand.NewPCG(8, 1))
	lines := codeLines(rnd, s.nearest)
	before := content(lines)
	m := memory{file: workspace.NewFile(text.New(before))}.warm()
	var docs []*parse.Result
	for len(docs) < s.queries {
		at := rnd.IntN(len(lines) - 10)
		var b strings.Builder
		block(&b, 1, file, misspelt(rnd, lines[at:at+10]), []string{"new"})
		doc, err := parsed(b.String(), 1)
		if err != nil {
			return nil, err
		}
		docs = append(docs, doc)
	}
	judge := func(doc *parse.Result) (*diagnostics.Nearest, error) {
		r, err := diagnostics.JudgeParsed(ctx, doc, m, diagnostics.Options{})
		if err != nil {
			return nil, err
		}
		return r.Blocks[0].Nearest, nil
	}
	next := 0
	seed, sum := maphash.MakeSeed(), uint64(0)
	c := &comparison{id: "P8", work: fmt.Sprintf("nearest run for a block of 10 lines in %s lines, every line changed", count(s.nearest))}
	c.bound = atMost(4)
	c.contenders = []*contender{
		{name: fmt.Sprintf("%d diagnoses", queriesPerOp), op: func() error {
			for range queriesPerOp {
				if _, err := judge(docs[next%len(docs)]); err != nil {
					return err
				}
				next++
			}
			return nil
		}},
		{name: fmt.Sprintf("%d passes that split and hash", queriesPerOp), op: func() error {
			for range queriesPerOp {
				rest := before
				for len(rest) > 0 {
					n := strings.IndexByte(rest, '\n')
					sum ^= maphash.String(seed, rest[:n])
					rest = rest[n+1:]
				}
			}
			return nil
		}},
	}
	recall := 0
	c.check = func() error {
		for i, doc := range docs {
			got, err := judge(doc)
			if err != nil {
				return fmt.Errorf("query %d: %w", i, err)
			}
			best, _ := exhaustive(lines, doc.Needle(&doc.Blocks[0]))
			if got != nil && got.Similarity >= best-1e-9 {
				recall++
			}
		}
		return nil
	}
	c.also = func([]series) result {
		return result{
			"P8", "queries for which no run is nearer than the one found, by an exhaustive search",
			"all", fmt.Sprintf("%d of %d", recall, len(docs)), verdict(recall == len(docs)),
		}
	}
	return []*comparison{c}, nil
}

// codeLines are the lines of a program of which many are nearly alike.
func codeLines(rnd *rand.Rand, n int) []string {
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

// misspelt are lines as a model may remember them: each is another one.
func misspelt(rnd *rand.Rand, lines []string) []string {
	var out []string
	for _, l := range lines {
		at := 1 + rnd.IntN(len(l)-1)
		switch rnd.IntN(3) {
		case 0:
			l = l[:at] + "q" + l[at:]
		case 1:
			l = l[:at] + "q" + l[at+1:]
		default:
			l += ";"
		}
		out = append(out, l)
	}
	return out
}

// exhaustive compares the needle with every run of as many lines, and gives the
// greatest similarity and the first line of the first such run. It shares no code with
// the program. Lines are ASCII of at most 64 characters.
func exhaustive(lines, needle []string) (best float64, at int) {
	shared := make([]int, len(lines)-len(needle)+1)
	for i, want := range needle {
		var has [128]uint64
		for k := range len(want) {
			has[want[k]] |= 1 << k
		}
		for first := range shared {
			shared[first] += commonCharacters(&has, len(want), lines[first+i]) + 1
		}
	}
	total := 0
	for _, l := range needle {
		total += len(l) + 1
	}
	length := 0
	for i, l := range lines {
		length += len(l) + 1
		first := i - len(needle) + 1
		if first < 0 {
			continue
		}
		// The last line ending of both does not count.
		if s := 2 * float64(shared[first]-1) / float64(total+length-2); s > best {
			best, at = s, first
		}
		length -= len(lines[first]) + 1
	}
	return best, at
}

// commonCharacters is the length of a longest common subsequence of s and a line of
// which has tells where each character stands: a row of the table is one word, in
// which a 0 says that the length grows there.
func commonCharacters(has *[128]uint64, length int, s string) int {
	row := ^uint64(0)
	for k := range len(s) {
		hit := row & has[s[k]]
		row = (row + hit) | (row - hit)
	}
	n := 0
	for k := range length {
		if row>>k&1 == 0 {
			n++
		}
	}
	return n
}
