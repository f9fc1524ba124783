package lsp

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
	"github.com/edit-lsp/edit-lsp/parse"
)

// tokenKind is what a token of a block is. Its type is standard, so every theme colours it. Its
// modifier is ours, for users who want other colours.
type tokenKind int

const (
	pathToken tokenKind = iota
	markerToken
	anchorToken
	oldToken
	newToken
)

var tokenKinds = []struct{ tokenType, modifier string }{
	pathToken:   {"namespace", "path"},
	markerToken: {"keyword", "marker"},
	anchorToken: {"comment", "anchor"},
	oldToken:    {"regexp", "old"},
	newToken:    {"string", "new"},
}

// legend lists the token types and modifiers. Their indexes are the token kinds.
func legend() protocol.SemanticTokensLegend {
	var l protocol.SemanticTokensLegend
	for _, k := range tokenKinds {
		l.TokenTypes = append(l.TokenTypes, k.tokenType)
		l.TokenModifiers = append(l.TokenModifiers, k.modifier)
	}
	return l
}

type tokens struct {
	id   string
	data []uint32
}

// semanticTokens answers the requests for all tokens, which name no previous result, and for a delta.
func (s *session) semanticTokens(_ context.Context, p protocol.SemanticTokensDeltaParams) (wire.Answer[any], error) {
	return inChat(s, p.TextDocument.URI, func(ctx context.Context, n *snapshot) (any, error) {
		return s.allTokens(ctx, n, p.PreviousResultID)
	}), nil
}

func (s *session) semanticTokensRange(_ context.Context, p protocol.RangeParams) (wire.Answer[*protocol.SemanticTokens], error) {
	return inChat(s, p.TextDocument.URI, func(ctx context.Context, n *snapshot) (*protocol.SemanticTokens, error) {
		list, err := n.tokens(ctx, lineOf(p.Range.Start.Line), lineOf(p.Range.End.Line))
		if err != nil || len(list) == 0 {
			return nil, err
		}
		return &protocol.SemanticTokens{Data: relative(list)}, nil
	}), nil
}

// allTokens returns the tokens of a document, or the difference from previous if the client has
// that result.
func (s *session) allTokens(ctx context.Context, n *snapshot, previous string) (any, error) {
	list, err := n.tokens(ctx, 0, text.Line(n.text.LineCount()))
	if err != nil {
		return nil, err
	}
	data := relative(list)
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.open[n.document.uri]
	if o == nil {
		return nil, nil
	}
	before := o.tokens
	// Documents without blocks get no answer.
	if len(data) == 0 && len(before.data) == 0 {
		return nil, nil
	}
	s.results++
	o.tokens = tokens{id: strconv.Itoa(s.results), data: data}
	if previous == "" || previous != before.id {
		return protocol.SemanticTokens{ResultID: o.tokens.id, Data: data}, nil
	}
	return protocol.SemanticTokensDelta{ResultID: o.tokens.id, Edits: change(before.data, data)}, nil
}

// change returns a single edit that turns before into after.
func change(before, after []uint32) []protocol.SemanticTokensEdit {
	if slices.Equal(before, after) {
		return nil
	}
	start, end := text.Shared(before, after)
	return []protocol.SemanticTokensEdit{{
		Start: uint32(start), DeleteCount: uint32(len(before) - end - start), Data: after[start : len(after)-end],
	}}
}

// token is part of one line, in the client's units.
type token struct {
	line, start, length uint32
	kind                tokenKind
}

// relative encodes sorted tokens, each relative to the one before.
func relative(list []token) []uint32 {
	data := make([]uint32, 0, 5*len(list))
	var before token
	for _, t := range list {
		start := t.start
		if t.line == before.line {
			start -= before.start
		}
		data = append(data, t.line-before.line, start, t.length, uint32(t.kind), 1<<t.kind)
		before = t
	}
	return data
}

// tokens returns the tokens of finished blocks on lines first to last.
func (n *snapshot) tokens(ctx context.Context, first, last text.Line) ([]token, error) {
	doc, err := n.blocks(ctx)
	if err != nil {
		return nil, err
	}
	l := &tokenList{snapshot: n, first: first, last: last, paths: map[text.Line]bool{}}
	for i := range doc.Blocks {
		b := &doc.Blocks[i]
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !b.Incomplete {
			l.block(doc, b)
		}
	}
	slices.SortFunc(l.list, func(a, b token) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.start, b.start))
	})
	// The texts of a tool's call may name its path, too.
	before := token{}
	return slices.DeleteFunc(l.list, func(t token) bool {
		over := t.line == before.line && t.start < before.start+before.length
		if !over {
			before = t
		}
		return over
	}), nil
}

type tokenList struct {
	*snapshot
	first, last text.Line
	list        []token
	// paths are the path lines already done, since several blocks may share one.
	paths map[text.Line]bool
}

var partTokens = [...]tokenKind{
	parse.LeadingAnchor: anchorToken, parse.OldLines: oldToken, parse.RepeatedAnchor: anchorToken, parse.NewLines: newToken,
	parse.TrailingAnchor: anchorToken, parse.KeptLines: anchorToken,
}

func (l *tokenList) block(doc *parse.Result, b *parse.Block) {
	l.path(b)
	parts := doc.Parts(b)
	for _, m := range b.Markers() {
		shared := slices.ContainsFunc(parts, func(p parse.Part) bool { return p.First <= m && m < p.End })
		if !shared && !l.paths[m] {
			l.line(m, 0, 0, markerToken)
		}
	}
	for _, p := range parts {
		for at := p.First; at < p.End; at++ {
			from, to := 0, 0
			if at == p.First {
				from = p.From
			}
			if at == p.End-1 {
				to = p.To
			}
			if from+to > 0 || !l.paths[at] {
				l.line(at, from, to, partTokens[p.Kind])
			}
		}
	}
}

// line adds a token for a line from a byte column to another one, or 0: its end.
func (l *tokenList) line(at text.Line, from, to int, kind tokenKind) {
	if at < l.first || at > l.last {
		return
	}
	line := l.text.Line(at)
	if to > 0 {
		line = line[:to]
	}
	if body := strings.TrimSpace(line[from:]); body != "" {
		l.add(at, from+strings.Index(line[from:], body), len(body), kind)
	}
}

func (l *tokenList) path(b *parse.Block) {
	p := b.Path
	if p.Line == text.None || l.paths[p.Line] || p.Line < l.first || p.Line > l.last {
		return
	}
	l.paths[p.Line] = true
	line := l.text.Line(p.Line)
	at := strings.LastIndex(line, p.Fallback)
	if at < 0 {
		return
	}
	if before := strings.TrimSpace(line[:at]); before != "" && (b.Dialect.Patch || strings.EqualFold(before, b.Dialect.PathKeyword)) {
		l.add(p.Line, strings.Index(line, before), len(before), markerToken)
	}
	l.add(p.Line, at, len(p.Fallback), pathToken)
}

// add adds a token at bytes [start, start+length) of a line.
func (l *tokenList) add(line text.Line, start, length int, kind tokenKind) {
	from := l.text.Character(line, start, l.encoding)
	to := l.text.Character(line, start+length, l.encoding)
	l.list = append(l.list, token{line: uint32(line), start: uint32(from), length: uint32(to - from), kind: kind})
}
