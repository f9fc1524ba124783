package lsp

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// folderName returns a name for one of several folders: its last name if these differ, else the client's
// name for it, else the end of its path.
func (n *snapshot) folderName(dir string, all []string) string {
	names := []func(string) string{filepath.Base, n.clientFolderName}
	for size := 2; size < strings.Count(filepath.ToSlash(dir), "/"); size++ {
		names = append(names, func(dir string) string { return pathEnd(dir, size) })
	}
	for _, name := range names {
		if tellApart(all, name) {
			return name(dir)
		}
	}
	return dir
}

// tellApart reports whether all folders have names, and no two the same.
func tellApart(all []string, name func(string) string) bool {
	seen := map[string]bool{"": true}
	for _, dir := range all {
		if seen[name(dir)] {
			return false
		}
		seen[name(dir)] = true
	}
	return true
}

// clientFolderName returns the client's name for a workspace folder, or "".
func (n *snapshot) clientFolderName(dir string) string {
	i := slices.IndexFunc(n.folders, func(f protocol.WorkspaceFolder) bool {
		path, ok := protocol.Path(f.URI)
		return ok && filepath.Clean(path) == dir
	})
	if i < 0 {
		return ""
	}
	return n.folders[i].Name
}

// pathEnd returns the last names of a path.
func pathEnd(path string, size int) string {
	names := strings.Split(filepath.ToSlash(path), "/")
	return strings.Join(names[max(0, len(names)-size):], "/")
}
