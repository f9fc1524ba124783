package lsp

import (
	"context"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// snapshot is what a request needs of the session, as it was when its turn came. It is
// immutable; the targets are read when they are needed, each once.
type snapshot struct {
	*document
	client   client
	encoding text.Encoding
	config   configuration
	targets  *workspace.Workspace
	origin   workspace.Origin
	// documents are the open documents by path, for their URIs and versions.
	documents map[string]*document
}

// snapshot of an open document; mu must be held. It is nil for one that is not open.
func (s *session) snapshot(uri protocol.DocumentUri) *snapshot {
	o := s.open[uri]
	if o == nil {
		return nil
	}
	n := &snapshot{
		document: o.document, client: s.client, encoding: s.encoding, config: s.config, targets: s.targets,
		origin:    workspace.Origin{Path: o.path, RootDir: s.rootDir, WorkDir: s.workDir},
		documents: make(map[string]*document, len(s.open)),
	}
	for _, d := range s.open {
		if d.path != "" {
			n.documents[d.path] = d.document
		}
	}
	return n
}

// judge takes the document all the way, against the targets as they are now.
func (n *snapshot) judge(ctx context.Context) (*diagnostics.Report, error) {
	o := n.config.judgement()
	o.Parse.FileName, o.Parse.Growing = n.path, n.growing
	return diagnostics.Judge(ctx, n.text, n.targets.View(ctx, n.origin), o)
}

// position of an offset in t, in the client's units.
func (n *snapshot) position(t *text.Text, o text.Offset) protocol.Position {
	p := t.Position(o, n.encoding)
	return protocol.Position{Line: protocol.UInteger(p.Line), Character: protocol.UInteger(p.Character)}
}

// lines is the range from the start of line first to the end of the line before end.
func (n *snapshot) lines(t *text.Text, first, end text.Line) protocol.Range {
	return protocol.Range{
		Start: n.position(t, t.Start(first)),
		End:   n.position(t, t.End(max(first, end-1))),
	}
}

// uri of a file: that of the client where the file is open.
func (n *snapshot) uri(path string) protocol.DocumentUri {
	if d := n.documents[path]; d != nil {
		return d.uri
	}
	return protocol.FileURI(path)
}
