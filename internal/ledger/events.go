package ledger

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// Document is an open document. Chat identifies it; Path is its file's, or "".
type Document struct{ Chat, Path string }

// Offered records that the client was sent an action's edits, instead of those sent for it before.
func (l *Ledger) Offered(action string, list []Edit) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.offers = slices.DeleteFunc(l.offers, func(o offer) bool { return o.action == action })
	if more := len(l.offers) + len(list) - maxOffers; more > 0 {
		l.offers = slices.Clone(l.offers[min(more, len(l.offers)):])
	}
	for _, e := range list {
		l.offers = append(l.offers, offer{action, e})
	}
}

// Offers returns the edits most recently sent for an action.
func (l *Ledger) Offers(action string) []Edit {
	l.mu.Lock()
	defer l.mu.Unlock()
	var list []Edit
	for _, o := range l.offers {
		if o.action == action {
			list = append(list, o.Edit)
		}
	}
	return list
}

// Reported records that the client says it has applied edits. In an open document that counts only if
// its text has changed. It returns the entries of those that revert blocks and change no text.
func (l *Ledger) Reported(list []Edit, now time.Time) (entries []Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.lookups)
	for i := range list {
		e := &list[i]
		l.moveFile(e)
		current, isOpen := l.open[e.path()]
		switch {
		case e.Reverts && !e.File.Delete && e.File.NewTarget == nil && len(e.File.Edits()) == 0: // no text will show it
			if entry, ok := entryOfReverted(l.forget(e), now, e); ok {
				l.know(entry)
				entries = append(entries, entry)
			}
		case isOpen && !e.File.Delete:
			if !e.Reverts && !(len(e.File.Edits()) > 0 && sameText(e.File.Before, current)) {
				l.remember(e, nil)
				l.follow(e.path(), &workspace.File{Text: current, Open: true}, newDifferences(current), byApply)
			}
		case e.Reverts:
			l.addUnsaved(e.File)
			l.forget(e)
		default:
			l.addUnsaved(e.File)
			l.remember(e, &unseen{file: e.File.Target.File})
		}
	}
	return entries
}

// Change is a text of a document and the edits of the text before that made it, which are sorted and on lines of their
// own. None means that the client sent the whole text.
type Change struct {
	Text  *text.Text
	Edits []text.Edit
}

// Edited records the next texts of an open document. A client may send several at once. If none of
// the edits sent makes the last one, more returns others that may have. It must not call the ledger.
func (l *Ledger) Edited(d Document, changes []Change, more func(*workspace.File) []Edit) {
	l.mu.Lock()
	defer l.mu.Unlock()
	hasBlocks := l.hasBlocks(d.Chat)
	for i, c := range changes {
		was, known := l.chats[d.Chat], newDifferences(c.Text)
		if was != nil && len(c.Edits) > 0 {
			known.known[was] = within(was, c.Text, c.Edits)
		}
		if hasBlocks && was != nil {
			l.moveInChat(d.Chat, known)
		}
		l.chats[d.Chat] = c.Text
		if d.Path == "" {
			continue
		}
		l.open[d.Path] = c.Text
		delete(l.unsaved, d.Path)
		others := more
		if i < len(changes)-1 {
			others = nil
		}
		l.next(d.Path, &workspace.File{Text: c.Text, Open: true}, known, others)
	}
}

// moveInChat moves the blocks of a chat to its next text.
func (l *Ledger) moveInChat(chat string, known differences) {
	hunks, moved := known.from(l.chats[chat]), false
	for _, list := range l.files {
		for i := range list {
			if b := &list[i]; b.chat == chat {
				line, touched := b.line, b.touched
				b.moveInChat(b.line, hunks)
				moved = moved || b.line != line || b.touched != touched
			}
		}
	}
	if k := l.lookups[chat]; k != nil && !moved {
		l.lookups[chat] = &Lookup{text: known.to, blocks: k.blocks}
	} else {
		delete(l.lookups, chat)
	}
}

