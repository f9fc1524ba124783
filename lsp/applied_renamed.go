package lsp

import (
	"path"
	"path/filepath"
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

// isBlock reports whether the block is block c of a version of its chat. The path in the chat follows
// a renamed target.
func (b *appliedBlock) isBlock(doc *parse.Result, c *parse.Block) bool {
	return parse.SameBlock(b.document, b.block, doc, c) ||
		b.renamed && filepath.Base(b.path) == path.Base(c.Path.Fallback) && parse.SameContent(b.document, b.block, doc, c)
}
