package ledger

import (
	"cmp"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// change is what a change of a code block found and wrote.
func (p *place) change() apply.Change {
	return apply.Change{Old: strings.Join(p.old, text.LF), New: strings.Join(p.made, text.LF)}
}

// and returns changes with more of them, each once.
func and(all *[]apply.Change, more ...apply.Change) *[]apply.Change {
	list, has := slices.Clip(*all), map[apply.Change]bool{}
	for _, c := range list {
		has[c] = true
	}
	for _, c := range more {
		if !has[c] {
			list, has[c] = append(list, c), true
		}
	}
	if len(list) == len(*all) {
		return all
	}
	return &list
}

// whole tells all changes of a code block what it changes, and how many they are if the last block is the one after which
// none was left.
func whole(list []block) []block {
	last := list[len(list)-1]
	if last.change == text.None {
		return list
	}
	isOfIt := func(b block) bool { return b.change != text.None && b.hash == last.hash && b.chat == last.chat }
	all := list[slices.IndexFunc(list, isOfIt)].all
	switch {
	case all == nil:
		all = last.all
	case last.all != nil && last.all != all:
		all = and(all, *last.all...)
	}
	if all != nil {
		all = and(all, last.place.change())
	}
	for i := range list {
		if b := &list[i]; isOfIt(*b) {
			b.all, b.of = all, cmp.Or(last.of, b.of)
		}
	}
	return list
}
