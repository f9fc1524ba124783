package workspace

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

// deniedPart returns why a part of a path is never edited, or "": some file system treats it as
// version control's. This covers letter case, trailing dots, spaces or data streams, ignored
// characters, and short names.
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
		return "it is the short name of the ." + stem + " folder on some systems"
	case (stem == "gitmod" || stem == "gitatt") && "1" <= number && number <= "4":
		return "it is the short name of a git file on some systems"
	// If the first four numbers are taken, Windows builds the short name from a hash.
	case len(stem) > 1 && len(part) == 8 && (stem == "gi7eba"[:len(stem)] || stem == "gi7d29"[:len(stem)]):
		return "it is the short name of a git file on some systems"
	}
	return ""
}

func isDenied(clean string) bool {
	for part := range strings.SplitSeq(clean, "/") {
		if deniedPart(part) != "" {
			return true
		}
	}
	return false
}

// denied refuses a destination inside version control data, whatever its folder is called.
func (p *destination) denied(ctx context.Context) *Refusal {
	if p.walker.inGit || isDenied(p.path) {
		return refuse(codes.PathDenied, p.name, "it leads into a version control directory, which is never edited")
	}
	for _, own := range p.walker.gitFolders(ctx) {
		if own == "." || fold(p.path) == fold(own) || strings.HasPrefix(fold(p.path), fold(own)+"/") {
			return refuse(codes.PathDenied, p.name, "the workspace's .git points to it, and git's data is never edited")
		}
	}
	return nil
}

// gitFolders returns where the root's .git leads inside the root: as a link, as a `gitdir: path`
// file, and through the `commondir` file in that folder.
func (w *walker) gitFolders(ctx context.Context) []string {
	const link = ".git"
	return w.git.get(ctx, link, func() []string {
		var all []string
		at := link
		for range maxLinks {
			if n := w.look(at); n.err == nil && n.info.IsDir() {
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

// pointer returns the target of a link, or of a git file that names a folder.
func (w *walker) pointer(ctx context.Context, at string) string {
	const limit = 64 << 10
	n := w.look(at)
	if n.err != nil || n.target != "" || !n.info.Mode().IsRegular() {
		return n.target
	}
	// Blocks can't name paths that aren't UTF-8.
	line, refusal := readFile(ctx, w.folder, at, n.info, limit)
	if refusal != nil {
		return ""
	}
	line, isFile := strings.CutPrefix(line, "gitdir:")
	if !isFile && path.Base(at) != "commondir" {
		return ""
	}
	return strings.TrimSpace(line)
}

// pointed returns the path in the root that a target in a folder means, or "" if it is outside. It
// only looks at the text, since the path may not exist.
func (w *walker) pointed(dir, target string) string {
	target = filepath.ToSlash(target)
	if strings.HasPrefix(target, "/") || hasDrive(target) {
		rest, inside := w.below(path.Clean(target))
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

// repositoryParts are the folded names in a bare repository. Those of folders end in a slash.
var repositoryParts = []string{
	"head", "config", "config.worktree", "commondir", "packed-refs",
	"objects/", "refs/", "hooks/", "info/", "modules/", "worktrees/",
}

// repository is a folder that a chat may turn into a bare repository.
type repository struct {
	root *root
	dir  string
	// parts are those of repositoryParts that the targets are, or are in.
	parts   map[string]bool
	targets []*Target
}

// RepositoryReason is why the files of a bare repository are protected.
const RepositoryReason = "part of a bare repository, whose configuration makes git run commands"

// ProtectRepositories protects targets that together would form a bare repository. Each may look
// harmless by itself, but git runs commands from such a folder's configuration.
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

func addToRepositories(found map[string]*repository, t *Target) {
	parts := strings.SplitAfter(t.at.path, "/")
	for i, part := range parts {
		part = fold(part)
		if !slices.Contains(repositoryParts, part) {
			continue
		}
		dir := path.Join(parts[:i]...)
		key := t.at.walker.key + "/" + dir
		if found[key] == nil {
			found[key] = &repository{root: t.at.walker.root, dir: dir, parts: map[string]bool{}}
		}
		found[key].parts[part] = true
		found[key].targets = append(found[key].targets, t)
	}
}

// isWhole reports whether git treats the folder, with what is on disk, as a repository and runs its
// configuration's commands. The file commondir says where the rest is.
func (r *repository) isWhole() bool {
	has := func(name string) bool {
		if r.parts[fold(name)] {
			return true
		}
		info, err := r.root.folder.Lstat(path.Join(r.dir, name))
		return err == nil && (info.IsDir() == strings.HasSuffix(name, "/") || info.Mode()&fs.ModeSymlink != 0)
	}
	return has("HEAD") && (has("commondir") || has("objects/") && has("config"))
}
