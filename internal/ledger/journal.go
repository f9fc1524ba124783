package ledger

import (
	"cmp"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// pending is what was done to a file since its last entry.
type pending struct {
	root          string
	protected     bool
	before, after *text.Text
	// existed means that there was a file before, with the permission bits mode, and the name from if it was
	// renamed, else "".
	existed bool
	mode    fs.FileMode
	from    string
	// chat and run are those of the last edit.
	chat, run string
	// seen is the last text on disk in which a block isn't as it was applied. While a program writes it, a file has other
	// texts, so this one counts when it is still there.
	seen *text.Text
}

// await notes an edit whose result may be saved.
func (l *Ledger) await(e *Edit) {
	f := e.File
	now := &pending{root: f.Target.Root, protected: f.Target.Protected, before: f.Before, after: e.after(), existed: f.Target.File != nil, mode: f.Target.Mode(), chat: e.Chat, run: e.Run}
	was := l.pending[f.Target.Abs]
	if f.NewTarget != nil {
		delete(l.pending, f.Target.Abs)
		now.from = f.Target.Abs
	}
	if was != nil {
		now.before, now.existed, now.mode, now.from = was.before, was.existed, was.mode, cmp.Or(was.from, now.from)
		if was.after == nil || !sameText(was.after, f.Before) {
			now.after = nil // it was edited by hand, too
		}
	}
	l.pending[e.path()] = now
}

// Saved records that a file has its text on disk, nil if it is gone, and returns the entries for what was
// applied to it since its last ones.
func (l *Ledger) Saved(path string, f *workspace.File, now time.Time) []Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.due(path, f)
	if p == nil {
		return nil
	}
	entry := Entry{Root: p.root, Time: now, After: HashOf(f)}
	if p.existed {
		entry.Before = hashOf(p.before)
	}
	if f == nil {
		entry.Mode = p.mode
	}
	if !entry.names(p.from, path) {
		delete(l.pending, path)
		return nil
	}
	isChanged := func(b block) bool { return b.place.changed }
	if p.isEmptied(f) {
		return nil
	}
	if f != nil && !f.Open && p.seen != f.Text && slices.ContainsFunc(l.files[path], isChanged) {
		p.seen = f.Text
		return nil
	}
	seen, waits := l.unkept(path, p.from, f)
	if waits && p.from != "" {
		return nil // a client renames a file before it edits it, and one entry has both
	}
	chats := map[string]*Entry{}
	for _, b := range seen {
		if chats[b.chat] == nil {
			one := entry
			one.Chat, one.Run = b.chat, NewRun()
			if b.chat == p.chat {
				one.Run = cmp.Or(p.run, one.Run)
			}
			chats[b.chat] = &one
			l.know(one)
		}
		b.kept = true
		chats[b.chat].add(*b)
	}
	if !waits {
		delete(l.pending, path)
	}
	var all []Entry
	for _, chat := range slices.Sorted(maps.Keys(chats)) {
		e := chats[chat]
		if len(chats) == 1 {
			e.Undo = p.undo(f)
		}
		if p.protected {
			e.withoutTexts()
		}
		all = append(all, *e)
	}
	return all
}

// isEmptied reports whether a file is empty that was not to be.
func (p *pending) isEmptied(f *workspace.File) bool {
	return isEmptied(f) && (p.after == nil || p.after.Len() > 0)
}

// due returns what was done to a file since its last entry, nil if nothing or if the file hasn't its new name yet.
func (l *Ledger) due(path string, f *workspace.File) *pending {
	p := l.pending[path]
	if p == nil || p.from == "" || f != nil {
		return p
	}
	if !slices.ContainsFunc(l.files[path], func(b block) bool { return !b.gone }) {
		delete(l.pending, path) // it was renamed again, or back
	}
	return nil
}

