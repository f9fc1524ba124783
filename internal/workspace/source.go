package workspace

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"sync"
	"time"
)

// Source gives the files of a client that keeps them itself, as a browser does. Paths are
// absolute and slash-separated. It may be asked for several at a time.
type Source interface {
	// Stat describes what is at a path. The error is [fs.ErrNotExist] where nothing is.
	Stat(ctx context.Context, path string) (SourceEntry, error)
	// List returns what is below a folder, in its subfolders too, by paths relative to it,
	// a folder before what it holds. There may be more than the limit that are not listed.
	List(ctx context.Context, path string, limit int) ([]SourceEntry, error)
	// Read returns a file's bytes.
	Read(ctx context.Context, path string) ([]byte, error)
}

// SourceEntry is what a [Source] says of a path.
type SourceEntry struct {
	// Path is set in listings only.
	Path   string
	Folder bool
	// Link: it is a symbolic link, which is never followed.
	Link bool
	// Size is in bytes.
	Size    int64
	ModTime time.Time
}

// sourceDisk is a disk whose files a client has. What it was told of them holds until the
// client says that they changed, or each keystroke would cost a request for each target.
type sourceDisk struct {
	source Source

	mu sync.Mutex // never held while the client is asked
	*sourceCache
}

// sourceCache is what a client has said since its files last changed.
type sourceCache struct {
	stats memo[sourceStat]
	lists memo[map[string][]fs.DirEntry]
}

type sourceStat struct {
	info *sourceInfo
	err  error
}

func newSourceDisk(s Source) *sourceDisk { return &sourceDisk{source: s, sourceCache: &sourceCache{}} }

// known returns what the client has said.
func (d *sourceDisk) known() *sourceCache {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.sourceCache
}

// forget drops what the client has said, since one of its files changed: others may have
// come or gone with it.
func (d *sourceDisk) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sourceCache = &sourceCache{}
}

// openFolder takes the client at its word that a folder is there: it can't be asked while
// it waits for the answer to initialize.
func (d *sourceDisk) openFolder(dir string) (folder, error) {
	return sourceFolder{disk: d, dir: slashDir(dir)}, nil
}

func (d *sourceDisk) stat(name string) (fs.FileInfo, error) {
	return &sourceInfo{path: slashDir(name), SourceEntry: SourceEntry{Folder: true}}, nil
}

func (d *sourceDisk) real(name string) (string, error) { return name, nil }

func (d *sourceDisk) foldsNames(folder) bool { return false }

// sourceFolder is a folder of a client. It can't be written to.
type sourceFolder struct {
	readOnly
	disk *sourceDisk
	dir  string
}

func (f sourceFolder) abs(name string) string { return path.Join(f.dir+"/", name) }

func (f sourceFolder) Lstat(name string) (fs.FileInfo, error) {
	if name == "." {
		return f.disk.stat(f.dir)
	}
	at := f.abs(name)
	s := f.disk.known().stats.get(context.Background(), at, func() sourceStat {
		e, err := f.disk.source.Stat(context.Background(), at)
		return sourceStat{&sourceInfo{at, e}, err}
	})
	if s.err != nil {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: s.err}
	}
	return s.info, nil
}

// Readlink refuses: where a link leads is the client's to know, so none is followed.
func (f sourceFolder) Readlink(name string) (string, error) {
	return "", &fs.PathError{Op: "readlink", Path: name, Err: errors.New("the editor's links are not followed")}
}

func (f sourceFolder) open(name string) (fs.File, error) {
	info, err := f.Lstat(name)
	if err != nil {
		return nil, err
	}
	data, err := f.disk.source.Read(context.Background(), f.abs(name))
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return &sourceFile{bytes.NewReader(data), info}, nil
}

// list asks for all that is below the workspace folder, once: a search for a similar name
// would else ask for hundreds of folders one by one.
func (f sourceFolder) list(name string, limit int) ([]fs.DirEntry, error) {
	all := f.disk.known().lists.get(context.Background(), f.dir, func() map[string][]fs.DirEntry {
		entries, _ := f.disk.source.List(context.Background(), f.dir, searched)
		folders := map[string][]fs.DirEntry{}
		for _, e := range entries {
			at := f.abs(e.Path)
			folders[path.Dir(at)] = append(folders[path.Dir(at)], fs.FileInfoToDirEntry(&sourceInfo{at, e}))
		}
		return folders
	})
	entries := all[f.abs(name)]
	if limit > 0 && len(entries) > limit {
		entries = entries[:limit]
	}
	return entries, nil
}

func (f sourceFolder) openFolder(name string) (folder, error) {
	return f.disk.openFolder(f.abs(name))
}

// sourceInfo describes a file of a client.
type sourceInfo struct {
	path string
	SourceEntry
}

func (i *sourceInfo) Name() string       { return path.Base(i.path) }
func (i *sourceInfo) Size() int64        { return i.SourceEntry.Size }
func (i *sourceInfo) ModTime() time.Time { return i.SourceEntry.ModTime }
func (i *sourceInfo) IsDir() bool        { return i.Mode().IsDir() }
func (i *sourceInfo) Sys() any           { return nil }

func (i *sourceInfo) Mode() fs.FileMode {
	switch {
	case i.Link:
		return fs.ModeSymlink | 0o777
	case i.Folder:
		return fs.ModeDir | 0o755
	}
	return 0o644
}

// sourceFile is a client's file that was read whole.
type sourceFile struct {
	*bytes.Reader
	info fs.FileInfo
}

func (f *sourceFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *sourceFile) Close() error               { return nil }

// readOnly refuses what would write.
type readOnly struct{}

func (readOnly) OpenFile(string, int, fs.FileMode) (*os.File, error) {
	return nil, errors.ErrUnsupported
}
func (readOnly) Mkdir(string, fs.FileMode) error { return errors.ErrUnsupported }
func (readOnly) Remove(string) error             { return errors.ErrUnsupported }
func (readOnly) Rename(string, string) error     { return errors.ErrUnsupported }
func (readOnly) Link(string, string) error       { return errors.ErrUnsupported }
func (readOnly) Close() error                    { return nil }
