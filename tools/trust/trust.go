// Package trust runs the tests that show what docs/trust.md promises. They are lists of
// cases, spread over the packages that hold the promises, and found by a list's id:
//
//	go test -run 'Trust/P4' ./...
//
// It is test support, as httptest is. The table at the end of docs/trust.md is made of
// [Promises], [Lists] and the calls of [Run]; a promise or a list without tests fails the
// tests of tools/docs.
package trust

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Case is a case of a list, by what it is about.
type Case struct {
	Name string
	Run  func(t *testing.T)
}

// Named returns cases in the order of their names.
func Named(byName map[string]func(t *testing.T)) []Case {
	var cases []Case
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		cases = append(cases, Case{name, byName[name]})
	}
	return cases
}

// Run runs cases of a list. There must be at least so many.
func Run(t *testing.T, list string, atLeast int, cases []Case) {
	t.Run(list, func(t *testing.T) {
		if len(cases) == 0 {
			t.Skip("this system has nothing of the kind")
		}
		assert.GreaterOrEqual(t, len(cases), atLeast)
		seen := map[string]bool{}
		for _, c := range cases {
			assert.False(t, seen[c.Name], "two cases %q", c.Name)
			seen[c.Name] = true
			t.Run(c.Name, c.Run)
		}
	})
}