// unkept returns the blocks of a file that no entry has, with the one that renamed it from another name, and whether
// others wait to be seen in it.
func (l *Ledger) unkept(path, from string, f *workspace.File) (seen []*block, waits bool) {
	for i := range l.files[path] {
		b := &l.files[path][i]
		waits = waits || b.place.unseen != nil
		if !b.kept && b.place.unseen == nil && b.place.deleted == (f == nil) && (f == nil || !b.gone) {
			seen = append(seen, b)
		}
	}
	for i := range l.files[from] {
		if b := &l.files[from][i]; b.place.renamed && !b.kept {
			seen = append(seen, b)
		}
	}
	return seen, waits
}

// undo returns the edits that revert what was applied, if nothing else was done to the file.
func (p *pending) undo(f *workspace.File) []EntryEdit {
	switch {
	case p.after == nil:
	case f == nil:
		return undoDelete(p.before)
	case sameText(p.after, f.Text):
		return undo(p.before, f.Text, compare(p.before, f.Text))
	}
	return nil
}

// history is what a journal tells of a file.
type history struct {
	hash   string
	before past
	blocks []block
	// undone are blocks that the file hasn't any more. isNew means that an entry is new to the ledger.
	undone []block
	isNew  bool
}

// past is the hashes that a file had before some entries: those that are first in the list before n.
type past struct {
	first map[string]int
	n     int
}

func (p past) has(hash string) bool {
	i, ok := p.first[hash]
	return ok && i < p.n
}

func (p past) and(hash string) past {
	if p.first == nil {
		p.first = map[string]int{}
	}
	if _, ok := p.first[hash]; !ok {
		p.first[hash] = p.n
	}
	p.n++
	return p
}

// id identifies an entry: a run has one for each file.
func (e *Entry) id() string { return e.Run + e.File }

// HasRead reports whether the ledger knows the entries, as it does those of its own edits.
func (l *Ledger) HasRead(root string, entries []Entry) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !slices.ContainsFunc(entries, func(e Entry) bool { _, ok := l.known[root][e.id()]; return !ok })
}

// maxKnown is how many of the ledger's own entries of a root are known at most. What else is known is in its journal.
const maxKnown = 10_000

// know notes an entry of the ledger's own. If there are too many, the journal is read again, as after a restart.
func (l *Ledger) know(e Entry) {
	if l.known[e.Root] == nil || len(l.known[e.Root]) >= maxKnown {
		l.known[e.Root] = map[string]bool{}
	}
	l.known[e.Root][e.id()] = true
}

// Read adds what the entries of a root's journal, which are all that it has, tell of the chats. Their places are
// checked against the texts of the files when these are seen, so an entry can claim nothing that a text contradicts.
func (l *Ledger) Read(root string, entries []Entry, isWanted func(chat string) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.lookups)
	files := map[string]*history{}
	was := l.known[root]
	l.known[root] = make(map[string]bool, len(entries))
	for i := range entries {
		e := &entries[i]
		path := filepath.Join(root, filepath.FromSlash(e.File))
		h := files[path]
		if h == nil {
			h = &history{}
			files[path] = h
		}
		hadBlocks, had := was[e.id()]
		wanted := isWanted(e.Chat)
		h.isNew = h.isNew || !had || wanted && !hadBlocks
		l.known[root][e.id()] = wanted || hadBlocks
		h.add(e, path, wanted, hadBlocks)
		if e.To != "" {
			to := filepath.Join(root, filepath.FromSlash(e.To))
			files[path], files[to] = h.moved(to, files[to], e.Undone)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if files[path].isNew {
			l.merge(path, files[path])
		}
	}
}

// moved returns the histories of a file's former and new name after a rename. At the former one is only the block
// that renamed it. was is what the new name had, undone the run that the rename reverts.
func (h *history) moved(to string, was *history, undone string) (old, now *history) {
	old = &history{before: past{maps.Clone(h.before.first), h.before.n}, isNew: h.isNew}
	now = &history{hash: h.hash, before: h.before, isNew: h.isNew}
	if was != nil {
		now.isNew = now.isNew || was.isNew
		for _, b := range was.blocks {
			if b.run != undone {
				b.place.turned = b.place.deleted
				now.blocks = append(now.blocks, b)
			}
		}
	}
	for _, b := range h.blocks {
		if b.place.renamed {
			old.blocks = append(old.blocks, b)
			continue
		}
		b.path, b.renamed = to, true
		now.blocks = append(now.blocks, b)
	}
	return old, now
}

