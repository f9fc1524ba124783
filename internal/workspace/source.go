package workspace

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"sync/atomic"
	"time"
)

// Source provides the files of a client that stores them itself, such as a browser. Paths are
// absolute and slash-separated. Calls may be concurrent.
type Source interface {
	// Stat describes a path. It returns [fs.ErrNotExist] if nothing is there.
	Stat(ctx context.Context, path string) (SourceEntry, error)
	// List returns at most limit entries below a folder, recursively, with relative paths, folders
	// before their contents.
	List(ctx context.Context, path string, limit int) ([]SourceEntry, error)
	// Read returns a file's bytes.
	Read(ctx context.Context, path string) ([]byte, error)
}

// SourceEntry describes a path of a [Source].
type SourceEntry struct {
	// Path is set only in listings.
	Path   string
	Folder bool
	// Link means a symbolic link, which is never followed.
	Link bool
	// Size is in bytes.
	Size    int64
	ModTime time.Time
}

// sourceDisk is a disk of a client's files. It caches answers until the client reports a change, or
// each keystroke would send a request per target.
type sourceDisk struct {
	source Source
	known  atomic.Pointer[sourceCache]
}

type sourceCache struct {
	nodes memo[node]
	lists memo[map[string][]fs.DirEntry]
}

// forget drops all answers, since with a changed file others may have come or gone.
func (d *sourceDisk) forget() { d.known.Store(&sourceCache{}) }

// openFolder assumes that the folder exists: the client can't be asked while it waits for
// initialize.
func (d *sourceDisk) openFolder(dir string) (folder, error) {
	return sourceFolder{disk: d, dir: slashDir(dir)}, nil
}

func (d *sourceDisk) stat(name string) (fs.FileInfo, error) {
	return &sourceInfo{path: slashDir(name), SourceEntry: SourceEntry{Folder: true}}, nil
}

func (d *sourceDisk) real(name string) (string, error) { return name, nil }

func (d *sourceDisk) foldsNames(folder) bool { return false }

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
	n := f.disk.known.Load().nodes.get(context.Background(), at, func() node {
		e, err := f.disk.source.Stat(context.Background(), at)
		return node{info: &sourceInfo{at, e}, err: err}
	})
	if n.err != nil {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: n.err}
	}
	return n.info, nil
}

// Readlink always fails, since only the client knows where its links lead.
func (f sourceFolder) Readlink(name string) (string, error) {
	return "", &fs.PathError{Op: "readlink", Path: name, Err: errors.New("the editor's symlinks are not followed")}
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

// list requests the whole workspace folder once. A search for a similar name would otherwise
// request hundreds of folders one by one.
func (f sourceFolder) list(name string, limit int) ([]fs.DirEntry, error) {
	all := f.disk.known.Load().lists.get(context.Background(), f.dir, func() map[string][]fs.DirEntry {
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

type sourceFile struct {
	*bytes.Reader
	info fs.FileInfo
}

func (f *sourceFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *sourceFile) Close() error               { return nil }

type readOnly struct{}

func (readOnly) OpenFile(string, int, fs.FileMode) (*os.File, error) {
	return nil, errors.ErrUnsupported
}
func (readOnly) openFolder(string) (folder, error) { return nil, errors.ErrUnsupported }
func (readOnly) Mkdir(string, fs.FileMode) error   { return errors.ErrUnsupported }
func (readOnly) Remove(string) error               { return errors.ErrUnsupported }
func (readOnly) Rename(string, string) error       { return errors.ErrUnsupported }
func (readOnly) Link(string, string) error         { return errors.ErrUnsupported }
func (readOnly) Close() error                      { return nil }