// moveInChat moves a block that begins on a line.
func (b *block) moveInChat(line text.Line, hunks []hunk) {
	now, touched, _ := through(text.LineRange{First: line, End: line + b.size + 1}, hunks)
	b.line, b.touched = now.First, b.touched || touched
}

// Saw records the state of a file on disk, nil if it is gone. It doesn't count while the file is open. more
// is that of [Ledger.Edited].
func (l *Ledger) Saw(path string, f *workspace.File, more func(*workspace.File) []Edit) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[path] != nil {
		return
	}
	known := newDifferences(nil)
	if f != nil {
		known = newDifferences(f.Text)
	}
	l.next(path, f, known, more)
}

// next makes f the state of a file. Edits of more count only if nothing was undone, now or when the same text was seen
// before: it is the same where a later block reverts an earlier one.
func (l *Ledger) next(path string, f *workspace.File, known differences, more func(*workspace.File) []Edit) {
	delete(l.wanted, path)
	l.dropSaved(path, f)
	defer l.arrive(path, f, known)
	wasUndone := l.undone[path] != "" && f != nil && l.undone[path] == known.hash()
	if !wasUndone {
		delete(l.undone, path)
	}
	made := offerThatMakes(path, f, l.offers)
	if made == nil && more != nil {
		var others []offer
		for _, e := range more(f) {
			others = append(others, offer{Edit: e})
		}
		if made = offerThatMakes(path, f, others); made != nil && (wasUndone || l.isUndone(path, known)) {
			made = nil
		}
	}
	if made == nil && len(l.files[path]) == 0 && l.late[path] == nil {
		return
	}
	clear(l.lookups)
	applied := len(l.files[path])
	l.follow(path, f, known, made.cause())
	switch {
	case made == nil:
	case made.Reverts:
		l.forget(made)
	default:
		l.remember(made, nil)
		if f != nil {
			l.follow(path, f, known, byApply)
		}
	}
	if f != nil && len(l.files[path]) < applied {
		l.undone[path] = known.hash()
	}
}

// isUndone reports whether a block of a file isn't applied in its next state.
func (l *Ledger) isUndone(path string, known differences) bool {
	return slices.ContainsFunc(l.files[path], func(b block) bool {
		isSeen := !b.gone && b.place.unseen == nil
		return isSeen && !b.place.follow(known, byOthers)
	})
}

func (e *Edit) cause() cause {
	switch {
	case e == nil:
		return byOthers
	case e.Reverts:
		return byRevert
	}
	return byApply
}

// follow moves the blocks of a file to its next state.
func (l *Ledger) follow(path string, f *workspace.File, known differences, by cause) {
	list := l.files[path]
	kept := list[:0]
	for _, b := range list {
		// A client may edit a file before it renames it: the block that does so didn't make it again.
		b.place.turned = b.place.turned || by == byApply && !b.place.renamed && b.place.unseen == nil && (f == nil) != b.place.deleted
		switch {
		case isEmptied(f) && by == byOthers:
		case b.place.unseen != nil && b.place.unseen.is(f):
		case !b.gone && b.place.follow(known, by):
		case f != nil:
			continue
		default:
			b.gone = true
		}
		kept = append(kept, b)
	}
	clear(list[len(kept):])
	l.set(path, kept)
}

// isEmptied reports whether a file on disk is empty. Programs that write a file empty it first, so its blocks wait for
// what comes. A check says what they are in the empty file.
func isEmptied(f *workspace.File) bool { return f != nil && !f.Open && f.Text.Len() == 0 }

func (l *Ledger) set(path string, list []block) {
	if len(list) == 0 {
		delete(l.files, path)
		return
	}
	l.files[path] = list[max(0, len(list)-maxBlocks):]
}

func offerThatMakes(path string, f *workspace.File, list []offer) *Edit {
	for i := len(list) - 1; i >= 0; i-- {
		if e := &list[i].Edit; e.File.Target.Abs == path && len(e.Blocks)+len(e.File.Code) > 0 && e.makes(f) {
			made := *e
			if f != nil {
				made.After = f.Text
			}
			return &made
		}
	}
	return nil
}

