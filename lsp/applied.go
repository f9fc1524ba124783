package lsp

import (
	"context"
	"slices"
	"sync"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// appliedBlocks holds the blocks that the session has seen applied. It has its own lock.
//
// An edit counts as applied when the next text of its file, in a buffer or on disk, is the edit's
// result, or when the client says so.
type appliedBlocks struct {
	mu     sync.Mutex
	blocks []*appliedBlock
	// offers are the last edits sent to the client for each action, oldest first.
	offers []offer
	// unsaved holds the edits in buffers that the server can't see, by file path.
	unsaved map[string]unsavedEdit
}

func newAppliedBlocks() *appliedBlocks { return &appliedBlocks{unsaved: map[string]unsavedEdit{}} }

// appliedBlock is an applied block. It is identified by its content, so it survives when the chat
// grows or its blocks are renumbered.
type appliedBlock struct {
	chat protocol.DocumentUri
	// document is the latest version of the chat that has the block. missing counts the versions
	// since then.
	document *parse.Result
	missing  int
	block    *parse.Block
	path     string
	// renamed means that path has changed.
	renamed bool
	// gone means that the file is gone. The block is kept since the client may report a rename later,
	// until another file takes the name.
	gone  bool
	place place
}

type offer struct {
	chat     protocol.DocumentUri
	document *parse.Result
	file     *apply.FileEdit
	// reverts means that the edit undoes the blocks.
	blocks  []*apply.Outcome
	reverts bool
	// action identifies the action offered.
	action string
}

const maxOffers = 100

// makes reports whether the file is the edit's result, nil if it is gone. No text shows that a file
// was renamed.
func (o *offer) makes(f *workspace.File) bool {
	edits, size := o.file.Edits(), o.file.Before.Len()
	switch {
	case f == nil || o.file.Delete:
		return f == nil && o.file.Delete
	case len(edits) == 0 && !o.file.Create:
		return false
	}
	for _, e := range edits {
		size += text.Offset(len(e.New)) - (e.End - e.Start)
	}
	if size != f.Text.Len() {
		return false
	}
	was, now := text.Changed(o.file.After(), f.Text)
	return length(was) == 0 && length(now) == 0
}

func (a *actions) offersOf(x action) []offer {
	var list []offer
	for _, f := range x.files {
		o := offer{chat: a.document.uri, document: a.report.Plan.Document, file: f, reverts: x.reverts, action: x.id.String()}
		for _, i := range x.blocks {
			if b := &a.report.Blocks[i]; b.Target.Abs == f.Target.Abs {
				o.blocks = append(o.blocks, b.Outcome)
			}
		}
		list = append(list, o)
	}
	return list
}

// offered records that the client was sent an action's edit.
func (a *actions) offered(x action) {
	known := a.client.applied
	known.mu.Lock()
	defer known.mu.Unlock()
	id := x.id.String()
	known.offers = slices.DeleteFunc(known.offers, func(o offer) bool { return o.action == id })
	known.offers = append(known.offers, a.offersOf(x)...)
	if more := len(known.offers) - maxOffers; more > 0 {
		known.offers = slices.Clone(known.offers[more:])
	}
}

// offersFor returns the edits most recently sent for an action.
func (a *appliedBlocks) offersFor(id actionID) []offer {
	a.mu.Lock()
	defer a.mu.Unlock()
	var list []offer
	for _, o := range a.offers {
		if o.action == id.String() {
			list = append(list, o)
		}
	}
	return list
}

// planned returns the edits in a report that may have produced a file, nil if it is gone: all blocks
// of the file together, and each block that changes what differs now.
func planned(ctx context.Context, chat protocol.DocumentUri, r *diagnostics.Report, path string, now *workspace.File) []offer {
	var list []offer
	add := func(f *apply.FileEdit) {
		o := offer{chat: chat, document: r.Plan.Document, file: f}
		for _, i := range f.Blocks {
			o.blocks = append(o.blocks, r.Plan.Outcomes[i])
		}
		list = append(list, o)
	}
	for _, f := range r.Plan.Files {
		if f.Target.Abs == path {
			add(f)
		}
	}
	var changed *text.LineRange
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if b.Target.Abs != path || b.Status != apply.Validated || now == nil && b.Block.Operation != parse.Delete {
			continue
		}
		if b.Target.File != nil && now != nil && changed == nil {
			was, _ := text.Changed(b.Target.File.Text, now.Text)
			changed = &was
		}
		if changed != nil && (b.Last+1 < changed.First || changed.End < b.Outcome.First) {
			continue
		}
		if f, _, _ := r.Plan.Single(ctx, i, text.None); f != nil {
			add(f)
		}
	}
	return list
}

