//go:build unix

package workspace

import (
	"bytes"
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

func init() { onlyHere["F"] = append(onlyHere["F"], files) }

// F: what a name may lead to, and what is read of it.
func files(t *testing.T) []trustCase {
	dir := tree(t, map[string]string{"d/x.txt": "x\n"})
	d := &hookedDisk{disk: osDisk{}}
	const limit = 1 << 20
	w := newWorkspace(d)
	w.Configure(Options{MaxFileSize: limit})
	t.Cleanup(w.Release)
	require.NoError(t, w.SetRoots([]string{dir}))

	// look resolves a name in a fresh view. It must not block.
	look := func(t *testing.T, name string) Target {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		answer := make(chan Target, 1)
		go func() { answer <- w.View(ctx, Origin{}).Target(ctx, name) }()
		select {
		case target := <-answer:
			return target
		case <-ctx.Done():
			t.Fatal("the look at " + name + " hangs")
			return Target{}
		}
	}
	refused := func(code codes.Code, detail, content string) func(*testing.T, string) {
		return func(t *testing.T, name string) {
			if content != "" {
				put(t, dir, name, content)
				age(t, dir, name)
			}
			target := look(t, name)
			assertRefused(t, target, code)
			assert.Contains(t, target.Refusal.Error(), detail)
			assert.Equal(t, target.Refusal, look(t, name).Refusal, "the same a second time")
		}
	}
	read := func(content string) func(*testing.T, string) {
		return func(t *testing.T, name string) {
			put(t, dir, name, content)
			target := look(t, name)
			require.Nil(t, target.Refusal)
			assert.True(t, target.Exists)
			assert.Equal(t, content, string(target.File.Text.Bytes()), "every byte is kept")
			assert.Equal(t, int64(len(content)), target.File.Size)
		}
	}
	fifo := func(t *testing.T, name string) {
		require.NoError(t, syscall.Mkfifo(filepath.Join(dir, name), 0o644))
	}

	cases := []struct {
		what string
		run  func(t *testing.T, name string)
	}{
		{"folder", func(t *testing.T, name string) {
			require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o755))
			refused(codes.NotARegularFile, "Not a regular file: "+name+"; it is a directory", "")(t, name)
		}},
		{"FIFO", func(t *testing.T, name string) {
			fifo(t, name)
			refused(codes.NotARegularFile, "named pipe", "")(t, name)
		}},
		{"socket", func(t *testing.T, name string) {
			// A socket's path must be short, so create it in a folder with a short path.
			short, err := os.MkdirTemp("", "s")
			require.NoError(t, err)
			defer os.RemoveAll(short)
			l, err := net.Listen("unix", filepath.Join(short, "s"))
			require.NoError(t, err)
			defer l.Close()
			require.NoError(t, os.Rename(filepath.Join(short, "s"), filepath.Join(dir, name)))
			refused(codes.NotARegularFile, "socket", "")(t, name)
		}},
		{"device", func(t *testing.T, name string) {
			if err := makeDevice(filepath.Join(dir, name)); err != nil {
				t.Skip("no device can be made here: ", err)
			}
			refused(codes.NotARegularFile, "device", "")(t, name)
		}},
		{"FIFO put in place before the open", func(t *testing.T, name string) {
			put(t, dir, name, "x\n")
			d.before = func(op, at string) error {
				if op == "open" && at == name {
					d.before = nil
					require.NoError(t, os.Remove(filepath.Join(dir, name)))
					fifo(t, name)
				}
				return nil
			}
			assertRefused(t, look(t, name), codes.NotARegularFile)
		}},
		{"another file put in place before the open", func(t *testing.T, name string) {
			put(t, dir, name, "x\n")
			d.before = func(op, at string) error {
				if op == "open" && at == name {
					d.before = nil
					put(t, dir, name+".2", "y\n")
					require.NoError(t, os.Rename(filepath.Join(dir, name+".2"), filepath.Join(dir, name)))
				}
				return nil
			}
			target := look(t, name)
			assertRefused(t, target, codes.PathDenied)
			assert.Contains(t, target.Refusal.Cause, "changed while it was being read")
			assert.Nil(t, look(t, name).Refusal)
		}},
		{"empty", read("")},
		{"over the limit", func(t *testing.T, name string) {
			put(t, dir, name, strings.Repeat("x\n", limit/2)+"y")
			target := look(t, name)
			assertRefused(t, target, codes.FileTooLarge)
			assert.Equal(t, "1 MiB", target.Refusal.Limit)
			assert.True(t, strings.HasPrefix(target.Refusal.Error(), "File is larger than 1 MiB; "))
			put(t, dir, name, strings.Repeat("x\n", limit/2))
			assert.Nil(t, look(t, name).Refusal, "at the limit")
		}},
		{"sparse, far over the limit", func(t *testing.T, name string) {
			put(t, dir, name, "")
			require.NoError(t, os.Truncate(filepath.Join(dir, name), 1<<40))
			refused(codes.FileTooLarge, "it is 1 TiB", "")(t, name)
		}},
		{"sparse, under the limit", func(t *testing.T, name string) {
			put(t, dir, name, "")
			require.NoError(t, os.Truncate(filepath.Join(dir, name), limit))
			refused(codes.BinaryFile, "NUL", "")(t, name)
		}},
		{"NUL", refused(codes.BinaryFile, "Cannot edit binary file", "one\n\x00two\n")},
		{"NUL in another encoding", refused(codes.BinaryFile, "Cannot edit binary file", "caf\xE9\x00\ntwo\n")},
		{"NUL behind the first 8 KiB", read(strings.Repeat("x", 8192) + "\x00\n")},
		{"UTF-16 with BOM", refused(codes.UnsupportedEncoding, "UTF-16", "\xFF\xFE\x42\x30\x44\x30")},
		{"UTF-16 without BOM", refused(codes.BinaryFile, "", "a\x00b\x00\n\x00")},
		{"UTF-8 BOM", read("\uFEFFone\ntwo\n")},
		{"latin-1", refused(codes.UnsupportedEncoding, "Cannot edit a file that is not UTF-8; byte 0xE9 on line 2", "one\ncaf\xE9\n")},
		{"one bad byte far in", refused(codes.UnsupportedEncoding, "byte 0xFF on line 50001", strings.Repeat("line\n", 50000)+"é\xFF\n")},
		{"CRLF", read("one\r\ntwo\r\n")},
		{"mixed endings", read("one\r\ntwo\nthree\rfour")},
		{"CR alone", read("one\rtwo\r")},
		{"no final newline", read("one\ntwo")},
		{"unreadable", func(t *testing.T, name string) {
			put(t, dir, name, "x\n")
			d.before = func(op, at string) error {
				if op == "open" && at == name { // the tests may run as root, which can read everything
					return &os.PathError{Op: "openat", Path: at, Err: syscall.EACCES}
				}
				return nil
			}
			defer func() { d.before = nil }()
			refused(codes.PathDenied, "Edits here are refused: "+name+"; it can't be read: permission denied; check its permissions and those of its folders", "")(t, name)
		}},
		{"read-only", func(t *testing.T, name string) {
			put(t, dir, name, "x\n")
			require.NoError(t, os.Chmod(filepath.Join(dir, name), 0o444))
			target := look(t, name)
			require.Nil(t, target.Refusal)
			rewrite(t, w, target, []byte("y\n"))
			assert.Equal(t, "y\n", get(t, dir, name))
			assert.Equal(t, os.FileMode(0o444), mode(t, dir, name))
		}},
		{"a line of 10 MB", func(t *testing.T, name string) {
			w.Configure(Options{})
			defer w.Configure(Options{MaxFileSize: limit})
			read(strings.Repeat("x", 10<<20)+"\ntwo\n")(t, name)
			assert.Equal(t, 2, look(t, name).File.Text.LineCount())
		}},
		{"deleted in between", func(t *testing.T, name string) {
			put(t, dir, name, "x\n")
			target := look(t, name)
			require.NoError(t, os.Remove(filepath.Join(dir, name)))
			assert.ErrorIs(t, writeFault(w.Write(t.Context(), target, []byte("y\n"))), ErrStale)
			assert.NoFileExists(t, filepath.Join(dir, name))
			assert.False(t, look(t, name).Exists)
		}},
	}
	var all []trustCase
	for i, c := range cases {
		all = append(all, trustCase{c.what, func(t *testing.T) { c.run(t, "f"+string(rune('a'+i))+".txt") }})
	}
	return append(all, trustCase{"no temporary file is left by these", func(t *testing.T) {
		assert.Empty(t, leftoversIn(t, dir))
	}})
}

