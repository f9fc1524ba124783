package apply

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Context returns a test for the declared context, or nil without globs. `**` crosses directories; an
// invalid glob matches only its own name.
func Context(globs []string) func(string) bool {
	var cleaned []string
	for _, g := range globs {
		if g = strings.TrimSpace(strings.ReplaceAll(g, `\`, "/")); g != "" {
			cleaned = append(cleaned, path.Clean(g))
		}
	}
	if len(cleaned) == 0 {
		return nil
	}
	return func(name string) bool {
		for _, g := range cleaned {
			if ok, err := doublestar.Match(g, name); ok || err != nil && g == name {
				return true
			}
		}
		return false
	}
}
