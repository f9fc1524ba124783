package diagnostics

import (
	"context"
	"hash/maphash"
	"slices"
	"sync"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Cache holds what is expensive in the checks of one chat, by what it depends on: tokens by
// the text that they were read from, plans by the target's content and its blocks, and
// diagnoses by the target's content, the lines that weren't found and those to take their place. It keeps what the
// last two checks asked for. It is safe for concurrent use; nil caches nothing.
type Cache struct {
	mu     sync.Mutex
	tokens parse.Memo
	plans  apply.Cache
	// Diagnoses of this check and those after it, and of the one before.
	current, previous map[diagnosisKey]*diagnosis
}

// diagnosisKey says what a diagnosis depends on. A text never changes, so its address
// stands for its content; of the lines there is a hash with a seed that no chat knows.
type diagnosisKey struct {
	target *text.Text
	lines  uint64
}

var seed = maphash.MakeSeed()

func keyOf(o *apply.Outcome) diagnosisKey {
	var h maphash.Hash
	h.SetSeed(seed)
	b := o.Block
	maphash.WriteComparable(&h, [4]int{b.Leading.Len(), b.Old.Len(), b.New.Len(), b.Trailing.Len()})
	for _, l := range slices.Concat(o.Needle(), o.Replacement()) {
		_, _ = h.WriteString(l)
		_ = h.WriteByte('\n') // no line holds one
	}
	return diagnosisKey{o.Miss.File.Text(), h.Sum64()}
}

// Parse reads a chat as [Check] does. It holds the lock: two checks that read the same new
// lines would both look at them.
func (c *Cache) Parse(ctx context.Context, chat *text.Text, o parse.Options) (*parse.Result, error) {
	if c == nil {
		return parse.Document(ctx, chat, o, nil)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return parse.Document(ctx, chat, o, &c.tokens)
}

func (c *Cache) forPlans() *apply.Cache {
	if c == nil {
		return nil
	}
	return &c.plans
}

// lookup gives blocks the diagnoses that are known, and begins a new generation: what
// nobody asks for until the next one is forgotten.
func (c *Cache) lookup(blocks []Block) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.previous, c.current = c.current, map[diagnosisKey]*diagnosis{}
	for i := range blocks {
		b := &blocks[i]
		if !b.isMissed() {
			continue
		}
		b.key = keyOf(b.Outcome)
		if d := c.previous[b.key]; d != nil {
			b.diagnosis, b.Estimated = d, d.estimated
			c.current[b.key] = d
		}
	}
}

// keep adds the diagnosis of a block to the cache.
func (c *Cache) keep(b *Block) {
	if c != nil && b.isMissed() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.current[b.key] = b.diagnosis
	}
}
