package cli

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// startProgress is newProgress without a running clock.
func startProgress(w io.Writer, total int) *progress {
	return &progress{stderr: w, total: total, timer: time.NewTimer(progressAfter)}
}

// screen returns what a terminal of one line shows.
func screen(written string) string {
	at := strings.LastIndexByte(written, '\r')
	before, _, _ := strings.Cut(written[at+1:], "\x1b[K")
	return strings.TrimSuffix(strings.TrimPrefix(before, "\x1b[?7l"), "\x1b[?7h")
}

func TestProgressIsShownAfterAWhile(t *testing.T) {
	var out bytes.Buffer
	p := startProgress(&out, 3)
	p.step("reading", "a.md")
	p.step("reading", "b.md")
	assert.Empty(t, out.String(), "quick work shows nothing")
	p.begin()
	assert.Equal(t, "edit-lsp: 2 of 3, reading b.md", screen(out.String()))
	p.step("reading", "c.md")
	assert.Equal(t, "edit-lsp: 3 of 3, reading c.md", screen(out.String()))
	p.done()
	assert.Empty(t, screen(out.String()), "nothing is left")
	assert.True(t, strings.HasSuffix(out.String(), "\r\x1b[K"))
	assert.NotContains(t, out.String(), "\n")
	assert.NotContains(t, strings.NewReplacer("\x1b[K", "", "\x1b[?7l", "", "\x1b[?7h", "").Replace(out.String()), "\x1b", "no colours")
}

func TestProgressOfQuickWorkWritesNothing(t *testing.T) {
	var out bytes.Buffer
	p := startProgress(&out, 1)
	p.step("reading", "a.md")
	p.done()
	assert.False(t, p.timer.Stop(), "it has been stopped")
	p.begin() // the timer fired while it was being stopped
	p.done()
	assert.Empty(t, out.String())
}

func TestProgressMakesWayForMessages(t *testing.T) {
	var out bytes.Buffer
	p := startProgress(&out, 1)
	p.step("reading", "a.md")
	p.begin()
	out.Reset()
	fmt.Fprint(p, "edit-lsp: b.md: no such file\n")
	assert.Equal(t, "\r\x1b[Kedit-lsp: b.md: no such file\n\r\x1b[?7ledit-lsp: reading a.md\x1b[?7h\x1b[K", out.String())
}

// The line stays a single line even if a name is long or hostile.
func TestProgressStaysOnItsLine(t *testing.T) {
	var out bytes.Buffer
	p := startProgress(&out, 1)
	p.step("reading", "a\x1b]0;owned\a\n.md")
	p.begin()
	assert.Equal(t, "\r\x1b[?7l"+`edit-lsp: reading a\u001B]0;owned\u0007 .md`+"\x1b[?7h\x1b[K", out.String())
}

func TestNoProgressWithoutTerminal(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out, 1, false)
	require.Nil(t, p.timer)
	p.step("reading", "a.md")
	fmt.Fprint(p, "edit-lsp: b.md: no such file\n")
	p.done()
	assert.Equal(t, "edit-lsp: b.md: no such file\n", out.String())
}
