// Package ledger keeps what a session has seen happen to the blocks of its chats: which were applied,
// and where. What happens goes in as events; [Ledger.At] gives an immutable look-up for a check.
package ledger

import (
	"sync"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Ledger has the applied blocks. It is safe for concurrent use.
//
// An edit counts as applied when the next text of its file, in a buffer or on disk, is the edit's
// result, or when the client says so of a file that isn't open.
type Ledger struct {
	mu sync.Mutex
	// files holds the applied blocks by the path of their file.
	files map[string][]block
	// offers are the last edits sent to the client for each action, oldest first.
	offers []offer
	// unsaved holds the edits in buffers that aren't seen, by file path.
	unsaved map[string]unsavedEdit
	// open holds the texts of open documents by file path.
	open map[string]*text.Text
	// chats holds the last text of each open document and of each closed chat with applied blocks.
	chats map[string]*text.Text
	// pending is what was applied to each file since its last entry in a journal. known has the entries that are known of
	// each root, and whether their blocks are, too.
	pending map[string]*pending
	known   map[string]map[string]bool
	// wanted are files that a journal tells of and that haven't been seen.
	wanted map[string]bool
	// late is what a journal tells of files whose texts aren't so yet.
	late map[string]*late
	// undone are the hashes of the texts in which a block of their file was undone.
	undone map[string]string
	// lookups are those made since the last event.
	lookups map[string]*Lookup
}

// New returns an empty ledger.
func New() *Ledger {
	return &Ledger{
		files: map[string][]block{}, unsaved: map[string]unsavedEdit{}, open: map[string]*text.Text{},
		chats: map[string]*text.Text{}, lookups: map[string]*Lookup{}, pending: map[string]*pending{}, known: map[string]map[string]bool{},
		wanted: map[string]bool{}, late: map[string]*late{}, undone: map[string]string{},
	}
}

// block is an applied block. It is identified by its content, so it survives when the chat grows or its
// blocks are renumbered.
type block struct {
	chat string
	// line is its first line in the chat's last text.
	line text.Line
	hash parse.Hash
	// number is its index in the chat when it was applied.
	number int
	shape
	// change is the first line of the file that a change of a code block changed, text.None for a block.
	change text.Line
	// of counts the changes of a code block if nothing of it was left after this one, else it's 0. all is what it would
	// change then, or changed; nil if that isn't known.
	of  int
	all *[]apply.Change
	// touched means that the chat's lines from there on may have changed, so that only the hash tells.
	touched bool
	// name is the path as written in the chat, path the file's.
	name, path string
	// renamed means that path has changed.
	renamed bool
	// gone means that the file is gone. The block is kept since the client may report a rename later,
	// until another file takes the name.
	gone bool
	// kept means that a journal has it, told that the ledger had it before it read that, as one of the run.
	kept, told bool
	run        string
	place      place
}

// shape is how a block is read: with the same lines of the chat, it tells that the block is the same.
type shape struct {
	dialect    *parse.Dialect
	layout     parse.Layout
	operation  parse.Operation
	near, size text.Line
	exact      bool
}

func shapeOf(b *parse.Block) shape {
	return shape{b.Dialect, b.Layout, b.Operation, b.NearLine, b.End - b.Start, b.ExactLine}
}

// maxBlocks is how many blocks of a file are kept, since blocks that left their chat may return.
const maxBlocks = 20_000

// Edit is an edit of one file, with the blocks that make it.
type Edit struct {
	// Chat identifies the chat, and Document is its version.
	Chat     string
	Document *parse.Result
	File     *apply.FileEdit
	Blocks   []*apply.Outcome
	// Reverts means that the edit undoes the blocks.
	Reverts bool
	// Run identifies what was done together, such as "apply all". If it is empty, the edit is a run of its own.
	Run string
	// After is the edit's result, if it was written or found to be the text of the file.
	After *text.Text
}

// after returns the edit's result.
func (e *Edit) after() *text.Text {
	if e.After != nil {
		return e.After
	}
	return e.File.After()
}

// offer is an edit that was sent for an action.
type offer struct {
	action string
	Edit
}

// maxOffers is how many edits are kept that the client has been sent, but for those of the last action.
const maxOffers = 100

// path returns where the edit's result is.
func (e *Edit) path() string {
	if e.File.NewTarget != nil {
		return e.File.NewTarget.Abs
	}
	return e.File.Target.Abs
}

// makes reports whether the file is the edit's result, nil if it is gone. No text shows that a file was renamed, or
// that blocks were applied if the last one reverts the others (lsp.TestAFileThatIsOpenedAsItWas).
func (e *Edit) makes(f *workspace.File) bool {
	edits, size := e.File.Edits(), e.File.Before.Len()
	switch {
	case f == nil || e.File.Delete:
		return f == nil && e.File.Delete
	case len(edits) == 0 && !e.File.Create:
		return false
	}
	for _, x := range edits {
		size += text.Offset(len(x.New)) - (x.End - x.Start)
	}
	isMade := size == f.Text.Len() && hasNew(f.Text, edits) && sameText(e.File.After(), f.Text)
	return isMade && (e.File.Create || !sameText(e.File.Before, f.Text))
}

// hasNew reports whether a text has the new text of edits where they put it. There may be hundreds of edits of a large
// file, so their results aren't made to compare.
func hasNew(t *text.Text, edits []text.Edit) bool {
	more := text.Offset(0) // how far the edits above move those below
	for _, x := range edits {
		if !t.HasAt(x.Start+more, x.New) {
			return false
		}
		more += text.Offset(len(x.New)) - (x.End - x.Start)
	}
	return true
}

func sameText(a, b *text.Text) bool {
	if a.Len() != b.Len() {
		return false
	}
	was, now := text.Changed(a, b)
	return length(was) == 0 && length(now) == 0
}
