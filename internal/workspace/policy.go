package workspace

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// CheckName applies the lexical policy: it cleans a name from a block or refuses it, without any
// file-system call. The rules are the same on every operating system.
//
// The clean name is relative and slash-separated, without `.` and `..`. Absolute names are refused;
// [View.Target] strips a workspace folder first.
//
// If a name breaks several rules, the refusal is the first of: outside the workspace, a version
// control folder in any spelling (even if `..` leaves it again), unusable, a folder.
func CheckName(name string) (clean string, refusal *Refusal) {
	slashed := toSlash(name)
	segments := strings.Split(slashed, "/")
	if cause := outside(slashed, segments); cause != "" {
		return "", refuse(codes.PathEscape, name, cause).advise(useRelative)
	}
	for _, s := range segments {
		if cause := deniedPart(s); cause != "" {
			return "", refuse(codes.PathDenied, name, cause)
		}
	}
	if cause, advice := unusable(slashed, segments); cause != "" {
		return "", refuse(codes.PathInvalid, name, cause).advise(advice)
	}
	clean = path.Clean(slashed)
	if clean == "." {
		return "", refuse(codes.PathInvalid, name, "it names the workspace folder itself").advise("name a file")
	}
	if last := segments[len(segments)-1]; last == "" || last == "." || last == ".." {
		return "", refuse(codes.NotARegularFile, strings.TrimRight(slashed, "/"), "it names a directory").advise("name a file")
	}
	return clean, nil
}

// toSlash treats backslashes as separators on every system.
func toSlash(name string) string { return strings.ReplaceAll(name, `\`, "/") }

const useRelative = "use a path relative to the workspace folder"

func outside(slashed string, segments []string) (cause string) {
	switch {
	case strings.HasPrefix(slashed, "//?/"), strings.HasPrefix(slashed, "//./"), strings.HasPrefix(slashed, "/??/"):
		return "it is a device path"
	case strings.HasPrefix(slashed, "//"):
		return "it is a network share"
	case strings.HasPrefix(slashed, "/"):
		return "it is an absolute path"
	case hasDrive(slashed):
		return "it begins with a drive letter"
	}
	depth := 0
	for _, s := range segments {
		switch s {
		case "", ".":
		case "..":
			if depth--; depth < 0 {
				return ".. leads above the workspace folder"
			}
		default:
			depth++
		}
	}
	return ""
}

// hasDrive reports whether a name begins with a drive letter and a colon.
func hasDrive(name string) bool {
	return len(name) >= 2 && name[1] == ':' && isLetter(name[0])
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func unusable(slashed string, segments []string) (cause, advice string) {
	if slashed == "" {
		return "the name is empty", ""
	}
	if !utf8.ValidString(slashed) || strings.ContainsRune(slashed, utf8.RuneError) {
		return "it has characters that could not be decoded", ""
	}
	if r := hiddenIn(slashed); r >= 0 {
		what := "an invisible character"
		switch {
		case unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp):
			what = "a control character"
		case unicode.IsSpace(r):
			what = "whitespace that looks like a space"
		}
		return fmt.Sprintf("it has %s, U+%04X", what, r), "remove it"
	}
	clean := path.Clean(slashed)
	if strings.HasPrefix(clean, "~") {
		return "~ is not expanded", useRelative
	}
	if v := variableIn(clean); v != "" {
		return fmt.Sprintf("the variable %s is not expanded", v), useRelative
	}
	if scheme, _, found := strings.Cut(slashed, ":"); found {
		if isScheme(scheme) && (strings.HasPrefix(slashed[len(scheme):], ":/") || strings.EqualFold(scheme, "file")) {
			return "it is a URI", useRelative
		}
		return "it has a colon, which names a data stream on some systems", ""
	}
	for _, s := range segments {
		if s == "" || s == "." || s == ".." {
			continue
		}
		last, _ := utf8.DecodeLastRuneInString(s)
		if last == '.' || unicode.IsSpace(last) {
			return fmt.Sprintf("a part of it ends in a dot or a space: %q", s), ""
		}
		if isDeviceName(s) {
			return fmt.Sprintf("%q is a device name on some systems", s), ""
		}
	}
	return "", ""
}

// hiddenIn returns the first forbidden character in a path, or -1. The emoji selector is allowed where it
// selects an emoji: file names with emoji contain it.
func hiddenIn(name string) rune {
	previous := rune(0)
	for i, r := range name {
		if text.IsHidden(r) || text.IsSpecialBlank(r) {
			emoji := r == '\uFE0F' && (text.HasEmojiForm(previous) || strings.HasPrefix(name[i+len("\uFE0F"):], "\u20E3") &&
				strings.ContainsRune("0123456789#*", previous))
			if !emoji {
				return r
			}
		}
		previous = r
	}
	return -1
}

// variable matches what a shell would expand: ${x}, $(x), %NAME%, $NAME in capitals anywhere, and
// $name as the whole first part. Elsewhere, lower case is common in web frameworks
// (routes/$id.tsx), and %C3% is an escaped byte.
var variable = text.Expression(`\$[{(][^/]*|\$[A-Z_][0-9A-Z_]*\b|^\$[A-Za-z_]\w*(?:/|$)|` +
	`%(?:[A-Za-z_]|[A-Za-z_][0-9A-Za-z_]{2,}|[G-Zg-z_][0-9A-Za-z_]|[A-Fa-f][G-Zg-z_])%`)

func variableIn(slashed string) string {
	if !strings.ContainsAny(slashed, "$%") {
		return ""
	}
	return text.Escape(strings.TrimSuffix(variable().FindString(slashed), "/"))
}

func isScheme(s string) bool {
	return len(s) >= 2 && isLetter(s[0]) &&
		strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz0123456789+-.") == ""
}

var deviceNames = strings.Fields("CON PRN AUX NUL CONIN$ CONOUT$ " +
	"COM1 COM2 COM3 COM4 COM5 COM6 COM7 COM8 COM9 COM¹ COM² COM³ " +
	"LPT1 LPT2 LPT3 LPT4 LPT5 LPT6 LPT7 LPT8 LPT9 LPT¹ LPT² LPT³")

// isDeviceName reports whether a part of a path is a device on Windows, with any extension.
func isDeviceName(segment string) bool {
	stem, _, _ := strings.Cut(segment, ".")
	return slices.Contains(deviceNames, strings.ToUpper(strings.TrimRight(stem, " ")))
}
