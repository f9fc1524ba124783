package ledger

import "github.com/edit-lsp/edit-lsp/internal/workspace"

// late is what a journal tells of an open file whose buffer is still as it was before: another program has written
// the file, and the editor will load it again.
type late struct {
	*history
	// texts is how many other texts of the buffer are waited for.
	texts int
}

// maxLate is how many texts an editor may need to load a file again. It bounds what typing costs.
const maxLate = 16

// historyOf returns the history that what a journal tells next continues.
func (l *Ledger) historyOf(path string) *history {
	if h := l.late[path]; h != nil {
		return h.history
	}
	return &history{}
}

// keepLate keeps a history that the buffer of its file hasn't yet.
func (l *Ledger) keepLate(path string, h *history) {
	delete(l.late, path)
	now := l.open[path]
	if now == nil || len(h.blocks) == 0 {
		return
	}
	if hash := hashOf(now); hash != h.hash && h.before.has(hash) {
		l.late[path] = &late{h, maxLate}
	}
}

// arrive adds the blocks of a late history, if f is the file that it tells of.
func (l *Ledger) arrive(path string, f *workspace.File) {
	h := l.late[path]
	if h == nil || f == nil {
		return
	}
	if h.texts--; HashOf(f) == h.hash {
		l.add(path, h.history)
	} else if h.texts > 0 {
		return
	}
	delete(l.late, path)
}
