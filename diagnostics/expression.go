package diagnostics

import (
	"regexp"
	"sync"
)

// expression is a regular expression that is compiled at its first use: most runs use
// few of them, and to compile all takes longer than to check a small chat.
func expression(source string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(source) })
}
