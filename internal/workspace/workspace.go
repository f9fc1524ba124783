package workspace

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// DefaultMaxFileSize limits a target's size, in bytes.
const DefaultMaxFileSize = 64 << 20

// Options configures a [Workspace].
type Options struct {
	// MaxFileSize bounds the targets read, in bytes. 0 means [DefaultMaxFileSize].
	MaxFileSize int64
	// Protected adds patterns to the built-in list. A pattern matches at any depth and everything
	// below, ignoring case; * doesn't match a slash, ** does. See [CheckPattern].
	Protected []string
	// Unprotected are patterns of the same kind that take files off the built-in list.
	Unprotected []string
}

// Workspace holds a session's workspace folders, open documents and disk reads. It is safe for
// concurrent use.
type Workspace struct {
	disk  disk
	cache *cache
	clock func() time.Time

	mu       sync.Mutex // never held during disk access
	options  Options
	dirs     []string
	roots    map[string]*root // by folder, including implied ones
	overlays map[string]*overlay
	// unsynced are the folders with writes since the last Sync.
	unsynced map[subfolder]bool
}

// New returns a workspace on disk.
func New() *Workspace { return newWorkspace(osDisk{}) }

// NewFrom returns a read-only workspace of a source's files.
func NewFrom(s Source) *Workspace {
	d := &sourceDisk{source: s}
	d.forget()
	return newWorkspace(d)
}

func newWorkspace(d disk) *Workspace {
	return &Workspace{
		disk: d, cache: newCache(cacheBytes), clock: time.Now, options: Options{MaxFileSize: DefaultMaxFileSize},
		roots: map[string]*root{}, overlays: map[string]*overlay{}, unsynced: map[subfolder]bool{},
	}
}

// Configure changes the options. Existing views keep theirs.
func (w *Workspace) Configure(o Options) {
	o.MaxFileSize = cmp.Or(o.MaxFileSize, DefaultMaxFileSize)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.options = o
}

// SetRoots declares the workspace folders by absolute path, in the client's order. It returns
// errors for folders that can't be opened; the others work, and each new view tries again.
func (w *Workspace) SetRoots(dirs []string) error {
	var errs []error
	var clean []string
	for _, d := range dirs {
		switch {
		case !filepath.IsAbs(d):
			errs = append(errs, rootError(d, errors.New("the path is not absolute")))
		case !slices.Contains(clean, filepath.Clean(d)):
			clean = append(clean, filepath.Clean(d))
		}
	}
	w.mu.Lock()
	w.dirs = clean
	w.roots = map[string]*root{}
	w.mu.Unlock()
	for _, d := range clean {
		if _, err := w.open(d); err != nil {
			errs = append(errs, rootError(d, err))
		}
	}
	return errors.Join(errs...)
}

// Roots returns the declared workspace folders that could be opened last.
func (w *Workspace) Roots() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(w.dirs), func(d string) bool { return w.roots[d] == nil })
}

// open returns the root of a folder, reusing an open one if its path still leads there. No lock is
// held during disk access: a hanging network folder must not block typing.
func (w *Workspace) open(dir string) (*root, error) {
	w.mu.Lock()
	r := w.roots[dir]
	var outer []*root
	for _, d := range w.dirs {
		if o := w.roots[d]; o != nil && d != dir {
			outer = append(outer, o)
		}
	}
	w.mu.Unlock()
	if r != nil && r.current(w.disk) {
		return r, nil
	}
	r, err := openRoot(w.disk, dir, outer)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		delete(w.roots, dir)
		return nil, err
	}
	// Implied roots come and go with the chats. A dropped folder is closed once no view uses it.
	const maxImplied = 64
	if len(w.roots) >= maxImplied+len(w.dirs) {
		clear(w.roots)
	}
	w.roots[dir] = r
	return r, nil
}

// Open sets the text of an open document, which replaces the file's until Close.
func (w *Workspace) Open(abs string, version int32, t *text.Text) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.overlays[documentKey(abs)] = &overlay{abs, version, t}
}

// Close removes an open document.
func (w *Workspace) Close(abs string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.overlays, documentKey(abs))
}

// Changed marks a file to be read again, or all files for "".
func (w *Workspace) Changed(abs string) {
	if d, ok := w.disk.(*sourceDisk); ok {
		d.forget()
	}
	w.cache.doubt(abs)
}

// Release closes the folders. Existing views find nothing afterwards.
func (w *Workspace) Release() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.roots {
		_ = r.folder.Close()
	}
	w.roots = map[string]*root{}
	w.dirs = nil
}

// Origin decides where a relative name is looked up.
type Origin struct {
	// Path is the chat's absolute path, or "". The file may not exist.
	Path string
	// RootDir is the folder of rootUri, WorkDir the server's working directory.
	RootDir, WorkDir string
	// Current is a folder in a root whose names count as much as the root's, or "": one that is in both is ambiguous.
	// New files go there if NewInCurrent is set, else to the root.
	Current      string
	NewInCurrent bool
	// Names returns the names in the chat, or is nil. With several workspace folders, they decide where new files go
	// (see the package documentation).
	Names func(context.Context) []Name
}

// Name is a name in a chat, which may create that file.
type Name struct {
	Text   string
	Create bool
}

// View returns a consistent view for one check.
func (w *Workspace) View(ctx context.Context, from Origin) *View {
	w.mu.Lock()
	v := &View{ws: w, options: w.options, from: from, declared: len(w.dirs) > 0}
	dirs, overlays := w.dirs, maps.Clone(w.overlays)
	w.mu.Unlock()
	if !v.declared {
		dirs = w.implied(from)
	}
	for _, d := range dirs {
		if ctx.Err() != nil {
			break
		}
		if r, err := w.open(d); err == nil {
			v.walkers = append(v.walkers, &walker{root: r})
		}
	}
	v.init()
	v.open = sync.OnceValue(func() map[string]*overlay { return v.byKey(ctx, overlays) })
	v.own = sync.OnceValue(func() string {
		if from.Path == "" {
			return ""
		}
		return v.locate(ctx, from.Path)
	})
	v.placeNew(ctx)
	return v
}
