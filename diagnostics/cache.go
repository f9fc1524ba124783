package diagnostics

import (
	"context"
	"hash/maphash"
	"reflect"
	"slices"
	"sync"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Cache memoizes the expensive parts of checking a chat: tokens and paths by text, plans by content and blocks,
// diagnoses by content, missing lines and the lines to replace them. It keeps what the last two checks
// used. It is safe for concurrent use; nil caches nothing.
type Cache struct {
	mu     sync.Mutex
	tokens parse.Memo
	// parsed is the last chat, read with options.
	parsed  *parse.Result
	options parse.Options
	plans   apply.Cache
	// current is for this and later checks, previous of the check before.
	current, previous map[diagnosisKey]*diagnosis
}

// diagnosisKey identifies a diagnosis by the immutable text and a hash of the lines, seeded against
// collisions.
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
		_ = h.WriteByte('\n') // no line contains one
	}
	return diagnosisKey{o.Miss.File.Text(), h.Sum64()}
}

// Parse parses a chat like [Check]. It holds the lock so that concurrent checks don't scan the same
// lines.
func (c *Cache) Parse(ctx context.Context, chat *text.Text, o parse.Options) (*parse.Result, error) {
	if c == nil {
		return parse.Document(ctx, chat, o, nil)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.parsed != nil && c.parsed.Text == chat && reflect.DeepEqual(c.options, o) {
		return c.parsed, nil
	}
	doc, err := parse.Document(ctx, chat, o, &c.tokens)
	if err == nil {
		c.parsed, c.options = doc, o
	}
	return doc, err
}

func (c *Cache) forPlans() *apply.Cache {
	if c == nil {
		return nil
	}
	return &c.plans
}

// lookup sets the known diagnoses and begins a new generation: unused ones are dropped at the next
// lookup.
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

func (c *Cache) keep(b *Block) {
	if c != nil && b.isMissed() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.current[b.key] = b.diagnosis
	}
}
