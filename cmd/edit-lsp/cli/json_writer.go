package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonWriter writes JSON as encoding/json encodes it without HTML escaping, except that
// characters which can't be seen are escaped. It writes what is asked for at once, so that
// results of any size need no more memory than its buffer. A member's key is given as it
// is written: keys have nothing to escape.
type jsonWriter struct {
	out io.Writer
	buf []byte
	// indented: each member and element is on a line of its own.
	indented bool
	depth    int
	// empty: nothing has been written yet into the innermost object or array.
	empty bool
	err   error
}

// jsonBuffer is how much is written to the output at once, in bytes.
const jsonBuffer = 64 << 10

func newJSONWriter(out io.Writer, indented bool) *jsonWriter {
	return &jsonWriter{out: out, buf: make([]byte, 0, jsonBuffer), indented: indented}
}

// flush writes what is in the buffer.
func (w *jsonWriter) flush() error {
	if w.err == nil && len(w.buf) > 0 {
		_, w.err = w.out.Write(w.buf)
	}
	w.buf = w.buf[:0]
	return w.err
}

// begin begins an object or an array, end ends it.
func (w *jsonWriter) begin(bracket byte) {
	w.buf = append(w.buf, bracket)
	w.depth++
	w.empty = true
}

func (w *jsonWriter) end(bracket byte) {
	w.depth--
	if !w.empty {
		w.newLine()
	}
	w.buf = append(w.buf, bracket)
	w.empty = false
	// Half of the buffer is room for what an element of a list may need.
	if len(w.buf) > jsonBuffer/2 {
		_ = w.flush() // the error is kept
	}
}

// line ends a value that is a line of its own.
func (w *jsonWriter) line() { w.buf = append(w.buf, '\n') }

// newLine begins the line of a member or an element.
func (w *jsonWriter) newLine() {
	if !w.indented {
		return
	}
	w.buf = append(w.buf, '\n')
	for range w.depth {
		w.buf = append(w.buf, ' ')
	}
}

// element goes to the next element of an array.
func (w *jsonWriter) element() {
	if !w.empty {
		w.buf = append(w.buf, ',')
	}
	w.empty = false
	w.newLine()
}

// key goes to the next member of an object.
func (w *jsonWriter) key(key string) {
	w.element()
	w.buf = append(append(append(w.buf, '"'), key...), '"', ':')
	if w.indented {
		w.buf = append(w.buf, ' ')
	}
}

func (w *jsonWriter) string(key, s string) {
	w.key(key)
	w.buf = appendJSONString(w.buf, s)
}

func (w *jsonWriter) int(key string, n int) {
	w.key(key)
	w.buf = strconv.AppendInt(w.buf, int64(n), 10)
}

func (w *jsonWriter) null(key string) {
	w.key(key)
	w.buf = append(w.buf, "null"...)
}

func (w *jsonWriter) bool(key string, b bool) {
	w.key(key)
	w.buf = strconv.AppendBool(w.buf, b)
}

func (w *jsonWriter) float(key string, f float64) {
	if size := math.Abs(f); size != 0 && (size < 1e-6 || size >= 1e21) {
		w.value(key, f)
		return
	}
	w.key(key)
	w.buf = strconv.AppendFloat(w.buf, f, 'f', -1, 64)
}

func (w *jsonWriter) ints(key string, list []int) {
	w.key(key)
	w.begin('[')
	for _, n := range list {
		w.element()
		w.buf = strconv.AppendInt(w.buf, int64(n), 10)
	}
	w.end(']')
}

func (w *jsonWriter) strings(key string, list []string) {
	w.key(key)
	w.begin('[')
	for _, s := range list {
		w.element()
		w.buf = appendJSONString(w.buf, s)
	}
	w.end(']')
}

// value writes a member whose value encoding/json encodes: one of those that there are few
// of.
func (w *jsonWriter) value(key string, value any) {
	w.key(key)
	w.encode(value)
}

func (w *jsonWriter) encode(value any) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if w.indented {
		e.SetIndent(strings.Repeat(" ", w.depth), " ")
	}
	if err := e.Encode(value); err != nil {
		w.err = errors.Join(w.err, err)
		return
	}
	w.buf = append(w.buf, escaped(bytes.TrimSuffix(b.Bytes(), []byte("\n")))...)
}

// appendJSONString appends a string literal.
func appendJSONString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r < utf8.RuneSelf || isUnseen(r) || r == '\u2028' || r == '\u2029' || r == utf8.RuneError && size == 1 {
			b = appendEscape(append(b, s[start:i]...), r)
			start = i + size
		}
		i += size
	}
	return append(append(b, s[start:]...), '"')
}

func appendEscape(b []byte, r rune) []byte {
	switch i := strings.IndexRune("\"\\\b\f\n\r\t", r); {
	case i >= 0:
		return append(b, '\\', `"\bfnrt`[i])
	case r > 0xFFFF:
		high, low := utf16.EncodeRune(r)
		return fmt.Appendf(b, `\u%04x\u%04x`, high, low)
	default:
		return fmt.Appendf(b, `\u%04x`, r)
	}
}

// escaped writes out the characters that a terminal obeys, and those that cannot be
// seen, as far as encoding/json leaves them. They stand only inside strings.
func escaped(data []byte) []byte {
	if !bytes.ContainsFunc(data, isUnseen) {
		return data
	}
	out := make([]byte, 0, len(data)+len(data)/8)
	for _, r := range string(data) {
		if isUnseen(r) {
			out = appendEscape(out, r)
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}

func isUnseen(r rune) bool { return r >= 0x7f && unicode.In(r, unicode.Cc, unicode.Cf) }
