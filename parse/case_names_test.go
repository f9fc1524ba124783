package parse

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A special rule's comment names the conformance case that holds it, as topic/case.
func TestCommentsNameCasesThatExist(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	name := regexp.MustCompile(`\b([a-z-]+)/[a-z0-9-]+\b`)
	cases := sampleChats(t)
	named := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range strings.Lines(string(source)) {
			_, comment, _ := strings.Cut(line, "// ")
			for _, m := range name.FindAllStringSubmatch(comment, -1) {
				if _, err := os.Stat(filepath.Join(conformanceDir, m[1])); err == nil {
					named++
					_, exists := cases[m[0]]
					assert.True(t, exists, "%s names %s, which is no case", file, m[0])
				}
			}
		}
	}
	assert.NotZero(t, named)
}
