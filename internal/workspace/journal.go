package workspace

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Limits of a journal.
const (
	segmentBytes = 4 << 20
	journalBytes = 32 << 20
	journalAge   = 90 * 24 * time.Hour
	// maxSegment is how much is read of a segment, which another program may have filled.
	maxSegment    = 2 * segmentBytes
	segmentSuffix = ".jsonl"
)

// StateFolder returns the user's folder for what the program keeps between runs, or why there is none. It may
// not exist.
func StateFolder() (string, error) {
	const name = "edit-lsp"
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, name), nil
	}
	var dir string
	switch runtime.GOOS {
	case "js", "wasip1":
		return "", errors.New("this system has no state folder")
	case "windows":
		dir = os.Getenv("LocalAppData")
	default:
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(home, ".local", "state")
		if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
			dir = filepath.Join(home, "Library", "Application Support")
		}
	}
	if !filepath.IsAbs(dir) {
		return "", errors.New("the user's state folder isn't known")
	}
	return filepath.Join(dir, name), nil
}

// Journal is an append-only file of lines for one workspace folder, in segments that are only ever removed
// whole. Several processes may append at once.
type Journal struct {
	dir string
	now func() time.Time
}

// OpenJournal returns the journal of a workspace folder in a state folder. It touches no file.
func OpenJournal(state, root string) *Journal {
	disk := osDisk{}
	if real, err := disk.real(root); err == nil {
		root = real
	}
	sum := sha256.Sum256([]byte(filepath.ToSlash(root)))
	return &Journal{dir: filepath.Join(state, "journal", hex.EncodeToString(sum[:16])), now: time.Now}
}

// Folder returns the path of the journal's folder.
func (j *Journal) Folder() string { return j.dir }

// Mark is how far a journal was read.
type Mark struct {
	segment string
	offset  int64
}

type segment struct {
	name string
	info fs.FileInfo
}

// segments returns the segments, the oldest first.
func (j *Journal) segments(f folder) ([]segment, error) {
	const maxEntries = 1000
	entries, err := f.list(".", maxEntries)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var all []segment
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), segmentSuffix) || !e.Type().IsRegular() {
			continue
		}
		if info, err := f.Lstat(e.Name()); err == nil && info.Mode().IsRegular() {
			all = append(all, segment{e.Name(), info})
		}
	}
	slices.SortFunc(all, func(a, b segment) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// Size returns the bytes of the journal, 0 if there is none.
func (j *Journal) Size() int64 {
	f, err := osDisk{}.openFolder(j.dir)
	if err != nil {
		return 0
	}
	defer f.Close()
	all, _ := j.segments(f)
	var sum int64
	for _, s := range all {
		sum += s.info.Size()
	}
	return sum
}

// Read returns the whole lines after a mark and the mark after them. Without a journal there are none. If the
// marked segment is gone, it reads all.
func (j *Journal) Read(after Mark) (lines [][]byte, mark Mark, err error) {
	f, err := osDisk{}.openFolder(j.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, Mark{}, nil
	}
	if err != nil {
		return nil, after, err
	}
	defer f.Close()
	all, err := j.segments(f)
	if err != nil {
		return nil, after, err
	}
	first := slices.IndexFunc(all, func(s segment) bool { return s.name == after.segment })
	if first < 0 {
		first, after = 0, Mark{}
	}
	mark = after
	for i, s := range all[first:] {
		from := int64(0)
		if i == 0 {
			from = after.offset
		}
		data, err := readSegment(f, s.name, from)
		if err != nil {
			return lines, mark, err
		}
		end := bytes.LastIndexByte(data, '\n') + 1
		lines = append(lines, bytes.Split(data[:end], []byte("\n"))...)
		mark = Mark{s.name, from + int64(end)}
	}
	return slices.DeleteFunc(lines, func(l []byte) bool { return len(l) == 0 }), mark, nil
}

func readSegment(f folder, name string, from int64) ([]byte, error) {
	file, err := f.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err == nil {
		err = errNotRegular(info)
	}
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.NewSectionReader(file, from, maxSegment-min(from, maxSegment)))
}

func errNotRegular(info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return errors.New("not a regular file")
}

// Append adds a line, in one write. If the file ends inside a line, which a full disk or a killed process
// left, the new one begins after it.
func (j *Journal) Append(line []byte) error {
	if err := makePrivate(j.dir); err != nil {
		return err
	}
	f, err := osDisk{}.openFolder(j.dir)
	if err != nil {
		return err
	}
	defer f.Close()
	name, err := j.makeRoom(f, int64(len(line)))
	if err != nil {
		return err
	}
	file, err := f.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil {
		err = errNotRegular(info)
	}
	if err == nil {
		err = appendLine(file, info.Size(), line)
	}
	return errors.Join(err, file.Close())
}

func appendLine(file *os.File, size int64, line []byte) error {
	data := slices.Concat(line, []byte("\n"))
	if size > 0 {
		last := make([]byte, 1)
		if _, err := file.ReadAt(last, size-1); err != nil {
			return err
		}
		if last[0] != '\n' {
			data = slices.Concat([]byte("\n"), data)
		}
	}
	_, err := file.Write(data)
	return err
}

// makeRoom returns the name of the segment for a line of so many bytes, and removes segments that are too old
// or too many.
func (j *Journal) makeRoom(f folder, size int64) (string, error) {
	all, err := j.segments(f)
	if err != nil {
		return "", err
	}
	number, fits := 0, false
	sum := size
	for _, s := range all {
		sum += s.info.Size()
	}
	if len(all) > 0 {
		last := all[len(all)-1]
		_, err := fmt.Sscanf(last.name, "%d"+segmentSuffix, &number)
		fits = err == nil && last.info.Size()+size < segmentBytes
	}
	if !fits {
		number++
	}
	for i, s := range all {
		if fits && i == len(all)-1 || sum <= journalBytes && j.now().Sub(s.info.ModTime()) < journalAge {
			break
		}
		if err := f.Remove(s.name); err != nil {
			return "", err
		}
		sum -= s.info.Size()
	}
	return fmt.Sprintf("%08d%s", number, segmentSuffix), nil
}
