package workspace

import (
	"context"
	"sync"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// View is one consistent picture of the workspace: each target is resolved,
// looked up and read at most once in it. It is safe for concurrent use.
type View struct {
	ws       *Workspace
	options  Options
	overlays map[string]*overlay
	from     Origin
	declared bool
	// walkers go through the roots, in the order of the folders.
	walkers []*walker
	// home is where a file that is nowhere would be made.
	home    *walker
	homeWhy string
	bases   []base

	targets memo[Target]
	files   memo[reading]
	open    once[map[string]*overlay]
	own     once[string]
}

// Target is what a name led to.
type Target struct {
	// Name is the name as the block gives it.
	Name string
	// Path is slash-separated and relative to the root, cleaned: what results
	// show. For a refused name it is the name in the form that can be shown.
	Path string
	// Key is equal for all names of one file, and for no others; empty for a
	// refused name.
	Key string
	// Root and Abs are the folder and the file as the system writes paths. Links
	// inside the root are resolved in Abs; for an open document it is the path
	// under which the client opened it.
	Root, Abs string
	// Why says in a short phrase how the name was resolved.
	Why string
	// Refusal says why the target cannot be used; nil if it can.
	Refusal *Refusal
	// Exists: a regular file or an open document is there, though it may be
	// refused for its content.
	Exists bool
	// Own: it is the document itself that holds the name ([Origin.Path]).
	Own bool
	// Protected: the policy keeps the file out of "apply all"; ProtectedReason says why.
	Protected       bool
	ProtectedReason string
	// ParentExists: the folder in which a new file would be made exists.
	ParentExists bool
	// File is the content; nil unless Exists and nothing is refused.
	File *File
	// Candidates are the workspace folders among which the name is ambiguous
	// ([codes.AmbiguousRoot]).
	Candidates []string

	// at is where a write goes.
	at *spot
}

// reading is a file's content, or why it cannot be had.
type reading struct {
	file    *File
	refusal *Refusal
}

// once computes a value for several goroutines a single time, but for a
// computation that was cancelled: that does not count.
type once[T any] struct {
	mu    sync.Mutex
	done  bool
	value T
}

func (o *once[T]) get(ctx context.Context, compute func() T) T {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.done {
		return o.value
	}
	value := compute()
	if ctx.Err() == nil {
		o.value, o.done = value, true
	}
	return value
}

// memo computes a value of each key a single time.
type memo[T any] struct {
	mu    sync.Mutex // never held while the disk is asked
	cells map[string]*once[T]
}

func (m *memo[T]) get(ctx context.Context, key string, compute func() T) T {
	m.mu.Lock()
	if m.cells == nil {
		m.cells = map[string]*once[T]{}
	}
	c := m.cells[key]
	if c == nil {
		c = &once[T]{}
		m.cells[key] = c
	}
	m.mu.Unlock()
	return c.get(ctx, compute)
}

// Target resolves a name, base by base, and reads what is
// there. When ctx is done the answer means nothing.
func (v *View) Target(ctx context.Context, name string) Target {
	return v.targets.get(ctx, name, func() Target { return v.resolve(ctx, name) })
}

func refused(name string, r *Refusal) Target {
	return Target{Name: name, Path: r.Path, Refusal: r}
}

// protect keeps the target out of "apply all" for a reason, if there is one. The first
// reason stays.
func (t *Target) protect(reason string) {
	if reason != "" && !t.Protected {
		t.Protected, t.ProtectedReason = true, reason
	}
}

// target makes the answer for what a name led to, and reads the file.
func (v *View) target(ctx context.Context, name string, f *spot) Target {
	r := f.walker.root
	t := Target{Name: name, Path: f.name, Root: r.dir, Abs: r.abs(f.name), Why: f.why}
	t.protect(ReasonProtected(f.name, v.options.Protected))
	if f.refusal != nil {
		t.Path, t.Refusal = f.refusal.Path, f.refusal
		return t
	}
	t.at = f
	t.Key = f.key(r)
	t.Own = t.Key == v.ownKey(ctx)
	t.Abs = r.abs(f.path)
	t.ParentExists = f.parentExists()
	if f.path != f.name {
		t.protect(ReasonProtected(f.path, v.options.Protected))
	}
	if t.Refusal = f.walker.denied(ctx, f.name, f.path); t.Refusal != nil {
		return t
	}
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
		t.Refusal = refuse(codes.PathInvalid, f.name, text.Escape(f.blocked)+" is a file, not a folder")
	case f.info != nil:
		t.Exists = f.info.Mode().IsRegular()
		got := v.files.get(ctx, t.Key, func() reading { return v.read(ctx, t.Key, r, f.place) })
		t.File, t.Refusal = got.file, got.refusal
	}
	if t.Refusal != nil {
		own := *t.Refusal
		own.Path = shown(f.name)
		t.Refusal, t.File = &own, nil
	}
	return t
}

// ownKey returns the key of the document that holds the names, or nothing.
func (v *View) ownKey(ctx context.Context) string {
	return v.own.get(ctx, func() string {
		if v.from.Path == "" {
			return ""
		}
		return v.locate(ctx, v.from.Path)
	})
}

// read returns a file's content, from the cache where that still holds.
func (v *View) read(ctx context.Context, key string, r *root, p place) reading {
	last := v.ws.cache.get(key)
	if last.proves(p.info) && p.info.Size() <= v.options.MaxFileSize {
		return last.reading
	}
	now := cached{info: p.info, at: v.ws.clock()}
	data, refusal := readFile(ctx, r.folder, p.path, p.info, v.options.MaxFileSize)
	now.refusal = refusal
	switch {
	case refusal == nil:
		now.file = &File{ModTime: p.info.ModTime(), Size: p.info.Size()}
		// The same content keeps its text, and with it the index.
		if last.file != nil && last.file.Text.Equals(data) {
			now.file.Text = last.file.Text
		} else {
			now.file.Text = text.New(data)
		}
	case refusal.Code != codes.BinaryFile && refusal.Code != codes.UnsupportedEncoding:
		return now.reading // it does not follow from the content alone
	}
	if ctx.Err() == nil {
		v.ws.cache.put(key, now)
	}
	return now.reading
}
