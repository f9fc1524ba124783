package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	editlsp "github.com/edit-lsp/edit-lsp"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// jsonWriter writes the JSON of encoding/json without HTML escaping, but escapes invisible
// characters and never writes null for a list. It makes a single pass; encoding/json would add a
// third to the time of checking a thousand blocks.
type jsonWriter struct {
	out io.Writer
	buf []byte
	// indented puts each member and element on its own line.
	indented bool
	depth    int
	// empty means that the innermost object or array has no content yet.
	empty bool
	err   error
	// known caches the members of types.
	known map[reflect.Type][]jsonMember
}

type jsonMember struct {
	key       string
	index     []int
	omitEmpty bool
}

// jsonBuffer is the size of a write, in bytes.
const jsonBuffer = 64 << 10

// writeIndented writes a value as an indented document.
func writeIndented(out io.Writer, v any) error {
	w := newJSONWriter(out, true)
	w.line(v)
	return w.flush()
}

func newJSONWriter(out io.Writer, indented bool) *jsonWriter {
	return &jsonWriter{out: out, buf: make([]byte, 0, jsonBuffer), indented: indented, known: map[reflect.Type][]jsonMember{}}
}

func (w *jsonWriter) flush() error {
	if w.err == nil && len(w.buf) > 0 {
		_, w.err = w.out.Write(w.buf)
	}
	w.buf = w.buf[:0]
	return w.err
}

func (w *jsonWriter) line(v any) {
	w.value(reflect.ValueOf(v))
	w.buf = append(w.buf, '\n')
}

// value writes a value. [editlsp.Line] is the only type that encodes itself.
func (w *jsonWriter) value(v reflect.Value) {
	isNull := v.Kind() == reflect.Pointer && v.IsNil() || v.Type() == reflect.TypeFor[editlsp.Line]() && v.IsZero()
	switch kind := v.Kind(); {
	case isNull:
		w.buf = append(w.buf, "null"...)
	case kind == reflect.Pointer:
		w.value(v.Elem())
	case kind == reflect.String:
		w.buf = appendJSONString(w.buf, v.String())
	case kind == reflect.Int:
		w.buf = strconv.AppendInt(w.buf, v.Int(), 10)
	case kind == reflect.Bool:
		w.buf = strconv.AppendBool(w.buf, v.Bool())
	case kind == reflect.Float64:
		number, _ := json.Marshal(v.Float()) // no finding has an infinite one
		w.buf = append(w.buf, number...)
	case kind == reflect.Slice:
		w.list(v)
	default:
		w.begin('{')
		w.members(v)
		w.end('}')
	}
}

func (w *jsonWriter) list(v reflect.Value) {
	w.begin('[')
	for i := range v.Len() {
		w.next()
		w.value(v.Index(i))
	}
	w.end(']')
}

func (w *jsonWriter) members(v reflect.Value) {
	if v.Kind() == reflect.Map {
		keys := v.MapKeys()
		slices.SortFunc(keys, func(x, y reflect.Value) int { return strings.Compare(x.String(), y.String()) })
		for _, key := range keys {
			w.member(key.String(), v.MapIndex(key))
		}
		return
	}
	for _, m := range w.fields(v.Type()) {
		field := v.FieldByIndex(m.index)
		if !m.omitEmpty || !field.IsZero() && (field.Kind() != reflect.Slice || field.Len() > 0) {
			w.member(m.key, field)
		}
	}
}

func (w *jsonWriter) member(key string, v reflect.Value) {
	w.next()
	w.buf = append(appendJSONString(w.buf, key), ':')
	if w.indented {
		w.buf = append(w.buf, ' ')
	}
	w.value(v)
}

// fields returns the members of a struct by their tags.
func (w *jsonWriter) fields(t reflect.Type) []jsonMember {
	members, known := w.known[t]
	if known {
		return members
	}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name != "" && name != "-" {
			members = append(members, jsonMember{name, f.Index, options == "omitempty"})
		}
	}
	w.known[t] = members
	return members
}

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
	// Keep half of the buffer free for the next list element.
	if len(w.buf) > jsonBuffer/2 {
		_ = w.flush() // w.err keeps the error
	}
}

func (w *jsonWriter) newLine() {
	if w.indented {
		w.buf = append(w.buf, '\n')
		for range w.depth {
			w.buf = append(w.buf, ' ')
		}
	}
}

func (w *jsonWriter) next() {
	if !w.empty {
		w.buf = append(w.buf, ',')
	}
	w.empty = false
	w.newLine()
}

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
		if r < utf8.RuneSelf || text.IsHidden(r) || r == utf8.RuneError && size == 1 {
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
