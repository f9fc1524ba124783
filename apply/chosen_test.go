package apply

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// told is all that a plan says of its blocks and files.
func told(p *Plan) string {
	var b strings.Builder
	for _, o := range p.Outcomes {
		fmt.Fprintln(&b, o.Status, o.Reason, o.Matches, o.MatchCount, o.Chosen, o.Ambiguous, o.NoChange, o.Estimated,
			o.Blocker, o.First, o.Last, o.DependsOn, o.SpoiledBy, o.InsideLine)
		if o.Miss != nil {
			fmt.Fprintln(&b, o.Miss.At, o.Miss.Agreed)
		}
	}
	for _, f := range p.Files {
		fmt.Fprintln(&b, f.Blocks, f.Edits())
	}
	return b.String()
}

// A file that has no index yet is judged as one that has.
func TestPlansAreTheSameWithAndWithoutAnIndexOfAllLines(t *testing.T) {
	rnd := rand.New(rand.NewPCG(31, 1))
	few := 0
	for round := range 150 {
		lines := make([]string, 400)
		kinds := 2 + rnd.IntN(600)
		for i := range lines {
			lines[i] = strings.Repeat("x", rnd.IntN(3)) + fmt.Sprint(rnd.IntN(1+rnd.IntN(kinds)))
		}
		var chat strings.Builder
		guess := append([]string{}, lines...)
		for i := range 1 + rnd.IntN(12) {
			n := rnd.IntN(len(guess) - 12)
			part := func() []string {
				from := n
				n += rnd.IntN(4)
				return guess[from:n]
			}
			s := sections{leading: part(), old: part(), trailing: part()}
			switch rnd.IntN(4) {
			case 0:
				s.new = append([]string{fmt.Sprint("new ", i)}, s.old...)
			case 1:
				s.new = guess[n : n+rnd.IntN(3)]
			case 2:
				s.new, s.old = s.old, []string{fmt.Sprint("gone ", i)}
			default:
				s.new = []string{fmt.Sprint("new ", i), "}"}
			}
			chat.WriteString(writers[rnd.IntN(len(writers))]("a.txt", s))
			guess[n] = fmt.Sprint("new ", i)
		}
		cold, warm := oneFile(chatLines(lines)), oneFile(chatLines(lines))
		warm.files["a.txt"].Index()
		for _, only := range []map[int]bool{nil, {0: true, 2: true}} {
			got := planned(t, chat.String(), cold, Options{Only: only})
			want := planned(t, chat.String(), warm, Options{Only: only})
			require.Equal(t, told(want), told(got), "round %d: %s", round, chat.String())
			if len(want.Outcomes) > 0 && !cold.files["a.txt"].Indexed() {
				few++
			}
		}
	}
	require.Greater(t, few, 20, "some files were judged without an index of all lines")
}
