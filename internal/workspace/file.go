package workspace

import (
	"time"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// File is one state of a target. It never changes.
type File struct {
	Text *text.Text
	// Open: the text is an editor's buffer, of this version, and the disk may differ.
	Open    bool
	Version int32
	// ModTime and Size (bytes) are the disk's; zero if only a buffer exists.
	ModTime time.Time
	Size    int64
}

// Same reports whether two looks at a target saw the same: equal contents are one text,
// and a buffer has its version. Both may be nil.
func (f *File) Same(o *File) bool {
	if f == nil || o == nil {
		return f == o
	}
	return f.Text == o.Text && f.Open == o.Open && f.Version == o.Version
}
