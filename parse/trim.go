package parse

import "strings"

// trim is [strings.TrimSpace]. That decodes runes as soon as a line begins or ends with
// a byte that is not ASCII, as the markers with guillemets and rules do; here it is asked
// only if a blank may stand there.
func trim(s string) string {
	for len(s) > 0 && isASCIIBlank(s[0]) {
		s = s[1:]
	}
	for len(s) > 0 && isASCIIBlank(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	n := len(s)
	if n >= 2 && mayBeBlank(s[0], s[1]) || n >= 2 && mayBeBlank(s[n-2], s[n-1]) || n >= 3 && mayBeBlank(s[n-3], s[n-2]) {
		return strings.TrimSpace(s)
	}
	return s
}

func isASCIIBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// mayBeBlank tells whether a blank of several bytes may begin with these two.
func mayBeBlank(c, d byte) bool {
	switch c {
	case 0xc2:
		return d == 0x85 || d == 0xa0
	case 0xe1:
		return d == 0x9a
	case 0xe2:
		return d == 0x80 || d == 0x81
	case 0xe3:
		return d == 0x80
	}
	return false
}
