package parse

import (
	"context"
	"reflect"
	"regexp"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Parser reads the versions of one document, one after another. What an edit has not
// touched it does not read again: it keeps the tokens of each line, and takes the scan
// up where what it knew did not depend on the edit, until it knows the same as before.
// What it finds is what [Document] finds in each version (performance, P2).
//
// A Parser is not safe for concurrent use; the results are.
type Parser struct {
	options Options
	front   FrontMatter
	tokens  *tokens
	// plain is the scan without turns, laid that of the document's layout, if it has one.
	plain, laid *walk
	last        *Result
	// commands are the suggested commands of the walk suggested.
	commands  []command
	suggested *walk
}

// NewParser makes a parser for a document.
func NewParser() *Parser { return &Parser{} }

// Parse reads the next version of the document. The only error is the context's: it is
// asked before, and while a document is read for the first time.
func (p *Parser) Parse(ctx context.Context, t *text.Text, o Options) (*Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if p.last != nil {
		// To read on costs little, and to stop half-way would cost a whole reading.
		ctx = context.WithoutCancel(ctx)
	}
	r, err := p.parse(ctx, t, o)
	if err != nil {
		*p = Parser{}
		return nil, err
	}
	p.last = r
	return r, nil
}

func (p *Parser) parse(ctx context.Context, t *text.Text, o Options) (*Result, error) {
	var first, oldEnd text.Line
	newEnd := text.Line(t.LineCount())
	var front FrontMatter
	known := p.last != nil && sameReading(p.options, o)
	if known {
		first, oldEnd, newEnd = text.Changed(p.last.Text, t)
		if t == p.last.Text && p.options.Growing == o.Growing {
			return p.last, nil
		}
		front = p.front
		if p.front.End == 0 || first < p.front.End {
			front = readFrontMatter(t)
		}
		known = reflect.DeepEqual(front, p.front)
	} else {
		front = readFrontMatter(t)
	}
	if !known {
		*p = Parser{front: front, tokens: newTokens()}
		first, oldEnd, newEnd = 0, 0, text.Line(t.LineCount())
	}
	// Whether a document grows tells at its end only.
	settles := known && p.options.Growing != o.Growing
	if settles {
		first = min(first, max(0, text.Line(t.LineCount()-1)))
	}
	p.options = o
	by := move{from: oldEnd, delta: newEnd - oldEnd}
	p.tokens.update(t, first, oldEnd, newEnd, front.End, turnPatterns{user: o.UserTurns, assistant: o.AssistantTurns}, o.Growing)

	run := func(w *walk, l layout) (*walk, error) {
		if w == nil || w.layout != l {
			w = newWalk(&scan{options: o, frontMatter: front, tokens: p.tokens, layout: l})
		}
		w.text, w.options = t, o
		return w, w.again(ctx, first, newEnd, by, settles)
	}
	var err error
	if p.plain, err = run(p.plain, noLayout); err != nil {
		return nil, err
	}
	w := p.plain
	r := &Result{Text: t, FrontMatter: front}
	// Turns bound blocks and paths, but only lines outside blocks begin a turn: so
	// a chat is scanned again once its layout is known.
	var l layout
	if p.plain.stopped > 0 {
		l = p.plain.decided(p.plain.all.seen)
	} else {
		l = recognise(t, p.plain.all.seen, front.End, p.plain.history)
	}
	if l == noLayout {
		p.laid = nil
	} else {
		if p.laid, err = run(p.laid, l); err != nil {
			return nil, err
		}
		w, p.plain.given = p.laid, nil
		w.makeTurns(front.End)
		r.Turns = w.turns
	}
	w.give(r)
	p.suggest(r, w)
	return r, nil
}

// sameReading tells whether a document is read alike with two options, but for its end.
func sameReading(a, b Options) bool {
	return a.FileName == b.FileName && a.DefaultTarget == b.DefaultTarget &&
		slices.EqualFunc(a.UserTurns, b.UserTurns, samePattern) && slices.EqualFunc(a.AssistantTurns, b.AssistantTurns, samePattern)
}

func samePattern(a, b *regexp.Regexp) bool { return a == b || a.String() == b.String() }
