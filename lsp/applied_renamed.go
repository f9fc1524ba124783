package lsp

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// moved follows renamed targets and chats.
func (a *appliedBlocks) moved(p protocol.RenameFilesParams) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, b := range a.blocks {
		for _, m := range movesOf(p) {
			if to, moves := m.moved(b.path); moves {
				b.path, b.renamed, b.gone = to, true, false
				break
			}
		}
		for _, f := range p.Files {
			if rest, ok := strings.CutPrefix(string(b.chat), f.OldURI); ok && (rest == "" || rest[0] == '/') {
				b.chat = protocol.DocumentUri(f.NewURI + rest)
				break
			}
		}
	}
}

// followSaved moves the applied blocks of closed chats without a file to an open chat with the same text,
// since the client saved it there. It reports whether there are any. mu must be held.
func (s *session) followSaved() bool {
	a, moved := s.client.applied, false
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, b := range a.blocks {
		if filePath(b.chat) != "" || s.open[b.chat] != nil {
			continue
		}
		was := b.document.Text
		for _, uri := range slices.Sorted(maps.Keys(s.open)) {
			o := s.open[uri]
			if o.path != "" && o.isChat(s.config) && o.text.Len() == was.Len() && o.text.String() == was.String() {
				b.chat, moved = uri, true
				break
			}
		}
	}
	return moved
}

// isBlock reports whether the block is block c of a version of its chat. The path in the chat follows
// a renamed target.
func (b *appliedBlock) isBlock(doc *parse.Result, c *parse.Block) bool {
	return parse.SameBlock(b.document, b.block, doc, c) ||
		b.renamed && filepath.Base(b.path) == path.Base(c.Path.Fallback) && parse.SameContent(b.document, b.block, doc, c)
}
