package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
)

// patcher asks for each block whether to write it, as git add --patch does for hunks. It asks on the terminal
// itself, since standard input may be the chat and standard output a pipe.
type patcher struct {
	screen io.Writer
	// answers are the lines that are typed. It is closed at the end of input.
	answers <-chan string
	close   func()
	quit    bool
}

// openPatcher opens the terminal.
func openPatcher(ctx context.Context) (*patcher, error) {
	keyboard, screen, err := openTerminal()
	if err != nil {
		return nil, fmt.Errorf("--patch asks on a terminal, and there is none (%w); choose with --only instead", err)
	}
	answers := make(chan string)
	go func() {
		defer close(answers)
		for lines := bufio.NewScanner(keyboard); lines.Scan(); {
			select {
			case answers <- lines.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return &patcher{screen: screen, answers: answers, close: func() { _, _ = keyboard.Close(), screen.Close() }}, nil
}

// answer is the reply to a question.
type answer byte

const (
	yes     answer = 'y'
	no      answer = 'n'
	yesFile answer = 'a'
	noFile  answer = 'd'
	quit    answer = 'q'
)

const patchHelp = `y - write this block
n - don't write this block
a - write this block and all later ones of the file; those that ask first are still shown
d - write neither this block nor any later one of the file
q - quit; write neither this block nor any of those that are left
? - show this help
`

// choose asks for the blocks of a document, each after those chosen before. The document's report becomes that
// of the chosen ones. Blocks that are turned down don't count for the exit status; those that can't be written do.
func (p *patcher) choose(ctx context.Context, d *document) error {
	var cache diagnostics.Cache
	chosen, counts := map[int]bool{}, map[int]bool{}
	now, err := d.check(ctx, chosen, &cache)
	if err != nil {
		return err
	}
	files := map[string]answer{}
	for i := range len(d.report.Blocks) + len(d.report.Proposals) {
		if !d.counts(i) {
			continue
		}
		counts[i], chosen[i] = true, true
		next, err := d.check(ctx, chosen, &cache)
		if err != nil {
			return err
		}
		if q := newQuestion(d, i, now, next); q != nil {
			if counts[i], err = p.ask(ctx, q, files); err != nil {
				return err
			}
			if counts[i] {
				now = next
				continue
			}
		}
		delete(chosen, i)
	}
	d.only, d.report = counts, now
	return nil
}

// question is about a block or a code block.
type question struct {
	number, of int
	about      func(*lines)
	asksFirst  bool
	name       string
	// edit is what it does to its file after the chosen ones.
	edit *apply.FileEdit
}

// newQuestion returns the question about a block that applies after those of the report now, as in the report next.
// It returns nil for one that doesn't.
func newQuestion(d *document, index int, now, next *diagnostics.Report) *question {
	blocks := len(next.Blocks)
	q := &question{number: index + 1, of: blocks + len(next.Proposals), name: d.name}
	isOf := func(e *apply.FileEdit) bool { return slices.Contains(e.Blocks, index) }
	if index < blocks {
		b := &next.Blocks[index]
		if !d.report.Blocks[index].Live {
			return nil
		}
		q.asksFirst, q.about = b.AsksFirst(), func(w *lines) { w.block(b) }
	} else {
		p := next.Proposals[index-blocks]
		if p.Edit == nil {
			return nil
		}
		q.asksFirst, q.about = p.NeedsConfirmation, func(w *lines) { w.proposal(p) }
		isOf = func(e *apply.FileEdit) bool { return e.Target.Key == p.Target.Key }
	}
	i := slices.IndexFunc(next.Plan.Files, isOf)
	if i < 0 {
		return nil
	}
	q.edit = next.Plan.Files[i]
	was := slices.IndexFunc(now.Plan.Files, func(e *apply.FileEdit) bool { return e.Target.Key == q.edit.Target.Key })
	if was >= 0 && !q.edit.Delete && q.edit.NewTarget == nil {
		q.edit = q.edit.Since(now.Plan.Files[was])
	}
	return q
}

// ask shows a block and reports whether it is chosen. files has the answers that hold for whole files.
func (p *patcher) ask(ctx context.Context, q *question, files map[string]answer) (bool, error) {
	switch all := files[q.edit.Target.Key]; {
	case p.quit || all == noFile:
		return false, nil
	case all == yesFile && !q.asksFirst:
		return true, nil
	}
	out, c := bufio.NewWriter(p.screen), coloursFor(p.screen)
	q.about(newLines(out, p.screen, q.name))
	out.WriteString(c.diff(showLines(q.edit.Diff()))) //nolint:errcheck // Flush returns it
	for {
		fmt.Fprintf(out, "%sBlock %d of %d: write it to %s [y,n,a,d,q,?]?%s ", c.bold, q.number, q.of, show(q.edit.Target.Path), c.off)
		if err := out.Flush(); err != nil {
			return false, err
		}
		switch a, err := p.read(ctx); {
		case err != nil:
			return false, err
		case a == yes, a == no:
			return a == yes, nil
		case a == yesFile, a == noFile:
			files[q.edit.Target.Key] = a
			return a == yesFile, nil
		case a == quit:
			p.quit = true
			return false, nil
		}
		fmt.Fprint(out, patchHelp)
	}
}

// read returns what is typed, quit at the end of the input, and 0 for anything that isn't an answer.
func (p *patcher) read(ctx context.Context) (answer, error) {
	select {
	case <-ctx.Done():
		fmt.Fprintln(p.screen)
		return 0, ctx.Err()
	case line, open := <-p.answers:
		if !open {
			fmt.Fprintln(p.screen)
			return quit, nil
		}
		if line = strings.ToLower(strings.TrimSpace(line)); len(line) == 1 {
			return answer(line[0]), nil
		}
		return 0, nil
	}
}
