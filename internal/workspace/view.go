package workspace

import (
	"context"
	"io/fs"
	"sync"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// View is a consistent picture of the workspace: it resolves and reads each target at most once. It
// is safe for concurrent use.
type View struct {
	ws       *Workspace
	options  Options
	from     Origin
	declared bool
	walkers  []*walker
	// home is where new files go.
	home  base
	bases []base
	// unplaced are the names of new files for which there is no home.
	unplaced map[string]bool
	// open returns the open documents by key, own the key of the one at Origin.Path. A chat without
	// blocks needs neither.
	open func() map[string]*overlay
	own  func() string

	targets memo[Target]
	files   memo[reading]
}

// Target is the file that a name leads to.
type Target struct {
	// Name is as written in the block.
	Name string
	// Path is for display: clean, slash-separated and relative to the root, or escaped for a
	// refused name.
	Path string
	// Key is the same exactly for all names of one file. It is empty for a refused name.
	Key string
	// Root and Abs are paths as the system writes them. Abs has links inside the root resolved. For
	// an open document it is the client's path.
	Root, Abs string
	// Why says how the name was resolved.
	Why string
	// Refusal is why the target can't be used, or nil.
	Refusal *Refusal
	// Exists means that there is a regular file or an open document, maybe with refused content.
	Exists bool
	// Own means that the target is the document at [Origin.Path].
	Own bool
	// Protected means that "apply all" skips the file.
	Protected       bool
	ProtectedReason string
	ParentExists    bool
	// File is the content, nil if it doesn't exist or is refused.
	File *File
	// NewMode has the permission bits that [Workspace.Write] gives a new file, 0 for the system's default.
	NewMode fs.FileMode
	// EmptyFolders is how many parent folders [Workspace.Remove] and [Workspace.Rename] delete, too, if they are empty
	// then.
	EmptyFolders int
	// Candidates are the workspace folders in which the name is ambiguous ([codes.AmbiguousRoot]).
	Candidates []string

	at *destination
}

// RealPath returns Path with symlinks resolved.
func (t *Target) RealPath() string {
	if t.at == nil {
		return t.Path
	}
	return t.at.path
}

// Mode returns the permission bits of the file on disk, 0 without one.
func (t *Target) Mode() fs.FileMode {
	if t.at == nil || !t.at.exists() {
		return 0
	}
	return t.at.info.Mode().Perm()
}

// NewFolders returns how many folders a file there needs that don't exist.
func (t *Target) NewFolders() int {
	if t.at == nil {
		return 0
	}
	return max(0, len(t.at.missing)-1)
}

type reading struct {
	file    *File
	refusal *Refusal
}

// memo computes a value once per key. Cancelled computations don't count.
type memo[T any] struct {
	mu    sync.Mutex // never held during disk access
	cells map[string]*cell[T]
}

type cell[T any] struct {
	mu    sync.Mutex
	done  bool
	value T
}

func (m *memo[T]) get(ctx context.Context, key string, compute func() T) T {
	m.mu.Lock()
	if m.cells == nil {
		m.cells = map[string]*cell[T]{}
	}
	c := m.cells[key]
	if c == nil {
		c = &cell[T]{}
		m.cells[key] = c
	}
	m.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done {
		return c.value
	}
	value := compute()
	if ctx.Err() == nil {
		c.value, c.done = value, true
	}
	return value
}

// Roots returns the workspace folders in which names are looked up.
func (v *View) Roots() []string {
	var dirs []string
	for _, w := range v.walkers {
		dirs = append(dirs, w.root.dir)
	}
	return dirs
}

// Target resolves a name and reads the file. The result is meaningless if ctx is done.
func (v *View) Target(ctx context.Context, name string) Target {
	return v.targets.get(ctx, name, func() Target { return v.resolve(ctx, name) })
}

// OnDisk returns a target's file as it is on disk, though a document is open there. It is nil without one, or if the
// target is refused.
func (v *View) OnDisk(ctx context.Context, t *Target) *File {
	if t.Refusal != nil || t.at == nil || !t.at.exists() || !t.at.info.Mode().IsRegular() {
		return nil
	}
	return v.files.get(ctx, t.Key, func() reading { return v.read(ctx, t.Key, t.at) }).file
}

func refused(name string, r *Refusal) Target {
	return Target{Name: name, Path: r.Path, Refusal: r}
}

// protect marks the target as protected unless reason is "". The first reason is kept.
func (t *Target) protect(reason string) {
	if reason != "" && !t.Protected {
		t.Protected, t.ProtectedReason = true, reason
	}
}

func (v *View) target(ctx context.Context, name string, f *spot) Target {
	r := f.walker.root
	t := Target{Name: name, Path: f.name, Root: r.dir, Abs: r.abs(f.name), Why: f.why}
	t.protect(ReasonProtected(f.name, v.options))
	if f.refusal != nil {
		t.Path, t.Refusal = f.refusal.Path, f.refusal
		return t
	}
	t.at = &f.destination
	t.Key = f.key()
	t.Own = t.Key == v.own()
	t.Abs = r.abs(f.path)
	t.ParentExists = f.parentExists()
	if f.path != f.name {
		t.protect(ReasonProtected(f.path, v.options))
	}
	if t.Refusal = f.denied(ctx); t.Refusal != nil {
		return t
	}
	if f.exists() {
		t.protect(f.privilege())
	}
	t.protectConfigured(ctx)
	ProtectRepositories([]*Target{&t})
	switch {
	case f.open != nil:
		t.Abs = f.open.abs
		t.Exists = true
		t.File = &File{Text: f.open.text, Open: true, Version: f.open.version}
		if f.exists() {
			t.File.ModTime, t.File.Size = f.info.ModTime(), f.info.Size()
		}
		t.Refusal = checkBuffer(f.name, f.open.text, v.options.MaxFileSize)
	case f.blocked != "":
		t.Refusal = f.blockedRefusal()
	case f.info != nil:
		t.Exists = f.info.Mode().IsRegular()
		got := v.files.get(ctx, t.Key, func() reading { return v.read(ctx, t.Key, &f.destination) })
		t.File, t.Refusal = got.file, got.refusal
	}
	if t.Refusal != nil {
		own := *t.Refusal
		own.Path = shown(f.name)
		t.Refusal, t.File = &own, nil
	}
	return t
}

func (v *View) read(ctx context.Context, key string, p *destination) reading {
	last := v.ws.cache.get(key)
	if last.proves(p.info) && p.info.Size() <= v.options.MaxFileSize {
		return last.reading
	}
	now := cached{abs: p.walker.abs(p.path), info: p.info, at: v.ws.clock()}
	data, refusal := readFile(ctx, p.walker.folder, p.path, p.info, v.options.MaxFileSize)
	now.refusal = refusal
	switch {
	case refusal == nil:
		now.file = &File{ModTime: p.info.ModTime(), Size: p.info.Size()}
		// Unchanged content keeps its text and line index.
		if last.file != nil && last.file.Text.Equals(data) {
			now.file.Text = last.file.Text
		} else {
			now.file.Text = text.New(data)
		}
	case refusal.Code != codes.BinaryFile && refusal.Code != codes.UnsupportedEncoding:
		return now.reading // the refusal doesn't depend on the content alone
	}
	if ctx.Err() == nil {
		v.ws.cache.put(key, now)
	}
	return now.reading
}
