// Package trust runs the tests of the promises in docs/trust.md. They are lists of cases, spread
// over the packages that keep the promises. A list runs by its id:
//
//	go test -run 'Trust/P4' ./...
//
// This is test support, like httptest. The table at the end of docs/trust.md is generated from
// [Promises], [Lists] and the calls of [Run]. A promise or a list without tests fails the tests of
// tools/docs.
package trust

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Case is a test case of a list.
type Case struct {
	Name string
	Run  func(t *testing.T)
}

// Named returns cases sorted by name.
func Named(byName map[string]func(t *testing.T)) []Case {
	var cases []Case
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		cases = append(cases, Case{name, byName[name]})
	}
	return cases
}

// Run runs the cases of a list; there must be at least atLeast.
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
