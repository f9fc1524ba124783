package wire

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestQueueKeepsTheOrderOfEveryGiver(t *testing.T) {
	q := newQueue[[2]int]()
	var givers sync.WaitGroup
	for g := range 4 {
		givers.Go(func() {
			for i := range 1000 {
				assert.True(t, q.push("", [2]int{g, i}))
			}
		})
	}
	go func() { givers.Wait(); q.close() }()
	var next [4]int
	for items := q.take(); len(items) > 0; items = q.take() {
		for _, item := range items {
			assert.Equal(t, next[item[0]], item[1])
			next[item[0]]++
		}
	}
	assert.Equal(t, [4]int{1000, 1000, 1000, 1000}, next)
	assert.False(t, q.push("", [2]int{}))
}
