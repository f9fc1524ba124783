package ledger

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Entry is what one run did to one file, as a line of a journal.
type Entry struct {
	// Root is the workspace folder, whose journal has the entry.
	Root string    `json:"-"`
	Time time.Time `json:"time"`
	// Run identifies an apply, or one edit of an editor. Chat is a path, "standard input" or a URI.
	Run  string `json:"run"`
	Chat string `json:"chat"`
	// File is relative to the root, with slashes. To is its new name, if it was renamed.
	File string `json:"file"`
	To   string `json:"to,omitempty"`
	// Before and After are hashes of the file's bytes, empty for a missing file.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	// Mode has the permission bits of a file that was deleted.
	Mode fs.FileMode `json:"mode,omitempty"`
	// Folders is how many parent folders were made for it.
	Folders int          `json:"folders,omitempty"`
	Blocks  []EntryBlock `json:"blocks,omitempty"`
	// Undo are the edits that revert it, none if they are too large or the file is protected.
	Undo []EntryEdit `json:"undo,omitempty"`
	// Undone is the run that this one reverts. If there are Blocks, it reverts these, whatever their runs.
	Undone string `json:"undone,omitempty"`
}

// EntryEdit replaces bytes of the file after the run. First and Lines are the lines that it replaces, Was
// counts those that come back.
type EntryEdit struct {
	Start text.Offset `json:"start"`
	End   text.Offset `json:"end"`
	New   string      `json:"new"`
	First text.Line   `json:"first"`
	Lines text.Line   `json:"lines"`
	Was   text.Line   `json:"was"`
}

// EntryBlock is a block and its place. Texts are left out if the file is protected.
type EntryBlock struct {
	Hash   string    `json:"hash"`
	Name   string    `json:"name"`
	Number int       `json:"number"`
	Line   text.Line `json:"line"`
	First  text.Line `json:"first"`
	End    text.Line `json:"end"`
	Made   []string  `json:"made,omitempty"`
	Last   []string  `json:"last,omitempty"`
	Old    []string  `json:"old,omitempty"`
	around
	// Content is the old lines with their endings, if Exact.
	Content string `json:"content,omitempty"`
	Exact   bool   `json:"exact,omitempty"`
	Created bool   `json:"created,omitempty"`
	Deleted bool   `json:"deleted,omitempty"`
	Changed bool   `json:"changed,omitempty"`
	Renamed bool   `json:"renamed,omitempty"`
	// Change is the first line that a change of a code block changed, if it isn't a block.
	Change *text.Line `json:"change,omitempty"`
	// Of counts the changes of the code block if nothing of it was left after this one.
	Of int `json:"of,omitempty"`
	// All is what else the code block would change. It is with the first of its changes.
	All []apply.Change `json:"all,omitempty"`
}

// StandardInput is the chat of what was read from there.
const StandardInput = "standard input"

// maxEntry is the size above which an entry keeps no texts, in bytes.
const maxEntry = 1 << 20

// NewRun returns the identity of a run.
func NewRun() string { return rand.Text() }

// Encode returns the entry's line.
func (e Entry) Encode() []byte {
	line, _ := json.Marshal(e) // strings and numbers always encode
	if len(line) > maxEntry {
		e.withoutTexts()
		line, _ = json.Marshal(e)
	}
	return line
}

func (e *Entry) withoutTexts() {
	e.Undo = nil
	all := make([]EntryBlock, len(e.Blocks))
	for i, b := range e.Blocks {
		b.Made, b.Last, b.Old, b.around, b.Content, b.Exact = nil, nil, nil, around{}, "", false
		b.All = nil
		all[i] = b
	}
	e.Blocks = all
}

// Decode returns the entries in lines that are about the files of some chats. It skips lines that aren't one,
// those that are too old, and those whose file isn't a name in the root.
func Decode(lines [][]byte, isWanted func(chat string) bool, now time.Time) []Entry {
	const maxAge = 90 * 24 * time.Hour
	files, heads := map[string]bool{}, make([]head, len(lines))
	for i, l := range lines {
		if heads[i] = headOf(l); isWanted(heads[i].Chat) {
			files[heads[i].File] = true
		}
	}
	var all []Entry
	for i, l := range lines {
		if !files[heads[i].File] {
			continue
		}
		if to := heads[i].To; to != "" {
			files[to] = true
		}
		var e Entry
		if json.Unmarshal(l, &e) != nil || e.Run == "" || e.File == "" || now.Sub(e.Time) > maxAge {
			continue
		}
		if _, refusal := workspace.CheckName(e.File); refusal != nil || filepath.IsAbs(e.File) {
			continue
		}
		if _, refusal := workspace.CheckName(e.To); e.To != "" && (refusal != nil || filepath.IsAbs(e.To)) {
			continue
		}
		all = append(all, e)
	}
	return all
}

// head is the beginning of an entry: with a journal of 28 MB, reading whole entries takes most of a second, and
// few are about one chat (BenchmarkDecode).
type head struct{ Chat, File, To string }

// headOf returns the head of a line, empty if it is no entry. A quote in a string is escaped, so the cut is never
// inside one.
func headOf(line []byte) (h head) {
	if len(line) > 2*maxEntry {
		return head{}
	}
	for _, list := range []string{`,"blocks":[`, `,"undo":[`} {
		if start, _, cut := bytes.Cut(line, []byte(list)); cut {
			line = append(slices.Clip(start), '}')
			break
		}
	}
	if json.Unmarshal(line, &h) != nil {
		return head{}
	}
	return h
}

// HashOf returns the hash of a file's bytes, "" for a missing file.
func HashOf(f *workspace.File) string {
	if f == nil {
		return ""
	}
	return hashOf(f.Text)
}

