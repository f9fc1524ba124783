package workspace

import (
	"io/fs"
	"sync"
	"time"
)

const (
	cacheBytes = 256 << 20
	// settled is how old a file's last change must be for its times to prove that it is unchanged:
	// within a file system's clock resolution, two changes look like one.
	settled = 2 * time.Second
)

// cache keeps disk reads between views, by key. It is emptied when it is full.
type cache struct {
	mu      sync.Mutex
	limit   int64
	used    int64
	entries map[string]cached
}

// cached is a reading of a file, with the file's path and its info from just before.
type cached struct {
	reading
	abs  string
	info fs.FileInfo
	// at is the time of the reading, zero once the file is reported as changed.
	at time.Time
}

func newCache(limit int64) *cache { return &cache{limit: limit, entries: map[string]cached{}} }

func (c *cache) get(key string) cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries[key]
}

// proves reports whether a file with this info is unchanged.
func (r cached) proves(now fs.FileInfo) bool {
	if r.info == nil {
		return false
	}
	changed := r.info.ModTime()
	if c := changeTime(r.info); c.After(changed) {
		changed = c
	}
	return sameState(r.info, now) && r.at.Sub(changed) >= settled
}

// sameState reports whether two infos are of the same file and don't show a change.
func sameState(a, b fs.FileInfo) bool {
	return sameFile(a, b) && a.Size() == b.Size() && a.Mode() == b.Mode() &&
		a.ModTime().Equal(b.ModTime()) && changeTime(a).Equal(changeTime(b))
}

// weight estimates the bytes that a reading keeps, including a line index.
func (r cached) weight() int64 {
	const perLine, perFile = 4 + 18, 512
	if r.file == nil {
		return perFile
	}
	t := r.file.Text
	return int64(t.Len()) + int64(t.LineCount())*perLine + perFile
}

func (c *cache) put(key string, r cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, found := c.entries[key]; found {
		delete(c.entries, key)
		c.used -= old.weight()
	}
	if r.weight() > c.limit {
		return
	}
	if c.used+r.weight() > c.limit {
		clear(c.entries)
		c.used = 0
	}
	c.entries[key] = r
	c.used += r.weight()
}

// doubt marks the readings of a path as outdated, or all for an unknown path, which may be another
// name of any file.
func (c *cache) doubt(abs string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := false
	for _, r := range c.entries {
		known = known || r.abs == abs
	}
	for key, r := range c.entries {
		if r.abs == abs || !known {
			r.at = time.Time{}
			c.entries[key] = r
		}
	}
}
