package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// writeText writes a line for each block and problem, in the order of the document,
// and the counts.
func writeText(w io.Writer, r results) error {
	docs, written := r.docs, r.written
	c := coloursFor(w)
	out := bufio.NewWriter(w)
	for _, d := range docs {
		writeDocument(out, c, d)
	}
	for _, f := range written {
		if f.Err == nil {
			verb := "changed"
			if f.File.Create {
				verb = "created"
			}
			fmt.Fprintf(out, "%s%s %s%s\n", c.green, verb, show(f.File.Target.Path), c.off)
		}
	}
	for _, d := range docs {
		name := ""
		if len(docs) > 1 {
			name = d.name + ": "
		}
		fmt.Fprintf(out, "%s%s%s%s%s\n", c.bold, show(name), d.report.Summary(), wouldTouch(d.report, written), c.off)
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
		blocks += len(f.Blocks)
	}
	return fmt.Sprintf("; apply would write %d of them to %s", blocks, countOf(n, "file"))
}

func countOf(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

func writeDocument(out io.Writer, c colours, d document) {
	problems := d.report.Problems
	for i := range d.report.Blocks {
		b := &d.report.Blocks[i]
		for len(problems) > 0 && problems[0].First < b.Outcome.Block.Start {
			writeFinding(out, c, d.name, problems[0], "")
			problems = problems[1:]
		}
		writeBlock(out, c, d.name, b)
	}
	for _, p := range problems {
		writeFinding(out, c, d.name, p, "")
	}
	for _, s := range d.report.Shell {
		writeFinding(out, c, d.name, s, "")
	}
}

func writeBlock(out io.Writer, c colours, name string, b *diagnostics.Block) {
	target := b.Target.Path
	if b.Estimated != text.None {
		target = fmt.Sprintf("%s:%d", target, b.Estimated.Number())
	}
	if b.Code == "" || b.Status == apply.Validated || b.Status == apply.Applied {
		added, removed := b.Outcome.Block.Changed()
		fmt.Fprintf(out, "%s:%d: %s%s%s %s +%d −%d\n", show(name), b.Outcome.Block.Start.Number(), c.green, b.Status, c.off, show(target), added, removed)
	}
	if b.Code != "" {
		writeFinding(out, c, name, b.Finding, target)
	}
	for _, w := range b.Warnings {
		writeFinding(out, c, name, w, target)
	}
}

func writeFinding(out io.Writer, c colours, name string, f diagnostics.Finding, target string) {
	if target != "" {
		target = show(target) + ": "
	}
	fmt.Fprintf(out, "%s:%d: %s%s[%s]%s %s%s\n", show(name), f.First.Number(), c.of(f.Severity), f.Severity, f.Code, c.off, target, show(f.Message))
}
