package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// source names us beside each diagnostic.
const source = "edit-lsp"

// judgeAgain judges what a new text of the document touches: the document itself, and
// the chats that have it for a target. mu must be held.
func (s *session) judgeAgain(changed *openDocument) {
	for _, o := range s.open {
		if o == changed || changed.path != "" && (o.report == nil || reads(o.report, changed.path)) {
			s.judge(o)
		}
	}
}

// judgeAll judges all chats again; mu must be held.
func (s *session) judgeAll() {
	for _, o := range s.open {
		s.judge(o)
	}
}

// judge works out the diagnostics of a chat in the background, and publishes them
// unless a newer snapshot has come meanwhile. mu must be held.
func (s *session) judge(o *openDocument) {
	o.supersede()
	if s.base.Err() != nil {
		return
	}
	if !o.isChat(s.config) {
		s.publish(o, nil) // it may have been one
		return
	}
	ctx, cancel := context.WithCancel(s.base)
	before, j := o.judging, &judgement{parsed: make(chan struct{}), found: make(chan struct{}), done: make(chan struct{})}
	o.cancel, o.judging = cancel, j
	if o.memory == nil {
		o.memory = diagnostics.NewMemory()
	}
	memory, work, n := o.memory, o.work, s.snapshot(o.uri)
	s.start(func() {
		defer close(j.done)
		found := sync.OnceFunc(func() { close(j.found) })
		defer found()
		read := sync.OnceFunc(func() { close(j.parsed) })
		defer read()
		defer cancel()
		// One at a time: however fast the changes come, a document keeps one processor
		// busy, and the older judgement has been told to end.
		if before != nil {
			<-before.done
		}
		if ctx.Err() != nil {
			return
		}
		ctx, done := s.progress(ctx, judging(n.document))
		defer done()
		whole := true
		defer func() {
			if !whole { // a panic: what the memory holds is not to be trusted
				s.mu.Lock()
				o.memory = nil
				s.mu.Unlock()
			}
		}()
		// What needs no targets need not wait for them.
		whole = false
		doc, err := memory.Parse(ctx, n.text, n.parseOptions())
		whole = true
		if err != nil {
			return
		}
		j.doc = doc
		read()
		search := mostSearched
		for ctx.Err() == nil {
			whole = false
			r, err := n.judge(ctx, memory, search)
			whole = true
			if err != nil {
				return // cancelled: a newer judgement is under way, a person did not want to wait, or the session ends
			}
			list := n.diagnostics(r)
			s.mu.Lock()
			if s.open[n.document.uri] == o && o.work == work {
				o.report = r
				s.publish(o, list)
				s.look(o, r)
			}
			s.mu.Unlock()
			if search == mostSearched {
				j.report = r
				found()
			}
			if search == 0 || !r.Unsearched() {
				return
			}
			search = 0 // what was put off
		}
	})
}

// reads tells whether a report was made from the file of a path.
func reads(r *diagnostics.Report, path string) bool {
	for i := range r.Blocks {
		if r.Blocks[i].Target.Abs == path {
			return true
		}
	}
	return false
}

// publish sends the diagnostics of a document, or lets a client that pulls ask for
// them, unless it has just these: a document without blocks costs nothing, nor does a
// keystroke in a target that changes no result. A new version is always answered. mu
// must be held, so that an older list never follows a newer one.
func (s *session) publish(o *openDocument, list []protocol.Diagnostic) {
	if len(list) == 0 && len(o.shown) == 0 || o.version == o.shownVersion && reflect.DeepEqual(list, o.shown) {
		return
	}
	if s.client.pulls() {
		s.outdated(o)
		return
	}
	o.shown, o.shownVersion = list, o.version
	if list == nil {
		list = []protocol.Diagnostic{}
	}
	p := protocol.PublishDiagnosticsParams{URI: o.uri, Diagnostics: list}
	if s.client.versions() {
		version := protocol.Integer(o.version)
		p.Version = &version
	}
	if err := s.wire.NotifyLatest(s.base, "textDocument/publishDiagnostics", string(o.uri), p); err != nil {
		s.log.Debug("diagnostics were not sent", "error", err)
	}
}

