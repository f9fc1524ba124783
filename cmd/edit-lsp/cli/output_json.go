package cli

import (
	"io"

	editlsp "github.com/edit-lsp/edit-lsp"
	"github.com/edit-lsp/edit-lsp/apply"
)

func writeJSON(out io.Writer, r results) error {
	w := newJSONWriter(out, true)
	w.results(r.report())
	w.line()
	return w.flush()
}

// report is the result document of a run.
func (r results) report() *editlsp.Results {
	done := map[*apply.FileEdit]bool{}
	for _, f := range r.written {
		done[f.File] = f.Err == nil
	}
	var reports []*editlsp.Report
	for _, d := range r.docs {
		report := editlsp.NewReport(d.name, d.report)
		if r.written != nil {
			// What could not be written is not among the files.
			files := []editlsp.File{}
			for i, f := range report.Files {
				if done[d.report.Plan.Files[i]] {
					files = append(files, f)
				}
			}
			report.Files = files
		}
		reports = append(reports, report)
	}
	return editlsp.NewResults(reports...)
}

func (w *jsonWriter) results(r *editlsp.Results) {
	w.begin('{')
	w.int("version", r.Version)
	w.key("documents")
	w.begin('[')
	for _, d := range r.Documents {
		w.element()
		w.report(d)
	}
	w.end(']')
	w.value("summary", r.Summary)
	w.end('}')
}

func (w *jsonWriter) report(r *editlsp.Report) {
	w.begin('{')
	w.string("path", r.Path)
	writeObjects(w, "blocks", r.Blocks, (*jsonWriter).block)
	writeObjects(w, "problems", r.Problems, (*jsonWriter).problem)
	writeObjects(w, "shell_suggestions", r.ShellSuggestions, (*jsonWriter).shellSuggestion)
	writeObjects(w, "files", r.Files, (*jsonWriter).file)
	w.end('}')
}

// writeObjects writes a list of objects, of which members writes those of one.
func writeObjects[T any](w *jsonWriter, key string, list []T, members func(*jsonWriter, *T)) {
	w.key(key)
	w.begin('[')
	for i := range list {
		w.element()
		w.begin('{')
		members(w, &list[i])
		w.end('}')
	}
	w.end(']')
}

func (w *jsonWriter) block(b *editlsp.Block) {
	w.int("index", b.Index)
	w.string("dialect", b.Dialect)
	w.string("layout", b.Layout)
	w.string("path", b.Path)
	w.string("operation", string(b.Operation))
	w.int("line", b.Line)
	w.int("end_line", b.EndLine)
	w.lineOrNull("path_line", b.PathLine)
	w.string("status", string(b.Status))
	w.string("code", b.Code)
	w.string("cause", string(b.Cause))
	w.string("message", b.Message)
	w.strings("details", b.Details)
	w.string("severity", string(b.Severity))
	w.lineOrNull("estimated_line", b.EstimatedLine)
	w.ints("matches", b.Matches)
	w.int("match_count", b.MatchCount)
	if b.Similarity == nil {
		w.null("similarity")
	} else {
		w.float("similarity", *b.Similarity)
	}
	w.nearest(b.Nearest)
	w.string("anchor_preview", b.AnchorPreview)
	w.string("old_preview", b.OldPreview)
	w.string("new_preview", b.NewPreview)
	w.int("added", b.Added)
	w.int("removed", b.Removed)
	writeObjects(w, "warnings", b.Warnings, (*jsonWriter).warning)
}

func (w *jsonWriter) lineOrNull(key string, l editlsp.Line) {
	if l == 0 {
		w.null(key)
	} else {
		w.int(key, int(l))
	}
}

func (w *jsonWriter) nearest(n *editlsp.Nearest) {
	if n == nil {
		w.null("nearest")
		return
	}
	w.key("nearest")
	w.begin('{')
	w.int("line", n.Line)
	w.int("end_line", n.EndLine)
	w.float("similarity", n.Similarity)
	writeObjects(w, "differs", n.Differs, (*jsonWriter).difference)
	w.end('}')
}

func (w *jsonWriter) difference(d *editlsp.Difference) {
	if d.Needle == nil {
		w.null("needle")
	} else {
		w.int("needle", *d.Needle)
	}
	w.int("line", d.Line)
	w.bool("missing", d.Missing)
}

func (w *jsonWriter) warning(x *editlsp.Warning) {
	w.string("code", x.Code)
	w.string("message", x.Message)
	w.int("line", x.Line)
}

func (w *jsonWriter) problem(p *editlsp.Problem) {
	w.string("code", p.Code)
	w.string("message", p.Message)
	w.int("line", p.Line)
	w.int("end_line", p.EndLine)
	w.string("severity", string(p.Severity))
}

func (w *jsonWriter) shellSuggestion(s *editlsp.ShellSuggestion) {
	w.string("command", s.Command)
	w.int("line", s.Line)
}

func (w *jsonWriter) file(f *editlsp.File) {
	w.string("path", f.Path)
	w.string("operation", string(f.Operation))
	w.ints("blocks", f.Blocks)
}
