package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

const (
	// All are in bytes.
	maxMessage = 256 << 20
	maxHeader  = 16 << 10
	// ahead bounds what is allocated before a body arrives, so a header alone can't allocate 256
	// MiB.
	ahead = 1 << 20
)

// headerError says why a message's header is invalid, without quoting it. It ends the connection,
// since the next message can't be found.
type headerError string

func (e headerError) Error() string { return "not a message header: " + string(e) }

// sizeError means that a body exceeded this many bytes and has been skipped.
type sizeError int64

func (e sizeError) Error() string {
	return fmt.Sprintf("message larger than %g MiB", float64(e)/(1<<20))
}

type frameReader struct {
	r *bufio.Reader
	// limit is the largest body, in bytes.
	limit int64
}

func newFrameReader(r io.Reader, limit int64) *frameReader {
	return &frameReader{r: bufio.NewReaderSize(r, 64<<10), limit: limit}
}

// next returns the next message body, which the caller owns. It returns [io.EOF] if the input ends
// between messages, [io.ErrUnexpectedEOF] inside one, a headerError, an input error, or a
// sizeError, after which reading can go on.
func (f *frameReader) next() ([]byte, error) {
	if err := f.skipSpace(); err != nil {
		return nil, err
	}
	length, err := f.header()
	if err != nil {
		return nil, inside(err)
	}
	if length > f.limit {
		if _, err := io.CopyN(io.Discard, f.r, length); err != nil {
			return nil, inside(err)
		}
		return nil, sizeError(f.limit)
	}
	return f.body(length)
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

// header reads up to and including the empty line, and returns the body's length in bytes. It
// checks each byte as it arrives, since a client without headers may never send a line end.
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
			return 0, headerError("it has no Content-Length")
		case empty:
			return length, nil
		default:
			if length, err = contentLength(string(line), length); err != nil {
				return 0, err
			}
			line, inName = line[:0], true
		}
	}
	return 0, headerError(fmt.Sprintf("it is longer than %d bytes", maxHeader))
}

const errHeaderLine = headerError("a line is not of the form Name: value")

func isToken(c byte) bool {
	letter := 'a' <= c|0x20 && c|0x20 <= 'z'
	return letter || '0' <= c && c <= '9' || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
}

// contentLength returns the length in a header line, or known if it has none.
func contentLength(line string, known int64) (int64, error) {
	name, value, _ := strings.Cut(strings.TrimSuffix(line, "\r"), ":")
	switch {
	case name == "":
		return 0, errHeaderLine
	case !strings.EqualFold(name, "Content-Length"):
		return known, nil // Content-Type or any other header
	}
	length, err := strconv.ParseUint(strings.Trim(value, " \t"), 10, 63) // no sign allowed
	if err != nil {
		return 0, headerError("the Content-Length is not a number of bytes")
	}
	if known >= 0 && int64(length) != known {
		return 0, headerError("it has two different Content-Lengths")
	}
	return int64(length), nil
}

// body reads exactly n bytes. The buffer grows with the data received.
func (f *frameReader) body(n int64) ([]byte, error) {
	var b bytes.Buffer
	// With this much spare room, the buffer notices the end without growing.
	b.Grow(int(min(n, ahead)) + bytes.MinRead)
	if _, err := io.CopyN(&b, f.r, n); err != nil {
		return nil, inside(err)
	}
	return b.Bytes(), nil
}

// inside converts io.EOF to io.ErrUnexpectedEOF.
func inside(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// writeFrames writes messages, skipping replaced ones, which are nil.
func writeFrames(w *bufio.Writer, bodies [][]byte) error {
	for i, body := range bodies {
		if body == nil {
			continue
		}
		fmt.Fprintf(w, "Content-Length: %d\r\n\r\n", len(body))
		if _, err := w.Write(body); err != nil {
			return err
		}
		bodies[i] = nil // free it while the others are written
	}
	return w.Flush()
}
