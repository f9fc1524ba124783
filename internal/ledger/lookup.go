package ledger

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Lookup tells where the blocks of a chat were applied. It is immutable.
type Lookup struct {
	// text is the version of the chat that the blocks' lines refer to, nil if only a journal knows of them.
	text   *text.Text
	blocks []block
}

// At returns the look-up for a chat, or nil if none of its blocks are applied.
func (l *Ledger) At(chat string) *Lookup {
	l.mu.Lock()
	defer l.mu.Unlock()
	if k, ok := l.lookups[chat]; ok {
		return k
	}
	isOf := func(b *block) bool { return b.chat == chat && !b.gone }
	size := 0
	for _, list := range l.files {
		for i := range list {
			if isOf(&list[i]) {
				size++
			}
		}
	}
	k := &Lookup{text: l.chats[chat], blocks: make([]block, 0, size)}
	for _, path := range slices.Sorted(maps.Keys(l.files)) {
		for i := range l.files[path] {
			if b := &l.files[path][i]; isOf(b) {
				k.blocks = append(k.blocks, *b)
			}
		}
	}
	if len(k.blocks) == 0 {
		k = nil
	}
	l.lookups[chat] = k
	return k
}

// Places returns where each block of a version of the chat is applied in its target, or nil.
func (k *Lookup) Places(doc *parse.Result, targets, newTargets []*workspace.Target) []*apply.AppliedAt {
	places := make([]*apply.AppliedAt, len(doc.Blocks))
	m := matching{doc: doc, taken: make([]bool, len(doc.Blocks))}
	if k.text != nil {
		m.moved = newDifferences(doc.Text).from(k.text)
	}
	files := map[*workspace.File]differences{}
	for i := range k.blocks {
		b := &k.blocks[i]
		at := -1
		if b.change == text.None {
			at = m.indexOf(b)
		}
		if at < 0 {
			continue
		}
		m.taken[at] = true
		t := targets[at]
		if to := newTargets[at]; to != nil && t.Abs != b.path {
			t = to
		}
		if t.Abs == b.path {
			places[at] = b.place.at(t.File, known(files, t.File))
		}
	}
	return places
}

func known(files map[*workspace.File]differences, f *workspace.File) differences {
	if _, ok := files[f]; !ok && f != nil {
		files[f] = newDifferences(f.Text)
	}
	return files[f]
}

// Changes returns where the changes of each code block of a version of the chat are applied in its target, in the
// order of the file. Of equal code blocks, they are those of the one nearest to where it was.
func (k *Lookup) Changes(doc *parse.Result, all []*apply.Proposal) [][]*apply.AppliedAt {
	changes := make([][]*apply.AppliedAt, len(all))
	if !slices.ContainsFunc(k.blocks, func(b block) bool { return b.change != text.None }) {
		return changes
	}
	var moved []hunk
	if k.text != nil {
		moved = newDifferences(doc.Text).from(k.text)
	}
	byHash := map[parse.Hash][]int{}
	for i, p := range all {
		h := doc.HashOfProposal(p.Proposal)
		byHash[h] = append(byHash[h], i)
	}
	files := map[*workspace.File]differences{}
	for _, b := range k.blocks {
		b.moveInChat(b.line, moved)
		best := -1
		for _, i := range byHash[b.hash] {
			if b.isNamed(all[i].Path.Fallback) && b.mayBeOn(all[i].Start) && all[i].Target.Abs == b.path &&
				(best < 0 || distance(all[i].Start, b.line) < distance(all[best].Start, b.line)) {
				best = i
			}
		}
		if b.change == text.None || best < 0 {
			continue
		}
		f := all[best].Target.File
		if at := b.place.at(f, known(files, f)); at != nil {
			if b.place.exact {
				at.Made = strings.Join(b.place.made, text.LF)
			}
			at.Of, at.All = b.of, b.all
			changes[best] = append(changes[best], at)
		}
	}
	for _, list := range changes {
		slices.SortFunc(list, func(a, b *apply.AppliedAt) int { return int(a.Lines.First - b.Lines.First) })
	}
	return changes
}

// mayBeOn reports whether an equal block on a line of the chat may be the block. A chat that isn't a file may be another
// one than that of the same name in a journal, so its blocks have to be where they were.
func (b *block) mayBeOn(line text.Line) bool {
	return filepath.IsAbs(b.chat) || b.shape != shape{} || b.line == line
}

// matching finds blocks in a version of their chat.
type matching struct {
	doc   *parse.Result
	moved []hunk
	taken []bool
	// byHash has all blocks once one isn't where it was.
	byHash map[parse.Hash][]int
}

// indexOf returns the index of the block, or -1: the block on the same line if its content is equal, else
// the first equal one in the same turn.
func (m *matching) indexOf(b *block) int {
	now, all := *b, m.doc.Blocks
	now.moveInChat(b.line, m.moved)
	at, found := slices.BinarySearchFunc(all, now.line, func(c parse.Block, l text.Line) int { return int(c.Start - l) })
	if found && !m.taken[at] && b.isNamed(all[at].Path.Fallback) &&
		(!now.touched && shapeOf(&all[at]) == b.shape || m.doc.Hash(&all[at]) == b.hash) {
		return at
	}
	if m.byHash == nil {
		m.byHash = map[parse.Hash][]int{}
		for i := range all {
			h := m.doc.Hash(&all[i])
			m.byHash[h] = append(m.byHash[h], i)
		}
	}
	turn, first := m.doc.TurnAt(now.line), -1
	for _, i := range m.byHash[b.hash] {
		switch {
		case m.taken[i] || !b.isNamed(all[i].Path.Fallback) || !now.mayBeOn(all[i].Start):
		case b.dialect == nil && i == b.number, b.dialect != nil && all[i].Turn == turn:
			return i
		case first < 0:
			first = i
		}
	}
	if b.dialect == nil { // from a journal: the chat's text then isn't known, nor its turns
		return first
	}
	return -1
}
