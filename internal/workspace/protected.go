package workspace

import (
	_ "embed" // for protected.txt
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"
)

// ProtectedGroup is a group in the built-in list of protected files.
type ProtectedGroup struct {
	Name  string
	Files []ProtectedFile
}

// ProtectedFile is a pattern (see protected.txt) with the reason why its files are protected.
type ProtectedFile struct {
	Pattern, Reason string
	// parts are the parts of the folded pattern.
	parts []string
}

//go:embed protected.txt
var protectedText string

// ProtectedGroups returns the built-in list of files that "apply all" skips. Callers must not
// modify it.
var ProtectedGroups = sync.OnceValue(func() []ProtectedGroup {
	var groups []ProtectedGroup
	for line := range strings.Lines(protectedText) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "["); ok {
			groups = append(groups, ProtectedGroup{Name: strings.TrimSuffix(name, "]")})
			continue
		}
		pattern, reason, found := strings.Cut(line, " ")
		if !found || pattern == "#" {
			continue
		}
		last := &groups[len(groups)-1]
		last.Files = append(last.Files, ProtectedFile{
			Pattern: pattern, Reason: strings.TrimSpace(reason), parts: strings.Split(fold(pattern), "/"),
		})
	}
	return groups
})

// listedReason returns the reason of the first row that matches consecutive parts of a folded path,
// or "".
func listedReason(folded string) string {
	parts := strings.Split(folded, "/")
	for _, g := range ProtectedGroups() {
		for _, f := range g.Files {
			if f.isIn(parts) {
				return f.Reason
			}
		}
	}
	return ""
}

func (f *ProtectedFile) isIn(parts []string) bool {
	for at := range parts {
		if f.begins(parts[at:]) {
			return true
		}
	}
	return false
}

func (f *ProtectedFile) begins(parts []string) bool {
	if len(parts) < len(f.parts) || parts[0] == "" {
		return false
	}
	if first := f.parts[0][0]; first != '*' && first != parts[0][0] {
		return false // fast path
	}
	for i, want := range f.parts {
		if ok, _ := path.Match(want, parts[i]); !ok {
			return false
		}
	}
	return true
}

// CheckPattern returns an error for an invalid pattern of [Options].
func CheckPattern(pattern string) error {
	if strings.Trim(pattern, "/") == "" || !doublestar.ValidatePattern(pattern) {
		return fmt.Errorf("invalid glob %q", pattern)
	}
	return nil
}

// ReasonProtected returns why a clean path is protected, by the built-in list or by the patterns of the
// options, or "".
func ReasonProtected(clean string, o Options) string {
	folded := fold(clean)
	if anyPattern(o.Protected, folded) {
		return "the setting protectedFiles names it"
	}
	reason := listedReason(folded)
	if reason != "" && anyPattern(o.Unprotected, folded) {
		return ""
	}
	return reason
}

// anyPattern reports whether a pattern matches a folded path, at any depth and with everything below.
func anyPattern(patterns []string, folded string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		p = strings.Trim(fold(toSlash(p)), "/")
		if p == "" {
			return false
		}
		ok, _ := doublestar.Match("**/"+p+"/**", folded)
		return ok
	})
}

// privilege returns why a program in the file of a destination can do more than whoever runs it, or "".
func (p *destination) privilege() string {
	const executable = 0o111
	mode := p.info.Mode()
	if mode&(fs.ModeSetuid|fs.ModeSetgid) != 0 || mode&executable != 0 && hasCapabilities(p.walker.folder, p.path) {
		return "it runs with more rights than its user has"
	}
	return ""
}
