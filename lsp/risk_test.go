package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// A client may answer our calls in any order, or never.
func answersOutOfOrder(t *testing.T) {
	noUserFile(t)
	r := serveRaw(t, Options{})
	r.say(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{
		"workspace":{"configuration":true,"didChangeWatchedFiles":{"dynamicRegistration":true}}}}}`)
	r.hear("1", 0)
	r.say(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	// Both calls are sent at once, so either may arrive first.
	calls := map[string]string{}
	for range 2 {
		m := r.hearCall()
		calls[m.method] = m.id
	}
	r.say(`{"jsonrpc":"2.0","id":%s,"result":[{"sccope":1}]}`, calls["workspace/configuration"])
	m := r.hear("", 0)
	assert.Equal(t, "window/showMessage", m["method"])
	assert.Contains(t, asJSON(t, m), "sccope")
	// The other call is never answered.
	require.Contains(t, calls, "client/registerCapability")
	r.bye()
}

type heardCall struct{ id, method string }

func (r *raw) hearCall() heardCall {
	r.t.Helper()
	m, _ := r.next()
	return heardCall{fmt.Sprint(m["id"]), fmt.Sprint(m["method"])}
}

// A cancelled request that waits for an analysis is answered at once, and the analysis continues.
func cancelWhileItIsBeingChecked(t *testing.T) {
	u := beginPulling(t, oneFile())
	uri := u.open("chat.md")
	assert.Equal(t, []string{failing}, u.codes(uri))
	u.session.mu.Lock()
	o := u.session.open[uri]
	ended := o.analysis
	held := &analysis{cancel: func() {}, done: make(chan struct{})}
	o.analysis = held
	u.session.mu.Unlock()
	answered, sent, cancel := make(chan error, 1), make(chan struct{}), make(chan struct{})
	go func() {
		answered <- u.CallAndCancel(u.ctx, "textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": uri}}, sent, cancel)
	}()
	<-sent
	// When a later request is answered, this one is waiting.
	var edit *protocol.WorkspaceEdit
	u.do(u.Call(u.ctx, "workspace/willRenameFiles", map[string]any{"files": []any{}}, &edit))
	assert.Empty(t, answered)
	close(cancel)
	var refused *jsonrpc2.Error
	require.ErrorAs(t, <-answered, &refused)
	assert.EqualValues(t, wire.RequestCancelled, refused.Code)
	u.session.mu.Lock()
	o.analysis = ended
	u.session.mu.Unlock()
	close(held.done)
	assert.Equal(t, []string{failing}, u.codes(uri))
}

// If the chat and the target change during requests, every answer is for a single state.
func editsWhileRequestsRun(t *testing.T) {
	u := begin(t, oneFile())
	uri := u.open("chat.md")
	const rounds = 40
	type answer struct {
		above int
		line  int
		err   error
	}
	answers := make(chan answer, rounds)
	for i := range rounds {
		u.do(u.Change(u.ctx, uri, from(at(0, 0), at(0, 0)), "\n"))
		sent := make(chan struct{})
		go func() {
			var links []protocol.DocumentLink
			close(sent)
			err := u.Call(u.ctx, "textDocument/documentLink", map[string]any{"textDocument": map[string]any{"uri": uri}}, &links)
			a := answer{above: i + 1, err: err}
			if len(links) > 0 {
				a.line = int(links[0].Range.Start.Line)
			}
			answers <- a
		}()
		<-sent
	}
	for range rounds {
		a := <-answers
		require.NoError(t, a.err)
		// The answer may include later changes, but no fewer than when the request was sent.
		assert.GreaterOrEqual(t, a.line, 2+a.above)
		assert.LessOrEqual(t, a.line, 2+rounds)
	}
}

// A chat may be its own target: applying its block changes the chat, even with an editor that
// pulls.
func aChatThatIsItsOwnTarget(t *testing.T) {
	chat := "status: open\n\n" + block("chat.md", "status: open\n", "status: done\n")
	u := beginPulling(t, files{"chat.md": chat})
	uri := u.open("chat.md")
	// The old lines inside the block itself don't match.
	u.choose(uri, 4, "Apply edit")
	u.idle()
	assert.True(t, strings.HasPrefix(u.Text(uri), "status: done\n"))
	assert.NotEmpty(t, u.shown(uri))
}
