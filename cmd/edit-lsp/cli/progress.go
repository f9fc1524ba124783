package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// progressAfter is how long work goes on before its progress is shown.
const progressAfter = 500 * time.Millisecond

// progress shows on one line of a terminal what is being done, from half a second on.
// The line is erased before anything else is written: through the progress to standard
// error, or, after done, to standard output. A nil progress shows nothing.
type progress struct {
	w     io.Writer
	total int
	// width is the terminal's, in cells.
	width func() int

	mu sync.Mutex
	// due: the work has taken long enough to be shown.
	due   bool
	shown bool
	count int
	line  string
	ended bool
	timer *time.Timer
}

// newProgress begins to show the progress of work in that many steps, if standard
// error is a terminal that can erase a line.
func newProgress(stderr io.Writer, total int) *progress {
	if !isTerminal(stderr) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	p := &progress{w: stderr, total: total, width: terminalWidth(stderr)}
	p.timer = time.AfterFunc(progressAfter, p.begin)
	return p
}

// begin shows the progress from now on.
func (p *progress) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.due = !p.ended
	p.show()
}

// terminalWidth asks for the width each time: windows change.
func terminalWidth(w io.Writer) func() int {
	return func() int {
		const usual = 80
		if f, ok := w.(*os.File); ok {
			if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
				return width
			}
		}
		return usual
	}
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

// show draws the line; mu is held.
func (p *progress) show() {
	if !p.due || p.line == "" {
		return
	}
	fmt.Fprintf(p.w, "\r%s\x1b[K", fit(p.line, p.width()-1))
	p.shown = true
}

// erase takes the line away; mu is held.
func (p *progress) erase() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}

// done ends the progress, and leaves nothing of it on the terminal.
func (p *progress) done() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.due, p.ended = false, true
	p.timer.Stop()
	p.erase()
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

// fit cuts a line to a number of cells. Characters that are sometimes two cells wide
// count as two.
func fit(line string, cells int) string {
	const firstWide = 0x1100
	n := 0
	for i, r := range line {
		if n++; r >= firstWide {
			n++
		}
		if n > cells {
			return line[:i]
		}
	}
	return line
}
