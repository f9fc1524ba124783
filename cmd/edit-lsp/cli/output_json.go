package cli

import (
	"io"
	"slices"

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
		for i := range report.Files {
			report.Files[i].Written = done[d.report.Plan.Files[i]]
		}
		if r.written != nil {
			report.Files = slices.DeleteFunc(report.Files, func(f editlsp.File) bool { return !f.Written })
		}
		reports = append(reports, report)
	}
	return editlsp.NewResults(reports...)
}
