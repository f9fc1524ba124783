package workspace

import (
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

// cache keeps disk reads between views, by key. When it is full it starts anew.
type cache struct {
	mu      sync.Mutex
	limit   int64
	used    int64
	entries map[string]*cached
}

// cached is one reading of a file, and what the file looked like just before. It
// never changes.
type cached struct {
	reading
	key  string
	info fs.FileInfo
	at   time.Time
	// doubted: someone said that the file changed.
	doubted bool
}

func newCache(limit int64) *cache { return &cache{limit: limit, entries: map[string]*cached{}} }

// get returns the last reading under a key, or nil, and whether it still holds for a
// file that info describes.
func (c *cache) get(key string, info fs.FileInfo) (last *cached, fresh bool) {
	c.mu.Lock()
	last = c.entries[key]
	c.mu.Unlock()
	return last, last != nil && !last.doubted && last.proves(info)
}

// proves reports whether what was read then is what stands there now.
func (r *cached) proves(now fs.FileInfo) bool {
	changed := r.info.ModTime()
	if c := changeTime(r.info); c.After(changed) {
		changed = c
	}
	return os.SameFile(r.info, now) && r.info.Size() == now.Size() && r.info.Mode() == now.Mode() &&
		r.info.ModTime().Equal(now.ModTime()) && changeTime(r.info).Equal(changeTime(now)) &&
		r.at.Sub(changed) >= settled
}

// weight estimates the bytes that a reading keeps.
func (r *cached) weight() int64 {
	if r.file == nil {
		return 512
	}
	return r.file.content.weight()
}

// put keeps a reading.
func (c *cache) put(r *cached) {
	c.forget(r.key)
	if r.weight() > c.limit {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.used+r.weight() > c.limit {
		clear(c.entries)
		c.used = 0
	}
	c.entries[r.key] = r
	c.used += r.weight()
}

// forget drops a reading.
func (c *cache) forget(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r := c.entries[key]; r != nil {
		delete(c.entries, key)
		c.used -= r.weight()
	}
}

// doubt has a reading checked against the disk at its next use; an unknown key
// has all of them checked, since it may be another name of any.
func (c *cache) doubt(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, r := range c.entries {
		if _, known := c.entries[key]; !known || k == key {
			doubted := *r // readings are handed out
			doubted.doubted = true
			c.entries[k] = &doubted
		}
	}
}
