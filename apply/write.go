package apply

import (
	"context"

	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// Writer writes targets: the workspace.
type Writer interface {
	Write(ctx context.Context, t workspace.Target, content []byte) error
}

// Written is what became of one file.
type Written struct {
	File *FileEdit
	// Err is why the file was not written; the file is then as it was.
	Err error
}

// Write writes the files of a plan, each by itself: one that fails leaves the
// others. Nothing is rolled back (formats, "Order").
func (p *Plan) Write(ctx context.Context, w Writer) []Written {
	var done []Written
	for _, f := range p.Files {
		err := w.Write(ctx, f.Target, f.After().Bytes())
		done = append(done, Written{File: f, Err: err})
	}
	return done
}