// diagnostics are what there is to say about a chat: where that is too much, the most
// severe, in their order, and in the document's first line that there is more, since an
// editor chokes on ten thousand. Only what is said is worded for the client.
func (n *snapshot) diagnostics(r *diagnostics.Report) []protocol.Diagnostic {
	most := n.config.MaxDiagnostics
	total := 0
	var count [diagnostics.Hint + 1]int
	findings(r, func(f *diagnostics.Finding, _ int) {
		total++
		count[f.Severity]++
	})
	if total == 0 {
		return nil
	}
	// The severity at which the list is full, and how many of that still fit.
	fit, last := most, diagnostics.Hint+1
	if total > most {
		for last = diagnostics.Error; fit >= count[last]; last++ {
			fit -= count[last]
		}
	}
	list := make([]protocol.Diagnostic, 0, min(total, most+1))
	findings(r, func(f *diagnostics.Finding, block int) {
		switch {
		case f.Severity < last:
			list = append(list, n.diagnostic(f, block))
		case f.Severity == last && fit > 0:
			list = append(list, n.diagnostic(f, block))
			fit--
		}
	})
	if total > most {
		information := protocol.DiagnosticSeverity(diagnostics.Information)
		list = append(list, protocol.Diagnostic{
			Severity: &information, Source: source,
			Message: fmt.Sprintf("%d more findings are not shown (setting maxDiagnostics)", total-most),
		})
	}
	return list
}

// findings calls visit with all that is said about a chat, each with the index of its
// block or -1.
func findings(r *diagnostics.Report, visit func(f *diagnostics.Finding, block int)) {
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if b.Code != "" {
			visit(&b.Finding, i)
		}
		for k := range b.Warnings {
			visit(&b.Warnings[k], i)
		}
	}
	for i := range r.Problems {
		visit(&r.Problems[i], -1)
	}
	// A document that merely mentions a command is none of our business.
	if len(r.Blocks) > 0 {
		for i := range r.Shell {
			if f := &r.Shell[i]; f.Counts {
				visit(f, -1)
			}
		}
	}
}

// diagnosticData is sent with each diagnostic and comes back with code actions.
type diagnosticData struct {
	// Block is the index of the block in the document, or -1.
	Block int `json:"block"`
}

func (n *snapshot) diagnostic(f *diagnostics.Finding, block int) protocol.Diagnostic {
	severity := protocol.DiagnosticSeverity(f.Severity)
	d := protocol.Diagnostic{
		Range:    n.lines(n.text, f.First, f.End),
		Severity: &severity,
		Code:     protocol.DiagnosticCode(f.Code),
		Source:   source,
		Message:  f.Message,
	}
	if n.client.codeDescription() {
		d.CodeDescription = &protocol.CodeDescription{HRef: diagnostics.Page(f.Code)}
	}
	if f.Faded && n.client.faded() {
		d.Tags = []protocol.DiagnosticTag{protocol.DiagnosticTagUnnecessary}
	}
	if n.client.relatedInformation() {
		for _, r := range f.Related {
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: protocol.Location{URI: n.uri(r.Abs), Range: lineRange(r.Line)},
				Message:  r.Message,
			})
		}
	}
	if n.client.diagnosticData() {
		d.Data, _ = json.Marshal(diagnosticData{Block: block})
	}
	return d
}

// lineRange is a whole line of a text that need not be at hand.
func lineRange(l text.Line) protocol.Range {
	return protocol.Range{
		Start: protocol.Position{Line: protocol.UInteger(l)},
		End:   protocol.Position{Line: protocol.UInteger(l + 1)},
	}
}
