package workspace

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

// deniedPart says why a part of a path is never edited, or nothing: some file system
// takes it for a folder of version control, or for one of git's own files, in any
// case, with dots, spaces or a data stream after it, with characters that it ignores,
// or by its short name.
func deniedPart(part string) string {
	part, _, _ = strings.Cut(part, ":")
	part = strings.TrimRightFunc(strings.TrimSpace(fold(part)), func(r rune) bool {
		return r == '.' || unicode.IsSpace(r)
	})
	switch part {
	case ".git", ".hg", ".jj", ".svn":
		return "the " + part + " folder is never edited"
	}
	stem, number, found := strings.Cut(part, "~")
	if !found || number == "" || strings.Trim(number, "0123456789") != "" {
		return ""
	}
	switch {
	case stem == "git", stem == "hg", stem == "jj", stem == "svn":
		return "it is a short name of the ." + stem + " folder on some systems"
	case (stem == "gitmod" || stem == "gitatt") && "1" <= number && number <= "4":
		return "it is a short name of a file of git's on some systems"
	// Where the first four are taken, Windows makes the name from a hash of the long one.
	case len(stem) > 1 && len(part) == 8 && (stem == "gi7eba"[:len(stem)] || stem == "gi7d29"[:len(stem)]):
		return "it is a short name of a file of git's on some systems"
	}
	return ""
}

// isDenied reports whether a clean path goes through a folder of version control.
func isDenied(clean string) bool {
	for part := range strings.SplitSeq(clean, "/") {
		if deniedPart(part) != "" {
			return true
		}
	}
	return false
}

// denied refuses a path, its links resolved, that leads into version control's own
// data, whatever that folder is called.
func (w *walker) denied(ctx context.Context, name, at string) *Refusal {
	if w.root.denied || isDenied(at) {
		return refuse(codes.PathDenied, name, "it leads into a folder of version control, which is never edited")
	}
	for _, own := range w.gitFolders(ctx) {
		if own == "." || fold(at) == fold(own) || strings.HasPrefix(fold(at), fold(own)+"/") {
			return refuse(codes.PathDenied, name, "the .git of the workspace folder leads to it, and git's data is never edited")
		}
	}
	return nil
}

// gitFolders returns the places in the root to which its .git leads: as a link, as a
// file `gitdir: path`, and on by the file `commondir` of the folder that it names.
func (w *walker) gitFolders(ctx context.Context) []string {
	return w.git.get(ctx, func() []string {
		var all []string
		at := ".git"
		for range maxLinks {
			if n := w.lookAt(at); n.err == nil && n.info.IsDir() {
				at += "/commondir"
			}
			target := w.pointer(ctx, at)
			if target == "" {
				break
			}
			if at = w.pointed(path.Dir(at), target); at == "" {
				break
			}
			all = append(all, at)
			// Its folders may be links.
			if p, refusal := w.walk(ctx, at); refusal == nil && p.path != at {
				all = append(all, p.path)
			}
		}
		return all
	})
}

// pointer returns what a link, or a file of git's that names a folder, leads to.
func (w *walker) pointer(ctx context.Context, at string) string {
	const limit = 64 << 10
	n := w.lookAt(at)
	if n.err != nil || n.target != "" || !n.info.Mode().IsRegular() {
		return n.target
	}
	// A path that is not UTF-8 cannot be named by a block.
	line, refusal := readFile(ctx, w.root.folder, at, n.info, limit)
	if refusal != nil {
		return ""
	}
	line, isFile := strings.CutPrefix(line, "gitdir:")
	if !isFile && path.Base(at) != "commondir" {
		return ""
	}
	return strings.TrimSpace(line)
}

// pointed returns the path in the root that a target in a folder means, or nothing for
// one outside. It goes by the text, since nothing may be there yet.
func (w *walker) pointed(dir, target string) string {
	target = filepath.ToSlash(target)
	if strings.HasPrefix(target, "/") || hasDrive(target) {
		rest, inside := w.root.below(path.Clean(target))
		if !inside {
			return ""
		}
		return path.Clean(rest)
	}
	at := path.Join(dir, target)
	if at == ".." || strings.HasPrefix(at, "../") {
		return ""
	}
	return at
}

// lookAt describes what a path in the root leads to, but for its last part.
func (w *walker) lookAt(at string) node {
	dir, part := path.Split(at)
	return w.look(strings.TrimSuffix(dir, "/"), part)
}

// What a folder needs for git to take it for a repository, and so to run what its
// configuration says.
const (
	gitHead = 1 << iota
	gitObjects
	gitConfig
)

// gitFiles and gitFolders are the entries of a bare repository, folded, with what they
// give it. A file commondir says where the rest is.
var (
	gitFiles   = map[string]int{"head": gitHead, "config": gitConfig, "config.worktree": 0, "commondir": gitObjects | gitConfig, "packed-refs": 0}
	gitSubdirs = map[string]int{"objects": gitObjects, "refs": 0, "hooks": 0, "info": 0, "modules": 0, "worktrees": 0}
)

// repository is a folder that the targets of one chat may make a bare repository.
type repository struct {
	root    *root
	dir     string
	has     int
	targets []*Target
}

// RepositoryReason is why the files of a bare repository are protected.
const RepositoryReason = "part of a bare repository, whose configuration makes git run commands"

// ProtectRepositories marks those of one chat's targets as protected that belong to a
// bare repository once all of them are written. Each alone may look harmless, but git
// runs commands from the configuration of such a folder.
func ProtectRepositories(targets []*Target) {
	found := map[string]*repository{}
	for _, t := range targets {
		if t.at != nil {
			addToRepositories(found, t)
		}
	}
	for _, r := range found {
		if !r.isWhole() {
			continue
		}
		for _, t := range r.targets {
			t.protect(RepositoryReason)
		}
	}
}

// addToRepositories adds a target to each folder that it may be git's part of.
func addToRepositories(found map[string]*repository, t *Target) {
	parts := strings.Split(t.at.path, "/")
	for i, part := range parts {
		kinds := gitSubdirs
		if i == len(parts)-1 {
			kinds = gitFiles
		}
		has, belongs := kinds[fold(part)]
		if !belongs {
			continue
		}
		dir := path.Join(parts[:i]...)
		key := t.at.walker.root.key + "/" + dir
		if found[key] == nil {
			found[key] = &repository{root: t.at.walker.root, dir: dir}
		}
		found[key].has |= has
		found[key].targets = append(found[key].targets, t)
	}
}

// isWhole reports whether git takes the folder for a repository, with what is on disk.
func (r *repository) isWhole() bool {
	exists := func(name string, folder bool) bool {
		info, err := r.root.folder.Lstat(path.Join(r.dir, name))
		return err == nil && (info.IsDir() == folder || info.Mode()&fs.ModeSymlink != 0)
	}
	has := func(part int, name string, folder bool) bool {
		return r.has&part != 0 || exists(name, folder)
	}
	return has(gitHead, "HEAD", false) && (exists("commondir", false) ||
		has(gitObjects, "objects", true) && has(gitConfig, "config", false))
}
