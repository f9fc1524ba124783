package parse

import (
	"context"
	"regexp"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Options control how a document is read.
type Options struct {
	// FileName identifies an aider history.
	FileName string
	// DefaultTarget is the target of find-replace blocks without a FILE: line.
	DefaultTarget string
	// Dialects are the names of the dialects to read; nil means all.
	Dialects []string
	// Growing means that the document is still being written: its last block may be incomplete.
	Growing bool
	// UserTurns and AssistantTurns match further lines that begin a turn.
	UserTurns, AssistantTurns []*regexp.Regexp
}

// Result is what a document holds. It is immutable.
type Result struct {
	Text        *text.Text
	Blocks      []Block
	Problems    []Problem
	Shell       []Shell
	Turns       []Turn
	FrontMatter FrontMatter
	// Proposals are the code blocks.
	Proposals []Proposal
	fenced    []fenced
	// names are lines that may name a file from further above.
	names []text.Line
	// switchedOn: it has the comment that turns reading on.
	switchedOn bool
}

// Document reads the blocks of a chat. A memo speeds up the next version without changing the result;
// it may be nil. Document fails only if the context is cancelled.
func Document(ctx context.Context, t *text.Text, o Options, m *Memo) (*Result, error) {
	if m == nil {
		m = &Memo{}
	}
	front := readFrontMatter(t)
	pieces, err := m.pieces(ctx, t, turnPatterns{user: o.UserTurns, assistant: o.AssistantTurns})
	if err != nil {
		return nil, err
	}
	w := &walk{here: here{outline: newOutline(t, pieces, &m.lines, front, o)}}
	r := &Result{Text: t, FrontMatter: front}
	if r.Turns, err = w.walkTurns(func(l layout) error { return w.over(ctx, l) }); err != nil {
		return nil, err
	}
	r.Blocks, r.Problems = w.blocks, w.problems
	r.addNearMisses(w.looks, w.unnamed)
	r.fenced, r.names = w.fenced, w.names
	w.readBare(r)
	for i := range r.fenced {
		r.fenced[i].turn = int32(turnAt(r.Turns, r.fenced[i].start))
	}
	r.switchedOn = slices.ContainsFunc(w.marks, func(m mark) bool { return m.who == onSwitch })
	for i := range r.Blocks {
		r.Blocks[i].Index, r.Blocks[i].Turn = i, turnAt(r.Turns, r.Blocks[i].Start)
	}
	for i := range r.Problems {
		r.Problems[i].Turn = turnAt(r.Turns, r.Problems[i].Start)
	}
	r.findRuns()
	r.Proposals = (&proposer{r, w.linesRead}).proposals()
	for _, s := range w.shell {
		if s.Turn = turnAt(r.Turns, s.Line); s.Turn < 0 || r.Turns[s.Turn].Role != User {
			r.Shell = append(r.Shell, s)
		}
	}
	m.lines.turn()
	return r, nil
}
