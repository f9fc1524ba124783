package snippet

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A path that is only a version is a name, and letters of any alphabet are of words.
func TestNamesOfImports(t *testing.T) {
	assert.Equal(t, []string{"v8", "v8"}, packages("v8"))
	assert.False(t, isNoWord('一'))
}
