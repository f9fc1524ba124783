package cli

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// [start] bounds the time of checking a chat of 50 MB.
func largeChat(t *testing.T) {
	if testing.Short() {
		t.Skip("50 MB")
	}
	const size = 50 << 20
	dir := t.TempDir()
	var chat bytes.Buffer
	blocks := 0
	prose := bytes.Repeat([]byte("Some words on what is about to change, and why it is done like this.\n"), 1000)
	for chat.Len() < size {
		chat.Write(prose)
		blocks++
		fmt.Fprintf(&chat, "new/file%d.txt\n««« EDIT\n═══════ REPL\ncontent\n»»» EDIT END\n\n", blocks)
	}
	begin := time.Now()
	got := start(t, dir, chat.Bytes(), binary(t), "check", "-")
	took := time.Since(begin)
	require.Equal(t, exitFine, got.status, got.err)
	assert.Contains(t, string(got.out), fmt.Sprintf("\n%d blocks, %d ready; apply would write", blocks, blocks))
	t.Logf("%d MB with %d blocks: %v", chat.Len()>>20, blocks, took)
}
