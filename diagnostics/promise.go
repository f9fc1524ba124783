package diagnostics

import (
	"context"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// likely gives the first lines of the runs, as long as the needle, that share most
// pieces of four bytes with it: all runs where there are no more than most, else about
// a quarter as many. It reads each line once.
func likely(ctx context.Context, f *text.Folded, needle []string, most int) ([]int, error) {
	n := min(len(needle), f.Lines())
	count := f.Lines() - n + 1
	if count <= most {
		firsts := make([]int, count)
		for i := range firsts {
			firsts[i] = i
		}
		return firsts, nil
	}
	var known grams
	total := 0
	for _, l := range needle {
		letters := text.FoldLine(l)
		known.add(letters)
		total += pieces(len(letters))
	}
	// The run that ends with the present line, and its lines, the oldest at next.
	run, lines, next := sharing{}, make([]sharing, n), 0
	best := newPromises(max(fewestMeasured, most/4))
	l := 0
	for scan := newScan(f, &known); scan.next(); {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, s := range scan.lines {
			oldest := &lines[next]
			run.pieces += s.pieces - oldest.pieces
			run.all += s.all - oldest.all
			*oldest = s
			if next++; next == n {
				next = 0
			}
			if l++; l < n {
				continue
			}
			part, whole := 2*min(int(run.pieces), total), max(1, total+int(run.all))
			if best.wants(part, whole) {
				best.add(l-n, part, whole)
			}
		}
	}
	return best.firsts(), nil
}

// promises are the runs that promise most. A promise is counted in steps, as a whole
// number; what promises nothing is not taken.
type promises struct {
	most int
	runs []promise
	// No run that promises floor or less is among those that promise most; above counts
	// those that promise more, having those that promise so much.
	floor, above int
	having       [steps + 1]int
}

// promise is the promise of the run from line first on.
type promise struct{ first, steps int }

// steps is the promise of a run that has what the needle has, and nothing else.
const steps = 1024

func newPromises(most int) *promises { return &promises{most: most} }

// wants tells whether a run that promises part of whole may be among those that promise
// most: of most runs it is said that they are not, without a division.
func (p *promises) wants(part, whole int) bool {
	return part*steps >= (p.floor+1)*whole && p.above <= p.most
}

// add adds a run that is wanted, behind those before it in the text.
func (p *promises) add(first, part, whole int) {
	r := promise{first, part * steps / whole}
	p.runs = append(p.runs, r)
	p.having[r.steps]++
	p.above++
	for p.above > p.most && p.floor+1 < steps {
		p.floor++
		p.above -= p.having[p.floor]
	}
	if len(p.runs) > 4*p.most {
		p.drop()
	}
}

// drop forgets the runs that promise too little.
func (p *promises) drop() {
	kept := p.runs[:0]
	for _, r := range p.runs {
		if r.steps > p.floor {
			kept = append(kept, r)
		}
	}
	p.runs = kept
}

// firsts are the first lines of the runs that promise most: as many as may be without
// taking one of two that promise the same, but of those that promise all.
func (p *promises) firsts() []int {
	p.drop()
	firsts := make([]int, 0, len(p.runs))
	for _, r := range p.runs[:min(len(p.runs), p.most)] {
		firsts = append(firsts, r.first)
	}
	return firsts
}
