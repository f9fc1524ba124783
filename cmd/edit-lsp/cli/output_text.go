package cli

import (
	"bufio"
	"fmt"
	"io"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// atOnce is the size of a write, in bytes.
const atOnce = 32 << 10

// writeText writes a line for each block and problem in the order of the document, then the counts.
func writeText(w io.Writer, r results) error {
	docs, written := r.docs, r.written
	c := coloursFor(w)
	out := bufio.NewWriterSize(w, atOnce)
	for _, d := range docs {
		l := newLines(out, w, d.name)
		l.quiet = r.quiet
		l.document(d)
	}
	if r.quiet {
		return out.Flush()
	}
	for _, f := range written {
		if f.Err == nil {
			verb, name := "changed", show(f.File.Target.Path)
			switch {
			case f.File.Delete:
				verb = "deleted"
			case f.File.NewTarget != nil:
				verb, name = "renamed", name+" to "+show(f.File.NewTarget.Path)
			case f.File.Create:
				verb = "created"
			case f.After != nil && f.After.String() == f.File.Before.String():
				verb = "unchanged"
			}
			fmt.Fprintf(out, "%s%s %s%s\n", c.green, verb, name, c.off)
		}
	}
	for _, d := range docs {
		name := ""
		if len(docs) > 1 {
			name = d.name + ": "
		}
		fmt.Fprintf(out, "%s%s%s%s%s\n", c.bold, show(name), d.report.Summary(), wouldTouch(d.report, written)+unreadCodeBlocks(d)+folder(r.root, d.report), c.off)
	}
	return out.Flush()
}

func wouldTouch(r *diagnostics.Report, written []apply.Written) string {
	n := len(r.Plan.Files)
	if written != nil || n == 0 {
		return ""
	}
	blocks := 0
	for _, f := range r.Plan.Files {
		blocks += max(1, len(f.Blocks)) // indexes of code blocks continue those of the blocks
	}
	return fmt.Sprintf("; apply would write %d of them to %s", blocks, text.Count(n, "file"))
}

// unreadCodeBlocks names the flag that reads code blocks, if the chat has some and they weren't read.
func unreadCodeBlocks(d document) string {
	if !d.unread {
		return ""
	}
	return " (--code-blocks reads code blocks)"
}

// folder names the root, if it isn't the one that people expect, or none of the files is there.
func folder(root string, r *diagnostics.Report) string {
	missing := allMissing(r)
	if root == "" || missing != "" || len(r.Blocks)+len(r.Proposals) == 0 {
		return missing
	}
	return fmt.Sprintf("; paths are relative to %s", show(root))
}

// allMissing names the folder and its flag if files are missing and none is there.
func allMissing(r *diagnostics.Report) string {
	root := ""
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if b.Target.Exists {
			return ""
		}
		if b.Code == codes.FileNotFound {
			root = b.Target.Root
		}
	}
	if root == "" {
		return ""
	}
	return fmt.Sprintf("; none of the files is in %s (see --root)", show(root))
}

// lines writes the lines of one document.
type lines struct {
	out *bufio.Writer
	colours
	name string
	// width is the terminal's, or 0.
	width int
	// quiet leaves out what is neither an error nor a warning, and doesn't count for the exit status.
	quiet bool
}

// newLines writes the lines of the named document to out, in the colours and the width of a screen.
func newLines(out *bufio.Writer, screen io.Writer, name string) *lines {
	return &lines{out: out, colours: coloursFor(screen), name: show(name), width: widthOf(screen)}
}

func (w *lines) document(d document) {
	problems := d.report.Problems
	for i := range d.report.Blocks {
		b := &d.report.Blocks[i]
		for len(problems) > 0 && problems[0].First < b.Block.Start {
			w.ofDocument(&problems[0])
			problems = problems[1:]
		}
		w.block(b)
	}
	for i := range problems {
		w.ofDocument(&problems[i])
	}
	for i := range d.report.Shell {
		if !w.quiet {
			w.ofDocument(&d.report.Shell[i])
		}
	}
	for _, p := range d.report.Proposals {
		if !w.quiet || p.IsRefused() {
			w.proposal(p)
		}
	}
}

