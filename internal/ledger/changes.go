package ledger

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// made is what a change of a code block found and wrote.
func (p *place) change() apply.Change {
	return apply.Change{Old: strings.Join(p.old, text.LF), New: strings.Join(p.made, text.LF)}
}

// and returns changes with more of them, each once.
func and(all *[]apply.Change, more ...apply.Change) *[]apply.Change {
	var list []apply.Change
	if all != nil {
		list = slices.Clip(*all)
	}
	has := map[apply.Change]bool{}
	for _, c := range list {
		has[c] = true
	}
	for _, c := range more {
		if !has[c] {
			list, has[c] = append(list, c), true
		}
	}
	return &list
}

// whole tells all changes of a code block what it changes, and how many they are if the last block is the one after which
// none was left.
func whole(list []block) []block {
	last := &list[len(list)-1]
	if last.change == text.None {
		return list
	}
	isOfIt := func(b block) bool { return b.change != text.None && b.hash == last.hash && b.chat == last.chat }
	all := last.all
	if was := list[slices.IndexFunc(list, isOfIt)].all; all == nil || was == all {
		all = was
	} else if was != nil {
		all = and(was, *all...)
	}
	of := last.of
	for i := range list {
		if b := &list[i]; isOfIt(*b) {
			b.all = all
			if of > 0 {
				b.of = of
			}
		}
	}
	return list
}
