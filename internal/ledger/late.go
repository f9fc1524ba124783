package ledger

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// late is what a journal tells of a file whose text here isn't so yet: another program has written the file, and the
// editor will load it again, or the server will see it on disk.
type late struct {
	*history
	// texts is how many other texts of the file are waited for.
	texts int
}

// maxLate is how many texts an editor may need to load a file again. It bounds what typing costs.
const maxLate = 16

// keepLate keeps a history for when its file is as it tells.
func (l *Ledger) keepLate(path string, h *history) {
	delete(l.late, path)
	now := l.open[path]
	if now == nil || h.before.has(hashOf(now)) || hashOf(now) == h.hash {
		l.late[path] = &late{h, maxLate}
	}
}

// arrive makes the blocks of a file those of its late history, if the file is as that tells. The text alone doesn't
// tell a later block that reverts an earlier one from an undo (lsp.TestABlockThatTheCommandLineReverts).
func (l *Ledger) arrive(path string, f *workspace.File, known differences) {
	h := l.late[path]
	if h == nil || f == nil {
		return
	}
	if h.texts--; known.hash() != h.hash {
		if h.texts <= 0 {
			delete(l.late, path)
		}
		return
	}
	delete(l.late, path)
	has := func(list []block, b block) bool { return slices.ContainsFunc(list, b.isTold) }
	list := slices.DeleteFunc(l.files[path], func(b block) bool { return has(h.undone, b) && !has(h.blocks, b) })
	for _, b := range h.blocks {
		b.place.hash = h.hash
		if !b.place.adrift && !has(list, b) && b.place.follow(known, byOthers) {
			list = whole(append(list, b))
		}
	}
	l.set(path, list)
}
