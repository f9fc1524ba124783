package wire

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// DefaultMaxMessage is the size in bytes of the largest message body that is read,
// 256 MiB.
const DefaultMaxMessage = 256 << 20

const (
	// maxHeader is the size in bytes of the largest header.
	maxHeader = 16 << 10
	// ahead is how many bytes of a body are allocated before any of it has come: a header
	// alone is no reason to take 256 MiB.
	ahead = 1 << 20
)

// HeaderError means that there is garbage instead of a message's header. What follows
// can't be read, so the connection ends.
type HeaderError struct {
	// Reason says what is wrong, without quoting the input.
	Reason string
}

// Error implements error.
func (e *HeaderError) Error() string { return "not a message header: " + e.Reason }

// sizeError means that a body was larger than the limit. It has been skipped.
type sizeError struct{ limit int64 }

func (e *sizeError) Error() string {
	return fmt.Sprintf("message larger than %g MiB", float64(e.limit)/(1<<20))
}

// frameReader takes message bodies out of a byte stream.
type frameReader struct {
	r *bufio.Reader
	// limit is the size in bytes of the largest body.
	limit int64
}

func newFrameReader(r io.Reader, limit int64) *frameReader {
	return &frameReader{r: bufio.NewReaderSize(r, 64<<10), limit: limit}
}

// next returns the next message body, which the caller owns. Errors: [io.EOF] if the
// input ends between messages, [io.ErrUnexpectedEOF] inside one, [*HeaderError], those
// of the input, and *sizeError, after which reading can go on.
func (f *frameReader) next() ([]byte, error) {
	if err := f.skipSpace(); err != nil {
		return nil, err
	}
	length, err := f.header()
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	if length > f.limit {
		if _, err := io.CopyN(io.Discard, f.r, length); err != nil {
			return nil, inside(err)
		}
		return nil, &sizeError{f.limit}
	}
	return f.body(int(length))
}

// skipSpace skips the whitespace that some clients write after a body.
func (f *frameReader) skipSpace() error {
	for {
		c, err := f.r.ReadByte()
		if err != nil {
			return err
		}
		switch c {
		case ' ', '\t', '\r', '\n':
		default:
			return f.r.UnreadByte()
		}
	}
}

// header reads up to and with the empty line and returns the body's length in bytes. It
// looks at every byte as it comes: a client that talks without headers gets no line end to
// wait for.
func (f *frameReader) header() (int64, error) {
	length, inName := int64(-1), true
	var line []byte
	for range maxHeader {
		c, err := f.r.ReadByte()
		if err != nil {
			return 0, err
		}
		inName = inName && c != ':'
		empty := len(line) == 0 || string(line) == "\r"
		switch {
		case c == '\n' && inName && !empty:
			return 0, errHeaderLine
		case c != '\n' && inName && !isToken(c) && (c != '\r' || len(line) > 0):
			return 0, errHeaderLine
		case c != '\n':
			line = append(line, c)
		case empty && length < 0:
			return 0, &HeaderError{"it has no Content-Length"}
		case empty:
			return length, nil
		default:
			if length, err = contentLength(string(line), length); err != nil {
				return 0, err
			}
			line, inName = line[:0], true
		}
	}
	return 0, &HeaderError{fmt.Sprintf("it is longer than %d bytes", maxHeader)}
}

var errHeaderLine = &HeaderError{"a line is not of the form Name: value"}

// isToken reports whether c can be part of a header's name.
func isToken(c byte) bool {
	letter := 'a' <= c|0x20 && c|0x20 <= 'z'
	return letter || '0' <= c && c <= '9' || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
}

// contentLength returns the length that a line gives, or else the one that is known.
func contentLength(line string, known int64) (int64, error) {
	name, value, _ := strings.Cut(strings.TrimSuffix(line, "\r"), ":")
	switch {
	case name == "":
		return 0, errHeaderLine
	case !strings.EqualFold(name, "Content-Length"):
		return known, nil // Content-Type, and whatever a client thinks up
	}
	length, err := strconv.ParseUint(strings.Trim(value, " \t"), 10, 63) // no sign, no underscore
	if err != nil {
		return 0, &HeaderError{"the Content-Length is not a number of bytes"}
	}
	if known >= 0 && int64(length) != known {
		return 0, &HeaderError{"it has two different Content-Lengths"}
	}
	return int64(length), nil
}

// body reads exactly n bytes. The buffer grows with what has come: beyond the first
// allocation it is at most four times that.
func (f *frameReader) body(n int) ([]byte, error) {
	buf := make([]byte, min(n, ahead))
	for have := 0; ; {
		if _, err := io.ReadFull(f.r, buf[have:]); err != nil {
			return nil, inside(err)
		}
		if len(buf) == n {
			return buf, nil
		}
		have = len(buf)
		grown := make([]byte, min(n, 4*have))
		copy(grown, buf)
		buf = grown
	}
}

// inside marks an end of input as one in the middle of a message.
func inside(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// writeFrames writes messages, but not those that a newer one has replaced, which are nil.
func writeFrames(w *bufio.Writer, bodies [][]byte) error {
	for i, body := range bodies {
		if body == nil {
			continue
		}
		fmt.Fprintf(w, "Content-Length: %d\r\n\r\n", len(body))
		if _, err := w.Write(body); err != nil {
			return err
		}
		bodies[i] = nil // or the others would keep it alive
	}
	return w.Flush()
}
