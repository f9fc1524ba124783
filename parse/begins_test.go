package parse

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every marker begins with a byte of its dialect's begins.
func TestMarkersBeginAsTheirRowsSay(t *testing.T) {
	cases, err := filepath.Glob("../testdata/conformance/*/*")
	require.NoError(t, err)
	require.NotEmpty(t, cases)
	found := map[*Dialect]int{}
	for _, name := range cases {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		for line := range strings.Lines(string(data)) {
			trimmed := strings.TrimSpace(line)
			for _, d := range dialects {
				if trimmed == "" {
					continue
				}
				if _, is := d.marker(line, trimmed); is {
					found[d]++
					assert.Contains(t, d.begins, trimmed[:1], line)
				}
			}
		}
	}
	for _, d := range dialects {
		assert.NotZero(t, found[d], "%s %v", d.Name, d.begins)
	}
}
