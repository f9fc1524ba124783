package lsp

import (
	"cmp"
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// stop is a place to show to the user: in a target or, for a new file, its block in the chat.
type stop struct {
	// applied stops are never shown. They only help to find the cursor's file.
	applied bool
	uri     protocol.DocumentUri
	// file numbers the targets of all chats in the order of their first block.
	file int
	line text.Line
	// first and last are the block's lines in its chat.
	chat        protocol.DocumentUri
	first, last text.Line
}

// walk shows the next or previous stop, wrapping around at the end. The stops are in the targets of
// the chat at the cursor, or of the chats that target the document at the cursor.
func (s *session) walk(a commandArgument, back bool) wire.Answer[any] {
	chats := s.chats()
	return func(ctx context.Context) (any, error) {
		var stops []stop
		for _, n := range chats {
			found, err := n.stops(ctx)
			if err != nil {
				return nil, err
			}
			mine := func(x stop) bool { return x.uri == a.URI || x.chat == a.URI }
			if !slices.ContainsFunc(found, mine) {
				continue
			}
			for i := range found {
				found[i].file += len(stops)
			}
			stops = append(stops, found...)
		}
		here := slices.IndexFunc(stops, func(x stop) bool {
			return x.uri == a.URI && (x.uri != x.chat || x.first <= text.Line(a.Line) && text.Line(a.Line) <= x.last)
		})
		file := -1
		if here >= 0 {
			file = stops[here].file
		}
		stops = slices.DeleteFunc(stops, func(x stop) bool { return x.applied })
		if len(stops) == 0 {
			return commandResult{Reason: "there are no edits to go to"}, nil
		}
		slices.SortStableFunc(stops, func(x, y stop) int { return cmp.Or(cmp.Compare(x.file, y.file), cmp.Compare(x.line, y.line)) })
		next := stopOfBlock(stops, a.URI, text.Line(a.Line), back)
		if file >= 0 {
			next = nextStop(stops, file, text.Line(a.Line), back)
		}
		return s.show(ctx, stops[next].uri, stops[next].line)
	}
}

func (n *snapshot) stops(ctx context.Context) ([]stop, error) {
	r, err := n.report(ctx)
	if err != nil {
		return nil, err
	}
	files := map[string]int{}
	var stops []stop
	for i := range r.Blocks {
		b := &r.Blocks[i]
		first, last := extent(b)
		uri, line := n.uri(b.Target.Abs), b.FirstChanged()
		if b.Target.File == nil && b.Status == apply.Validated { // a new file
			uri, line = n.document.uri, first
		}
		applied := b.Word() == diagnostics.Applied
		if !b.Live || !applied && b.NoChange || b.Target.File == nil && uri != n.document.uri || line == text.None {
			continue
		}
		if _, known := files[b.Target.Key]; !known {
			files[b.Target.Key] = len(files)
		}
		stops = append(stops, stop{applied, uri, files[b.Target.Key], line, n.document.uri, first, last})
	}
	for _, p := range n.proposals(r) {
		if _, known := files[p.Target.Key]; !known {
			files[p.Target.Key] = len(files)
		}
		first, last := proposalExtent(p.Proposal)
		for _, h := range p.Hunks() {
			uri, line := n.uri(p.Target.Abs), h.Old.First
			if p.Edit.Create {
				uri, line = n.document.uri, first
			}
			stops = append(stops, stop{false, uri, files[p.Target.Key], line, n.document.uri, first, last})
		}
	}
	return stops, nil
}

// nextStop returns the index of the stop after a line of a file or, with back, before it.
func nextStop(stops []stop, file int, line text.Line, back bool) int {
	at := func(x stop) int { return cmp.Or(cmp.Compare(x.file, file), cmp.Compare(x.line, line)) }
	if back {
		for i := len(stops) - 1; i >= 0; i-- {
			if at(stops[i]) < 0 {
				return i
			}
		}
		return len(stops) - 1
	}
	return max(0, slices.IndexFunc(stops, func(x stop) bool { return at(x) > 0 }))
}

// stopOfBlock returns the index of the stop of the chat's first block that ends on or after a line
// or, with back, of the last one that ends before it.
func stopOfBlock(stops []stop, chat protocol.DocumentUri, line text.Line, back bool) int {
	best := -1
	for i, x := range stops {
		if x.chat != chat || back != (x.last < line) {
			continue
		}
		if best < 0 || back && x.first >= stops[best].first || !back && x.first < stops[best].first {
			best = i
		}
	}
	return max(0, best)
}

// show shows a line if the client can. Otherwise the answer only names it.
func (s *session) show(ctx context.Context, uri protocol.DocumentUri, line text.Line) (any, error) {
	line = max(0, line)
	result := commandResult{URI: uri, Line: ptr(int(line))}
	if !s.client.Window.ShowDocument.Support {
		return result, nil
	}
	selection := lineRange(line)
	selection.End = selection.Start
	params := protocol.ShowDocumentParams{URI: uri, TakeFocus: ptr(true), Selection: &selection}
	var answer protocol.ShowDocumentResult
	err := s.wire.Call(ctx, "window/showDocument", params, &answer)
	result.Applied = answer.Success
	return result, err
}
