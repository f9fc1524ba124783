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

// HeaderError means that there is garbage in place of a message's header. What follows
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

// header reads up to and with the empty line and returns the body's length in bytes.
func (f *frameReader) header() (int64, error) {
	length, left := int64(-1), maxHeader
	for {
		name, value, err := f.headerLine(&left)
		if err != nil {
			return 0, err
		}
		switch {
		case name == "" && length < 0:
			return 0, &HeaderError{"it has no Content-Length"}
		case name == "":
			return length, nil
		case !strings.EqualFold(name, "Content-Length"):
			continue // Content-Type, and whatever a client thinks up
		}
		n, err := parseLength(value)
		if err != nil {
			return 0, err
		}
		if length >= 0 && n != length {
			return 0, &HeaderError{"it has two different Content-Lengths"}
		}
		length = n
	}
}

// headerLine reads one line; the name of the empty line is empty. It looks at every
// byte as it comes: a client that talks without headers gets no line end to wait for.
// left is how many bytes the header may still have.
func (f *frameReader) headerLine(left *int) (name, value string, err error) {
	var line []byte
	colon := -1
	for {
		c, err := f.r.ReadByte()
		if err != nil {
			return "", "", err
		}
		if *left--; *left < 0 {
			return "", "", &HeaderError{fmt.Sprintf("it is longer than %d bytes", maxHeader)}
		}
		last := len(line) - 1
		switch {
		case c == '\n':
			if last >= 0 && line[last] == '\r' {
				line = line[:last]
			}
			switch {
			case len(line) == 0:
				return "", "", nil
			case colon <= 0:
				return "", "", errHeaderLine
			}
			return string(line[:colon]), strings.Trim(string(line[colon+1:]), " \t"), nil
		case colon >= 0: // the value: anything goes
		case c == ':':
			colon = len(line)
		case !isToken(c) && (c != '\r' || len(line) > 0):
			return "", "", errHeaderLine
		}
		line = append(line, c)
	}
}

var errHeaderLine = &HeaderError{"a line is not of the form Name: value"}

// isToken reports whether c can be part of a header's name.
func isToken(c byte) bool {
	letter := 'a' <= c|0x20 && c|0x20 <= 'z'
	return letter || '0' <= c && c <= '9' || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
}

func parseLength(value string) (int64, error) {
	n, err := strconv.ParseUint(value, 10, 63) // no sign, no space, no underscore
	if err != nil {
		return 0, &HeaderError{"the Content-Length is not a number of bytes"}
	}
	return int64(n), nil
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

// writeFrame writes one message.
func writeFrame(w *bufio.Writer, body []byte) error {
	if _, err := fmt.Fprintf(w, "Content-Length: %d\r\n\r\n", len(body)); err != nil {
		return err
	}
	_, err := w.Write(body)
	return err
}