// remember adds the blocks of an applied edit. before is the file's previous state; it is nil if the edit
// was seen in the file.
func (l *Ledger) remember(e *Edit, before *unseen) {
	moved, isNew := l.inChat(e), false
	was, size := "", text.Offset(0)
	if f := e.File; f.Before != nil && !f.Create && !f.Delete {
		was, size = hashOf(f.Before), f.Before.Len()
	}
	for _, p := range e.placed() {
		b := e.blockOf(p)
		b.place.was, b.place.size = was, size
		b.moveInChat(b.line, moved)
		list := l.files[b.path]
		if slices.ContainsFunc(list, b.is) {
			continue
		}
		switch {
		case before == nil, b.place.unseen == nil:
			b.place.unseen = nil
		default:
			b.place.unseen.file = before.file
		}
		isNew = true
		l.set(b.path, whole(append(list, b)))
	}
	if isNew {
		l.await(e)
	}
}

// inChat returns the differences between an edit's version of its chat and the last one.
func (l *Ledger) inChat(e *Edit) []hunk {
	if l.chats[e.Chat] == nil {
		l.chats[e.Chat] = e.Document.Text
	}
	return newDifferences(l.chats[e.Chat]).from(e.Document.Text)
}

// is reports whether two blocks are the same one.
func (b *block) is(o block) bool {
	return !o.gone && b.line == o.line && b.hash == o.hash && b.name == o.name && b.chat == o.chat && b.isChange(&o)
}

// isChange reports whether two blocks are the same change, if they are of a code block.
func (b *block) isChange(o *block) bool {
	return b.change == o.change && (b.change == text.None || slices.Equal(b.place.made, o.place.made) && slices.Equal(b.place.old, o.place.old))
}

// forget drops the blocks that an edit reverts, and the changes of code blocks that its result doesn't have. It returns
// them.
func (l *Ledger) forget(e *Edit) (dropped []block) {
	var gone []block
	moved := l.inChat(e)
	for _, o := range e.Blocks {
		b := e.blockOf(placed{outcome: o})
		b.moveInChat(b.line, moved)
		gone = append(gone, b)
	}
	after := newDifferences(e.File.After())
	for _, path := range []string{e.File.Target.Abs, e.path()} {
		l.set(path, slices.DeleteFunc(l.files[path], func(b block) bool {
			p := b.place
			isGone := slices.ContainsFunc(gone, func(o block) bool { return o.is(b) }) ||
				b.change != text.None && (e.File.Delete || !p.follow(after, byRevert))
			if isGone {
				dropped = append(dropped, b)
			}
			return isGone
		}))
	}
	return dropped
}

// Deleted records that a file or folder was deleted. Files that an edit created there were saved, then,
// even if that wasn't seen: they no longer count as unsaved.
func (l *Ledger) Deleted(path string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.lookups)
	isThere := func(file string) bool {
		return file == path || strings.HasPrefix(file, path+string(filepath.Separator))
	}
	for file, held := range l.unsaved {
		if held.file == nil && isThere(file) {
			delete(l.unsaved, file)
		}
	}
	for file, list := range l.files {
		for i := range list {
			if u := list[i].place.unseen; u != nil && u.file == nil && isThere(file) {
				list[i].place.unseen = nil
			}
		}
	}
}

// Forgot records that a document was closed.
func (l *Ledger) Forgot(d Document) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, d.Path)
	if h := l.late[d.Path]; h != nil { // the file on disk may have it
		delete(l.late, d.Path)
		l.merge(d.Path, h.history)
		clear(l.lookups)
	}
	if !l.hasBlocks(d.Chat) {
		delete(l.chats, d.Chat)
	}
}

func (l *Ledger) hasBlocks(chat string) bool {
	for _, list := range l.files {
		if slices.ContainsFunc(list, func(b block) bool { return b.chat == chat }) {
			return true
		}
	}
	return false
}

// Chats returns the last texts of the chats that have applied blocks.
func (l *Ledger) Chats() map[string]*text.Text {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := map[string]*text.Text{}
	for _, list := range l.files {
		for i := range list {
			all[list[i].chat] = l.chats[list[i].chat]
		}
	}
	return all
}
