package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// showingProgress are capabilities of an editor that shows server-created progress.
const showingProgress = `{"window": {"workDoneProgress": true}}`

func kinds(list []lsptest.Progress) []string {
	all := []string{}
	for _, p := range list {
		all = append(all, p.Kind)
	}
	return all
}

func (u *under) told(token protocol.ProgressToken) (list []lsptest.Progress) {
	u.t.Helper()
	u.do(u.Await(u.ctx, "what was told", func() bool {
		list = u.Progress(token)
		return true
	}))
	return list
}

// ours selects all server-created tokens.
var ours protocol.ProgressToken

// Long work reports its begin and end, and can be cancelled.
func TestProgressOfWorkThatTakesLong(t *testing.T) {
	u := beginWith(t, nil, Options{slow: 1}, lsptest.Options{Capabilities: json.RawMessage(showingProgress)})
	ctx, done := u.session.progress(u.ctx, &task{title: "Something long"})
	u.do(u.Await(u.ctx, "the progress", func() bool { return len(u.Progress(ours)) > 0 }))
	u.settled()
	begun := u.told(ours)
	assert.Equal(t, []lsptest.Progress{{Token: begun[0].Token, Kind: "begin", Title: "Something long", Cancellable: true}}, begun)
	assert.NoError(t, ctx.Err())
	// Another token cancels nothing.
	u.do(u.Notify(u.ctx, "window/workDoneProgress/cancel", map[string]any{"token": 7}))
	u.settled()
	assert.NoError(t, ctx.Err())
	u.do(u.Notify(u.ctx, "window/workDoneProgress/cancel", map[string]any{"token": begun[0].Token}))
	<-ctx.Done()
	assert.NoError(t, u.ctx.Err())
	done()
	u.settled()
	assert.Equal(t, []string{"begin", "end"}, kinds(u.told(ours)))
	assert.Empty(t, u.session.tasks)
}

// Short work isn't reported, nor is progress that the editor doesn't show.
func TestNoProgress(t *testing.T) {
	for name, c := range map[string]struct {
		options      Options
		capabilities string
	}{
		"ends soon": {Options{}, showingProgress},
		"not shown": {Options{slow: 1}, `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			u := beginWith(t, nil, c.options, lsptest.Options{Capabilities: json.RawMessage(c.capabilities)})
			_, done := u.session.progress(u.ctx, &task{title: "Something"})
			done()
			u.settled()
			assert.Empty(t, u.told(ours))
		})
	}
}

// Checking a chat reports progress, and so does a request with a token: its progress ends before
// the answer.
func TestProgressOfChecksAndRequests(t *testing.T) {
	u := beginWith(t, chatOf(500, 10), Options{slow: 1}, lsptest.Options{Capabilities: json.RawMessage(showingProgress)})
	chat := u.open("chat.md")
	token := protocol.StringValue("the editor's own")
	// This may take less than a nanosecond, so repeat until it doesn't.
	for i := 0; ; i++ {
		u.do(u.Change(u.ctx, chat, from(at(0, 0), at(0, 0)), fmt.Sprintf("%d\n", i)))
		var h *protocol.Hover
		u.do(u.Call(u.ctx, "textDocument/hover", map[string]any{
			"textDocument": map[string]any{"uri": chat}, "position": at(i+5, 0), "workDoneToken": token,
		}, &h))
		assert.NotNil(t, h)
		u.settled()
		own, given := len(u.told(ours)), len(u.told(token))
		assert.Zero(t, own%2, "what begins ends")
		assert.Zero(t, given%2, "what begins ends before the answer")
		if own > 0 && given > 0 {
			break
		}
		u.do(context.Cause(u.ctx))
	}
	assert.Equal(t, "Checking edits in chat.md", u.told(ours)[0].Title)
	assert.Equal(t, []string{"begin", "end"}, kinds(u.told(token))[:2])
}
