package cli

import (
	"io"

	editlsp "github.com/edit-lsp/edit-lsp"
)

// jsonlSummary is the last line of the format jsonl.
type jsonlSummary struct {
	Type      string   `json:"type"`
	Version   int      `json:"version"`
	Documents []string `json:"documents"`
	editlsp.Summary
}

// writeJSONL writes a line for each part of the result document, with its type and the
// path of the chat that it is from.
func writeJSONL(out io.Writer, r results) error {
	w := newJSONWriter(out, false)
	w.jsonl(r.report())
	return w.flush()
}

func (w *jsonWriter) jsonl(r *editlsp.Results) {
	summary := jsonlSummary{Type: "summary", Version: r.Version, Documents: []string{}, Summary: r.Summary}
	for _, d := range r.Documents {
		summary.Documents = append(summary.Documents, d.Path)
		writeLines(w, "block", d.Path, d.Blocks, (*jsonWriter).block)
		writeLines(w, "problem", d.Path, d.Problems, (*jsonWriter).problem)
		writeLines(w, "shell_suggestion", d.Path, d.ShellSuggestions, (*jsonWriter).shellSuggestion)
		writeLines(w, "file", d.Path, d.Files, (*jsonWriter).file)
	}
	w.encode(summary)
	w.line()
}

func writeLines[T any](w *jsonWriter, kind, document string, list []T, members func(*jsonWriter, *T)) {
	for i := range list {
		w.begin('{')
		w.string("type", kind)
		w.string("document", document)
		members(w, &list[i])
		w.end('}')
		w.line()
	}
}
