package wire

import (
	"strconv"
	"sync"
)

// calls knows which of our calls the client still has to answer. An answer to
// anything else must not reach jsonrpc2.
type calls struct {
	mu   sync.Mutex
	last uint64
	open map[string]uint64
}

// next numbers a new call. The numbers begin at 1: to some clients 0 is no id.
func (c *calls) next() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == nil {
		c.open = map[string]uint64{}
	}
	c.last++
	c.open[callKey(c.last)] = c.last
	return c.last
}

// forget says that call n was never sent.
func (c *calls) forget(n uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, callKey(n))
}

// answered returns the number of the call that has this id, once.
func (c *calls) answered(ident id) (uint64, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, ok := c.open[ident.key]
	delete(c.open, ident.key)
	return n, ok
}

func callKey(n uint64) string { return numberKey(strconv.FormatUint(n, 10)) }
