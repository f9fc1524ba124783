package cli

import (
	"io"
	"reflect"

	editlsp "github.com/edit-lsp/edit-lsp"
)

type jsonlSummary struct {
	Type      string   `json:"type"`
	Version   int      `json:"version"`
	Documents []string `json:"documents"`
	editlsp.Summary
}

// writeJSONL writes a line for each part of the result document, with its type and chat path.
func writeJSONL(out io.Writer, r results) error {
	w := newJSONWriter(out, false)
	w.jsonl(r.report())
	return w.flush()
}

func (w *jsonWriter) jsonl(r *editlsp.Results) {
	summary := jsonlSummary{Type: "summary", Version: r.Version, Documents: []string{}, Summary: r.Summary}
	for _, d := range r.Documents {
		summary.Documents = append(summary.Documents, d.Path)
		writeLines(w, "block", d.Path, d.Blocks)
		writeLines(w, "problem", d.Path, d.Problems)
		writeLines(w, "shell_suggestion", d.Path, d.ShellSuggestions)
		writeLines(w, "file", d.Path, d.Files)
		writeLines(w, "proposal", d.Path, d.Proposals)
	}
	w.line(&summary)
}

func writeLines[T any](w *jsonWriter, kind, document string, list []T) {
	for i := range list {
		w.begin('{')
		w.member("type", reflect.ValueOf(kind))
		w.member("document", reflect.ValueOf(document))
		w.members(reflect.ValueOf(&list[i]).Elem())
		w.end('}')
		w.buf = append(w.buf, '\n')
	}
}
