package ledger

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// noteChange keeps what a change of a code block found and wrote.
func (l *Ledger) noteChange(b *block) {
	made := apply.Change{Old: strings.Join(b.place.old, text.LF), New: strings.Join(b.place.made, text.LF)}
	if b.change != text.None && !slices.Contains(l.changes[b.hash], made) {
		l.changes[b.hash] = append(l.changes[b.hash], made)
	}
}

// whole tells all changes of a code block how many they are, if the last block is the one after which none was left.
func whole(list []block) []block {
	last := list[len(list)-1]
	for i := range list {
		if b := &list[i]; last.of > 0 && b.change != text.None && b.hash == last.hash && b.chat == last.chat {
			b.of = last.of
		}
	}
	return list
}
