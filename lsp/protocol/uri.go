package protocol

import (
	"fmt"
	"net/url"
	"strings"
)

const fileScheme = "file"

// FileURI returns the file: URI of an absolute path, for Windows and Unix.
func FileURI(path string) DocumentUri {
	slashed := strings.ReplaceAll(path, `\`, "/")
	if !isWindowsPath(path) {
		slashed = path
	}
	if host, rest, ok := strings.Cut(strings.TrimPrefix(slashed, "//"), "/"); ok && isWindowsPath(path) && strings.HasPrefix(slashed, "//") {
		return fileScheme + "://" + escapePath(host) + "/" + escapePath(rest)
	}
	return fileScheme + "://" + escapePath("/"+strings.TrimPrefix(slashed, "/"))
}

// Path returns the path of a file: URI, or false if uri isn't one or has no path.
func Path(uri DocumentUri) (string, bool) {
	rest, ok := cutScheme(uri, fileScheme)
	if !ok {
		return "", false
	}
	// A query or fragment isn't part of the path, where clients escape both signs.
	if i := strings.IndexAny(rest, "?#"); i >= 0 {
		rest = rest[:i]
	}
	host := ""
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		slash := strings.IndexByte(after, '/')
		if slash < 0 {
			return "", false // "file://", the name of some chat buffers
		}
		host, rest = after[:slash], after[slash:]
	}
	if !strings.HasPrefix(rest, "/") {
		return "", false // a relative path
	}
	path, err := url.PathUnescape(rest)
	if err != nil {
		return "", false
	}
	if host, err = url.PathUnescape(host); err != nil || strings.ContainsAny(host, `/\`) {
		return "", false
	}
	switch {
	case host != "" && !strings.EqualFold(host, "localhost"):
		return `\\` + host + strings.ReplaceAll(path, "/", `\`), true
	case len(path) >= 3 && path[0] == '/' && isLetter(path[1]) && path[2] == ':':
		return strings.ToUpper(path[1:2]) + strings.ReplaceAll(path[2:], "/", `\`), true
	}
	return path, true
}

func cutScheme(uri, scheme string) (string, bool) {
	have, rest, ok := strings.Cut(uri, ":")
	return rest, ok && strings.EqualFold(have, scheme)
}

// isWindowsPath reports whether a path begins with a drive or is a network share.
func isWindowsPath(path string) bool {
	return strings.HasPrefix(path, `\\`) || len(path) > 1 && isLetter(path[0]) && path[1] == ':'
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// escapePath escapes all characters except those that no client escapes, so that a file has the
// same URI everywhere.
func escapePath(path string) string {
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		c := path[i]
		if isLetter(c) || '0' <= c && c <= '9' || strings.IndexByte("-._~/", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