func mode(t *testing.T, dir, name string) os.FileMode {
	t.Helper()
	info, err := os.Stat(filepath.Join(dir, name))
	require.NoError(t, err)
	return info.Mode()
}

// A file that grows while it is read, such as in /proc, is read only up to the limit.
func TestReadingStopsAtTheLimit(t *testing.T) {
	endless := bytes.NewReader(bytes.Repeat([]byte("x"), 4<<20))
	_, refusal := readText(t.Context(), endless, "x", 0, 1000)
	require.NotNil(t, refusal)
	assert.Equal(t, codes.FileTooLarge, refusal.Code)
	assert.Greater(t, endless.Len(), 2<<20, "most was not read")
}

func TestReadingStopsWhenCancelled(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "a\n"})
	w, v := view(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.NotNil(t, v.Target(ctx, "a.txt").Refusal)
	target := v.Target(t.Context(), "a.txt")
	assert.Nil(t, target.Refusal, "a cancelled look does not count")
	assert.ErrorIs(t, writeFault(w.Write(ctx, target, []byte("b"))), context.Canceled)
	assert.Equal(t, "a\n", get(t, dir, "a.txt"))
}

func TestPathThroughFile(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "a\n"})
	symlink(t, dir, "l", "a.txt")
	w, v := view(t, dir)
	target := v.Target(t.Context(), "a.txt/b.txt")
	assertRefused(t, target, codes.PathInvalid)
	assert.Equal(t, "a.txt is a file, not a directory", target.Refusal.Cause)
	assertRefused(t, v.Target(t.Context(), "l/b.txt"), codes.PathInvalid)
	assert.Error(t, writeFault(w.Write(t.Context(), target, []byte("x"))))
}

func TestNameTooLong(t *testing.T) {
	_, v := view(t, t.TempDir())
	assertRefused(t, v.Target(t.Context(), strings.Repeat("x", 1000)), codes.PathInvalid)
}

// Reading and writing a file unchanged preserves its bytes (G6).
func TestWriteOfTextIsExact(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "\uFEFFone\r\ntwo\n"})
	w, v := view(t, dir)
	target := v.Target(t.Context(), "a.txt")
	rewrite(t, w, target, target.File.Text.Apply([]text.Edit{{Start: 0, End: 3, New: "1"}}).Bytes())
	assert.Equal(t, "\uFEFF1\r\ntwo\n", get(t, dir, "a.txt"))
}
