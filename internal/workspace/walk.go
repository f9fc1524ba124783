package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// maxLinks bounds the links that one name may go through, as on common systems.
const maxLinks = 40

// place is where a name leads in a root after following its links.
type place struct {
	// path is slash-separated and relative to the root, with links resolved and spelled as on disk.
	path string
	// info is nil if nothing is there.
	info fs.FileInfo
	// missing are the last parts of path that don't exist.
	missing []string
	// blocked is the path of a file that should be a folder.
	blocked string
	// link means that the name itself is a symlink's, not only a folder's in it.
	link bool
}

func (p place) exists() bool { return p.info != nil }

func (p place) key(r *root) string {
	at := p.path
	if r.folds && len(p.missing) > 0 {
		there := at[:len(at)-len(path.Join(p.missing...))]
		at = there + strings.Map(foldRune, at[len(there):])
	}
	return r.key + "/" + at
}

func blockedBy(p place) string { return text.Escape(p.blocked) + " is a file, not a directory" }

func (p place) parentExists() bool { return len(p.missing) <= 1 && p.blocked == "" }

// walker follows names through a root, looking at each file once.
type walker struct {
	root *root
	seen memo[node]
	// names caches folder listings.
	names memo[[]string]
	git   once[[]string] // see gitFolders
}

// node describes a path without following it.
type node struct {
	info fs.FileInfo
	// name is the last part as spelled on disk.
	name   string
	target string
	err    error
}

// walk follows a clean name part by part. It refuses links that leave the root, absolute links,
// loops, broken links, and what it can't access.
func (w *walker) walk(ctx context.Context, name string) (place, *Refusal) {
	var done []string
	rest := splitPath(name)
	// The last own parts of rest come from the name, those before them from links.
	own, links, last := len(rest), 0, ""
	link := false
	for len(rest) > 0 && ctx.Err() == nil {
		part := rest[0]
		rest = rest[1:]
		fromLink := len(rest) >= own
		own = min(own, len(rest))
		if part == ".." {
			if len(done) == 0 {
				return place{}, refuse(codes.PathEscape, name, fmt.Sprintf("the symlink %s leads out of the workspace folder", last))
			}
			done = done[:len(done)-1]
			continue
		}
		dir := path.Join(done...)
		at := path.Join(dir, part)
		n := w.look(dir, part)
		switch {
		case missing(n.err) && fromLink:
			return place{}, refuse(codes.NotARegularFile, name, fmt.Sprintf("the symlink %s is broken", last))
		case missing(n.err):
			return place{path: path.Join(at, path.Join(rest...)), missing: append([]string{part}, rest...)}, nil
		case n.err != nil:
			return place{}, refuseError(name, n.err)
		case n.info.Mode()&fs.ModeSymlink != 0:
			if links++; links > maxLinks {
				return place{}, refuse(codes.NotARegularFile, name, "symlink loop")
			}
			target := filepath.ToSlash(n.target)
			if cause, advice := w.absoluteLink(at, target); cause != "" {
				return place{}, refuse(codes.PathEscape, name, cause).advise(advice)
			}
			last = text.Escape(at)
			link = link || !fromLink && len(rest) == 0
			rest = append(splitPath(target), rest...)
		case n.info.IsDir():
			done = append(done, n.name)
			if len(rest) == 0 {
				return place{path: path.Join(done...), info: n.info}, nil
			}
		case len(rest) == 0:
			return place{path: path.Join(dir, n.name), info: n.info, link: link}, nil
		case n.info.Mode().IsRegular() && own == len(rest):
			return place{path: path.Join(at, path.Join(rest...)), missing: rest, blocked: at}, nil
		default:
			return place{}, refuse(codes.NotARegularFile, name, fmt.Sprintf("%s is not a directory", text.Escape(at)))
		}
	}
	if ctx.Err() != nil {
		return place{}, refuseError(name, ctx.Err())
	}
	// Only a link that ends in ".." gets here.
	return w.folder(name, path.Join(".", path.Join(done...)))
}

func (w *walker) folder(name, at string) (place, *Refusal) {
	info, err := w.root.folder.Lstat(at)
	if err != nil {
		return place{}, refuseError(name, err)
	}
	return place{path: at, info: info}, nil
}

func splitPath(name string) []string {
	return slices.DeleteFunc(strings.Split(name, "/"), func(p string) bool { return p == "" || p == "." })
}

// absoluteLink returns why an absolute link target is refused and what to do, or "" if it is
// relative.
func (w *walker) absoluteLink(at, target string) (cause, advice string) {
	if !strings.HasPrefix(target, "/") && !hasDrive(target) {
		return "", ""
	}
	if _, inside := w.root.below(target); inside {
		return fmt.Sprintf("the symlink %s is absolute, and is not followed even into the workspace folder", text.Escape(at)), "make it relative"
	}
	return fmt.Sprintf("the symlink %s leads out of the workspace folder", text.Escape(at)), ""
}

// look describes one part in a folder.
func (w *walker) look(dir, part string) node {
	at := path.Join(dir, part)
	return w.seen.get(context.Background(), at, func() node {
		n := node{name: part}
		n.info, n.err = w.root.folder.Lstat(at)
		if n.err == nil && w.root.folds {
			n.name = w.spelling(dir, part, n.info)
		}
		if n.err == nil && n.info.Mode()&fs.ModeSymlink != 0 {
			n.target, n.err = w.root.folder.Readlink(at)
		}
		return n
	})
}

// spelling returns a name as spelled in the folder, so that names of the same file become equal.
func (w *walker) spelling(dir, part string, info fs.FileInfo) string {
	names := w.names.get(context.Background(), dir, func() []string {
		entries, _ := w.root.folder.list(path.Join(".", dir), 0)
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	})
	var folded, others []string
	for _, n := range names {
		switch {
		case n == part:
			return part
		case strings.EqualFold(n, part):
			folded = append(folded, n)
		case !text.IsPlain(n) && !text.IsPlain(part), strings.Contains(part, "~"):
			// The accents may be composed differently, or it is a short name on Windows.
			others = append(others, n)
		}
	}
	for _, n := range append(folded, others...) {
		if other, err := w.root.folder.Lstat(path.Join(dir, n)); err == nil && sameFile(info, other) {
			return n
		}
	}
	return part
}

func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// refuseError converts a system error to a refusal. Its cause says if the system denies access.
func refuseError(name string, err error) *Refusal {
	why := cause(err).Error()
	switch {
	case strings.Contains(err.Error(), "path escapes from parent"):
		return refuse(codes.PathEscape, name, "a symlink in it leads out of the workspace folder")
	case errors.Is(err, syscall.ENAMETOOLONG):
		return refuse(codes.PathInvalid, name, "the name is too long")
	case errors.Is(err, fs.ErrInvalid), isInvalidName(err):
		return refuse(codes.PathInvalid, name, why)
	case errors.Is(err, syscall.ELOOP):
		return refuse(codes.NotARegularFile, name, "symlink loop")
	}
	return refuse(codes.PathDenied, name, "it cannot be read: "+why)
}
