package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Usual checks end before the first garbage collection, unless the environment sets it.
func TestNoGarbageIsCollected(t *testing.T) {
	dir := t.TempDir()
	var chat strings.Builder
	for i := range 4_000 {
		fmt.Fprintf(&chat, "a.txt\n<<<<<<< SEARCH\nline %d\n=======\nchanged %d\n>>>>>>> REPLACE\n", i, i)
	}
	write(t, dir, map[string]string{"a.txt": "line\n", "chat.md": chat.String()})
	t.Setenv("GODEBUG", "gctrace=1")
	for _, set := range []string{"", "GOGC", "GOMEMLIMIT"} {
		t.Run(set, func(t *testing.T) {
			t.Setenv("GOGC", "")
			t.Setenv("GOMEMLIMIT", "")
			if set != "" {
				t.Setenv(set, map[string]string{"GOGC": "50", "GOMEMLIMIT": "8MiB"}[set])
			}
			r := start(t, dir, nil, binary(t), "check", "chat.md")
			require.Equal(t, exitFindings, r.status, r.err)
			assert.Equal(t, set != "", strings.Contains(r.err, "gc 1 @"), r.err)
		})
	}
}
