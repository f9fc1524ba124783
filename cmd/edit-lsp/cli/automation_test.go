package cli

import (
	"os"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each script of docs/automation.md is one that testdata/script/automation.txtar runs.
func TestAutomationIsTested(t *testing.T) {
	page, err := os.ReadFile("../../../docs/automation.md")
	require.NoError(t, err)
	archive, err := txtar.ParseFile("testdata/script/automation.txtar")
	require.NoError(t, err)
	var tested []string
	for _, f := range archive.Files {
		tested = append(tested, string(f.Data))
	}
	fences := regexp.MustCompile("(?ms)^```sh\n(.*?)^```$").FindAllStringSubmatch(string(page), -1)
	assert.Len(t, fences, 5)
	for _, f := range fences {
		assert.Contains(t, tested, f[1])
	}
}
