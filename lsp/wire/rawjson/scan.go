package rawjson

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// maxDepth is the nesting that encoding/json accepts. A deeper text would pass here
// and then fail in a handler's decoder, with another error code.
const maxDepth = 10000

// SyntaxError says where a text stops being JSON.
type SyntaxError struct {
	// Offset is the 0-based byte offset of the first byte that cannot be right.
	Offset int
	// Reason says what was expected or found, without quoting the text.
	Reason string
}

// Error implements error.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("invalid JSON at byte %d: %s", e.Offset, e.Reason)
}

// Valid returns nil if data is one JSON value with nothing but blanks around it, or
// a [*SyntaxError].
func Valid(data []byte) error {
	end, err := value(data, blanks(data, 0), 0)
	if err != nil {
		return err
	}
	return atEnd(data, end)
}

func atEnd(data []byte, i int) error {
	if i = blanks(data, i); i < len(data) {
		return &SyntaxError{i, "text after the value"}
	}
	return nil
}

// blanks returns the offset of the first byte from i on that is not JSON white space.
func blanks(data []byte, i int) int {
	for i < len(data) {
		switch data[i] {
		case ' ', '\t', '\n', '\r':
			i++
		default:
			return i
		}
	}
	return i
}

// value returns the offset after the value that starts at i, which holds no blank.
func value(data []byte, i, depth int) (int, error) {
	if i >= len(data) {
		return i, &SyntaxError{i, "the text ends where a value should be"}
	}
	switch c := data[i]; {
	case c == '"':
		return str(data, i)
	case c == '{':
		return object(data, i, depth+1)
	case c == '[':
		return array(data, i, depth+1)
	case c == '-' || '0' <= c && c <= '9':
		return number(data, i)
	case c == 't':
		return literal(data, i, "true")
	case c == 'f':
		return literal(data, i, "false")
	case c == 'n':
		return literal(data, i, "null")
	}
	return i, &SyntaxError{i, "no value starts like this"}
}

// object returns the offset after the object at i.
func object(data []byte, i, depth int) (int, error) {
	if depth > maxDepth {
		return i, errDepth(i)
	}
	i = blanks(data, i+1)
	if i < len(data) && data[i] == '}' {
		return i + 1, nil
	}
	for {
		start, err := name(data, i)
		if err != nil {
			return start, err
		}
		end, err := value(data, start, depth)
		if err != nil {
			return end, err
		}
		next, last, err := separator(data, end, '}')
		if err != nil || last {
			return next, err
		}
		i = next
	}
}

// array returns the offset after the array at i.
func array(data []byte, i, depth int) (int, error) {
	if depth > maxDepth {
		return i, errDepth(i)
	}
	i = blanks(data, i+1)
	if i < len(data) && data[i] == ']' {
		return i + 1, nil
	}
	for {
		end, err := value(data, i, depth)
		if err != nil {
			return end, err
		}
		next, last, err := separator(data, end, ']')
		if err != nil || last {
			return next, err
		}
		i = next
	}
}

func errDepth(i int) error { return &SyntaxError{i, "nested too deeply"} }

// name returns the offset of the value of the member whose name is at i.
func name(data []byte, i int) (int, error) {
	if i >= len(data) || data[i] != '"' {
		return i, &SyntaxError{i, "a member name was expected"}
	}
	i, err := str(data, i)
	if err != nil {
		return i, err
	}
	return colon(data, i)
}

// colon returns the offset of the value after a member's name that ends at i.
func colon(data []byte, i int) (int, error) {
	if i = blanks(data, i); i >= len(data) || data[i] != ':' {
		return i, &SyntaxError{i, "a colon was expected"}
	}
	return blanks(data, i+1), nil
}

// separator reads what follows a member or element: a comma, then next is where the
// following one starts, or the closing bracket, then last is true.
func separator(data []byte, i int, closing byte) (next int, last bool, err error) {
	i = blanks(data, i)
	switch {
	case i < len(data) && data[i] == closing:
		return i + 1, true, nil
	case i < len(data) && data[i] == ',':
		return blanks(data, i+1), false, nil
	}
	return i, false, &SyntaxError{i, "a comma or a closing bracket was expected"}
}

// The bytes of a word that matter in a string: see [stops].
const ones, tops = 0x0101010101010101, 0x8080808080808080

// stops flags the bytes of w that do not simply stand for themselves in a string: a
// quote, a backslash or a control character. The lowest flag is exact; those above it
// may be false, since a borrow only runs upwards.
func stops(w uint64) uint64 {
	quote, slash := w^(ones*'"'), w^(ones*'\\')
	return ((quote-ones)&^quote | (slash-ones)&^slash | (w-ones*' ')&^w) & tops
}

// simple holds what a one-letter escape stands for, 0 for other letters.
var simple = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// str returns the offset after the string whose opening quote is at i. Almost all
// bytes of a didOpen pass through here, hence eight at a time.
func str(data []byte, i int) (int, error) {
	i++
	for {
		for i+8 <= len(data) {
			hit := stops(binary.LittleEndian.Uint64(data[i:]))
			if hit == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(hit) / 8
			if data[i] != '\\' || i+1 == len(data) || simple[data[i+1]] == 0 {
				break
			}
			i += 2
		}
		if i >= len(data) {
			return i, &SyntaxError{i, "the text ends inside a string"}
		}
		switch c := data[i]; {
		case c == '"':
			return i + 1, nil
		case c == '\\':
			_, n := unescape(data[i:])
			if n == 0 {
				return i, &SyntaxError{i, "bad escape in a string"}
			}
			// Of a surrogate pair the second half is read as an escape of its own: what
			// follows the first half need not be one.
			i += min(n, 6)
		case c < ' ':
			return i, &SyntaxError{i, "control character in a string"}
		default:
			i++
		}
	}
}

// hex4 reads the four digits of a \u escape.
func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, c := range b[:4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// number returns the offset after the number at i.
func number(data []byte, i int) (int, error) {
	digits := func() bool {
		start := i
		for i < len(data) && '0' <= data[i] && data[i] <= '9' {
			i++
		}
		return i > start
	}
	if data[i] == '-' {
		i++
	}
	if i < len(data) && data[i] == '0' {
		i++ // no digit may follow a leading zero; one that does is text after the value
	} else if !digits() {
		return i, &SyntaxError{i, "a digit was expected"}
	}
	if i < len(data) && data[i] == '.' {
		i++
		if !digits() {
			return i, &SyntaxError{i, "a digit was expected"}
		}
	}
	if i < len(data) && (data[i] == 'e' || data[i] == 'E') {
		i++
		if i < len(data) && (data[i] == '+' || data[i] == '-') {
			i++
		}
		if !digits() {
			return i, &SyntaxError{i, "a digit was expected"}
		}
	}
	return i, nil
}

func literal(data []byte, i int, word string) (int, error) {
	if len(data)-i < len(word) || string(data[i:i+len(word)]) != word {
		return i, &SyntaxError{i, "no value starts like this"}
	}
	return i + len(word), nil
}
