package cli

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// atOnce is how much of the results is written at once, in bytes.
const atOnce = 32 << 10

// writeText writes a line for each block and problem, in the order of the document,
// and the counts.
func writeText(w io.Writer, r results) error {
	docs, written := r.docs, r.written
	c := coloursFor(w)
	out := bufio.NewWriterSize(w, atOnce)
	for _, d := range docs {
		(&lines{out, c, show(d.name)}).document(d)
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

// lines writes lines of results. There may be very many, so that each is put together
// in the memory of the writer.
type lines struct {
	out *bufio.Writer
	colours
	// name is that of the document, as it is shown.
	name string
}

func (w *lines) document(d document) {
	problems := d.report.Problems
	for i := range d.report.Blocks {
		b := &d.report.Blocks[i]
		for len(problems) > 0 && problems[0].First < b.Outcome.Block.Start {
			w.ofDocument(&problems[0])
			problems = problems[1:]
		}
		w.block(b)
	}
	for i := range problems {
		w.ofDocument(&problems[i])
	}
	for i := range d.report.Shell {
		w.ofDocument(&d.report.Shell[i])
	}
}

func (w *lines) block(b *diagnostics.Block) {
	target := show(b.Target.Path)
	if b.Code == "" || b.Status == apply.Validated || b.Status == apply.Applied {
		added, removed := b.Document.Changed(b.Outcome.Block)
		line := w.begin(b.Outcome.Block.Start)
		line = append(append(append(append(line, w.green...), b.Status...), w.off...), ' ')
		line = appendPlace(line, target, b.Estimated)
		line = strconv.AppendInt(append(line, " +"...), int64(added), 10)
		line = strconv.AppendInt(append(line, " −"...), int64(removed), 10)
		w.end(line)
	}
	if b.Code == "" && len(b.Warnings) == 0 {
		return
	}
	place := string(appendPlace(nil, target, b.Estimated))
	if b.Code != "" {
		w.ofBlock(&b.Finding, place, b.Estimated)
	}
	for i := range b.Warnings {
		w.ofBlock(&b.Warnings[i], place, b.Estimated)
	}
}

// ofDocument writes a finding of the document itself.
func (w *lines) ofDocument(f *diagnostics.Finding) { w.finding(f, f.Headline, f.Details()) }

// ofBlock writes a finding of a block after the place of its target.
func (w *lines) ofBlock(f *diagnostics.Finding, place string, at text.Line) {
	line := 0
	if at != text.None {
		line = at.Number()
	}
	headline, details := f.Beside(line)
	if place != "" {
		headline = place + ": " + headline
	}
	w.finding(f, headline, details)
}

// finding writes a finding: a line that tools can read, and the details below it.
func (w *lines) finding(f *diagnostics.Finding, headline string, details []string) {
	line := append(w.begin(f.First), w.of(f.Severity)...)
	line = append(append(append(line, f.Severity.String()...), '['), f.Code...)
	line = append(append(append(line, ']'), w.off...), ' ')
	w.end(append(line, show(headline)...))
	for _, d := range details {
		w.end(append(append(w.out.AvailableBuffer(), "    "...), show(d)...))
	}
}

// begin begins a line about a line of the document, in what is free of the writer's
// memory.
func (w *lines) begin(l text.Line) []byte {
	line := append(append(w.out.AvailableBuffer(), w.name...), ':')
	return append(strconv.AppendInt(line, int64(l.Number()), 10), ": "...)
}

func (w *lines) end(line []byte) { _, _ = w.out.Write(append(line, '\n')) }

// appendPlace adds a target as it is shown, with the line where a block applies.
func appendPlace(line []byte, target string, at text.Line) []byte {
	line = append(line, target...)
	if at != text.None {
		line = strconv.AppendInt(append(line, ':'), int64(at.Number()), 10)
	}
	return line
}
