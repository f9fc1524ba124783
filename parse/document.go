package parse

import (
	"context"
	"regexp"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Options say how a document is read.
type Options struct {
	// FileName is the document's name, by which an aider history is known.
	FileName string
	// DefaultTarget is the target of find-replace blocks that name none.
	DefaultTarget string
	// Growing: the document is still being written, so that its last block may be
	// incomplete rather than malformed.
	Growing bool
	// UserTurns and AssistantTurns recognise further lines that begin a turn.
	UserTurns, AssistantTurns []*regexp.Regexp
}

// Document reads the blocks of a chat. The only error is the context's. For one that is
// edited see [Parser].
func Document(ctx context.Context, t *text.Text, o Options) (*Result, error) {
	return NewParser().Parse(ctx, t, o)
}
