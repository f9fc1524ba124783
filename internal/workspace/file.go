package workspace

import (
	"io/fs"
	"sync"
	"sync/atomic"
	"time"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// File is one state of a target. It never changes.
type File struct {
	Text *text.Text
	// Open: the text is an editor's buffer, of this version, and the disk may differ.
	Open    bool
	Version int32
	// Mode, ModTime and Size (bytes) are the disk's; zero if only a buffer exists.
	Mode    fs.FileMode
	ModTime time.Time
	Size    int64

	content *content
}

// NewFile makes a file that has no place on disk.
func NewFile(t *text.Text) *File { return &File{Text: t, content: &content{text: t}} }

// Same tells whether two looks at a target saw the same: equal contents are one text,
// and a buffer has its version. Both may be nil.
func (f *File) Same(o *File) bool {
	if f == nil || o == nil {
		return f == o
	}
	return f.Text == o.Text && f.Open == o.Open && f.Version == o.Version
}

// Index finds equal lines. It is built once for a content, at the first call.
func (f *File) Index() *text.Index { return f.shared().index() }

// Indexed tells whether Index is there already.
func (f *File) Indexed() bool { return f.content != nil && f.content.exact.Load() != nil }

// shared is the content; a file that was made without [NewFile] keeps no index.
func (f *File) shared() *content {
	if f.content == nil {
		return &content{text: f.Text}
	}
	return f.content
}

// content is a text with its indexes; files with the same content share it.
type content struct {
	text  *text.Text
	once  sync.Once
	exact atomic.Pointer[text.Index]
}

func newContent(data string) *content { return &content{text: text.New(data)} }

func (c *content) index() *text.Index {
	c.once.Do(func() { c.exact.Store(text.NewIndex(c.text)) })
	return c.exact.Load()
}

// weight estimates the bytes that a content keeps, its index counted in.
func (c *content) weight() int64 {
	const perLine = 4 + 18
	return int64(c.text.Len()) + int64(c.text.LineCount())*perLine + 512
}

// equals tells whether a file with these bytes has this content.
func (c *content) equals(data string) bool {
	return c.text.Equals(data)
}
