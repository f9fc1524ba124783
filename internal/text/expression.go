package text

import (
	"regexp"
	"sync"
)

// Expression returns a regular expression that compiles at first use: compiling all takes longer than a small check.
func Expression(source string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(source) })
}
