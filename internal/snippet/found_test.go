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

func TestPlaceFoundIndented(t *testing.T) {
	file := "def f():\n\ta()\n\tif b:\n\t\tc()\n"
	for _, c := range []struct {
		name, file, sought, block, after string
		err                              error
	}{
		{"less than the file", file, "if b:\n\tc()", "if d:\n\n\tc()", "def f():\n\ta()\n\tif d:\n\n\t\tc()\n", nil},
		{"as deep as the file, with another first fence", file, "a()", "\te()", "", NotFound},
		{"in two places", file + "\ta()\n", "a()", "e()", "", SeveralPlaces},
		{"in two places, one deeper", file + "a()\n\ta()\n", "a()", "e()", "def f():\n\ta()\n\tif b:\n\t\tc()\ne()\n\ta()\n", nil},
		{"in two depths", file + "\t\ta()\n", "a()", "e()", "", SeveralPlaces},
		{"put there already", file, "x()", "if b:\n\tc()", "", ChangesNothing},
		{"a line that is there, too", file, "x()", "a()", "", NotFound},
		{"as deep as the file, below the first line", file, "a()", "a()\n\tb()", "", NotFound},
		{"a string of several lines", file, "a()", "x = \"\"\"\nb\n\"\"\"", "", NotFound},
		{"put there, and still found", file, "a()", "a()\nif b:\n\tc()", "", ChangesNothing},
	} {
		t.Run(c.name, func(t *testing.T) {
			split := func(s string) []string { return strings.Split(s, "\n") }
			now, err := PlaceFound(split(c.file), split(c.block), split(c.sought))
			assert.Equal(t, c.err, err)
			assert.Equal(t, c.after, strings.Join(now, "\n"))
		})
	}
}
