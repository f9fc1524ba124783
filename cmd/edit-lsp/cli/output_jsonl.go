package cli

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/edit-lsp/edit-lsp/diagnostics"
)

// The lines of the format jsonl: each is a part of the result document, with its type
// and the path of the chat that it is from.
type (
	jsonlBlock struct {
		jsonlHead
		diagnostics.JSONBlock
	}
	jsonlProblem struct {
		jsonlHead
		diagnostics.JSONProblem
	}
	jsonlShell struct {
		jsonlHead
		diagnostics.JSONShell
	}
	jsonlFile struct {
		jsonlHead
		diagnostics.JSONFile
	}
	jsonlHead struct {
		Type     string `json:"type"`
		Document string `json:"document"`
	}
	// jsonlSummary is the last line.
	jsonlSummary struct {
		Type      string   `json:"type"`
		Version   int      `json:"version"`
		Documents []string `json:"documents"`
		diagnostics.JSONSummary
	}
)

func writeJSONL(w io.Writer, r results) error {
	result := r.json()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	var lines []any
	summary := jsonlSummary{Type: "summary", Version: result.Version, Documents: []string{}, JSONSummary: result.Summary}
	for _, d := range result.Documents {
		summary.Documents = append(summary.Documents, d.Path)
		for _, x := range d.Blocks {
			lines = append(lines, jsonlBlock{jsonlHead{"block", d.Path}, x})
		}
		for _, x := range d.Problems {
			lines = append(lines, jsonlProblem{jsonlHead{"problem", d.Path}, x})
		}
		for _, x := range d.ShellList {
			lines = append(lines, jsonlShell{jsonlHead{"shell_suggestion", d.Path}, x})
		}
		for _, x := range d.Files {
			lines = append(lines, jsonlFile{jsonlHead{"file", d.Path}, x})
		}
	}
	for _, line := range append(lines, summary) {
		if err := e.Encode(line); err != nil {
			return err
		}
	}
	_, err := w.Write(escaped(b.Bytes()))
	return err
}
