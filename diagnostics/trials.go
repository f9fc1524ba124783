package diagnostics

import (
	"context"
	"sync"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Trials reads and judges what edits would leave of a chat, by what is known of the chat
// itself: a trial costs what the edits touch. They serve all versions of one document,
// and are safe for concurrent use.
type Trials struct {
	mu     sync.Mutex
	parsed parse.Memo
	plans  apply.Cache
}

// NewTrials makes trials for a document.
func NewTrials() *Trials { return &Trials{} }

// of are the plans of a chat and of the chat that edits leave, read by one parser.
func (t *Trials) of(ctx context.Context, chat *text.Text, edits []text.Edit, targets apply.Targets, o Options) (was, now *apply.Plan, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	// Each trial begins with the chat, so that no two of them add up.
	was, err = t.judge(ctx, chat, targets, o)
	if err != nil {
		return nil, nil, err
	}
	now, err = t.judge(ctx, chat.Apply(edits), targets, o)
	return was, now, err
}

func (t *Trials) judge(ctx context.Context, chat *text.Text, targets apply.Targets, o Options) (*apply.Plan, error) {
	doc, err := parse.Document(ctx, chat, o.Parse, &t.parsed)
	if err != nil {
		return nil, err
	}
	return apply.New(ctx, doc, targets, o.plan(doc), &t.plans)
}
