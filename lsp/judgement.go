package lsp

import (
	"context"
	"sync"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/parse"
)

// judgement is the work on one version of a chat. The judgements of a document come one
// after another: however fast the changes come, it keeps one processor busy.
type judgement struct {
	session  *session
	of       *openDocument
	snapshot *snapshot
	// work is the number of this judgement; only the last one's findings are published.
	work int
	// before is closed when the one before has ended; nil for none.
	before <-chan struct{}

	// parsed is closed when the chat has been read, or when it ended without; doc is then
	// what it holds, or nil.
	parsed chan struct{}
	doc    *parse.Result
	// found is closed when there is something to publish, or when it has ended without;
	// report is then what it found, or nil.
	found  chan struct{}
	report *diagnostics.Report
	// done is closed when it has ended.
	done chan struct{}

	// Who waits for parsed or found is told once, by the step or by the end.
	tellParsed, tellFound func()
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
	j := s.newJudgement(o)
	o.cancel, o.judging = cancel, j
	s.start(func() {
		defer cancel()
		j.run(ctx)
	})
}

// newJudgement of the present version; mu must be held.
func (s *session) newJudgement(o *openDocument) *judgement {
	n := s.snapshot(o.uri)
	n.judging = nil // a judgement that keeps the one before it keeps all of them
	j := &judgement{
		session: s, of: o, snapshot: n, work: o.work,
		parsed: make(chan struct{}), found: make(chan struct{}), done: make(chan struct{}),
	}
	if o.judging != nil {
		j.before = o.judging.done
	}
	j.tellParsed = sync.OnceFunc(func() { close(j.parsed) })
	j.tellFound = sync.OnceFunc(func() { close(j.found) })
	return j
}

// run waits for its turn and goes through the steps. It ends early where it is
// cancelled: a newer judgement is under way, a person did not want to wait, or the
// session ends.
func (j *judgement) run(ctx context.Context) {
	defer close(j.done)
	defer j.tellFound()
	defer j.tellParsed()
	if j.before != nil {
		<-j.before
	}
	if ctx.Err() != nil {
		return
	}
	ctx, done := j.session.progress(ctx, judging(j.snapshot.document))
	defer done()
	if !j.read(ctx) {
		return
	}
	r := j.judge(ctx, mostSearched)
	if r == nil {
		return
	}
	j.publish(r)
	j.report = r
	j.tellFound()
	if !r.Unsearched() || ctx.Err() != nil {
		return
	}
	const all = 0 // what was put off too
	if r = j.judge(ctx, all); r != nil {
		j.publish(r)
	}
}

// read reads the chat. What needs no targets need not wait for these.
func (j *judgement) read(ctx context.Context) bool {
	var err error
	j.remembering(func(m *diagnostics.Memory) {
		j.doc, err = m.Parse(ctx, j.snapshot.text, j.snapshot.parseOptions())
	})
	j.tellParsed()
	return err == nil
}

// judge is what it finds when it looks through search lines of targets, nil if it was
// cancelled.
func (j *judgement) judge(ctx context.Context, search int) *diagnostics.Report {
	var r *diagnostics.Report
	var err error
	j.remembering(func(m *diagnostics.Memory) { r, err = j.snapshot.judge(ctx, m, search) })
	if err != nil {
		return nil
	}
	return r
}

// remembering does work with what the judgements before have learnt of the document.
// After a panic in it what the memory holds is not to be trusted.
func (j *judgement) remembering(work func(*diagnostics.Memory)) {
	m := j.of.memory // only the judgement whose turn it is has it
	if m == nil {
		m = diagnostics.NewMemory()
	}
	j.of.memory = nil
	work(m)
	j.of.memory = m
}

// publish says what was found, unless it is of an older version.
func (j *judgement) publish(r *diagnostics.Report) {
	list := j.snapshot.diagnostics(r)
	s, o := j.session, j.of
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[j.snapshot.document.uri] == o && o.work == j.work {
		o.report = r
		s.publish(o, list)
		s.look(o, r)
	}
}
