package workspace

import (
	"context"
	"errors"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// DefaultMaxFileSize is the limit of a target's size in bytes.
const DefaultMaxFileSize = 64 << 20

// Options are the settings of a [Workspace].
type Options struct {
	// MaxFileSize is the largest target that is read, in bytes; 0 means
	// [DefaultMaxFileSize].
	MaxFileSize int64
	// Protected are further patterns of protected files, beside the built-in list,
	// which cannot be shortened. A pattern matches at any depth, with
	// all that lies below, in any letter case; * does not match a slash, ** does.
	// See [CheckPattern].
	Protected []string
}

// Workspace is the changing state of a session: the workspace folders, the open
// documents and what was read from disk. It is safe for concurrent use.
type Workspace struct {
	disk  disk
	cache *cache
	clock func() time.Time

	mu       sync.Mutex // never held while the disk is asked
	options  Options
	dirs     []string
	roots    map[string]*root // by folder; implied ones among them
	overlays map[string]*overlay
	// unsynced are the folders in which something was written since the last Sync.
	unsynced map[dirtyFolder]bool
}

// New returns a workspace of the disk, without folders and documents.
func New(o Options) *Workspace { return newWorkspace(o, osDisk{}) }

// NewFrom returns a workspace of a source's files, without folders and documents. Nothing
// can be written to it.
func NewFrom(o Options, s Source) *Workspace { return newWorkspace(o, newSourceDisk(s)) }

func newWorkspace(o Options, d disk) *Workspace {
	w := &Workspace{
		disk: d, cache: newCache(cacheBytes), clock: time.Now,
		roots: map[string]*root{}, overlays: map[string]*overlay{}, unsynced: map[dirtyFolder]bool{},
	}
	w.Configure(o)
	return w
}

// Configure changes the settings; views that were made before keep theirs.
func (w *Workspace) Configure(o Options) {
	if o.MaxFileSize <= 0 {
		o.MaxFileSize = DefaultMaxFileSize
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.options = o
}

// SetRoots declares the workspace folders, in the client's order; dirs are
// absolute. The error joins those of the folders that cannot be opened; the others work, and each view tries again. Views that were made before keep their
// folders.
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

// Roots are the declared workspace folders, also those that cannot be opened.
func (w *Workspace) Roots() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.dirs)
}

// open gives the open root of a folder. One that was opened before is taken again
// if its path still leads to it. No lock is held while the disk is asked: a
// folder on a network that does not answer must not stop the typing.
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
	// Implied roots come and go with the chats. A folder that is dropped here is
	// closed when no view has it any more.
	const most = 64
	if len(w.roots) >= most+len(w.dirs) {
		clear(w.roots)
	}
	w.roots[dir] = r
	return r, nil
}

// Open takes the text of a document that was opened or changed, at its absolute path.
// From then on it wins over the disk.
func (w *Workspace) Open(abs string, version int32, t *text.Text) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.overlays[documentKey(abs)] = &overlay{abs, version, t}
}

// Close forgets a document that was closed: the disk counts again.
func (w *Workspace) Close(abs string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.overlays, documentKey(abs))
}

// Changed says that a file was changed by someone, by a watcher's word for
// instance: it is read again when it is next needed. The empty path means all.
func (w *Workspace) Changed(abs string) {
	if d, ok := w.disk.(*sourceDisk); ok {
		d.forget()
	}
	key := ""
	if abs != "" {
		slash := path.Clean(filepath.ToSlash(abs))
		w.mu.Lock()
		for _, r := range w.roots {
			if rest, ok := r.below(slash); ok {
				key = r.key + "/" + rest
				break
			}
		}
		w.mu.Unlock()
	}
	w.cache.doubt(key)
}

// Release gives back the open folders. Views that were made before find nothing
// any more.
func (w *Workspace) Release() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.roots {
		_ = r.folder.Close()
	}
	w.roots = map[string]*root{}
	w.dirs = nil
}

// Origin is where a name comes from, which decides where a relative one is looked for.
type Origin struct {
	// Path is the chat document's absolute path, empty for one without (standard
	// input, untitled). It need not exist.
	Path string
	// RootDir is the folder of rootUri, WorkDir the server's working directory.
	RootDir, WorkDir string
}

// View makes a consistent read view for one validation.
func (w *Workspace) View(ctx context.Context, from Origin) *View {
	w.mu.Lock()
	v := &View{ws: w, options: w.options, overlays: maps.Clone(w.overlays), from: from, declared: len(w.dirs) > 0}
	dirs := w.dirs
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
	return v
}
