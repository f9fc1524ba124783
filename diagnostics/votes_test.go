package diagnostics

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// The lines that vote are those that a plain loop finds, but for more than may vote.
func TestSurvivorsAgainstAPlainLoop(t *testing.T) {
	rnd := rand.New(rand.NewPCG(15, 15))
	words := []string{"", " ", "a", "A", " a", "a b", "ab", "aB\t", "}", "\u00A0}", "é", "É", "\x00"}
	many := 0
	for range 300 {
		lines := make([]string, 1+rnd.IntN(1500))
		for i := range lines {
			lines[i] = words[rnd.IntN(len(words))]
		}
		x := text.New(strings.Join(lines, "\n") + "\n")
		needle := make([]string, 1+rnd.IntN(8))
		for i := range needle {
			needle[i] = words[rnd.IntN(len(words))]
		}
		got := survivors(x, needle)
		for _, l := range needle {
			trimmed := strings.TrimSpace(l)
			var want []int
			for at, o := range lines {
				if trimmed != "" && strings.TrimSpace(o) == trimmed && len(want) <= mostVotes {
					want = append(want, at)
				}
			}
			require.Equal(t, want, got[trimmed], "%q", l)
			if len(want) > mostVotes {
				many++
			}
		}
	}
	assert.Greater(t, many, 100)
}
