package lsp

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// willMove records that the client is about to rename files, so that applied blocks aren't lost if
// a check finds the old name gone first.
func (a *appliedBlocks) willMove(moves []move) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.moving = moves
}

func (a *appliedBlocks) isMoving(path string) bool {
	return slices.ContainsFunc(a.moving, func(m move) bool {
		_, moves := m.moved(path)
		return moves
	})
}

// moved follows renamed targets and chats.
func (a *appliedBlocks) moved(p protocol.RenameFilesParams) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.moving = nil
	for _, b := range a.blocks {
		for _, m := range movesOf(p) {
			if to, moves := m.moved(b.path); moves {
				b.path, b.renamed = to, true
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