// saw records the next state of a file, nil if it is gone, made by one of the offers, one of more's
// edits, or neither.
func (a *appliedBlocks) saw(path string, f *workspace.File, more func() []offer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.dropSaved(path, f)
	made := offerThatMakes(path, f, a.offers)
	if made == nil {
		made = offerThatMakes(path, f, more())
	}
	known := differences{known: map[*text.Text][]hunk{}}
	if f != nil {
		known.to = f.Text
	}
	a.blocks = slices.DeleteFunc(a.blocks, func(b *appliedBlock) bool {
		switch {
		case b.path != path, b.place.unseen != nil && b.place.unseen.is(f):
			return false
		case !b.gone && b.place.follow(known, made != nil):
			return false
		}
		b.gone = f == nil
		return !b.gone
	})
	if made == nil {
		return
	}
	a.remember(made, nil)
	for _, b := range a.blocks {
		if b.path == path && f != nil {
			b.place.follow(known, true)
		}
	}
}

func offerThatMakes(path string, f *workspace.File, list []offer) *offer {
	for i := len(list) - 1; i >= 0; i-- {
		if o := &list[i]; o.file.Target.Abs == path && !o.reverts && len(o.blocks) > 0 && o.makes(f) {
			return o
		}
	}
	return nil
}

// remember adds the blocks of an applied edit. before returns the file's previous state; it is nil
// if the server has seen the edit in the file.
func (a *appliedBlocks) remember(o *offer, before func() *workspace.File) {
	places, known := o.places(), a.find(o.chat, o.document)
	for i, p := range places {
		b := o.blocks[i]
		if known[b.Block.Index] != nil {
			continue
		}
		if before == nil {
			p.unseen = nil
		} else {
			p.unseen.file = before()
		}
		a.blocks = append(a.blocks, &appliedBlock{chat: o.chat, document: o.document, block: b.Block, path: o.file.Target.Abs, place: p})
	}
}

// find returns the applied blocks in a version of a chat, by block index.
func (a *appliedBlocks) find(chat protocol.DocumentUri, doc *parse.Result) map[int]*appliedBlock {
	known := map[int]*appliedBlock{}
	moved := differences{to: doc.Text, known: map[*text.Text][]hunk{}}
	for _, b := range a.blocks {
		if b.chat != chat || b.gone {
			continue
		}
		if i := b.indexIn(doc, moved, known); i >= 0 {
			known[i] = b
		}
	}
	return known
}

// indexIn returns the index of the block in a version of the chat, or -1: the block on the same
// line if its content is equal, else the first equal one in the same turn.
func (b *appliedBlock) indexIn(doc *parse.Result, moved differences, taken map[int]*appliedBlock) int {
	if b.document == doc {
		return b.block.Index
	}
	line, _, _ := through(text.LineRange{First: b.block.Start, End: b.block.Start + 1}, moved.from(b.document.Text))
	same := func(i int) bool {
		return taken[i] == nil && b.isBlock(doc, &doc.Blocks[i])
	}
	at, found := slices.BinarySearchFunc(doc.Blocks, line.First, func(c parse.Block, l text.Line) int { return int(c.Start - l) })
	if found && same(at) {
		return at
	}
	turn := doc.TurnAt(line.First)
	for i := range doc.Blocks {
		if doc.Blocks[i].Turn == turn && same(i) {
			return i
		}
	}
	return -1
}

