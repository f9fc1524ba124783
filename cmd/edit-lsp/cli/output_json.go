package cli

import (
	"io"

	editlsp "github.com/edit-lsp/edit-lsp"
	"github.com/edit-lsp/edit-lsp/apply"
)

func writeJSON(out io.Writer, r results) error { return writeIndented(out, r.report()) }

func (r results) report() *editlsp.Results {
	done := map[*apply.FileEdit]bool{}
	for _, f := range r.written {
		done[f.File] = f.Err == nil
	}
	var reports []*editlsp.Report
	for _, d := range r.docs {
		report := editlsp.NewReport(d.name, d.report)
		if r.written != nil {
			// Keep only the files that were written.
			files := []editlsp.File{}
			for i, f := range report.Files {
				if f.Written = done[d.report.Plan.Files[i]]; f.Written {
					files = append(files, f)
				}
			}
			report.Files = files
		}
		reports = append(reports, report)
	}
	return editlsp.NewResults(reports...)
}
