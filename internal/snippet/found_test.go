package snippet

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPlaceFound(t *testing.T) {
	for _, c := range []struct {
		name, file, sought, block, after string
		err                              error
	}{
		{"in one place", "a b c", "b", "x y", "a x y c", nil},
		{"in two places", "a b a", "a", "x", "", SeveralPlaces},
		{"in none", "a b", "c", "x", "", NotFound},
		{"put there already", "a x c", "b", "x", "", ChangesNothing},
		{"lines added already", "a b x", "b", "b x", "", ChangesNothing},
		{"lines added already above", "x b a", "b", "x b", "", ChangesNothing},
		{"the same lines", "a b", "b", "b", "", ChangesNothing},
		{"lines left out", "a b c", "b", "x ...", "", LeavesLinesOut},
		{"dots that are code", "a ... c", "...", "x ...", "a x ... c", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			now, err := PlaceFound(strings.Fields(c.file), strings.Fields(c.block), strings.Fields(c.sought))
			assert.Equal(t, c.err, err)
			assert.Equal(t, c.after, strings.Join(now, " "))
		})
	}
}
