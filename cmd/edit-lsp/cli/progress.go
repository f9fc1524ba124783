package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// progressAfter is how long work goes on before its progress is shown.
const progressAfter = 500 * time.Millisecond

// progress shows on one line of a terminal what is being done, from half a second on.
// The line is erased before anything else is written: through the progress to standard
// error, or, after done, to standard output. A nil progress shows nothing.
type progress struct {
	w     io.Writer
	total int

	mu sync.Mutex
	// due: the work has taken long enough to be shown.
	due   bool
	count int
	line  string
	timer *time.Timer
}

// newProgress begins to show the progress of work in that many steps, if standard
// error is a terminal that can erase a line.
func newProgress(stderr io.Writer, total int) *progress {
	if !isTerminal(stderr) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	p := &progress{w: stderr, total: total}
	p.timer = time.AfterFunc(progressAfter, p.begin)
	return p
}

// begin shows the progress from now on.
func (p *progress) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.due = true
	p.show()
}

// step says what is done now: a verb and the name of a document.
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

// show draws the line, which the terminal cuts off at its edge instead of wrapping it; mu
// is held.
func (p *progress) show() {
	if p.due && p.line != "" {
		fmt.Fprintf(p.w, "\r\x1b[?7l%s\x1b[?7h\x1b[K", p.line)
	}
}

// erase takes the line away; mu is held.
func (p *progress) erase() {
	if p.due && p.line != "" {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// done ends the progress, and leaves nothing of it on the terminal.
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

// over is a writer to standard error that erases the line first.
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
