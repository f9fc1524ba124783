package diagnostics

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// plainPieces calls visit with the hash of each piece of a line, and counts them, by a
// plain loop.
func plainPieces(line string, visit func(hash uint32)) (all int) {
	var piece uint32
	n := 0
	for i := range len(line) {
		c := line[i]
		if c == ' ' || c == '\t' {
			continue
		}
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		piece = piece<<8 | uint32(c)
		if n++; n >= gram {
			visit(hashGram(piece))
		}
	}
	if n > 0 && n < gram {
		visit(hashGram(piece))
		return 1
	}
	return max(0, n-gram+1)
}

// strangeLines are lines of a program, and such as no program has.
func strangeLines(rnd *rand.Rand) []string {
	lines := append(codeLike(rnd, 400), "", " ", "\t x", "ab", "abc", "ABCD", "abcdefg", "abcdefgh", "abcdefghi", strings.Repeat("aB c", 999))
	for range 2000 {
		line := make([]byte, rnd.IntN(90))
		for i := range line {
			if line[i] = byte(rnd.IntN(256)); rnd.IntN(3) > 0 || line[i] == '\n' {
				line[i] = " \t@AZ[`az{\x00\x1f\x7f\x80\xa0\xc1\xff"[rnd.IntN(17)]
			}
		}
		lines = append(lines, string(line))
	}
	return lines
}

// What the scan counts, many letters at a time, is what a plain loop counts.
func TestSharedPiecesAgainstAPlainCount(t *testing.T) {
	rnd := rand.New(rand.NewPCG(12, 12))
	lines := strangeLines(rnd)
	lines = append(lines, lines...) // more than are looked at at once
	x := text.New(strings.Join(lines, "\n") + "\n")
	lines = x.Lines(0, text.Line(x.LineCount()))
	f := x.Folded()
	require.Greater(t, f.Lines(), checkEvery)
	for range 20 {
		var set grams
		known := map[uint32]bool{}
		first := rnd.IntN(len(lines) - 10)
		for _, l := range lines[first : first+1+rnd.IntN(10)] {
			set.add(text.FoldLine(l))
			plainPieces(l, func(h uint32) { known[h] = true })
		}
		var got []sharing
		for s := newScan(f, &set); s.next(); {
			got = append(got, s.lines...)
		}
		require.Len(t, got, len(lines))
		for i, l := range lines {
			want := sharing{}
			want.all = int32(plainPieces(l, func(h uint32) {
				if known[h] {
					want.pieces++
				}
			}))
			require.Equal(t, want, got[i], "%q", l)
		}
	}
}

// plainLikely is [likely] by its definition: the promise of every run, and as many of
// those that promise most as may be.
func plainLikely(x *text.Text, needle []string, most int) []int {
	n := min(len(needle), x.LineCount())
	count := x.LineCount() - n + 1
	var firsts []int
	known, total := map[uint32]bool{}, 0
	for _, l := range needle {
		total += plainPieces(l, func(h uint32) { known[h] = true })
	}
	shared, all := make([]int, x.LineCount()), make([]int, x.LineCount())
	for i, l := range x.Lines(0, text.Line(x.LineCount())) {
		all[i] = plainPieces(l, func(h uint32) {
			if known[h] {
				shared[i]++
			}
		})
	}
	promise := make([]int, count)
	for first := range promise {
		hits, pieces := 0, 0
		for i := first; i < first+n; i++ {
			hits, pieces = hits+shared[i], pieces+all[i]
		}
		promise[first] = 2 * min(hits, total) * steps / max(1, total+pieces)
	}
	if most < count {
		most = max(fewestMeasured, most/4)
	}
	sorted := slices.Sorted(slices.Values(promise))
	slices.Reverse(sorted)
	least := 1
	if most < count {
		least = min(steps, max(1, sorted[most]+1))
	}
	for first, p := range promise {
		if (p >= least || most >= count) && len(firsts) < most {
			firsts = append(firsts, first)
		}
	}
	return firsts
}

// The runs that promise most are those that promise most of all.
func TestLikelyAgainstAllPromises(t *testing.T) {
	rnd := rand.New(rand.NewPCG(14, 14))
	strange := strangeLines(rnd)
	kinds := []func(n int) []string{
		func(n int) []string { return codeLike(rnd, n) },
		func(n int) []string { return slices.Repeat([]string{"the same line"}, n) },
		func(n int) []string { return slices.Repeat([]string{"abcd", "", "x", "abce"}, n/4+1) },
		func(n int) []string {
			lines := make([]string, n)
			for i := range lines {
				lines[i] = strange[rnd.IntN(len(strange))]
			}
			return lines
		},
		func(n int) []string { return append(codeLike(rnd, n), strings.Repeat("long ", 1<<14)) },
	}
	chosen := 0
	for i := range 200 {
		lines := kinds[i%len(kinds)](1 + rnd.IntN(1500))
		x := text.New(strings.Join(lines, "\n") + "\n")
		n := []int{1, 2, 10, 200}[rnd.IntN(4)]
		first := rnd.IntN(len(lines))
		needle := lines[first:min(first+n, len(lines))]
		if rnd.IntN(3) > 0 {
			needle = misremembered(rnd, needle, true)
		}
		most := 1 + rnd.IntN(300)
		want := plainLikely(x, needle, most)
		got, err := likely(t.Context(), x.Folded(), needle, most)
		require.NoError(t, err)
		require.Equal(t, len(want), len(got))
		for j := range want {
			require.Equal(t, want[j], got[j], "run %d of those like %q", j, needle)
		}
		if len(got) < len(lines)-n {
			chosen++
		}
	}
	assert.Greater(t, chosen, 80)
}
