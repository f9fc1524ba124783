package ledger

import (
	"path"
	"path/filepath"
)

// moveFile follows the file that an edit renames, as [Ledger.Renamed] does, since a client may not report it.
func (l *Ledger) moveFile(e *Edit) {
	f := e.File
	if f.NewTarget == nil {
		return
	}
	for i := range l.files[f.NewTarget.Abs] {
		p := &l.files[f.NewTarget.Abs][i].place
		p.turned = p.deleted && !e.Reverts
	}
	var stay []block
	for _, b := range l.files[f.Target.Abs] {
		if b.moveTo(f.NewTarget.Abs) {
			l.set(b.path, append(l.files[b.path], b))
		} else {
			stay = append(stay, b)
		}
	}
	l.set(f.Target.Abs, stay)
}

// moveTo follows the block's file to its new name. The block that renamed the file stays.
func (b *block) moveTo(path string) bool {
	if b.place.renamed {
		return false
	}
	b.path, b.renamed, b.gone = path, true, false
	return true
}

// Renamed follows renamed targets and chats. Each function returns the new name, or false.
func (l *Ledger) Renamed(file, chat func(string) (string, bool)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.lookups)
	was := l.files
	l.files = map[string][]block{}
	for path, list := range was {
		to, moves := file(path)
		for _, b := range list {
			if moves {
				b.moveTo(to)
			}
			if to, moves := chat(b.chat); moves {
				b.chat = to
			}
			l.files[b.path] = append(l.files[b.path], b)
		}
	}
	for id, t := range l.chats {
		to, moves := chat(id)
		if !moves {
			continue
		}
		if l.chats[to] == nil {
			l.chats[to] = t
		}
		delete(l.chats, id)
	}
}

// isNamed reports whether a chat's path for a block is the block's, which follows a renamed target.
func (b *block) isNamed(name string) bool {
	return b.name == name || b.renamed && filepath.Base(b.path) == path.Base(name)
}
