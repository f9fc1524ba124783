package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/apply"
)

// An interrupted run leaves most files unwritten, all for the same reason.
func TestInterruptedFilesAreCounted(t *testing.T) {
	interrupted := apply.Written{Err: fmt.Errorf("a.txt: %w", context.Canceled)}
	for _, c := range []struct {
		written []apply.Written
		want    string
	}{
		{[]apply.Written{{}, interrupted}, "edit-lsp: interrupted; 1 file not written\n"},
		{[]apply.Written{{}, {Err: errors.New("b.txt: denied")}, interrupted, interrupted},
			"edit-lsp: not written: b.txt: denied\nedit-lsp: interrupted; 2 files not written\n"},
	} {
		var stderr strings.Builder
		assert.False(t, printWritten(&stderr, c.written))
		assert.Equal(t, c.want, stderr.String())
	}
}
