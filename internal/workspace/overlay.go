package workspace

import (
	"context"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// relocate is how long it is taken for granted where an open document's path
// leads. Only moving links or folders about changes it.
const relocate = time.Second

// overlay is one state of an open document.
type overlay struct {
	abs     string
	version int32
	content *content
	where   *location
}

// location remembers where a document's path leads; its states share it.
type location struct {
	mu    sync.Mutex
	key   string
	at    time.Time
	roots string
}

func newOverlay(abs string, version int32, t *text.Text, before *overlay) *overlay {
	o := &overlay{abs: abs, version: version, content: &content{text: t}, where: &location{}}
	if before != nil {
		o.where = before.where
	}
	return o
}

// documentKey is what documents are told apart by while they are open: the
// client closes a document under the name that it opened it with.
func documentKey(abs string) string {
	abs = filepath.Clean(abs)
	if volume := filepath.VolumeName(abs); volume != "" {
		abs = strings.ToLower(volume) + abs[len(volume):]
	}
	return abs
}

// key is the key of the file that the document is, through the view's roots; if
// it is in none of them it is empty.
func (o *overlay) key(ctx context.Context, v *View) string {
	o.where.mu.Lock()
	defer o.where.mu.Unlock()
	now := v.ws.clock()
	if o.where.roots == v.signature && now.Sub(o.where.at) < relocate {
		return o.where.key
	}
	key := v.locate(ctx, o.abs)
	if ctx.Err() == nil {
		o.where.key, o.where.at, o.where.roots = key, now, v.signature
	}
	return key
}

// locate finds the key of a path that the editor gave: by its text, else, for a
// path that leads into a root through links from elsewhere, by resolving these.
func (v *View) locate(ctx context.Context, abs string) string {
	slash := path.Clean(filepath.ToSlash(abs))
	if key := v.locateIn(ctx, slash); key != "" {
		return key
	}
	// A new document's file need not stand: its folder is resolved then.
	if real, err := v.ws.disk.real(abs); err == nil {
		return v.locateIn(ctx, filepath.ToSlash(real))
	}
	dir, base := filepath.Split(abs)
	if real, err := v.ws.disk.real(filepath.Clean(dir)); err == nil {
		return v.locateIn(ctx, slashDir(real)+"/"+base)
	}
	return ""
}

func (v *View) locateIn(ctx context.Context, slash string) string {
	for _, w := range v.walkers {
		rest, ok := w.root.below(slash)
		if !ok || rest == "" {
			continue
		}
		if p, refusal := w.walk(ctx, rest); refusal == nil {
			return p.key(w.root)
		}
	}
	return ""
}