func hashOf(t *text.Text) string {
	sum := sha256.New()
	_, _ = t.WriteTo(sum) // a hash never fails
	return hex.EncodeToString(sum.Sum(nil))
}

// EntryOf returns the entry for an edit that was written.
func EntryOf(run string, now time.Time, e *Edit) (Entry, bool) {
	f := e.File
	entry := Entry{Root: f.Target.Root, Time: now, Run: run, Chat: e.Chat, Before: HashOf(f.Target.File), Folders: f.Target.NewFolders()}
	if f.Delete {
		entry.Mode, entry.Undo = f.Target.Mode(), undoDelete(f.Before)
	} else {
		after := e.after()
		var hunks []hunk
		for _, h := range f.HunksTo(after) {
			hunks = append(hunks, hunk{was: h.Old, now: h.New})
		}
		entry.After, entry.Undo = hashOf(after), undo(f.Before, after, hunks)
	}
	ok := entry.name(f.Target.Abs)
	if f.NewTarget != nil {
		to, err := filepath.Rel(f.Target.Root, f.NewTarget.Abs)
		ok = ok && err == nil
		entry.To, entry.Folders = filepath.ToSlash(to), f.NewTarget.NewFolders()
	}
	for _, p := range e.placed() {
		entry.add(e.blockOf(p))
	}
	if f.Target.Protected || f.NewTarget != nil && f.NewTarget.Protected {
		entry.withoutTexts()
	}
	return entry, ok
}

// name names the file, if that is in the root.
func (e *Entry) name(abs string) bool {
	name, err := filepath.Rel(e.Root, abs)
	e.File = filepath.ToSlash(name)
	_, refusal := workspace.CheckName(e.File)
	return err == nil && refusal == nil
}

// names names the file after the entry and, if it was renamed, before it. from is "" if it wasn't.
func (e *Entry) names(from, path string) bool {
	if from == "" {
		return e.name(path)
	}
	if !e.name(path) {
		return false
	}
	e.To = e.File
	return e.name(from)
}

func (e *Entry) add(b block) {
	p := b.place
	one := EntryBlock{
		Hash: hex.EncodeToString(b.hash[:]), Name: b.name, Number: b.number, Line: b.line, First: p.lines.First, End: p.lines.End,
		Made: p.made, Old: p.old, Exact: p.exact, Created: p.created, Deleted: p.deleted, Changed: p.changed, Renamed: p.renamed,
	}
	if p.text != nil && !p.created {
		one.around = aroundOf(p.text, p.lines)
	}
	if p.exact && !p.deleted { // then Undo has it
		one.Content = p.content
	}
	if b.change != text.None {
		one.Change, one.Of = &b.change, b.of
		isOfIt := func(o EntryBlock) bool { return o.Change != nil && o.Hash == one.Hash }
		first := &one
		if i := slices.IndexFunc(e.Blocks, isOfIt); i >= 0 {
			first = &e.Blocks[i]
		} else if b.all != nil {
			one.All = slices.Clone(*b.all)
		}
		first.All = slices.DeleteFunc(first.All, func(c apply.Change) bool { return c == p.change() })
	}
	if !slices.Equal(p.last, p.made) {
		one.Last = p.last
	}
	e.Blocks = append(e.Blocks, one)
}

// undo returns the edits that revert hunks.
func undo(before, after *text.Text, hunks []hunk) (edits []EntryEdit) {
	for _, h := range hunks {
		edits = append(edits, EntryEdit{
			Start: after.Start(h.now.First), End: after.Start(h.now.End), New: linesOf(before, h.was),
			First: h.now.First, Lines: length(h.now), Was: length(h.was),
		})
	}
	return edits
}

// undoDelete returns the edit that brings a deleted file back.
func undoDelete(before *text.Text) []EntryEdit {
	return []EntryEdit{{New: before.String(), Was: text.Line(before.LineCount())}}
}

// blocks returns some of the entry's blocks, whose places hold in the text after it.
func (e *Entry) blocks(list []EntryBlock, path string) (all []block) {
	for i := range list {
		if b, ok := e.block(&list[i], path); ok {
			all = append(all, b)
		}
	}
	return all
}

func (e *Entry) block(b *EntryBlock, path string) (block, bool) {
	var h parse.Hash
	sum, err := hex.DecodeString(b.Hash)
	if err != nil || len(sum) != len(h) || b.First < 0 || b.End < b.First {
		return block{}, false
	}
	copy(h[:], sum)
	p := place{
		lines: text.LineRange{First: b.First, End: b.End}, made: b.Made, last: b.Last, old: b.Old, content: b.Content,
		exact: b.Exact, created: b.Created, deleted: b.Deleted, changed: b.Changed, renamed: b.Renamed && b.Deleted, hash: e.After, unknown: true,
		around: b.around,
	}
	if p.deleted {
		was, err := e.was(nil)
		if p.exact = p.exact && err == nil && was != nil; p.exact {
			p.content = string(was.Bytes())
		}
	}
	if p.last == nil {
		p.last = p.made
	}
	one := block{chat: e.Chat, hash: h, name: b.Name, path: path, run: e.Run, number: b.Number, line: b.Line, change: text.None, touched: true, kept: true, place: p}
	if b.Change != nil {
		one.change, one.of = *b.Change, b.Of
		if b.Of > 0 || len(b.All) > 0 {
			one.all = &b.All
		}
	}
	return one, true
}

// forward returns the lines that a run changed.
func (e *Entry) forward() []hunk {
	var hunks []hunk
	shift := text.Line(0)
	for _, x := range e.Undo {
		first := x.First - shift
		hunks = append(hunks, hunk{
			was: text.LineRange{First: first, End: first + x.Was},
			now: text.LineRange{First: x.First, End: x.First + x.Lines},
		})
		shift += x.Lines - x.Was
	}
	return hunks
}
