package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

const (
	// sniffed is how many bytes are searched for a NUL.
	sniffed = 8 << 10
	// readStep is how much is read between checks of the context.
	readStep = 1 << 20
)

const hasNUL = "it has a NUL byte in its first 8 KiB"

// errChanged means that a file was replaced between lstat and open.
var errChanged = errors.New("it changed while it was being read")

// readFile reads the regular file that info describes. For files that aren't editable text, it
// returns a refusal.
func readFile(ctx context.Context, f folder, name string, info fs.FileInfo, limit int64) (data string, refusal *Refusal) {
	if refusal := checkRegular(name, info); refusal != nil {
		return "", refusal
	}
	if info.Size() > limit {
		return "", tooLarge(name, info.Size(), limit)
	}
	file, err := f.open(name)
	if err != nil {
		return "", refuseError(name, err)
	}
	defer file.Close()
	// A link or a FIFO may have replaced the file since lstat.
	opened, err := file.Stat()
	if err != nil {
		return "", refuseError(name, err)
	}
	if refusal := checkRegular(name, opened); refusal != nil {
		return "", refusal
	}
	if !sameFile(info, opened) {
		return "", refuseError(name, errChanged)
	}
	return readText(ctx, file, name, info.Size(), limit)
}

// readText reads to the end of r or to the limit, in steps. The data is allocated once.
func readText(ctx context.Context, r io.Reader, name string, size, limit int64) (string, *Refusal) {
	// One spare byte makes room for the read that returns EOF.
	data := make([]byte, 0, min(size, limit)+1)
	for {
		if err := ctx.Err(); err != nil {
			return "", refuseError(name, err)
		}
		if len(data) == cap(data) { // it has grown since lstat
			data = slices.Grow(data, sniffed)
		}
		known := len(data)
		n, err := r.Read(data[known:min(cap(data), known+readStep)])
		data = data[:known+n]
		if known < sniffed && bytes.IndexByte(data[known:min(len(data), sniffed)], 0) >= 0 {
			return "", refuse(codes.BinaryFile, name, hasNUL)
		}
		if int64(len(data)) > limit {
			return "", tooLarge(name, int64(len(data)), limit)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", refuseError(name, err)
		}
	}
	content := text.Take(data)
	return content, checkEncoding(name, content)
}

// checkRegular refuses anything but a regular file, since opening it may block or have side
// effects.
func checkRegular(name string, info fs.FileInfo) *Refusal {
	cause, advice := "", ""
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		cause, advice = "it is a directory", "name a file in it"
	case mode&fs.ModeNamedPipe != 0:
		cause = "it is a named pipe"
	case mode&fs.ModeSocket != 0:
		cause = "it is a socket"
	case mode&fs.ModeDevice != 0:
		cause = "it is a device"
	case mode&fs.ModeSymlink != 0:
		cause = "it is a symlink"
	}
	return refuse(codes.NotARegularFile, name, cause).advise(advice)
}

func tooLarge(name string, size, limit int64) *Refusal {
	r := refuse(codes.FileTooLarge, name, "it is "+FormatSize(size))
	r.Limit = FormatSize(limit)
	return r
}

// checkEncoding refuses text that isn't UTF-8, and says where.
func checkEncoding(name, data string) *Refusal {
	if utf8.ValidString(data) {
		return nil
	}
	if strings.HasPrefix(data, "\xFF\xFE") || strings.HasPrefix(data, "\xFE\xFF") {
		return refuse(codes.UnsupportedEncoding, name, "it begins with a UTF-16 byte order mark").advise("save it as UTF-8")
	}
	at := 0
	for i, r := range data {
		if r == utf8.RuneError && !strings.HasPrefix(data[i:], "\uFFFD") {
			at = i
			break
		}
	}
	line := strings.Count(data[:at], "\n") + 1
	return refuse(codes.UnsupportedEncoding, name, fmt.Sprintf("byte 0x%02X on line %d", data[at], line)).advise("save it as UTF-8")
}

// checkBuffer refuses an open buffer like a file with that text.
func checkBuffer(name string, t *text.Text, limit int64) *Refusal {
	if int64(t.Len()) > limit {
		return tooLarge(name, int64(t.Len()), limit)
	}
	nul, left := false, sniffed
	t.Each(0, text.Line(t.LineCount()), func(_ text.Line, line string) bool {
		nul = strings.IndexByte(line[:min(len(line), left)], 0) >= 0
		left -= len(line) + 1
		return !nul && left > 0
	})
	if nul {
		return refuse(codes.BinaryFile, name, hasNUL)
	}
	return nil
}