// add adds an entry, whose blocks are told if the ledger had them.
func (h *history) add(e *Entry, path string, wanted, told bool) {
	var hunks []hunk
	isNext := h.hash == e.Before
	if isNext && e.After != "" && e.Before != "" {
		hunks = e.forward()
	}
	made, reverted := e.Blocks, []block(nil)
	if e.Undone != "" {
		made, reverted = nil, e.blocks(e.Blocks, path)
	}
	kept := h.blocks[:0]
	for _, b := range h.blocks {
		was := b.place.before
		isReverted := b.run == e.Undone || was.has(e.After)
		if len(reverted) > 0 {
			isReverted = slices.ContainsFunc(reverted, b.isTold)
		}
		if e.Undone != "" && isReverted || !isNext && was.has(e.Before) {
			h.undone = append(h.undone, b)
			continue // the file was, or is, as before the block
		}
		b.place.lines, _, _ = through(b.place.lines, hunks)
		b.place.adrift, b.place.turned = b.place.adrift || !isNext, isNext && (e.After == "") != b.place.deleted
		for j := range made {
			if isNext && (len(hunks) > 0 || e.Before == e.After) {
				b.place.putOver(&made[j])
			}
		}
		kept = append(kept, b)
	}
	h.blocks, h.hash = kept, e.After
	h.before = h.before.and(e.Before)
	if !wanted {
		made = nil
	}
	for _, b := range e.blocks(made, path) {
		b.place.before, b.told = h.before, told
		h.blocks = append(h.blocks, b)
	}
}

// putOver notes what another block has written over the place.
func (p *place) putOver(b *EntryBlock) {
	size, first, end := len(p.last), int(b.First-p.lines.First), int(p.lines.End-b.End)
	if b.First < 0 || length(p.lines) < 0 {
		return
	}
	if touches := b.First < p.lines.End && p.lines.First < b.End || b.First == b.End && size != int(length(p.lines)); !touches {
		return
	}
	var now []string
	switch {
	case len(b.Made) != int(b.End-b.First):
	case first <= 0 && end <= 0:
		now = b.Made[-first : len(b.Made)+end]
	case first >= 0 && end >= 0 && first+end <= size:
		now = slices.Concat(p.last[:first], b.Made, p.last[size-end:])
	}
	if len(now) == int(length(p.lines)) {
		p.last, p.changed = now, false
	}
}

// merge adds what a journal tells of a file.
func (l *Ledger) merge(path string, h *history) {
	l.keepLate(path, h)
	isMore := l.add(path, h)
	now := l.open[path]
	if now == nil {
		l.wanted[path] = true
		return
	}
	f, known := &workspace.File{Text: now, Open: true}, newDifferences(now)
	if isMore {
		l.follow(path, f, known, byOthers)
	}
	l.arrive(path, f, known)
}

// add adds the blocks of a history that are new, and reports whether there are any.
func (l *Ledger) add(path string, h *history) bool {
	list := l.files[path]
	for _, b := range h.blocks {
		b.place.hash = h.hash
		if !b.told && !slices.ContainsFunc(list, b.isTold) {
			list = whole(append(list, b))
		}
	}
	isMore := len(list) > len(l.files[path])
	l.set(path, list)
	return isMore
}

// isTold reports whether a block of a journal is one that the ledger has.
func (b *block) isTold(o block) bool {
	return !o.gone && o.chat == b.chat && o.hash == b.hash && o.name == b.name && (o.number == b.number || o.line == b.line) && o.isChange(b)
}
