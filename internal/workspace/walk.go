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

// destination is where a name leads in a root after following its links.
type destination struct {
	walker *walker
	// name is clean and relative to the root.
	name string
	// path is the name with links resolved, spelled as on disk.
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

func (p *destination) exists() bool { return p.info != nil }

func (p *destination) parentExists() bool { return len(p.missing) <= 1 && p.blocked == "" }

// there returns the part of the path that exists.
func (p *destination) there() string { return p.path[:len(p.path)-len(path.Join(p.missing...))] }

func (p *destination) key() string {
	at := p.path
	if p.walker.folds && len(p.missing) > 0 {
		there := p.there()
		at = there + strings.Map(foldRune, at[len(there):])
	}
	return p.walker.key + "/" + at
}

func (p *destination) blockedRefusal() *Refusal {
	return refuse(codes.PathInvalid, p.name, text.Escape(p.blocked)+" is a file, not a directory")
}

// walker follows names through a root, looking at each file once.
type walker struct {
	*root
	seen memo[node]
	// names caches folder listings.
	names memo[[]string]
	git   memo[[]string] // see gitFolders
	// config is what git's configuration names, see configured.
	config memo[map[string]string]
}

// node is what is at a path, without following it.
type node struct {
	info fs.FileInfo
	// name is the last part as spelled on disk.
	name   string
	target string
	err    error
}

// walk follows a clean name part by part. It refuses links that leave the root, absolute links,
// loops, broken links, and what it can't access. The destination has its walker and name in any case.
func (w *walker) walk(ctx context.Context, name string) (destination, *Refusal) {
	p := destination{walker: w, name: name}
	var done []string
	rest := splitPath(name)
	// The last own parts of rest come from the name, those before them from links.
	own, links, last := len(rest), 0, ""
	for len(rest) > 0 && ctx.Err() == nil {
		part := rest[0]
		rest = rest[1:]
		fromLink := len(rest) >= own
		own = min(own, len(rest))
		if part == ".." {
			if len(done) == 0 {
				return p, refuse(codes.PathEscape, name, fmt.Sprintf("the symlink %s leads out of the workspace folder", last))
			}
			done = done[:len(done)-1]
			continue
		}
		at := path.Join(path.Join(done...), part)
		n := w.look(at)
		switch {
		case missing(n.err) && fromLink:
			return p, refuse(codes.NotARegularFile, name, fmt.Sprintf("the symlink %s is broken", last))
		case missing(n.err):
			p.path, p.missing = path.Join(at, path.Join(rest...)), append([]string{part}, rest...)
			return p, nil
		case n.err != nil:
			return p, refuseError(name, n.err)
		case n.info.Mode()&fs.ModeSymlink != 0:
			if links++; links > maxLinks {
				return p, refuse(codes.NotARegularFile, name, "symlink loop")
			}
			target := filepath.ToSlash(n.target)
			if cause, advice := w.absoluteLink(at, target); cause != "" {
				return p, refuse(codes.PathEscape, name, cause).advise(advice)
			}
			last = text.Escape(at)
			p.link = p.link || !fromLink && len(rest) == 0
			rest = append(splitPath(target), rest...)
		case n.info.IsDir(), len(rest) == 0:
			done = append(done, n.name)
		case n.info.Mode().IsRegular() && own == len(rest):
			p.path, p.missing, p.blocked = path.Join(at, path.Join(rest...)), rest, at
			return p, nil
		default:
			return p, refuse(codes.NotARegularFile, name, fmt.Sprintf("%s is not a directory", text.Escape(at)))
		}
	}
	if ctx.Err() != nil {
		return p, refuseError(name, ctx.Err())
	}
	p.path = path.Join(".", path.Join(done...))
	n := w.look(p.path)
	if n.err != nil {
		return p, refuseError(name, n.err)
	}
	p.info = n.info
	return p, nil
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
	if _, inside := w.below(target); inside {
		return fmt.Sprintf("the symlink %s is absolute, and is not followed even into the workspace folder", text.Escape(at)), "make it relative"
	}
	return fmt.Sprintf("the symlink %s leads out of the workspace folder", text.Escape(at)), ""
}

// look describes a path without following its last part.
func (w *walker) look(at string) node {
	return w.seen.get(context.Background(), at, func() node {
		n := node{name: path.Base(at)}
		n.info, n.err = w.folder.Lstat(at)
		if n.err == nil && w.folds {
			n.name = w.spelling(path.Dir(at), n.name, n.info)
		}
		if n.err == nil && n.info.Mode()&fs.ModeSymlink != 0 {
			n.target, n.err = w.folder.Readlink(at)
		}
		return n
	})
}

// spelling returns a name as spelled in the folder, so that names of the same file become equal.
func (w *walker) spelling(dir, part string, info fs.FileInfo) string {
	names := w.names.get(context.Background(), dir, func() []string {
		entries, _ := w.folder.list(dir, 0)
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
		if other, err := w.folder.Lstat(path.Join(dir, n)); err == nil && sameFile(info, other) {
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
	r := refuse(codes.PathDenied, name, "it can't be read: "+why)
	r.Unreadable = true
	if errors.Is(err, fs.ErrPermission) {
		r.Advice = "check its permissions and those of its folders"
	}
	return r
}