// check returns the function that a check uses to look up where blocks are applied, or nil if none
// are. Only the latest version of the chat updates them; other texts are trials of edits.
func (a *appliedBlocks) check(chat protocol.DocumentUri, latest *text.Text) func(*parse.Result, *parse.Block, *workspace.Target) *apply.AppliedAt {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !slices.ContainsFunc(a.blocks, func(b *appliedBlock) bool { return b.chat == chat }) {
		return nil
	}
	var of *parse.Result
	var known map[int]*appliedBlock
	return func(doc *parse.Result, b *parse.Block, t *workspace.Target) *apply.AppliedAt {
		a.mu.Lock()
		defer a.mu.Unlock()
		if of != doc {
			if of, known = doc, a.find(chat, doc); doc.Text == latest {
				a.update(chat, doc, known)
			}
		}
		if k := known[b.Index]; k != nil && k.path == t.Abs {
			return k.place.at(t.File)
		}
		return nil
	}
}

// maxMissing is for how many versions a block is kept after it left the chat, since an undo may
// bring it back.
const maxMissing = 200

func (a *appliedBlocks) update(chat protocol.DocumentUri, doc *parse.Result, known map[int]*appliedBlock) {
	for i, b := range known {
		b.document, b.block, b.missing = doc, &doc.Blocks[i], 0
	}
	a.blocks = slices.DeleteFunc(a.blocks, func(b *appliedBlock) bool {
		if b.chat == chat && b.document != doc {
			b.missing++
		}
		return b.missing > maxMissing
	})
}

func (s *session) noteApplied(known *appliedBlocks, list []offer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known.note(slices.DeleteFunc(list, func(o offer) bool { return s.isUnchanged(o.file) }))
	for _, o := range s.open {
		known.isVisible(o.path) // the client may have opened it for the edit
	}
	s.analyzeAll()
}

// isUnchanged reports whether an open file has the text from before its edit. Whatever the client says, the
// edit isn't there, or not yet: the next text shows it. mu must be held.
func (s *session) isUnchanged(f *apply.FileEdit) bool {
	for _, o := range s.open {
		if o.path == f.Target.Abs {
			return isOpen(f) && o.text == f.Before
		}
	}
	return false
}

// note remembers edits that the client reports as applied.
func (a *appliedBlocks) note(list []offer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, o := range list {
		a.addUnsaved(o.file)
		switch {
		case !o.reverts:
			a.remember(&o, func() *workspace.File { return o.file.Target.File })
		case !isOpen(o.file): // in an open file, the server sees the old text return
			a.forget(o)
		}
	}
}

func (a *appliedBlocks) forget(o offer) {
	now := a.find(o.chat, o.document)
	a.blocks = slices.DeleteFunc(a.blocks, func(b *appliedBlock) bool {
		return slices.ContainsFunc(o.blocks, func(x *apply.Outcome) bool { return now[x.Block.Index] == b })
	})
}

// sawBuffer records the next text of an open document that may be a target. mu must be held.
func (s *session) sawBuffer(path string, version int32, t *text.Text) {
	f := &workspace.File{Text: t, Open: true, Version: version}
	s.client.applied.saw(path, f, func() []offer {
		var list []offer
		for _, o := range s.open {
			if o.seen != nil {
				list = append(list, planned(s.base, o.uri, o.seen, path, f)...)
			}
		}
		return list
	})
}

func (n *snapshot) lookAtFiles(ctx context.Context, view *workspace.View) {
	for _, path := range n.client.applied.unsavedPaths() {
		if t := view.Target(ctx, path); ctx.Err() == nil {
			n.client.applied.isUnsaved(&t)
		}
	}
	if n.seen == nil {
		return
	}
	looked := map[string]bool{}
	for i := range n.seen.Blocks {
		was := n.seen.Blocks[i].Target
		if looked[was.Name] || was.Refusal != nil {
			continue
		}
		looked[was.Name] = true
		now := view.Target(ctx, was.Name)
		if ctx.Err() != nil {
			return
		}
		isSeen := now.File != nil && (now.File.Open ||
			was.File != nil && now.File.Text == was.File.Text && now.File.ModTime.Equal(was.File.ModTime))
		if now.Abs == was.Abs && !isSeen {
			n.client.applied.saw(now.Abs, now.File, func() []offer {
				return planned(ctx, n.document.uri, n.seen, now.Abs, now.File)
			})
		}
	}
}
