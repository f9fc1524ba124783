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

// Document reads the blocks of a chat. The only error is the context's.
func Document(ctx context.Context, t *text.Text, o Options) (*Result, error) {
	front := readFrontMatter(t)
	toks := tokenize(t, front.End, turnPatterns{user: o.UserTurns, assistant: o.AssistantTurns}, o.Growing)
	run := func(l layout) (*scan, error) {
		s := newScan(t, o, front, toks, l)
		return s, s.run(ctx)
	}
	s, err := run(noLayout)
	if err != nil {
		return nil, err
	}
	// Turns bound blocks and paths, but only lines outside blocks begin a turn: so
	// a chat is scanned again once its layout is known.
	if l := recognise(t, s.seen, front.End, s.aider); l != noLayout {
		if s, err = run(l); err != nil {
			return nil, err
		}
		s.result.Turns = makeTurns(t, s.seen, front.End, l)
	}
	r := &s.result
	for i, b := range r.Blocks {
		b.Index = i
		b.Turn = turnAt(r.Turns, b.Start)
	}
	for i := range r.Problems {
		r.Problems[i].Turn = turnAt(r.Turns, r.Problems[i].Start)
	}
	r.Shell = s.shell()
	return r, nil
}