// proposal writes what writing a code block would do, or why it can't be written.
func (w *lines) proposal(p *apply.Proposal) {
	status := string(diagnostics.EffectOfCode(p))
	if p.Code != "" {
		status += fmt.Sprintf("[%s]", p.Code)
	}
	what := ": " + p.Message()
	if p.Edit != nil {
		added, removed := p.Changed()
		what = fmt.Sprintf(" +%d −%d", added, removed)
	}
	w.line(p.Start, "%s %s%s", w.in(w.ofProposal(p), status), show(location(p.Target, p.FirstChanged())), what)
}

func (w *lines) block(b *diagnostics.Block) {
	at := show(location(b.Target, b.Estimated))
	if applies(b) && !w.quiet {
		w.line(b.Block.Start, "%s %s %s", w.in(w.ofStatus(b), b.InWords()), at, b.Change())
	}
	if b.Code != "" && (b.IsFailure() || w.wants(b.Severity)) {
		w.ofBlock(&b.Finding, at, b.Estimated)
	}
	for i := range b.Warnings {
		if w.wants(b.Warnings[i].Severity) {
			w.ofBlock(&b.Warnings[i], at, b.Estimated)
		}
	}
}

func (w *lines) wants(s codes.Severity) bool { return !w.quiet || s <= codes.Warning }

// applies reports whether a block was applied or would be, whatever there is to know about it.
func applies(b *diagnostics.Block) bool {
	return b.Code == "" || b.Status == apply.Validated || b.Status == apply.Applied
}

// ofStatus returns the colour of a block's status.
func (c colours) ofStatus(b *diagnostics.Block) string {
	switch {
	case !applies(b):
		return c.of(b.Severity)
	case b.AsksFirst():
		return c.yellow
	}
	return c.green
}

// ofProposal returns the colour of what a code block would do.
func (c colours) ofProposal(p *apply.Proposal) string {
	switch {
	case p.IsUnread():
		return c.yellow
	case p.IsRefused():
		return c.red
	}
	return c.green
}

func (w *lines) ofDocument(f *diagnostics.Finding) {
	if f.Counts || w.wants(f.Severity) {
		w.finding(f, f.Headline, f.Details())
	}
}

// ofBlock writes a finding about a block, after the place in its target.
func (w *lines) ofBlock(f *diagnostics.Finding, at string, l text.Line) {
	line := 0
	if l != text.None {
		line = l.Number()
	}
	headline, details := f.Beside(line)
	if at != "" {
		headline = at + ": " + headline
	}
	w.finding(f, headline, details)
}

// finding writes a line that tools can parse, followed by indented details.
func (w *lines) finding(f *diagnostics.Finding, headline string, details []string) {
	w.line(f.First, "%s%s[%s]%s %s", w.of(f.Severity), f.Severity, f.Code, w.off, show(headline))
	for _, d := range details {
		indent := "    "
		for _, line := range wrapped(show(d), max(w.width-len(indent)-2, 0)) {
			fmt.Fprintf(w.out, "%s%s\n", indent, line)
			indent = "      "
		}
	}
}

func (w *lines) line(l text.Line, format string, args ...any) {
	fmt.Fprintf(w.out, "%s:%d: ", w.name, l.Number())
	fmt.Fprintf(w.out, format, args...)
	w.out.WriteByte('\n') //nolint:errcheck // Flush returns it
}

// location returns a target and a line of it as path or path:line.
func location(t *workspace.Target, l text.Line) string {
	if l == text.None {
		return t.Path
	}
	return fmt.Sprintf("%s:%d", t.Path, l.Number())
}
