package rawjson

import (
	"errors"
	"strconv"
)

// Errors of a [Reader], for a value of another kind than asked for.
var (
	ErrNotObject = errors.New("not an object")
	ErrNotArray  = errors.New("not an array")
	ErrNotString = errors.New("not a string")
	ErrNotInt32  = errors.New("not a 32-bit integer")
)

// Reader takes one value after the other from a text, each looked at once. Its zero
// value reads nothing; see [NewReader]. After an error its place is undefined.
type Reader struct {
	data  []byte
	at    int
	depth int
}

// NewReader returns a reader of the one value in data.
func NewReader(data []byte) *Reader {
	return &Reader{data: data, at: blanks(data, 0)}
}

// End returns a [*SyntaxError] unless only blanks are left.
func (r *Reader) End() error { return atEnd(r.data, r.at) }

func (r *Reader) next() byte {
	if r.at < len(r.data) {
		return r.data[r.at]
	}
	return 0
}

// Object reads an object: for every member f is called with its name and must read
// its value, with [Reader.Raw] if it has no use for it. An error of f ends the
// reading and is returned as it is. Other errors are [ErrNotObject] and
// [*SyntaxError].
func (r *Reader) Object(f func(name string) error) error {
	if r.next() != '{' {
		return ErrNotObject
	}
	return r.inside('}', func() error {
		if r.next() != '"' {
			return &SyntaxError{r.at, "a member name was expected"}
		}
		name, err := r.String()
		if err != nil {
			return &SyntaxError{r.at, "a member name was expected"}
		}
		if r.at, err = colon(r.data, r.at); err != nil {
			return err
		}
		return f(name)
	})
}

// Array reads an array: f is called for every element and must read it. An error of f
// ends the reading and is returned as it is. Other errors are [ErrNotArray] and
// [*SyntaxError].
func (r *Reader) Array(f func() error) error {
	if r.next() != '[' {
		return ErrNotArray
	}
	return r.inside(']', f)
}

func (r *Reader) inside(closing byte, f func() error) error {
	if r.depth++; r.depth > maxDepth {
		return errDepth(r.at)
	}
	defer func() { r.depth-- }()
	r.at = blanks(r.data, r.at+1)
	if r.next() == closing {
		r.at++
		return nil
	}
	for {
		if err := f(); err != nil {
			return err
		}
		next, last, err := separator(r.data, r.at, closing)
		r.at = next
		if err != nil || last {
			return err
		}
	}
}

// Raw reads any value and returns its bytes, which are the text's own. It checks the
// whole value; the error is a [*SyntaxError].
func (r *Reader) Raw() ([]byte, error) {
	end, err := value(r.data, r.at, r.depth)
	if err != nil {
		return nil, err
	}
	raw := r.data[r.at:end:end]
	r.at = end
	return raw, nil
}

// Null reads null if that is the next value, and says whether it was.
func (r *Reader) Null() bool {
	end, err := literal(r.data, r.at, "null")
	if err != nil {
		return false
	}
	r.at = end
	return true
}

// String reads a string. It shares no memory with the text. The error is
// [ErrNotString].
func (r *Reader) String() (string, error) {
	if r.next() != '"' {
		return "", ErrNotString
	}
	s, n := unquote(r.data[r.at:])
	if n == 0 {
		return "", ErrNotString
	}
	r.at += n
	return s, nil
}

// Int32 reads an LSP integer. The error is [ErrNotInt32].
func (r *Reader) Int32() (int32, error) {
	if c := r.next(); c != '-' && (c < '0' || c > '9') {
		return 0, ErrNotInt32
	}
	end, err := number(r.data, r.at)
	if err != nil {
		return 0, ErrNotInt32
	}
	n, err := strconv.ParseInt(string(r.data[r.at:end]), 10, 32)
	if err != nil {
		return 0, ErrNotInt32
	}
	r.at = end
	return int32(n), nil
}

// IsNull says whether a raw value is absent or null.
func IsNull(value []byte) bool {
	return len(value) == 0 || string(value) == "null"
}
