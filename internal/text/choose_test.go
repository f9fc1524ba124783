package text

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestChooseFindsOfChosenLinesWhatAnIndexOfAllFinds(t *testing.T) {
	rnd := rand.New(rand.NewPCG(22, 1))
	for range 300 {
		var b strings.Builder
		kinds := 1 + rnd.IntN(400)
		for range rnd.IntN(1500) {
			// Few lines are frequent, most are rare.
			fmt.Fprintf(&b, "%d%s", rnd.IntN(1+rnd.IntN(kinds)), []string{"\n", "\r\n"}[rnd.IntN(2)])
		}
		x := New(b.String())
		all := newIndex(x)
		wanted := map[string]bool{}
		for range rnd.IntN(60) {
			wanted[fmt.Sprint(rnd.IntN(kinds+20))] = true
		}
		few := Choose(x, slices.Collect(maps.Keys(wanted)))
		for k := range kinds + 40 {
			l := fmt.Sprint(k)
			want, _ := all.Find(l)
			got, known := few.Find(l)
			require.Equal(t, wanted[l] && len(want) <= maxChosen, known, "%q", l)
			if known {
				require.True(t, slices.Equal(want, got), "%q", l)
			}
		}
	}
}

func TestChooseKnowsNothingOfWhatIsEverywhere(t *testing.T) {
	x := New(strings.Repeat("same\n", 100_000))
	ix := Choose(x, []string{"same"})
	_, known := ix.Find("same")
	require.False(t, known, "it stands nearly everywhere")
}
