// Package golden compares texts with expected ones. It is test support.
//
// Expected output has headlines as their codes in braces, such as {file-not-found}, so that a
// headline can be reworded without changing every text that has it.
package golden

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

// Update reports whether tests write the expected output instead of comparing with it.
var Update = os.Getenv("UPDATE") != ""

// Equal reports whether two texts are equal. If not, it fails the test with the lines that differ.
func Equal(t testing.TB, want, got string) bool {
	t.Helper()
	if want != got {
		t.Errorf("%s\nUPDATE=1 go test updates expected output", difference(want, got))
	}
	return want == got
}

// shown is how many differing lines of each text are printed.
const shown = 4

// difference describes where two texts differ. The message has at most 2+2*shown lines.
func difference(want, got string) string {
	w, g := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	first := 0
	for first < min(len(w), len(g)) && w[first] == g[first] {
		first++
	}
	w, g = w[first:], g[first:]
	for len(w) > 0 && len(g) > 0 && w[len(w)-1] == g[len(g)-1] {
		w, g = w[:len(w)-1], g[:len(g)-1]
	}
	var b strings.Builder
	fmt.Fprintf(&b, "from line %d, %d lines are expected, not these %d:", first+1, len(w), len(g))
	for _, side := range []struct {
		sign  string
		lines []string
	}{{"-", w}, {"+", g}} {
		for _, line := range side.lines[:min(shown, len(side.lines))] {
			fmt.Fprintf(&b, "\n%s %q", side.sign, line)
		}
	}
	return b.String()
}

var asCodes, asWords = func() (*strings.Replacer, *strings.Replacer) {
	var to, from []string
	entries := slices.Clone(codes.All())
	// If one headline begins with another, the longer one is replaced.
	slices.SortFunc(entries, func(a, b codes.Entry) int { return cmp.Compare(len(words(b)), len(words(a))) })
	for _, e := range entries {
		to = append(to, words(e), "{"+string(e.Code)+"}")
		from = append(from, "{"+string(e.Code)+"}", words(e))
	}
	return strings.NewReplacer(to...), strings.NewReplacer(from...)
}()

// words returns what a headline begins with, whatever it is about.
func words(e codes.Entry) string {
	fixed, _, _ := strings.Cut(e.Headline, "{")
	fixed, _, _ = strings.Cut(fixed, " (")
	return strings.TrimRight(fixed, ": ")
}

// Codes replaces headlines by their codes in braces.
func Codes(text string) string { return asCodes.Replace(text) }

// Words replaces codes in braces by their headlines.
func Words(text string) string { return asWords.Replace(text) }
