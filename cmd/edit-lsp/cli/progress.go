package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// progressAfter is how long work takes before its progress is shown.
const progressAfter = 500 * time.Millisecond

// progress shows the current step on one terminal line. The line is erased before any other output:
// write to standard error through progress, and to standard output after done. A nil progress shows
// nothing.
type progress struct {
	w     io.Writer
	total int

	mu sync.Mutex
	// due means that the work has taken long enough.
	due   bool
	count int
	line  string
	timer *time.Timer
}

// newProgress returns the progress of work with total steps, nil if standard error isn't a terminal
// that can erase a line.
func newProgress(stderr io.Writer, total int) *progress {
	if !isTerminal(stderr) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	p := &progress{w: stderr, total: total}
	p.timer = time.AfterFunc(progressAfter, p.begin)
	return p
}

func (p *progress) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.due = true
	p.show()
}

func (p *progress) step(verb, name string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count++
	p.line = fmt.Sprintf("edit-lsp: %s %s", verb, show(name))
	if p.total > 1 {
		p.line = fmt.Sprintf("edit-lsp: %d of %d, %s %s", p.count, p.total, verb, show(name))
	}
	p.show()
}

// show draws the line with wrapping turned off, so the terminal truncates it. mu must be held.
func (p *progress) show() {
	if p.due && p.line != "" {
		fmt.Fprintf(p.w, "\r\x1b[?7l%s\x1b[?7h\x1b[K", p.line)
	}
}

// erase erases the line. mu must be held.
func (p *progress) erase() {
	if p.due && p.line != "" {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

func (p *progress) done() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer.Stop()
	p.erase()
	p.line = ""
}

// over returns a writer to standard error that erases the line first.
func (p *progress) over(stderr io.Writer) io.Writer {
	if p == nil {
		return stderr
	}
	return p
}

// Write implements io.Writer.
func (p *progress) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
	n, err := p.w.Write(b)
	p.show()
	return n, err
}
