package parse

import (
	"regexp"
	"sync"
)

// expression compiles at first use: compiling all takes longer than a small check.
func expression(source string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(source) })
}
