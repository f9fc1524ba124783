package text

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestChanged(t *testing.T) {
	for name, c := range map[string]struct {
		a, b     string
		inA, inB LineRange
	}{
		"nothing":            {"one\ntwo\n", "one\ntwo\n", LineRange{2, 2}, LineRange{2, 2}},
		"a line":             {"one\ntwo\nthree\n", "one\n2\nthree\n", LineRange{1, 2}, LineRange{1, 2}},
		"a line more":        {"one\nthree\n", "one\ntwo\nthree\n", LineRange{1, 1}, LineRange{1, 2}},
		"a line less":        {"one\ntwo\nthree\n", "one\nthree\n", LineRange{1, 2}, LineRange{1, 1}},
		"one of equal lines": {"\n\n\n", "\n\n", LineRange{2, 3}, LineRange{2, 2}},
		"two places":         {"one\ntwo\nthree\nfour\n", "1\ntwo\n3\nfour\n", LineRange{0, 3}, LineRange{0, 3}},
		"from nothing":       {"", "one\n", LineRange{0, 0}, LineRange{0, 1}},
		"a line's ending":    {"one\ntwo", "one\ntwo\n", LineRange{1, 2}, LineRange{1, 2}},
		"all":                {"one\n", "two\nthree\n", LineRange{0, 1}, LineRange{0, 2}},
	} {
		inA, inB := Changed(New(c.a), New(c.b))
		assert.Equal(t, c.inA, inA, name)
		assert.Equal(t, c.inB, inB, name)
	}
}

// The lines outside are equal, however the texts share pages.
func TestChangedAfterEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	before := NewOpen(strings.Repeat("a line of some length, so that there are several pages\n", 8_000))
	for range 200 {
		start := Offset(r.IntN(int(before.Len())))
		end := min(start+Offset(r.IntN(200)), before.Len())
		after := before.Apply([]Edit{{Start: start, End: end, New: []string{"", "x", "\ny\n"}[r.IntN(3)]}})
		inA, inB := Changed(before, after)
		require.Equal(t, before.String()[:before.Start(inA.First)], after.String()[:after.Start(inB.First)])
		require.Equal(t, before.String()[before.Start(inA.End):], after.String()[after.Start(inB.End):])
		before = after
	}
}
