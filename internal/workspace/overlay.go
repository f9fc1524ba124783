package workspace

import (
	"context"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

type overlay struct {
	abs     string
	version int32
	text    *text.Text
}

// documentKey returns the key of an open document. Clients close it under the name they opened it
// with.
func documentKey(abs string) string {
	abs = filepath.Clean(abs)
	if volume := filepath.VolumeName(abs); volume != "" {
		abs = strings.ToLower(volume) + abs[len(volume):]
	}
	return abs
}

// byKey returns the open documents by key. If two are the same file, it prefers the one opened under
// the file's own name, then the first by name, so that all views agree.
func (v *View) byKey(ctx context.Context, overlays map[string]*overlay) map[string]*overlay {
	byKey := make(map[string]*overlay, len(overlays))
	for _, name := range slices.Sorted(maps.Keys(overlays)) {
		if ctx.Err() != nil {
			break
		}
		o := overlays[name]
		k := v.locate(ctx, o.abs)
		if k != "" && (byKey[k] == nil || filepath.ToSlash(o.abs) == k) {
			byKey[k] = o
		}
	}
	return byKey
}

// locate returns the key of a path from the editor, or "" if it is outside the roots. It compares
// text first, then resolves links.
func (v *View) locate(ctx context.Context, abs string) string {
	slash := path.Clean(filepath.ToSlash(abs))
	if key := v.locateIn(ctx, slash); key != "" {
		return key
	}
	// A new document's file may not exist, so resolve its folder.
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
		rest, ok := w.below(slash)
		if !ok || rest == "" {
			continue
		}
		if p, refusal := w.walk(ctx, rest); refusal == nil {
			return p.key()
		}
	}
	return ""
}
