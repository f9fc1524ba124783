package main

import (
	"encoding/json"
	"io"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
)

func writeJSON(w io.Writer, docs []document, written []apply.Written) error {
	result := diagnostics.NewJSON()
	for _, d := range docs {
		result.Add(d.name, d.report)
	}
	for _, f := range written {
		if f.Err == nil {
			result.Summary.FilesModified = append(result.Summary.FilesModified, f.File.Target.Path)
		}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(result)
}
