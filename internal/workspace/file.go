package workspace

import (
	"time"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// File is an immutable state of a target.
type File struct {
	Text *text.Text
	// Open means that the text is an editor's buffer of this version. The disk may differ.
	Open    bool
	Version int32
	// ModTime and Size (bytes) are the disk's, zero if there is only a buffer.
	ModTime time.Time
	Size    int64
}

// Same reports whether two files have the same text and version. Equal contents share one text.
// Both may be nil.
func (f *File) Same(o *File) bool {
	if f == nil || o == nil {
		return f == o
	}
	return f.Text == o.Text && f.Open == o.Open && f.Version == o.Version
}
