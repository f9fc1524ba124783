package parse

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

func TestTrimIsTrimSpace(t *testing.T) {
	var parts []string
	for r := range rune(unicode.MaxRune) {
		if unicode.IsSpace(r) {
			s := string(r)
			parts = append(parts, s, s[:len(s)-1], s[1:])
		}
	}
	require.Greater(t, len(parts), 60)
	parts = append(parts, "x", "«", "─", "═", "»", "🟧", "\u200b", "\u180e", "\ufeff", "\x00", "\xff", "\x80", "\xc2", "\xe2\x80")
	r := rand.New(rand.NewPCG(1, 12))
	for range 200_000 {
		var s string
		for range r.IntN(6) {
			s += parts[r.IntN(len(parts))]
		}
		require.Equal(t, strings.TrimSpace(s), trim(s), "%q", s)
	}
}
