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

// progress shows the current step on one line of a terminal. The line is erased before any other
// output: write to standard error through progress, and to standard output after done.
type progress struct {
	stderr io.Writer
	total  int

	mu sync.Mutex
	// due means that the work has taken long enough.
	due   bool
	count int
	line  string
	// timer is nil if standard error isn't a terminal that can erase a line.
	timer *time.Timer
}

// newProgress returns the progress of work with total steps, which isn't shown if it is still.
func newProgress(stderr io.Writer, total int, still bool) *progress {
	p := &progress{stderr: stderr, total: total}
	if !still && isTerminal(stderr) && os.Getenv("TERM") != "dumb" {
		p.timer = time.AfterFunc(progressAfter, p.begin)
	}
	return p
}

func (p *progress) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.due = true
	p.show()
}

func (p *progress) step(verb, name string) {
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
		fmt.Fprintf(p.stderr, "\r\x1b[?7l%s\x1b[?7h\x1b[K", p.line)
	}
}

// erase erases the line. mu must be held.
func (p *progress) erase() {
	if p.due && p.line != "" {
		fmt.Fprint(p.stderr, "\r\x1b[K")
	}
}

func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
	}
	p.erase()
	p.line = ""
}

// Write writes to standard error.
func (p *progress) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
	n, err := p.stderr.Write(b)
	p.show()
	return n, err
}
