package lsp

import (
	"context"
	"reflect"
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
	"github.com/edit-lsp/edit-lsp/parse"
)

// snapshot is the state that a request needs, from when its turn came. It is immutable, but that its view of
// the targets begins when it is needed. Each target is read once.
type snapshot struct {
	*document
	readOnly bool
	client   client
	encoding text.Encoding
	config   configuration
	targets  *workspace.Workspace
	origin   workspace.Origin
	began    *workspace.View
	// analysis is this version's, running or done, or nil. cache is the document's.
	analysis *analysis
	cache    *diagnostics.Cache
	seen     *diagnostics.Report
	folders  []protocol.WorkspaceFolder
	// documents are the open documents by path.
	documents map[string]*document
}

// snapshot returns a snapshot of an open document, or nil if it isn't open. mu must be held.
func (s *session) snapshot(uri protocol.DocumentUri) *snapshot {
	o := s.open[uri]
	if o == nil {
		return nil
	}
	n := &snapshot{
		document: o.document, readOnly: o.readOnly, client: s.client, encoding: s.encoding, config: s.config, targets: s.targets, folders: s.folders,
		origin:   workspace.Origin{Path: o.path, RootDir: s.rootDir, WorkDir: s.workDir},
		analysis: o.analysis, cache: o.cache, seen: o.seen,
		documents: make(map[string]*document, len(s.open)),
	}
	for _, d := range s.open {
		if d.path != "" {
			n.documents[d.path] = d.document
		}
	}
	return n
}

func (n *snapshot) check(ctx context.Context) (*diagnostics.Report, error) {
	view := n.view(ctx)
	n.client.journals.read(view.Roots(), n.chatID())
	n.lookAtFiles(ctx, view)
	return diagnostics.Check(ctx, n.text, view, n.checkOptions(), n.cache)
}

// view returns the request's picture of the workspace, begun at the first call.
func (n *snapshot) view(ctx context.Context) *workspace.View {
	if n.began == nil {
		origin := n.origin
		origin.Names = n.names
		n.began = n.targets.View(ctx, origin)
	}
	return n.began
}

// names returns the names in the chat's path lines.
func (n *snapshot) names(ctx context.Context) (all []workspace.Name) {
	doc, err := n.blocks(ctx)
	if err != nil {
		return nil
	}
	for i := range doc.Blocks {
		b := &doc.Blocks[i]
		for _, name := range b.Path.Readings {
			all = append(all, workspace.Name{Text: name, Create: b.Operation == parse.Create})
		}
	}
	return all
}

func (n *snapshot) checkOptions() diagnostics.Options {
	o := CheckOptions(n.config.Config)
	o.Moves = n.client.moves()
	if applied := n.client.ledger.At(n.chatID()); applied != nil {
		o.Applied = applied
	}
	o.Parse.FileName, o.Parse.Growing, o.Offers = n.path, n.growing, n.isAnswer()
	return o
}

// report waits for the analysis and returns its report. If a target has changed since, it checks
// again, and so does the session if the client has other diagnostics now.
func (n *snapshot) report(ctx context.Context) (*diagnostics.Report, error) {
	if n.analysis != nil {
		select {
		case <-n.analysis.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	r := n.analysis.found()
	if r != nil && !n.changed(ctx, r) {
		return r, nil
	}
	now, err := n.check(ctx)
	if r != nil && err == nil && !reflect.DeepEqual(n.diagnostics(r), n.diagnostics(now)) {
		n.analysis.again()
	}
	return now, err
}

// changed reports whether a target differs from the one in r. It reads only files whose time or
// size changed.
func (n *snapshot) changed(ctx context.Context, r *diagnostics.Report) bool {
	view := n.view(ctx)
	seen := map[string]bool{}
	moved := func(p *parse.Path, was *workspace.Target) bool {
		for _, name := range p.Readings {
			if seen[name] {
				continue
			}
			seen[name] = true
			if differs(view.Target(ctx, name), was) {
				return true
			}
		}
		return false
	}
	isMoved := func(b diagnostics.Block) bool {
		to := b.NewTarget
		return moved(&b.Block.Path, b.Target) || to != nil && differs(view.Target(ctx, to.Name), to)
	}
	return slices.ContainsFunc(r.Blocks, isMoved) ||
		slices.ContainsFunc(r.Proposals, func(p *apply.Proposal) bool { return moved(&p.Path, p.Target) })
}

// differs compares what a path line's reading leads to with the block's target.
func differs(now workspace.Target, was *workspace.Target) bool {
	if now.Name != was.Name {
		return now.Exists // another path that the path line may mean
	}
	return now.Exists != was.Exists || (now.Refusal == nil) != (was.Refusal == nil) || !now.File.Same(was.File)
}

// blocks parses the chat without checking its targets.
func (n *snapshot) blocks(ctx context.Context) (*parse.Result, error) {
	if r := n.analysis.found(); r != nil {
		return r.Plan.Document, nil
	}
	return n.cache.Parse(ctx, n.text, n.checkOptions().Parse)
}

// inChat returns the second half of a request about a chat, or nil if the document isn't a chat.
func inChat[R any](s *session, uri protocol.DocumentUri, work func(context.Context, *snapshot) (R, error)) wire.Answer[R] {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.snapshot(uri)
	if n == nil || !n.isChat(n.config) {
		return nil
	}
	return func(ctx context.Context) (R, error) { return work(ctx, n) }
}

// inReport is inChat for work that needs the chat's report.
func inReport[R any](s *session, uri protocol.DocumentUri, work func(context.Context, *snapshot, *diagnostics.Report) (R, error)) wire.Answer[R] {
	return inChat(s, uri, func(ctx context.Context, n *snapshot) (R, error) {
		r, err := n.report(ctx)
		if err != nil {
			return *new(R), err
		}
		return work(ctx, n, r)
	})
}

// blockAt returns the block at line l of the chat or with its path line there, or nil.
func blockAt(r *diagnostics.Report, l text.Line) *diagnostics.Block {
	for i := range r.Blocks {
		if first, last := extent(&r.Blocks[i]); first <= l && l <= last {
			return &r.Blocks[i]
		}
	}
	return nil
}

func (n *snapshot) position(t *text.Text, o text.Offset) protocol.Position {
	return toProtocol(t.Position(o, n.encoding))
}

func toProtocol(p text.Position) protocol.Position {
	return protocol.Position{Line: protocol.UInteger(p.Line), Character: protocol.UInteger(p.Character)}
}

// lines returns the range from the start of line first to the end of line end-1.
func (n *snapshot) lines(t *text.Text, first, end text.Line) protocol.Range {
	last := max(first, end-1)
	if int(last) >= t.LineCount() {
		return protocol.Range{Start: n.position(t, t.Start(first)), End: n.position(t, t.End(last))}
	}
	// This avoids searching for the lines by offset.
	at := func(l text.Line, b int) protocol.Position {
		return protocol.Position{Line: protocol.UInteger(l), Character: protocol.UInteger(t.Character(l, b, n.encoding))}
	}
	return protocol.Range{Start: at(first, 0), End: at(last, len(t.Line(last)))}
}

// uri returns a file's URI, the client's own one if the file is open.
func (n *snapshot) uri(path string) protocol.DocumentUri {
	if d := n.documents[path]; d != nil {
		return d.uri
	}
	return protocol.FileURI(path)
}
