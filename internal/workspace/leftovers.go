package workspace

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Leftovers returns the absolute paths of temporary files in the targets' folders, left by killed
// or unfinished runs.
func (w *Workspace) Leftovers(targets []*Target) []string {
	folders := map[subfolder]bool{}
	for _, t := range targets {
		if t.at != nil {
			folders[subfolder{t.at.walker.root, path.Dir(t.at.path)}] = true
		}
	}
	var all []string
	for at := range folders {
		entries, _ := at.root.folder.list(at.name, 0)
		all = append(all, leftIn(at.root, at.name, entries)...)
	}
	slices.Sort(all)
	return all
}

// AllLeftovers returns the temporary files in all workspace folders, except version control and
// package folders. It looks at up to 20,000 entries.
func (w *Workspace) AllLeftovers(ctx context.Context) []string {
	var all []string
	left := searched
	for _, walker := range w.View(ctx, Origin{}).walkers {
		walker.walkFolders(ctx, &left, isBulk, func(dir string, entries []fs.DirEntry) {
			all = append(all, leftIn(walker.root, dir, entries)...)
		})
	}
	slices.Sort(all)
	return all
}

func leftIn(r *root, dir string, entries []fs.DirEntry) []string {
	var all []string
	for _, e := range entries {
		if name := e.Name(); strings.HasPrefix(name, temporaryPrefix) && strings.HasSuffix(name, temporarySuffix) {
			all = append(all, r.abs(path.Join(dir, name)))
		}
	}
	return all
}
