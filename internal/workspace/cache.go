package workspace

import (
	"container/list"
	"io/fs"
	"os"
	"sync"
	"time"
)

const (
	// cacheBytes bounds the memory that disk reads keep between views.
	cacheBytes = 256 << 20
	// settled is how old a file's last change must be, when it is read, before its
	// times are taken as proof: within the grain of a file system's clock two
	// changes look like one.
	settled = 2 * time.Second
)

// cache keeps disk reads between views, by key. Least recently used go first.
type cache struct {
	mu      sync.Mutex
	limit   int64
	used    int64
	entries map[string]*list.Element
	order   *list.List // of *cached, the latest first
}

// cached is one reading of a file, and what the file looked like just before.
type cached struct {
	reading
	key    string
	info   fs.FileInfo
	at     time.Time
	weight int64
	// doubted: someone said that the file changed.
	doubted bool
}

func newCache(limit int64) *cache {
	return &cache{limit: limit, entries: map[string]*list.Element{}, order: list.New()}
}

// get gives the last reading under a key, or nil. Fresh tells whether it still
// holds for a file that info describes.
func (c *cache) get(key string, info fs.FileInfo) (last *cached, fresh bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[key]
	if e == nil {
		return nil, false
	}
	c.order.MoveToFront(e)
	last = e.Value.(*cached)
	return last, !last.doubted && last.proves(info)
}

// proves tells whether what was read then is what stands there now.
func (r *cached) proves(now fs.FileInfo) bool {
	changed := r.info.ModTime()
	if c := changeTime(r.info); c.After(changed) {
		changed = c
	}
	return os.SameFile(r.info, now) && r.info.Size() == now.Size() && r.info.Mode() == now.Mode() &&
		r.info.ModTime().Equal(now.ModTime()) && changeTime(r.info).Equal(changeTime(now)) &&
		r.at.Sub(changed) >= settled
}

// put keeps a reading.
func (c *cache) put(r *cached) {
	r.weight = 512
	if r.file != nil {
		r.weight = r.file.content.weight()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.entries[r.key]; e != nil {
		c.drop(e)
	}
	if r.weight > c.limit {
		return
	}
	c.entries[r.key] = c.order.PushFront(r)
	c.used += r.weight
	for c.used > c.limit {
		c.drop(c.order.Back())
	}
}

func (c *cache) drop(e *list.Element) {
	r := c.order.Remove(e).(*cached)
	delete(c.entries, r.key)
	c.used -= r.weight
}

// forget drops a reading.
func (c *cache) forget(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.entries[key]; e != nil {
		c.drop(e)
	}
}

// doubt has a reading checked against the disk at its next use; an unknown key
// has all of them checked, since it may be another name of any.
func (c *cache) doubt(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.entries[key]; e != nil {
		markDoubted(e)
		return
	}
	for _, e := range c.entries {
		markDoubted(e)
	}
}

// markDoubted marks a copy: readings are handed out and never change.
func markDoubted(e *list.Element) {
	doubted := *e.Value.(*cached)
	doubted.doubted = true
	e.Value = &doubted
}
