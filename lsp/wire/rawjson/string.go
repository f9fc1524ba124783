package rawjson

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// unquote unescapes the string that b starts with and returns its raw length in
// bytes, quotes included, or 0 if b does not start with a whole string.
func unquote(b []byte) (string, int) {
	end := closing(b)
	if end < 0 {
		return "", 0
	}
	body := b[1:end]
	// No escape is shorter than what it stands for. The spare bytes take the last
	// word whole.
	out := make([]byte, len(body)+8)
	seen := uint64(0)
	i, n := 0, 0
	for i < len(body) {
		if i+8 <= len(body) {
			w := binary.LittleEndian.Uint64(body[i:])
			seen |= w
			// All eight are written; those from the first stop on are overwritten.
			binary.LittleEndian.PutUint64(out[n:], w)
			hit := stops(w)
			if hit == 0 {
				i, n = i+8, n+8
				continue
			}
			plain := bits.TrailingZeros64(hit) / 8
			i, n = i+plain, n+plain
		}
		c := body[i]
		switch {
		case c < ' ':
			return "", 0
		case c != '\\':
			seen |= uint64(c)
			out[n] = c
			i, n = i+1, n+1
			continue
		}
		if c := simple[body[i+1]]; c != 0 {
			out[n] = c
			i, n = i+2, n+1
			continue
		}
		r, width := unescape(body[i:])
		if width == 0 {
			return "", 0
		}
		i, n = i+width, n+utf8.EncodeRune(out[n:], r)
	}
	out = out[:n]
	if seen&tops != 0 && !utf8.Valid(out) {
		// Rare, and the exact rule for what becomes U+FFFD is encoding/json's own.
		var s string
		if err := json.Unmarshal(b[:end+1], &s); err != nil {
			return "", 0
		}
		return s, end + 1
	}
	// out is never written again.
	return unsafe.String(unsafe.SliceData(out), n), end + 1
}

// closing returns the offset of the quote that closes the string b starts with, -1 if
// there is none. Looking for quotes only is much faster than looking at every byte.
func closing(b []byte) int {
	for from := 1; from < len(b); {
		quote := bytes.IndexByte(b[from:], '"')
		if quote < 0 {
			return -1
		}
		at := from + quote
		slashes := 0
		for b[at-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return at
		}
		from = at + 1
	}
	return -1
}

// unescape reads the escape that b starts with and returns its length in bytes, 0 if
// it is none. A surrogate pair is one escape; a lone surrogate is U+FFFD.
func unescape(b []byte) (rune, int) {
	if len(b) < 2 {
		return 0, 0
	}
	if c := simple[b[1]]; c != 0 {
		return rune(c), 2
	}
	if b[1] != 'u' {
		return 0, 0
	}
	r, ok := hex4(b[2:])
	if !ok {
		return 0, 0
	}
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
		if low, ok := hex4(b[8:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, 12
			}
		}
	}
	return utf8.RuneError, 6
}
