package workspace

import (
	"cmp"
	"context"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

const (
	// listed bounds the result of List, per folder.
	listed = 2000
	// searched bounds the entries that a search looks at, over all roots.
	searched = 20000
)

// Entry is an entry of a folder.
type Entry struct {
	Name   string
	Folder bool
}

// List returns the entries of a folder to complete a path, by name and at most 2,000 per folder.
// dir is named as in a block, empty for the roots, and is looked up in every base. Refused entries
// are omitted.
func (v *View) List(ctx context.Context, dir string) ([]Entry, *Refusal) {
	clean := ""
	if dir != "" {
		var refusal *Refusal
		if clean, refusal = CheckName(strings.TrimSuffix(toSlash(dir), "/")); refusal != nil {
			return nil, refusal
		}
	}
	var all []Entry
	for _, b := range v.bases {
		all = append(all, b.walker.entries(ctx, path.Join(b.dir, clean))...)
	}
	slices.SortFunc(all, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	return slices.CompactFunc(all, func(a, b Entry) bool { return a.Name == b.Name }), nil
}

func (w *walker) entries(ctx context.Context, dir string) []Entry {
	in, refusal := w.walk(ctx, dir)
	if refusal != nil || !in.exists() || !in.info.IsDir() || in.denied(ctx) != nil {
		return nil
	}
	found, _ := w.folder.list(in.path, listed)
	var all []Entry
	for _, e := range found {
		if ctx.Err() != nil {
			return nil
		}
		name, refusal := CheckName(e.Name())
		if refusal != nil || name != e.Name() {
			continue
		}
		kind := e.Type()
		if kind&fs.ModeSymlink != 0 {
			p, refusal := w.walk(ctx, path.Join(in.path, name))
			if refusal != nil || !p.exists() || p.denied(ctx) != nil {
				continue
			}
			kind = p.info.Mode()
		}
		if kind.IsDir() || kind.IsRegular() {
			all = append(all, Entry{Name: name, Folder: kind.IsDir()})
		}
	}
	return all
}

// Similar returns up to limit paths that each of some missing files' names may mean, the likeliest first:
// files with the same base name, ignoring case, ranked by how many parent folders match; then files
// in the same folder with a similar name. It looks at up to 20,000 entries.
func (v *View) Similar(ctx context.Context, names []string, limit int) map[string][]string {
	wanted, scores := map[string]string{}, map[string]map[string]int{}
	for _, name := range names {
		if clean, refusal := CheckName(name); refusal == nil {
			wanted[name], scores[name] = fold(clean), map[string]int{}
		}
	}
	score := func(dir string, entries []fs.DirEntry) {
		for _, e := range entries {
			at := path.Join(dir, e.Name())
			if _, refusal := CheckName(at); refusal != nil || !e.Type().IsRegular() {
				continue
			}
			folded := fold(at)
			for name, wanted := range wanted {
				if n := similarity(folded, wanted); n > 0 {
					scores[name][at] = n
				}
			}
		}
	}
	notMeant := func(folder string) bool {
		return isBulk(folder) || strings.HasPrefix(folder, ".") && folder != ".github"
	}
	left := searched
	for _, w := range v.walkers {
		w.walkFolders(ctx, &left, notMeant, score)
	}
	found := map[string][]string{}
	for name, scores := range scores {
		paths := slices.Collect(maps.Keys(scores))
		slices.SortFunc(paths, func(a, b string) int {
			return cmp.Or(scores[b]-scores[a], cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
		})
		found[name] = paths[:min(limit, len(paths))]
	}
	return found
}

// walkFolders visits the folders of a root breadth-first until it has seen `left` entries. It
// doesn't follow links, and skips version control folders and what skip selects.
func (w *walker) walkFolders(ctx context.Context, left *int, skip func(name string) bool, visit func(dir string, entries []fs.DirEntry)) {
	for queue := []string{"."}; len(queue) > 0 && *left > 0 && ctx.Err() == nil; queue = queue[1:] {
		if (&destination{walker: w, path: queue[0]}).denied(ctx) != nil {
			continue
		}
		entries, _ := w.folder.list(queue[0], *left)
		*left -= len(entries)
		visit(queue[0], entries)
		for _, e := range entries {
			if e.IsDir() && !skip(e.Name()) {
				queue = append(queue, path.Join(queue[0], e.Name()))
			}
		}
	}
}

func isBulk(name string) bool {
	switch name {
	case "node_modules", "vendor", "target", "dist", "build", "__pycache__", "venv":
		return true
	}
	return false
}

// similarity returns how close a folded path is to the missing one, 0 if it can't be meant.
func similarity(at, wanted string) int {
	const samePart, sameBase = 10, 5
	a, b := path.Base(at), path.Base(wanted)
	if a == b {
		return sameBase + samePart*commonEnd(at, wanted)
	}
	// The name in the chat may be very long. A short one is near to any other.
	const shortest, long = 5, 8
	allowed := 1
	switch stem := len(strings.TrimSuffix(b, path.Ext(b))); {
	case stem < shortest:
		return 0
	case stem >= long:
		allowed = 2
	}
	if path.Dir(at) != path.Dir(wanted) || max(len(a)-len(b), len(b)-len(a)) > allowed {
		return 0
	}
	d := text.Distance(a, b)
	if d > allowed {
		return 0
	}
	return sameBase - min(d, sameBase-1)
}

func commonEnd(a, b string) int {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(as) && n < len(bs) && as[len(as)-1-n] == bs[len(bs)-1-n] {
		n++
	}
	return n
}
